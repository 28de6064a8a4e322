// Rows of a run of any length in bounded memory: for plots, and for the animation.
#pragma once

#include "../base/keep.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace treadle {

/// For plots. While they fit, rows are kept as they are. Then each two samples stand for a stretch
/// of rows: in every column its least and greatest value, in the order in which they occurred. So a
/// spike is never lost. Values that are not a number are passed over, unless the whole stretch has
/// none. Column 0 is time: a pair has the times of the first and the middle row of its stretch.
class Samples {
 public:
  Samples(std::size_t columns, std::size_t most);

  void add(std::span<const double> row);
  /// Takes in what waits for the rest of its stretch, and the last row as it was. Call it once.
  void finish();

  [[nodiscard]] std::size_t count() const { return values_.size() / columns_; }
  [[nodiscard]] std::size_t total() const { return total_; }
  /// Rows for each pair of samples; 2 where the samples are the rows.
  [[nodiscard]] std::size_t stretch() const { return stretch_; }
  [[nodiscard]] double value(std::size_t sample, std::size_t column) const {
    return values_[sample * columns_ + column];
  }
  void keep(Keep& keep) { keep(stretch_, total_, values_, waiting_, pair_, swap_, last_); }

 private:
  void halve();
  void take_waiting();

  std::size_t columns_, most_;
  std::size_t stretch_ = 2, total_ = 0;
  std::vector<double> values_;  ///< samples one after the other
  // the stretch that is not complete yet
  std::size_t waiting_ = 0;
  std::vector<double> pair_;         ///< two samples
  std::vector<unsigned char> swap_;  ///< by column: the greatest value came first
  std::vector<double> last_;
};

/// Which rows stay where every second one goes whenever there are too many.
class EvenRows {
 public:
  explicit EvenRows(std::size_t most) : most_(most < 2 ? 2 : most) {}

  struct Change {
    bool halve = false;  ///< of what is kept, every second one goes, the second first
    bool take = false;   ///< then this row is kept
  };
  /// Of the next row.
  Change next();
  /// Whether the last row is not among those that stay.
  [[nodiscard]] bool lacks_the_last() const { return total_ > 0 && (total_ - 1) % stride_ != 0; }
  void keep(Keep& keep) { keep(count_, stride_, total_); }

 private:
  std::size_t most_, count_ = 0, stride_ = 1, total_ = 0;
};

/// For the animation: rows at equal distances, the first and the last among them.
class Frames {
 public:
  Frames(std::size_t columns, std::size_t most);

  void add(std::span<const double> row);
  void finish();

  [[nodiscard]] std::size_t count() const { return values_.size() / columns_; }
  [[nodiscard]] double value(std::size_t frame, std::size_t column) const {
    return values_[frame * columns_ + column];
  }
  void keep(Keep& keep) { keep(rows_, values_, last_); }

 private:
  std::size_t columns_;
  EvenRows rows_;
  std::vector<double> values_, last_;
};

}  // namespace treadle
