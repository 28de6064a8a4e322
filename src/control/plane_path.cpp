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

// Of a point to the segment from a to b.
double squared_to_segment(const Point& p, const Point& a, const Point& b) {
  const Point u = minus(b, a), w = minus(p, a);
  const double share = std::clamp(inner(w, u) / inner(u, u), 0.0, 1.0);
  const Point gap{w[0] - share * u[0], w[1] - share * u[1]};
  return inner(gap, gap);
}

}  // namespace

// The curve stays within the hull of a, a + ta/3, b - tb/3 and b, c' within that of its own three
// points; c'' is straight.
PlanePath::Piece::Piece(const Point& from, const Point& to, const Point& first, const Point& last)
    : a(from), b(to), ta(first), tb(last), chord(minus(to, from)) {
  const double length = inner(chord, chord);
  inverse = 1.0 / length;
  Point middle{};
  for (std::size_t k = 0; k < 2; ++k) {
    c2[k] = 3.0 * chord[k] - 2.0 * ta[k] - tb[k];
    c3[k] = ta[k] + tb[k] - 2.0 * chord[k];
    middle[k] = 3.0 * chord[k] - ta[k] - tb[k];
  }
  const Point early{a[0] + ta[0] / 3.0, a[1] + ta[1] / 3.0},
      late{b[0] - tb[0] / 3.0, b[1] - tb[1] / 3.0};
  deviation = std::max(squared_to_segment(early, a, b), squared_to_segment(late, a, b));
  const double slowest = std::min({inner(ta, chord), inner(middle, chord), inner(tb, chord)});
  least = slowest > 0.0 ? slowest * slowest * inverse : 0.0;
  most = std::max(inner(bend(0.0), bend(0.0)), inner(bend(1.0), bend(1.0)));
}

Point PlanePath::Piece::at(double s) const {
  return {a[0] + s * (ta[0] + s * (c2[0] + s * c3[0])),
          a[1] + s * (ta[1] + s * (c2[1] + s * c3[1]))};
}

Point PlanePath::Piece::slope(double s) const {
  return {ta[0] + s * (2.0 * c2[0] + s * (3.0 * c3[0])),
          ta[1] + s * (2.0 * c2[1] + s * (3.0 * c3[1]))};
}

Point PlanePath::Piece::bend(double s) const {
  return {2.0 * c2[0] + s * (6.0 * c3[0]), 2.0 * c2[1] + s * (6.0 * c3[1])};
}

double PlanePath::Piece::share(const Point& p) const {
  const double along = inner(minus(p, a), chord) * inverse;
  return along > 0.0 ? (along < 1.0 ? along : 1.0) : 0.0;
}

double PlanePath::Piece::squared_to_chord(const Point& p) const {
  const double s = share(p);
  const Point gap{p[0] - a[0] - s * chord[0], p[1] - a[1] - s * chord[1]};
  return inner(gap, gap);
}

// |c'|^2 + (c - p) . c'' differs from |c'|^2 by less than a quarter, since |c - p| is less than the
// farther end's distance and a third of the longer tangent: (u + v)^2 <= 2 (u^2 + v^2).
bool PlanePath::Piece::is_convex_from(const Point& p) const {
  const Point u = minus(p, a), v = minus(p, b);
  const double away =
      2.0 * (std::max(inner(u, u), inner(v, v)) + std::max(inner(ta, ta), inner(tb, tb)) / 9.0);
  return 16.0 * most * away < least * least;
}

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
    pieces_.emplace_back(points[k], points[(k + 1) % n], Point{h * from[0], h * from[1]},
                         Point{h * to[0], h * to[1]});
  }
}

PlanePath::Foot PlanePath::foot(const Point& p, const Point& at, const Point& along) {
  const Point gap = minus(p, at);
  const double squared = inner(gap, gap);
  return {squared, (along[0] * gap[1] - along[1] * gap[0]) / size_of(along)};
}

// Where the distance is convex Newton's method begins at the chord's share, else at the best of
// some places: (c(s) - p) . c'(s) = 0.
PlanePath::Foot PlanePath::foot_on(const Piece& piece, const Point& p) {
  constexpr int places = 8, turns = 12;
  constexpr double squares = 1e-9;  // a step of Newton's that leaves nothing
  double best = 0.0;
  const bool convex = piece.is_convex_from(p);
  if (convex) {
    best = piece.share(p);
  } else {
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k <= places; ++k) {
      const double s = static_cast<double>(k) / places;
      const Point gap = minus(piece.at(s), p);
      if (inner(gap, gap) < least) {
        least = inner(gap, gap);
        best = s;
      }
    }
  }
  for (int turn = 0; turn < turns; ++turn) {
    const Point gap = minus(piece.at(best), p), d = piece.slope(best);
    const double slope = inner(d, d), grows = slope + inner(gap, piece.bend(best));
    // beside the centre of curvature Gauss's step is the safe one
    const double next = best - inner(gap, d) / (grows > 0.1 * slope ? grows : slope);
    const double inside = next > 0.0 ? (next < 1.0 ? next : 1.0) : 0.0;
    const double moved = std::fabs(inside - best);
    best = inside;
    if (moved < (convex ? squares : 1e-15)) break;
  }
  return foot(p, piece.at(best), piece.slope(best));
}

// Each distance changes by no more than the point has moved: the nearest chord stays the nearest
// until half of what the second was farther is used up.
std::size_t PlanePath::nearest_chord(const Point& p, Memory& memory) const {
  const Point moved = minus(p, memory.at);
  const double free = 0.499 * memory.ahead;
  if (free > 0.0 && inner(moved, moved) < free * free) return memory.nearest;
  double least = std::numeric_limits<double>::infinity(), second = least;
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    const double squared = pieces_[k].squared_to_chord(p);
    if (squared < least) {
      second = least;
      least = squared;
      memory.nearest = k;
    } else if (squared < second) {
      second = squared;
    }
  }
  memory.at = p;
  memory.ahead = std::sqrt(second) - std::sqrt(least);
  return memory.nearest;
}

double PlanePath::offset(double x, double y, Memory& memory) const {
  const Point p{x, y};
  const std::size_t n = pieces_.size(), nearest = nearest_chord(p, memory);
  // straight on beyond the ends
  if (!closed_) {
    const Piece &first = pieces_.front(), &last = pieces_.back();
    if (nearest == 0 && inner(minus(p, first.a), first.ta) < 0.0)
      return foot(p, first.a, first.ta).offset;
    if (nearest == n - 1 && inner(minus(p, last.b), last.tb) > 0.0)
      return foot(p, last.b, last.tb).offset;
  }
  Foot best = foot_on(pieces_[nearest], p);
  // a piece whose chord is too far away has nothing nearer: |chord| - deviation > |best|
  const auto compare = [&](std::size_t k) {
    const Piece& piece = pieces_[k];
    if (piece.squared_to_chord(p) > 2.001 * (best.squared + piece.deviation)) return;
    const Foot other = foot_on(piece, p);
    if (other.squared < best.squared) best = other;
  };
  if (closed_ || nearest > 0) compare((nearest + n - 1) % n);
  if (closed_ || nearest + 1 < n) compare((nearest + 1) % n);
  return best.offset;
}

}  // namespace treadle
