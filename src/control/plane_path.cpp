#include "plane_path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treadle {

namespace {

using Point = PlanePath::Point;

Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1]}; }
double inner(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1]; }
double size_of(const Point& a) { return std::sqrt(inner(a, a)); }

double squared_to_chord(const Point& p, const Point& a, const Point& b) {
  const Point u = minus(b, a), w = minus(p, a);
  const double share = std::clamp(inner(w, u) / inner(u, u), 0.0, 1.0);
  const Point gap{w[0] - share * u[0], w[1] - share * u[1]};
  return inner(gap, gap);
}

}  // namespace

Point PlanePath::Piece::at(double s) const {
  const double r = 1.0 - s;
  const double fa = r * r * (1.0 + 2.0 * s), fb = s * s * (3.0 - 2.0 * s), ga = r * r * s,
               gb = -s * s * r;
  return {fa * a[0] + fb * b[0] + ga * ta[0] + gb * tb[0],
          fa * a[1] + fb * b[1] + ga * ta[1] + gb * tb[1]};
}

Point PlanePath::Piece::slope(double s) const {
  const double f = 6.0 * s * (1.0 - s), ga = (1.0 - s) * (1.0 - 3.0 * s), gb = s * (3.0 * s - 2.0);
  return {f * (b[0] - a[0]) + ga * ta[0] + gb * tb[0], f * (b[1] - a[1]) + ga * ta[1] + gb * tb[1]};
}

Point PlanePath::Piece::bend(double s) const {
  const double f = 6.0 - 12.0 * s, ga = 6.0 * s - 4.0, gb = 6.0 * s - 2.0;
  return {f * (b[0] - a[0]) + ga * ta[0] + gb * tb[0], f * (b[1] - a[1]) + ga * ta[1] + gb * tb[1]};
}

// Slopes over the chords' lengths are those of the parabola through three points.
PlanePath::PlanePath(const std::vector<Point>& points, bool closed) : closed_(closed) {
  const std::size_t n = points.size(), spans = closed ? n : n - 1;
  const auto chord = [&](std::size_t k) { return minus(points[(k + 1) % n], points[k % n]); };
  const auto slope_at = [&](std::size_t k) -> Point {
    if (!closed && n == 2) {
      const double h = size_of(chord(0));
      return {chord(0)[0] / h, chord(0)[1] / h};
    }
    const bool first = !closed && k == 0, last = !closed && k + 1 == n;
    const std::size_t before = first ? 0 : last ? n - 3 : (k + n - 1) % n;
    const std::size_t behind = first ? 1 : last ? n - 2 : k % n;
    const Point u = chord(before), w = chord(behind);
    const double h = size_of(u), l = size_of(w);
    Point slope;
    for (std::size_t c = 0; c < 2; ++c) {
      const double p = u[c] / h, q = w[c] / l;
      slope[c] = first  ? p + h / (h + l) * (p - q)
                 : last ? q + l / (h + l) * (q - p)
                        : (l * p + h * q) / (h + l);
    }
    return slope;
  };
  for (std::size_t k = 0; k < spans; ++k) {
    const double h = size_of(chord(k));
    const Point from = slope_at(k), to = slope_at((k + 1) % n);
    pieces_.push_back(
        {points[k], points[(k + 1) % n], {h * from[0], h * from[1]}, {h * to[0], h * to[1]}});
  }
}

PlanePath::Foot PlanePath::foot(const Point& p, const Point& at, const Point& along) {
  const Point gap = minus(p, at);
  const double squared = inner(gap, gap);
  return {squared, (along[0] * gap[1] - along[1] * gap[0]) / size_of(along)};
}

// The best of some places, then Newton's method: (c(s) - p) . c'(s) = 0.
PlanePath::Foot PlanePath::foot_on(const Piece& piece, const Point& p) {
  constexpr int places = 8, turns = 12;
  double best = 0.0, least = std::numeric_limits<double>::infinity();
  for (int k = 0; k <= places; ++k) {
    const double s = static_cast<double>(k) / places;
    const Point gap = minus(piece.at(s), p);
    if (inner(gap, gap) < least) {
      least = inner(gap, gap);
      best = s;
    }
  }
  for (int turn = 0; turn < turns; ++turn) {
    const Point gap = minus(piece.at(best), p), d = piece.slope(best);
    const double grows = inner(d, d) + inner(gap, piece.bend(best));
    // beside the centre of curvature Gauss's step is the safe one
    const double step = -inner(gap, d) / (grows > 0.1 * inner(d, d) ? grows : inner(d, d));
    const double next = std::clamp(best + step, 0.0, 1.0);
    if (std::fabs(next - best) < 1e-15) break;
    best = next;
  }
  const Point at = piece.at(best), along = piece.slope(best);
  return foot(p, at, along);
}

double PlanePath::offset(double x, double y) const {
  const Point p{x, y};
  const std::size_t n = pieces_.size();
  std::size_t nearest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < n; ++k) {
    const double squared = squared_to_chord(p, pieces_[k].a, pieces_[k].b);
    if (squared < least) {
      least = squared;
      nearest = k;
    }
  }
  // straight on beyond the ends
  if (!closed_) {
    const Piece &first = pieces_.front(), &last = pieces_.back();
    if (nearest == 0 && inner(minus(p, first.a), first.ta) < 0.0)
      return foot(p, first.a, first.ta).offset;
    if (nearest == n - 1 && inner(minus(p, last.b), last.tb) > 0.0)
      return foot(p, last.b, last.tb).offset;
  }
  Foot best = foot_on(pieces_[nearest], p);
  const auto compare = [&](std::size_t k) {
    const Foot other = foot_on(pieces_[k], p);
    if (other.squared < best.squared) best = other;
  };
  if (closed_ || nearest > 0) compare((nearest + n - 1) % n);
  if (closed_ || nearest + 1 < n) compare((nearest + 1) % n);
  return best.offset;
}

}  // namespace treadle
