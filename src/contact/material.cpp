#include "material.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

double pair_modulus(const Material& a, const Material& b) {
  // 1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b   (U2)
  const double soft =
      (1.0 - a.poisson * a.poisson) / a.young + (1.0 - b.poisson * b.poisson) / b.young;
  return 1.0 / soft;
}

double hertz_stiffness(double modulus, double curvature) {
  return curvature > 0.0 ? 4.0 / 3.0 * modulus / std::sqrt(curvature) : 0.0;  // (U2)
}

double damping_of_restitution(double e) {
  e = std::clamp(e, least_restitution, 1.0);
  if (e > 1.0 - 1e-6) return 1.5 * (1.0 - e);  // first term of the series: the rest cancels
  // x - ln(1 + x) + e x + ln(1 - e x) falls from above 0 to below it, 0 < e x < 1   (U8)
  const auto rest = [e](double x) { return (1.0 + e) * x - std::log1p(x) + std::log1p(-e * x); };
  double low = 0.0, high = 1.0 / e;
  for (int k = 0; k < 200 && low < high; ++k) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (rest(middle) > 0.0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace treadle
