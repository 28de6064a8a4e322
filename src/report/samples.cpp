#include "samples.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace treadle {

namespace {

/// Least and greatest of what came so far, and which of them came first.
struct Pair {
  double least, greatest;
  bool swapped;  ///< the greatest came first

  void take(double value) {
    if (std::isnan(value)) return;
    if (std::isnan(least)) {
      *this = {value, value, false};
    } else if (value < least) {
      *this = {value, greatest, true};
    } else if (value > greatest) {
      *this = {least, value, false};
    }
  }
};

}  // namespace

Samples::Samples(std::size_t columns, std::size_t most)
    : columns_(columns), most_(std::max<std::size_t>(most / 4 * 4, 4)), swap_(columns) {
  assert(columns > 0);
}

void Samples::add(std::span<const double> row) {
  assert(row.size() == columns_);
  ++total_;
  last_.assign(row.begin(), row.end());
  if (stretch_ == 2) {
    values_.insert(values_.end(), row.begin(), row.end());
  } else {
    if (waiting_ == 0) {
      pair_.assign(row.begin(), row.end());
      pair_.insert(pair_.end(), row.begin(), row.end());
      std::fill(swap_.begin(), swap_.end(), static_cast<unsigned char>(0));
    } else {
      if (waiting_ == stretch_ / 2) pair_[columns_] = row[0];  // time of the second sample
      for (std::size_t c = 1; c < columns_; ++c) {
        Pair pair{pair_[c], pair_[columns_ + c], swap_[c] != 0};
        pair.take(row[c]);
        pair_[c] = pair.least;
        pair_[columns_ + c] = pair.greatest;
        swap_[c] = static_cast<unsigned char>(pair.swapped);
      }
    }
    if (++waiting_ == stretch_) take_waiting();
  }
  if (count() >= most_) halve();
}

void Samples::take_waiting() {
  for (std::size_t c = 1; c < columns_; ++c) {
    if (swap_[c] != 0) std::swap(pair_[c], pair_[columns_ + c]);
  }
  values_.insert(values_.end(), pair_.begin(), pair_.end());
  waiting_ = 0;
}

// Four samples become two.
void Samples::halve() {
  const std::size_t groups = count() / 4;
  assert(waiting_ == 0 && groups * 4 == count());
  for (std::size_t g = 0; g < groups; ++g) {
    double* const to = values_.data() + 2 * g * columns_;
    const double* const from = values_.data() + 4 * g * columns_;
    for (std::size_t c = 0; c < columns_; ++c) {
      Pair pair{from[c], from[c], false};
      for (std::size_t k = 1; k < 4; ++k) pair.take(from[k * columns_ + c]);
      const double first = c == 0 ? from[0] : pair.swapped ? pair.greatest : pair.least;
      const double second = c == 0 ? from[2 * columns_] : pair.swapped ? pair.least : pair.greatest;
      // `to` lies before `from` or, in the first group, on rows that were read already
      to[c] = first;
      to[columns_ + c] = second;
    }
  }
  values_.resize(2 * groups * columns_);
  stretch_ *= 2;
}

void Samples::finish() {
  if (stretch_ == 2 || total_ == 0) return;
  if (waiting_ == 1) {
    values_.insert(values_.end(), last_.begin(), last_.end());
    waiting_ = 0;
    return;
  }
  if (waiting_ > 1) {
    if (waiting_ <= stretch_ / 2) pair_[columns_] = last_[0];
    take_waiting();
  }
  if (value(count() - 1, 0) < last_[0]) values_.insert(values_.end(), last_.begin(), last_.end());
}

EvenRows::Change EvenRows::next() {
  Change change;
  if (total_++ % stride_ != 0) return change;
  if (count_ == most_) {
    change.halve = true;
    count_ = (most_ + 1) / 2;
    stride_ *= 2;
  }
  change.take = (total_ - 1) % stride_ == 0;
  count_ += change.take ? 1 : 0;
  return change;
}

Frames::Frames(std::size_t columns, std::size_t most) : columns_(columns), rows_(most) {
  assert(columns > 0);
}

void Frames::add(std::span<const double> row) {
  assert(row.size() == columns_);
  last_.assign(row.begin(), row.end());
  const EvenRows::Change change = rows_.next();
  if (change.halve) {
    const std::size_t kept = (count() + 1) / 2;
    for (std::size_t f = 1; f < kept; ++f) {
      std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(2 * f * columns_), columns_,
                  values_.begin() + static_cast<std::ptrdiff_t>(f * columns_));
    }
    values_.resize(kept * columns_);
  }
  if (change.take) values_.insert(values_.end(), row.begin(), row.end());
}

void Frames::finish() {
  if (rows_.lacks_the_last()) values_.insert(values_.end(), last_.begin(), last_.end());
}

}  // namespace treadle
