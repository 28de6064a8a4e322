// The hull of points, one after the other. Which side of a face a point is on is decided exactly,
// in whole numbers, so nothing that is nearly flat or doubled can confuse it. (U20)
#include "hull_triangles.hpp"

#include "../base/text.hpp"
#include "closest.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace treadle {

namespace {

__extension__ using Wide = __int128;

/// A point on a grid of 2^-29 of half the size.
using Grid = std::array<std::int64_t, 3>;

Grid operator-(const Grid& a, const Grid& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

// Six times the volume of a, b, c, d: below 2^96, so it is exact. Above 0: d is outside.
Wide side_of(const Grid& a, const Grid& b, const Grid& c, const Grid& d) {
  const Grid u = b - a, v = c - a, w = d - a;
  const auto minor = [&](std::size_t i, std::size_t j) {
    return static_cast<Wide>(u[i]) * v[j] - static_cast<Wide>(u[j]) * v[i];
  };
  return minor(1, 2) * w[0] + minor(2, 0) * w[1] + minor(0, 1) * w[2];
}

double length_of(const Grid& a) {
  return std::hypot(static_cast<double>(a[0]), static_cast<double>(a[1]),
                    static_cast<double>(a[2]));
}

double area_of(const Grid& u, const Grid& v) {
  const auto at = [](const Grid& g) {
    return Vec3<double>{static_cast<double>(g[0]), static_cast<double>(g[1]),
                        static_cast<double>(g[2])};
  };
  return norm(cross(at(u), at(v)));
}

class Growing {
 public:
  explicit Growing(const std::vector<Grid>& points) : p_(points) {}

  std::vector<Triangle> all() {
    begin();
    // an order that no grid of points is in, the same each time
    std::vector<int> order(p_.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<int>(k);
    std::uint64_t state = 1;
    for (std::size_t k = order.size(); k-- > 1;) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      std::swap(order[k], order[(state >> 33U) % (k + 1)]);
    }
    for (const int k : order) insert(k);
    return std::move(triangles_);
  }

 private:
  [[nodiscard]] const Grid& at(int k) const { return p_[static_cast<std::size_t>(k)]; }

  template <class Score>
  int best(const Score& score) const {
    int found = 0;
    double most = -1.0;
    for (std::size_t k = 0; k < p_.size(); ++k) {
      const double here = score(p_[k]);
      if (here > most) {
        most = here;
        found = static_cast<int>(k);
      }
    }
    return found;
  }

  // Four points far from each other.
  void begin() {
    const int a = static_cast<int>(std::min_element(p_.begin(), p_.end()) - p_.begin());
    int b = best([&](const Grid& p) { return length_of(p - at(a)); });
    const Grid along = at(b) - at(a);
    int c = best([&](const Grid& p) { return area_of(along, p - at(a)); });
    const auto height = [&](const Grid& p) {
      return std::fabs(static_cast<double>(side_of(at(a), at(b), at(c), p)));
    };
    const int d = best(height);
    const double base = area_of(along, at(c) - at(a)), size = length_of(along);
    const double thick = base > 0.0 ? height(at(d)) / base : 0.0;
    if (!(thick > least_hull_share * size))
      throw HullError(
          base > least_hull_share * size * size
              ? "the points lie in one plane but for " + short_number(thick / size) +
                    " of their size; a solid needs at least " + short_number(least_hull_share)
              : std::string("the points lie on a line, or are one point; a solid needs volume"));
    if (side_of(at(a), at(b), at(c), at(d)) > 0) std::swap(b, c);
    triangles_ = {{a, b, c}, {a, c, d}, {c, b, d}, {b, a, d}};
  }

  void insert(int k) {
    outside_.assign(triangles_.size(), 0);
    bool any = false;
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
      const Triangle& f = triangles_[t];
      if (side_of(at(f[0]), at(f[1]), at(f[2]), at(k)) > 0) {
        outside_[t] = 1;
        any = true;
      }
    }
    if (!any) return;
    // edges between what the point sees and what it does not
    std::map<std::pair<int, int>, int> seen;
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
      if (outside_[t] == 0) continue;
      for (std::size_t i = 0; i < 3; ++i)
        seen.emplace(std::pair(triangles_[t][i], triangles_[t][(i + 1) % 3]), 0);
    }
    std::size_t left = 0;
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
      if (outside_[t] == 0) triangles_[left++] = triangles_[t];
    }
    triangles_.resize(left);
    for (const auto& [edge, unused] : seen) {
      if (!seen.contains({edge.second, edge.first}))
        triangles_.push_back({edge.first, edge.second, k});
    }
  }

  const std::vector<Grid>& p_;
  std::vector<Triangle> triangles_;
  std::vector<char> outside_;
};

