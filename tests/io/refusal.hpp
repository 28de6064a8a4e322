// The error that a call throws, to look at its place and its words.
#pragma once

#include "../../src/base/error.hpp"

#include <gtest/gtest.h>
#include <string>

namespace treadle {

struct Refusal {
  std::string where, message;

  [[nodiscard]] bool says(const std::string& words) const {
    return message.find(words) != std::string::npos;
  }
};

/// Runs `action` and gives its ModelError; the test fails if there is none.
template <class Action>
Refusal refusal_of(Action action) {
  try {
    action();
  } catch (const ModelError& error) {
    return {error.where(), error.what()};
  }
  ADD_FAILURE() << "no ModelError is thrown";
  return {};
}

}  // namespace treadle
