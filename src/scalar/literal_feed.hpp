// Numbers of a model that become inputs of traced code.
#pragma once

#include "traced.hpp"

#include <utility>
#include <vector>

namespace treadle {

/// While it lives, plain numbers that become Traced on this thread are written down in order, and
/// those at chosen places are replaced: how numbers of a model become inputs.
class LiteralFeed {
 public:
  LiteralFeed();
  ~LiteralFeed();
  LiteralFeed(const LiteralFeed&) = delete;
  LiteralFeed& operator=(const LiteralFeed&) = delete;

  /// Places must ascend.
  void replace(std::size_t place, Traced by) { by_.emplace_back(place, by.ref()); }
  [[nodiscard]] const std::vector<double>& seen() const { return seen_; }
  Ref take(double x, Graph& graph);

 private:
  std::vector<double> seen_;
  std::vector<std::pair<std::size_t, Ref>> by_;
  std::size_t next_ = 0;
  LiteralFeed* before_;
};

}  // namespace treadle
