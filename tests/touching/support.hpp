// Small models with contacts, and runs of them.
#pragma once

#include "src/io/reading/read_model.hpp"
#include "src/simulation/simulation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace treadle::test {

inline Mechanism contact_model(const std::string& text) {
  return build_mechanism(read_model_text(text, "contact.json"));
}

/// A body with one shape that flies freely: its joint is `flight`.
inline std::string free_body(const std::string& shape, const std::string& start,
                             const std::string& velocity = "[0, 0, 0]") {
  return R"("bodies": [{"name": "it", "shapes": [)" + shape +
         R"(]}], "joints": [{"name": "flight", "type": "free", "parent": "ground", "child": "it",
         "start": )" +
         start + R"(, "velocity": {"linear": )" + velocity + "}}]";
}

inline RunOptions fixed_options(double duration, double step,
                                const char* integrator = "semi-implicit-euler") {
  RunOptions options;
  options.duration = duration;
  options.step = step;
  options.integrator = integrator;
  options.output_interval = duration;
  return options;
}

}  // namespace treadle::test
