// A method that was refused many times in a row is left alone for a while, so that nothing flips at
// each evaluation.
#pragma once

#include "../base/keep.hpp"

namespace treadle {

class Rest {
 public:
  explicit Rest(int evaluations) : evaluations_(evaluations) {}

  /// Whether it rests; asked once for each evaluation.
  bool goes_on() {
    if (left_ == 0) return false;
    --left_;
    return true;
  }
  [[nodiscard]] bool is_on() const { return left_ > 0; }
  void tell(bool answered) {
    in_row_ = answered ? 0 : in_row_ + 1;
    if (in_row_ < most_refused) return;
    in_row_ = 0;
    left_ = evaluations_;
  }
  void keep(Keep& keep) { keep(in_row_, left_); }

 private:
  static constexpr int most_refused = 8;
  int evaluations_, in_row_ = 0, left_ = 0;
};

}  // namespace treadle
