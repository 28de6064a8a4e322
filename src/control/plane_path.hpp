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

  /// Distance from the nearest point of the curve; positive to the left of its direction.
  [[nodiscard]] double offset(double x, double y) const;

 private:
  /// A cubic from a to b with tangents t at both ends, over 0 to 1.
  struct Piece {
    Point a, b, ta, tb;

    [[nodiscard]] Point at(double s) const;
    [[nodiscard]] Point slope(double s) const;
    [[nodiscard]] Point bend(double s) const;
  };
  struct Foot {
    double squared, offset;
  };
  [[nodiscard]] static Foot foot(const Point& p, const Point& at, const Point& along);
  [[nodiscard]] static Foot foot_on(const Piece& piece, const Point& p);

  std::vector<Piece> pieces_;
  bool closed_ = false;
};

}  // namespace treadle
