#include "hull_mesh.hpp"

#include "../contact/hull.hpp"
#include "mass_of_shape.hpp"

#include <vector>

namespace treadle {

void close_hull(ShapeItem& shape) {
  std::vector<Vec3<double>> points;
  for (const Triple& p : shape.points) points.push_back({p[0], p[1], p[2]});
  Hull hull;
  try {
    hull = make_hull(points);
  } catch (const HullError& error) {
    throw ShapeError(error.what());
  }
  shape.points.clear();
  shape.triangles.clear();
  for (const Vec3<double>& c : hull.corners) {
    const Vec3<double> p = hull.middle + c;
    shape.points.push_back({p.x, p.y, p.z});
  }
  for (const Hull::Face& face : hull.faces) {
    const auto loop = hull.loop(face);
    for (std::size_t k = 2; k < loop.size(); ++k)
      shape.triangles.push_back({loop[0], loop[k - 1], loop[k]});
  }
}

}  // namespace treadle
