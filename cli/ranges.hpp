// The least and the greatest value of each output and controller over a run.
#pragma once

#include "../src/base/keep.hpp"
#include "../src/base/table.hpp"
#include "../src/describe/description.hpp"

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace treadle::cli {

class Ranges {
 public:
  /// Whether a column is that of an output or controller.
  static bool has(const Column& column);
  /// Of those of these columns; rows of all of them are taken. What was kept stays.
  void begin(const std::vector<Column>& columns);
  void take(std::span<const double> row);
  [[nodiscard]] bool empty() const { return least_.empty(); }
  void keep(Keep& keep) { keep(least_, greatest_); }

  /// One line for each: `  attitude   yaw -0.2 to 0.21 rad, roll ...`.
  [[nodiscard]] std::string text(const Description& description) const;
  /// {"attitude.yaw": {"least", "greatest", "unit"}, ...}
  [[nodiscard]] nlohmann::ordered_json json() const;

 private:
  std::vector<Column> columns_;
  std::vector<double> least_, greatest_;
};

/// Whether the summary of a run says ranges without being asked: where there are cones to touch.
bool has_course(const Description& description);

}  // namespace treadle::cli
