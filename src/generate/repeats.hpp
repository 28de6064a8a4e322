// Repeated runs of a sequence of letters.
#pragma once

#include <span>
#include <vector>

namespace treadle {

/// Runs of equal letters: `length` of them from each place; places ascend and runs may overlap.
struct Repeat {
  int length = 0;
  int first = 0, last = 0;  ///< among the sorted suffixes
};

/// All repeats that cannot be made longer and have at least `shortest` letters, by a suffix array.
class Repeats {
 public:
  Repeats(std::span<const int> letters, int shortest);

  [[nodiscard]] const std::vector<Repeat>& all() const { return all_; }
  /// Where the runs of a repeat begin, ascending.
  [[nodiscard]] std::vector<int> places(const Repeat& repeat) const;

 private:
  void sort_suffixes(std::span<const int> letters);
  void find_common(std::span<const int> letters);

  std::vector<int> suffixes_, rank_, common_;  ///< common_: letters shared with the one before
  std::vector<Repeat> all_;
};

}  // namespace treadle
