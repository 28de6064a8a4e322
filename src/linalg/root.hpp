// Where a function of one number changes its sign.
#pragma once

#include <algorithm>
#include <cmath>

namespace treadle {

/// Between a and b, where f is fa and fb, of different signs: regula falsi that halves the value of
/// an end that stays (Illinois), and the interval itself each fourth time. Ends where the interval
/// is `enough`, or by rounding. A first place to look may be known.
template <typename Function>
double root_between(double a, double b, double fa, double fb, double enough, Function&& f,
                    double first = std::nan("")) {
  double x = first;
  for (int it = 0; it < 200 && std::fabs(b - a) > enough; ++it) {
    if (it > 0 || std::isnan(first))
      x = it % 4 == 3 ? 0.5 * (a + b) : (a * fb - b * fa) / (fb - fa);
    if (!(x > std::min(a, b) && x < std::max(a, b))) x = 0.5 * (a + b);
    if (x == a || x == b) break;
    const double fx = f(x);
    if (fx == 0.0) return x;
    if ((fx > 0.0) == (fb > 0.0)) {
      b = x;
      fb = fx;
      fa *= 0.5;
    } else {
      a = x;
      fa = fx;
      fb *= 0.5;
    }
  }
  return 0.5 * (a + b);
}

}  // namespace treadle
