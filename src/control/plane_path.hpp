// A smooth curve through points of a plane, and how far a point is to the left of it. (CT8)
#pragma once

#include <array>
#include <vector>

namespace treadle {

class PlanePath {
 public:
  using Point = std::array<double, 2>;

  PlanePath() = default;
  /// Two points or more, none the same as the one before; closed: three or more.
  PlanePath(const std::vector<Point>& points, bool closed);

  /// Where the last search for the nearest chord ended. It saves time and changes no answer.
  struct Memory {
    Point at{};               ///< the point that was looked at
    std::size_t nearest = 0;  ///< its chord
    double ahead = -1.0;      ///< how much farther the second chord is
  };
  /// Distance from the nearest point of the curve; positive to the left of its direction.
  [[nodiscard]] double offset(double x, double y, Memory& memory) const;
  [[nodiscard]] double offset(double x, double y) const {
    Memory none;
    return offset(x, y, none);
  }

 private:
  /// A cubic from a to b with tangents t at both ends, over 0 to 1: a + s (ta + s (c2 + s c3)).
  struct Piece {
    Point a, b, ta, tb, c2, c3;
    Point chord;
    double inverse;    ///< one over the chord squared
    double deviation;  ///< bound of the curve's distance from its chord, squared
    double least;      ///< bound of |c'|^2 from below
    double most;       ///< bound of |c''|^2

    Piece(const Point& from, const Point& to, const Point& first, const Point& last);
    [[nodiscard]] Point at(double s) const;
    [[nodiscard]] Point slope(double s) const;
    [[nodiscard]] Point bend(double s) const;
    /// Of the point of the chord that is nearest, in 0 to 1.
    [[nodiscard]] double share(const Point& p) const;
    [[nodiscard]] double squared_to_chord(const Point& p) const;
    /// Whether the distance from p is convex along the piece.
    [[nodiscard]] bool is_convex_from(const Point& p) const;
  };
  struct Foot {
    double squared, offset;
  };
  [[nodiscard]] static Foot foot(const Point& p, const Point& at, const Point& along);
  [[nodiscard]] static Foot foot_on(const Piece& piece, const Point& p);
  [[nodiscard]] std::size_t nearest_chord(const Point& p, Memory& memory) const;

  std::vector<Piece> pieces_;
  bool closed_ = false;
};

}  // namespace treadle
