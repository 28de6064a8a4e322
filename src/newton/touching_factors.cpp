#include "touching_factors.hpp"

#include "../base/at.hpp"

#include <algorithm>

namespace treadle {

Report TouchingFactors::factor(std::span<const double> fixed, const ContactTerms& contacts,
                               const PositionStage<double>& where) {
  if (!planned_ || known_ != contacts.couples()) plan_again(contacts);
  factors_.clear();
  for (std::size_t k = 0; k < fixed.size(); ++k)
    if (fixed_to_[k] != nullptr) *fixed_to_[k] = fixed[k];
  contacts.each_point(
      where, [this](std::span<const ContactTerms::PointColumn> columns) { add_point(columns); });
  return factors_.factor();
}

// The pattern is that of who touches now and of nothing before, so that a run that was saved goes
// on with the same bits.
void TouchingFactors::plan_again(const ContactTerms& contacts) {
  known_ = contacts.couples();
  blocks_.sizes = plan_.blocks.sizes;
  blocks_.late = plan_.blocks.late;
  blocks_.couples = plan_.blocks.couples;
  for (const auto& [a, b] : known_) couple(contacts, a, b);
  std::sort(blocks_.couples.begin(), blocks_.couples.end());
  blocks_.couples.erase(std::unique(blocks_.couples.begin(), blocks_.couples.end()),
                        blocks_.couples.end());
  factors_.plan(blocks_, symmetric_);
  place_fixed();
  planned_ = true;
}

// Joints that part two bodies, and in the exact form all that move them.
void TouchingFactors::couple(const ContactTerms& contacts, int a, int b) {
  const Paths& paths = contacts.paths();
  const std::size_t shared = contacts.form() == SlopeForm::exact ? 0 : paths.shared(a, b);
  near_blocks_.clear();
  for (const int body : {a, b}) {
    const std::span<const int> path = paths.of(body);
    for (std::size_t i = shared; i < path.size(); ++i)
      near_blocks_.push_back(plan_.block_of[at(path[i])]);
  }
  std::sort(near_blocks_.begin(), near_blocks_.end());
  near_blocks_.erase(std::unique(near_blocks_.begin(), near_blocks_.end()), near_blocks_.end());
  for (std::size_t i = 0; i < near_blocks_.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      blocks_.couples.emplace_back(near_blocks_[k], near_blocks_[i]);
}

void TouchingFactors::place_fixed() {
  first_.assign(1, 0);
  for (const int size : blocks_.sizes) first_.push_back(first_.back() + size);
  const StaticPattern& pattern = plan_.pattern;
  fixed_to_.assign(pattern.columns.size(), nullptr);
  for (int row = 0; row < pattern.n; ++row) {
    const int r = pattern.unknown[at(row)], of_row = plan_.block_of[at(r)];
    for (int k = pattern.begin[at(row)]; k < pattern.begin[at(row) + 1]; ++k) {
      const int c = pattern.unknown[at(pattern.columns[at(k)])], of_column = plan_.block_of[at(c)];
      if (!factors_.is_kept(of_row, of_column) || !factors_.has(of_row, of_column)) continue;
      fixed_to_[at(k)] = factors_.block(of_row, of_column) +
                         (r - first_[at(of_row)]) * blocks_.sizes[at(of_column)] +
                         (c - first_[at(of_column)]);
    }
  }
}

void TouchingFactors::add_point(std::span<const ContactTerms::PointColumn> columns) {
  int last_row = -1, last_column = -1;
  double* to = nullptr;
  for (const ContactTerms::PointColumn& r : columns) {
    if (!r.parts) continue;
    const int of_row = plan_.block_of[at(r.column)], row = r.column - first_[at(of_row)];
    for (const ContactTerms::PointColumn& c : columns) {
      const int of_column = plan_.block_of[at(c.column)];
      if (!factors_.is_kept(of_row, of_column)) continue;
      if (of_row != last_row || of_column != last_column) {
        to = factors_.block(of_row, of_column);
        last_row = of_row;
        last_column = of_column;
      }
      double sum = 0.0;
      for (std::size_t k = 0; k < 6; ++k) sum += r.way[k] * c.wrench[k];
      to[row * blocks_.sizes[at(of_column)] + c.column - first_[at(of_column)]] += sum;
    }
  }
}

}  // namespace treadle
