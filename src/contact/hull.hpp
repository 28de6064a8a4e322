// A convex solid given by its corners, faces and edges. Many shapes share one; it does not change.
#pragma once

#include "../spatial/spatial.hpp"

#include <array>
#include <span>
#include <stdexcept>
#include <vector>

namespace treadle {

struct Hull {
  struct Face {
    Vec3<double> normal{};  ///< outward, of length 1
    double offset = 0.0;    ///< normal . p of the farthest of its corners
    int first = 0, count = 0;
  };
  struct Edge {
    int a = 0, b = 0;         ///< corners
    int left = 0, right = 0;  ///< faces: left runs from a to b, right from b to a
  };
  std::vector<Vec3<double>> corners;
  std::vector<Face> faces;
  std::vector<int> loops;  ///< corners of all faces, counter-clockwise as seen from outside
  std::vector<Edge> edges;
  Vec3<double> half{};     ///< of the box along the axes round it, whose middle is the origin
  double thickness = 0.0;  ///< least width across a face
  Vec3<double> middle{};   ///< of that box in the frame that the points came in

  [[nodiscard]] std::span<const int> loop(const Face& face) const {
    return {loops.data() + face.first, static_cast<std::size_t>(face.count)};
  }
};

/// Points that span no solid: the message says how flat they are.
class HullError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The convex hull. Points inside, on faces and doubled ones are left out; faces that lie in one
/// plane but for 1e-6 of the size become one. Throws HullError for fewer than four points, for
/// numbers that are not finite and for what is thinner than `least_hull_share` of its size. (U20)
Hull make_hull(std::span<const Vec3<double>> points);
inline constexpr double least_hull_share = 1e-5;

/// How far the farthest of some points lies below the surface of the hull: 0 where they are convex.
double hollow_of(const Hull& hull, std::span<const Vec3<double>> points);

/// A box of half lengths 1: with a scale along each axis it is any box.
const Hull& unit_box();

}  // namespace treadle
