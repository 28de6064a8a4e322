// States inside a step: a cubic curve of tangent increments through both ends, with their rates.
#pragma once

#include "../base/keep.hpp"
#include "system.hpp"

#include <vector>

namespace treadle {

struct CubicCurve {
  std::vector<double> old, whole, begin, end;  ///< first state; increment; rates at both ends

  explicit CubicCurve(const System& system)
      : old(system.state_size()),
        whole(system.tangent_size()),
        begin(system.tangent_size()),
        end(system.tangent_size()),
        increment_(system.tangent_size()) {}

  /// At a share s of a step of size h.
  void at(const System& system, double s, double h, std::span<double> x) const {
    const double rest = 1.0 - s;
    for (std::size_t i = 0; i < increment_.size(); ++i) {
      increment_[i] =
          s * (s * (3.0 - 2.0 * s) * whole[i] + rest * h * (rest * begin[i] - s * end[i]));
    }
    system.advance(old, increment_, x);
  }
  void keep(Keep& keep) { keep(old, whole, begin, end); }

 private:
  mutable std::vector<double> increment_;
};

}  // namespace treadle
