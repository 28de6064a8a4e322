#include "memory.hpp"

namespace treadle {

void carry_over(const PairMemory& old, const Manifold& now, const Transform<double>& a,
                const Transform<double>& b, double near, std::span<const double> approach,
                PairMemory& out) {
  std::array<bool, Manifold::most> taken{}, found{};
  out.count = now.count;
  for (int i = 0; i < now.count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const StickPoint* same = old.find(now.points[at].feature);
    if (same == nullptr) continue;
    out.points[at] = *same;
    found[at] = true;
    taken[static_cast<std::size_t>(same - old.points.data())] = true;
  }
  for (int i = 0; i < now.count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (found[at]) continue;
    const ContactPoint& point = now.points[at];
    double least = near * near;
    int best = -1;
    for (int k = 0; k < old.count; ++k) {
      const auto was = static_cast<std::size_t>(k);
      if (taken[was]) continue;
      const Vec3<double> d = b * old.points[was].on_b - point.place;
      if (dot(d, d) < least) {
        least = dot(d, d);
        best = k;
      }
    }
    if (best >= 0) {
      out.points[at] = old.points[static_cast<std::size_t>(best)];
      out.points[at].feature = point.feature;
      taken[static_cast<std::size_t>(best)] = true;
    } else {
      out.points[at] = stick_at(point, a, b, approach[at]);
    }
  }
}

}  // namespace treadle
