// Figures that a model asks for, from rows of a run (docs/model.md#figures).
#pragma once

#include "../base/keep.hpp"
#include "plan_figures.hpp"
#include "response.hpp"

#include <map>
#include <span>

namespace treadle {

struct Figure {
  std::string name;
  double value = 0.0;   ///< in `unit`; not a number where there is none
  std::string unit;     ///< "1" for a pure number
  std::string missing;  ///< why there is none
};

/// When events happened first.
using EventTimes = std::map<std::string, double>;

class Figures {
 public:
  /// From rows with these columns, one of them "time"; all channels of the plans are among them.
  void begin(const std::vector<FigureItem>& items, const std::vector<FigurePlan>& plans,
             const std::vector<Column>& columns);

  [[nodiscard]] bool empty() const { return items_.empty(); }
  void take(std::span<const double> row);
  /// After the run.
  [[nodiscard]] std::vector<Figure> find(const EventTimes& events) const;

  /// The rows that were taken; to go on from, before begin().
  void keep(Keep& keep) { keep(rows_); }

 private:
  struct Missing {  // what keeps a figure from being found
    std::string why;
  };

  [[nodiscard]] std::size_t rows() const {
    return picks_.empty() ? 0 : rows_.size() / picks_.size();
  }
  [[nodiscard]] double entry(std::size_t row, std::size_t column) const {
    return rows_[row * picks_.size() + column];
  }
  [[nodiscard]] double moment(const Moment& moment, double otherwise,
                              const EventTimes& events) const;
  [[nodiscard]] double value_at(std::size_t column, double t) const;
  [[nodiscard]] Course course(std::size_t column, double from, double to) const;
  [[nodiscard]] double way(std::size_t x, double from, double to) const;
  [[nodiscard]] double measure(std::size_t figure, const EventTimes& events,
                               const std::vector<double>& before) const;
  [[nodiscard]] static double respond(const FigureItem& item, const Course& c, double since);

  std::vector<FigureItem> items_;
  std::vector<FigurePlan> plans_;
  std::vector<std::vector<std::size_t>> columns_;  ///< by figure: which of those that are kept
  std::vector<std::size_t> picks_;                 ///< of a row: time first
  std::vector<double> rows_;                       ///< one behind the other
};

}  // namespace treadle
