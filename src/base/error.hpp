// The two failures that are thrown: a person's mistake and a failing environment. Both are thrown
// only while building or writing; trouble of the numbers is a Report (report.hpp).
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace treadle {

/// A wrong model or option. `where` is a path inside the file (`joints[3].axis`) or an option name.
class ModelError : public std::runtime_error {
 public:
  ModelError(std::string where, const std::string& message)
      : std::runtime_error(message), where_(std::move(where)) {}

  [[nodiscard]] const std::string& where() const { return where_; }

 private:
  std::string where_;
};

/// The machine failed: a file cannot be written, memory is gone.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace treadle
