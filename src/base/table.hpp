// A plain table of named columns with units: what a run yields and what io writes.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace treadle {

struct Column {
  std::string name;     ///< `crank.q`
  std::string unit;     ///< `rad`; "1" for a pure number
  std::string group{};  ///< what it belongs to: `coordinates`, `forces`, ...
};

class Table {
 public:
  Table() = default;
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  [[nodiscard]] std::size_t rows() const {
    return columns_.empty() ? 0 : values_.size() / columns_.size();
  }
  [[nodiscard]] std::span<const double> row(std::size_t i) const {
    return {values_.data() + i * columns_.size(), columns_.size()};
  }
  void reserve(std::size_t rows) { values_.reserve(rows * columns_.size()); }
  void append(std::span<const double> row) {
    assert(row.size() == columns_.size());
    values_.insert(values_.end(), row.begin(), row.end());
  }

 private:
  std::vector<Column> columns_;
  std::vector<double> values_;
};

}  // namespace treadle
