// The car of models/vehicle with other inputs, and runs of it.
#pragma once

#include "src/io/reading/read_model.hpp"
#include "src/simulation/simulation.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace treadle {

inline const std::string vehicle_folder = models_folder() + "/vehicle/";

/// `rack`, `engine` and `brake` are functions of time as a file has them; `more` are other keys.
inline Mechanism car_with(const std::string& parameters, const std::string& rack,
                          const std::string& engine = "0", const std::string& brake = "0",
                          const std::string& more = "", const Overrides& overrides = {}) {
  return build_mechanism(
      read_model_text(R"({"include": [{"file": "car.json", "name": "car", "parameters": )" +
                          parameters + R"(, "inputs": {"rack": )" + rack + R"(, "engine": )" +
                          engine + R"(, "brake": )" + brake + "}}]" + more + "}",
                      vehicle_folder + "test.json", overrides));
}

struct CarRun {
  std::vector<std::vector<double>> rows;
  RunResult result;
};

inline CarRun drive_car(const Mechanism& m, RunOptions options,
                        const std::vector<std::string>& channels) {
  CarRun run_of;
  options.channels.names = channels;
  Listener listener;
  listener.row = [&](std::span<const double> row) {
    run_of.rows.emplace_back(row.begin(), row.end());
  };
  run_of.result = run(m, options, listener);
  EXPECT_EQ(run_of.result.end, RunEnd::done) << run_of.result.message;
  return run_of;
}

}  // namespace treadle
