#include "component_order.hpp"

#include "../base/at.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

// Entries below this part of their column are rounding.
constexpr double hardly_there = 1e-12;
// A pivot may be this part of its column where that keeps more zeros.
constexpr double strong_pivot = 0.1;

// Marks what is not zero.
void mark_entries(const ComponentOrder& order, const BorderedMatrix& m, std::vector<char>& entry) {
  for (int c = 0; c < order.columns + order.seen; ++c) {
    double most = 0.0;
    for (int i = 0; i < order.height; ++i) most = std::max(most, std::fabs(m[order.place(i, c)]));
    for (int i = 0; i < order.height; ++i)
      if (std::fabs(m[order.place(i, c)]) > hardly_there * most) entry[order.place(i, c)] = 1;
  }
}

/// Elimination on zeros and entries, and on numbers at all positions beside it.
class Ordering {
 public:
  Ordering(ComponentOrder sizes, std::vector<BorderedMatrix> positions,
           const std::vector<BorderedMatrix>& more)
      : order_(std::move(sizes)),
        numbers_(std::move(positions)),
        done_(at(order_.height), 0),
        is_entry_(at(order_.columns + order_.seen) * at(order_.height), 0) {
    for (int c = 0; c < all_columns(); ++c) {
      first_.push_back(0.0);
      for (const BorderedMatrix& m : numbers_) first_.back() = std::max(first_.back(), norm(m, c));
    }
    for (const BorderedMatrix& m : numbers_) mark_entries(order_, m, is_entry_);
    for (const BorderedMatrix& m : more) mark_entries(order_, m, is_entry_);
    order_.entries = is_entry_;
  }

  ComponentOrder choose() {
    std::vector<int> open;
    for (int c = 0; c < order_.columns; ++c) open.push_back(c);
    while (!open.empty()) {
      const int c = next_of(open);
      if (c < 0) break;
      open.erase(std::find(open.begin(), open.end(), c));
      order_.equations.push_back(eliminate(c));
    }
    order_.left_out = open;
    for (int c = order_.columns; c < all_columns(); ++c) {
      if (is_gone(c)) {
        order_.skipped.emplace_back(c, static_cast<int>(order_.border.size()));
        continue;
      }
      order_.border.push_back(eliminate(c));
    }
    return std::move(order_);
  }

 private:
  [[nodiscard]] int all_columns() const { return order_.columns + order_.seen; }
  [[nodiscard]] double norm(const BorderedMatrix& m, int c) const {
    double sum = 0.0;
    for (int i = 0; i < order_.height; ++i)
      if (done_[at(i)] == 0) sum += m[order_.place(i, c)] * m[order_.place(i, c)];
    return std::sqrt(sum);
  }
  // What is left of a column, where that is least.
  [[nodiscard]] double strength(int c) const {
    if (!(first_[at(c)] > 0.0)) return 0.0;
    double least = 1.0;
    for (const BorderedMatrix& m : numbers_) least = std::min(least, norm(m, c) / first_[at(c)]);
    return least;
  }
  // Nothing is left wherever it is.
  [[nodiscard]] bool is_gone(int c) const {
    return std::all_of(numbers_.begin(), numbers_.end(), [&](const BorderedMatrix& m) {
      return norm(m, c) <= equation_is_gone * first_[at(c)];
    });
  }
  [[nodiscard]] std::vector<int> rows_of(int c) const {
    std::vector<int> rows;
    for (int i = 0; i < order_.height; ++i)
      if (done_[at(i)] == 0 && is_entry_[order_.place(i, c)] != 0) rows.push_back(i);
    return rows;
  }
  [[nodiscard]] std::vector<int> columns_at(int c, const std::vector<int>& rows) const {
    std::vector<int> list;
    for (int j = 0; j < all_columns(); ++j) {
      const bool is_met = std::any_of(rows.begin(), rows.end(),
                                      [&](int i) { return is_entry_[order_.place(i, j)] != 0; });
      if (j != c && is_open(j) && is_met) list.push_back(j);
    }
    return list;
  }
  [[nodiscard]] bool is_open(int j) const {
    return std::none_of(order_.equations.begin(), order_.equations.end(),
                        [&](const ReflectionStep& s) { return s.column == j; }) &&
           std::none_of(order_.border.begin(), order_.border.end(),
                        [&](const ReflectionStep& s) { return s.column == j; });
  }
  // The cheapest of those that are strong enough; the strongest where none is. -1: all depend.
  [[nodiscard]] int next_of(const std::vector<int>& open) const {
    int best = -1, strongest = -1;
    double cost = 0.0, most = 0.0;
    for (const int c : open) {
      const double s = strength(c);
      if (s > most) {
        most = s;
        strongest = c;
      }
      if (s < strong_pivot) continue;
      const std::vector<int> rows = rows_of(c);
      const double here = static_cast<double>((rows.size() - 1) * (columns_at(c, rows).size() + 1));
      if (best < 0 || here < cost) {
        best = c;
        cost = here;
      }
    }
    return best >= 0 ? best : most > equation_is_gone ? strongest : -1;
  }
  // The row that is kept is the one with fewest entries: all rows get those of all others.
  ReflectionStep eliminate(int c) {
    ReflectionStep step{c, rows_of(c), {}};
    step.columns = columns_at(c, step.rows);
    for (BorderedMatrix& m : numbers_)
      static_cast<void>(reflect<double>(order_, step, 0.0, std::span<double>(m), nearly_nothing));
    if (step.rows.size() > 1)
      for (const int j : step.columns)
        for (const int i : step.rows) is_entry_[order_.place(i, j)] = 1;
    for (std::size_t k = 1; k < step.rows.size(); ++k) is_entry_[order_.place(step.rows[k], c)] = 0;
    done_[at(step.rows.front())] = 1;
    return step;
  }

  ComponentOrder order_;
  std::vector<BorderedMatrix> numbers_;
  std::vector<double> first_;   ///< largest norms at the beginning, by column
  std::vector<char> done_;      ///< by row: it is one of R
  std::vector<char> is_entry_;  ///< like ComponentOrder::entries, as it is now
};

}  // namespace

ComponentOrder choose_order(ComponentOrder sizes, std::vector<BorderedMatrix> positions,
                            const std::vector<BorderedMatrix>& more) {
  return Ordering(std::move(sizes), std::move(positions), more).choose();
}

bool serves(const ComponentOrder& order, const ComponentOrder& sizes,
            const std::vector<BorderedMatrix>& positions, const std::vector<BorderedMatrix>& more) {
  if (order.rows != sizes.rows || order.columns != sizes.columns || order.height != sizes.height ||
      order.seen != sizes.seen)
    return false;
  std::vector<char> entry(order.entries.size(), 0);
  for (const auto* list : {&positions, &more})
    for (const BorderedMatrix& m : *list) mark_entries(sizes, m, entry);
  for (std::size_t k = 0; k < entry.size(); ++k)
    if (entry[k] != 0 && order.entries[k] == 0) return false;
  return std::all_of(positions.begin(), positions.end(),
                     [&](BorderedMatrix m) { return factor_in_order<double>(order, m); });
}

double dense_givens_flops(int rows, int columns) {
  double sum = 0.0;
  for (int k = 1; k <= columns && k < rows; ++k) sum += (rows - k) * (6.0 * (columns - k) + 12.0);
  return sum;
}

}  // namespace treadle