// Corners on a line between two neighbours, or in the plane of all of them, but for rounding:
// without them triangles are no needles. No two that are neighbours at once.
std::vector<char> needless(const std::vector<Vec3<double>>& p,
                           const std::vector<Triangle>& triangles, double near) {
  std::vector<std::vector<int>> around(p.size());
  for (const Triangle& t : triangles) {
    for (std::size_t i = 0; i < 3; ++i)
      around[static_cast<std::size_t>(t[i])].push_back(t[(i + 1) % 3]);
  }
  std::vector<char> kept(p.size(), 1), drop(p.size(), 0);
  for (std::size_t k = 0; k < p.size(); ++k) {
    const std::vector<int>& ring = around[k];
    const auto at = [&](int i) { return p[static_cast<std::size_t>(i)]; };
    const auto dropped = [&](int i) { return drop[static_cast<std::size_t>(i)] != 0; };
    if (ring.empty() || std::any_of(ring.begin(), ring.end(), dropped)) continue;
    for (std::size_t i = 0; i < ring.size() && drop[k] == 0; ++i) {
      for (std::size_t j = i + 1; j < ring.size() && drop[k] == 0; ++j) {
        const Vec3<double> u = at(ring[i]) - p[k], v = at(ring[j]) - p[k], w = v - u;
        if (dot(u, v) < 0.0 && norm(cross(u, v)) <= near * norm(w)) drop[k] = 1;
      }
    }
    Vec3<double> n{};
    for (const Triangle& t : triangles) {
      if (t[0] != static_cast<int>(k) && t[1] != static_cast<int>(k) && t[2] != static_cast<int>(k))
        continue;
      n += cross(at(t[1]) - at(t[0]), at(t[2]) - at(t[0]));
    }
    n = direction(n, {0.0, 0.0, 1.0});
    if (std::all_of(ring.begin(), ring.end(),
                    [&](int i) { return std::fabs(dot(n, at(i) - p[k])) <= near; }))
      drop[k] = 1;
  }
  for (std::size_t k = 0; k < p.size(); ++k) kept[k] = !around[k].empty() && drop[k] == 0 ? 1 : 0;
  return kept;
}

constexpr double needless_share = 2e-7;

}  // namespace

Hull make_hull(std::span<const Vec3<double>> points) {
  if (points.size() < 4)
    throw HullError(std::to_string(points.size()) + " points; a hull needs at least 4");
  constexpr double most = 1.7e308;
  Vec3<double> low{most, most, most}, high{-most, -most, -most};
  for (std::size_t k = 0; k < points.size(); ++k) {
    for (int i = 0; i < 3; ++i) {
      const double x = part(points[k], i);
      if (!std::isfinite(x) || std::fabs(x) > 1e100)
        throw HullError("point " + std::to_string(k) + " is not finite");
      part(low, i) = std::min(part(low, i), x);
      part(high, i) = std::max(part(high, i), x);
    }
  }
  const Vec3<double> middle = 0.5 * (low + high), half = 0.5 * (high - low);
  const double size = std::max({half.x, half.y, half.z});
  if (!(size > 1e-100)) throw HullError("all points are one point; a solid needs volume");

  std::vector<Grid> grid;
  std::vector<Vec3<double>> kept;
  std::map<Grid, int> known;
  for (const Vec3<double>& p : points) {
    const Vec3<double> q = p - middle;
    const auto whole = [&](double x) { return std::llround(x / size * 0x1p29); };
    const Grid g{whole(q.x), whole(q.y), whole(q.z)};
    if (!known.emplace(g, 0).second) continue;
    grid.push_back(g);
    kept.push_back(q);
  }
  if (grid.size() < 4)
    throw HullError("only " + std::to_string(grid.size()) +
                    " of the points differ; a hull needs at least 4");
  std::vector<Triangle> triangles = Growing(grid).all();
  for (int round = 0; round < 50; ++round) {
    const std::vector<char> stays = needless(kept, triangles, needless_share * size);
    std::size_t left = 0;
    for (std::size_t k = 0; k < grid.size(); ++k) {
      if (stays[k] == 0) continue;
      grid[left] = grid[k];
      kept[left++] = kept[k];
    }
    if (left == grid.size() || left < 4) break;
    grid.resize(left);
    kept.resize(left);
    triangles = Growing(grid).all();
  }
  Hull hull = join_triangles(kept, triangles, size);
  hull.middle = middle;
  hull.half = half;
  return hull;
}

}  // namespace treadle
