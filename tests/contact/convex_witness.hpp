// Distance and depth of two sets of corners by brute force: every plane through three corners,
// every line through two. Nothing here knows what a face is.
#pragma once

#include "src/contact/hull.hpp"
#include "witness.hpp"

#include <algorithm>

namespace treadle::test {

using Points = std::vector<V>;

inline Points placed(const Points& points, const Frame& at) {
  Points out;
  for (const V& p : points) out.push_back(at * p);
  return out;
}

inline double highest(const Points& points, const V& u) {
  double most = -std::numeric_limits<double>::infinity();
  for (const V& p : points) most = std::fmax(most, dot(u, p));
  return most;
}

/// How far b has to go to be free of a, along any of all directions that may be the least.
inline double least_overlap(const Points& a, const Points& b) {
  double least = std::numeric_limits<double>::infinity();
  const auto look = [&](const V& raw) {
    const double length = norm(raw);
    if (length < 1e-12) return;
    const V u = (1.0 / length) * raw;
    least =
        std::fmin(least, std::fmin(highest(a, u) + highest(b, -u), highest(b, u) + highest(a, -u)));
  };
  for (const Points* set : {&a, &b}) {
    for (std::size_t i = 0; i < set->size(); ++i) {
      for (std::size_t j = i + 1; j < set->size(); ++j) {
        for (std::size_t k = j + 1; k < set->size(); ++k)
          look(cross((*set)[j] - (*set)[i], (*set)[k] - (*set)[i]));
      }
    }
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = i + 1; j < a.size(); ++j) {
      for (std::size_t k = 0; k < b.size(); ++k) {
        for (std::size_t l = k + 1; l < b.size(); ++l) look(cross(a[j] - a[i], b[l] - b[k]));
      }
    }
  }
  return least;
}

/// Of what does not overlap: the least of all differences of points, lines and triangles.
inline double free_distance(const Points& a, const Points& b) {
  double least = std::numeric_limits<double>::infinity();
  const auto lines = [&](const V& p, const V& q, const V& r, const V& s) {
    const V d = q - p, g = s - r, w = p - r;
    const double dd = dot(d, d), gg = dot(g, g), dg = dot(d, g), dw = dot(d, w), gw = dot(g, w),
                 den = dd * gg - dg * dg;
    const double x = den > 1e-14 * dd * gg ? (dg * gw - gg * dw) / den : -1.0,
                 y = den > 1e-14 * dd * gg ? (dd * gw - dg * dw) / den : -1.0;
    if (x >= 0.0 && x <= 1.0 && y >= 0.0 && y <= 1.0)
      least = std::fmin(least, norm(w + x * d - y * g));
    for (const V& e : {p, q}) least = std::fmin(least, from_segment(r - e, s - e));
    for (const V& e : {r, s}) least = std::fmin(least, from_segment(p - e, q - e));
  };
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = i + 1; j < a.size(); ++j) {
      for (std::size_t k = 0; k < b.size(); ++k) {
        for (std::size_t l = k + 1; l < b.size(); ++l) lines(a[i], a[j], b[k], b[l]);
      }
    }
  }
  const auto faces = [&](const Points& x, const Points& y) {
    for (const V& p : x) {
      for (std::size_t i = 0; i < y.size(); ++i) {
        for (std::size_t j = i + 1; j < y.size(); ++j) {
          for (std::size_t k = j + 1; k < y.size(); ++k)
            least = std::fmin(least, from_triangle(y[i] - p, y[j] - p, y[k] - p));
        }
      }
    }
  };
  faces(a, b);
  faces(b, a);
  return least;
}

/// Negative: apart.
inline double convex_depth(const Points& a, const Points& b) {
  const double overlap = least_overlap(a, b);
  return overlap > 0.0 ? overlap : -free_distance(a, b);
}

/// Least overlap along any direction for shapes of any kind, by looking round and then closer.
template <class Overlap>
double searched_overlap(const Overlap& overlap, Draw& draw) {
  struct Tried {
    double value;
    V u;
  };
  const auto unit = [](const V& v) { return (1.0 / norm(v)) * v; };
  std::vector<Tried> tried;
  for (int k = 0; k < 2000; ++k) {
    const V u = unit(draw.vector(1.0));
    tried.push_back({overlap(u), u});
  }
  std::sort(tried.begin(), tried.end(),
            [](const Tried& x, const Tried& y) { return x.value < y.value; });
  tried.resize(12);
  double least = tried.front().value;
  for (Tried& t : tried) {
    for (double width = 0.2; width > 1e-9; width *= 0.8) {
      for (int k = 0; k < 100; ++k) {
        const V u = unit(t.u + draw.vector(width));
        const double value = overlap(u);
        if (value < t.value) t = {value, u};
      }
    }
    least = std::fmin(least, t.value);
  }
  return least;
}

}  // namespace treadle::test
