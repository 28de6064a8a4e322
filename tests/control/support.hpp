// A cart on a rail whose motor follows the input `motor`, and runs of it.
#pragma once

#include "src/base/error.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/simulation/simulation.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace treadle {

/// 2 kg, 3 N s/m.
inline std::string cart(const std::string& controllers, const std::string& start = "0",
                        const std::string& more = "") {
  return R"({"gravity": [0, 0, 0], "bodies": [{"name": "cart", "mass": 2, "inertia": [1, 1, 1]}],
    "joints": [{"name": "rail", "type": "prismatic", "parent": "ground", "child": "cart",
      "position": [0, 0, 0], "axis": [1, 0, 0], "start": )" +
         start + R"(, "damping": 3, "drive": {"type": "input", "name": "motor"}}], )" + more +
         "\"controllers\": [" + controllers + "]}";
}

inline Mechanism controlled(const std::string& text) {
  return build_mechanism(read_model_text(text, "cart"));
}

/// Rows of these channels.
inline std::vector<std::vector<double>> rows_of(const Mechanism& m, RunOptions options,
                                                const std::vector<std::string>& channels) {
  std::vector<std::vector<double>> rows;
  options.channels.names = channels;
  Listener listener;
  listener.row = [&](std::span<const double> row) { rows.emplace_back(row.begin(), row.end()); };
  const RunResult result = run(m, options, listener);
  EXPECT_EQ(result.end, RunEnd::done) << result.message;
  return rows;
}

inline std::string refusal_of(const std::string& text) {
  try {
    controlled(text);
  } catch (const ModelError& error) {
    return error.where() + ": " + error.what();
  }
  return "taken";
}

}  // namespace treadle
