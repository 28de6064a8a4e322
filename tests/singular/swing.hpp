// The pendulum that a parallelogram or a row of them is, in small steps: a witness that knows
// nothing of loops.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

namespace treadle::test {

inline constexpr double standard_gravity = 9.80665;

struct Swing {
  std::vector<double> angle;  ///< at the times of rows
  std::vector<double> flat;   ///< times at which it is 0 or -180 degrees
};

/// n + 1 cranks of 1 kg and 1 m, n couplers of 2 kg that do not turn, let go at an angle:
/// ((n + 1)/3 + 2 n) t'' + ((n + 1)/2 + 2 n) g cos t = 0
inline Swing swing_of_row(int n, double start, double duration, double interval) {
  const double inertia = (n + 1) / 3.0 + 2.0 * n,
               weight = ((n + 1) / 2.0 + 2.0 * n) * standard_gravity;
  const auto f = [&](double x) { return -weight / inertia * std::cos(x); };
  Swing out{{start}, {}};
  const int per = 400;
  const double h = interval / per;
  double a = start, w = 0.0;
  for (long k = 0; k < std::lround(duration / interval) * per; ++k) {
    const double k1a = w, k1w = f(a), k2a = w + 0.5 * h * k1w, k2w = f(a + 0.5 * h * k1a);
    const double k3a = w + 0.5 * h * k2w, k3w = f(a + 0.5 * h * k2a), k4a = w + h * k3w,
                 k4w = f(a + h * k3a);
    const double before = a;
    a += h / 6.0 * (k1a + 2.0 * (k2a + k3a) + k4a);
    w += h / 6.0 * (k1w + 2.0 * (k2w + k3w) + k4w);
    for (const double level : {0.0, -std::numbers::pi}) {
      if ((before - level) * (a - level) < 0.0)
        out.flat.push_back(h * (static_cast<double>(k) + (level - before) / (a - before)));
    }
    if ((k + 1) % per == 0) out.angle.push_back(a);
  }
  return out;
}

}  // namespace treadle::test
