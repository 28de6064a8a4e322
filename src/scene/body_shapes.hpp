// Shapes for a body that has none: a wheel or a ball where one can be told from contact or inertia,
// a box where its inertia is that of a block around its joints, else links between its joints.
#pragma once

#include "../describe/description.hpp"
#include "../spatial/spatial.hpp"

#include <optional>
#include <vector>

namespace treadle {

inline Triple to_triple(const Vec3<double>& v) { return {v.x, v.y, v.z}; }

/// What is known of a body, in its own frame.
struct BodyPoints {
  std::vector<Vec3<double>> anchors;         ///< of joints, constraints and forces
  std::optional<Vec3<double>> turns_about;   ///< axis of a revolute joint it hangs on
  std::optional<Vec3<double>> slides_along;  ///< axis of a prismatic joint it hangs on
  double reach = 0.0;           ///< most that a block may reach from the centre of mass
  double wheel_radius = 0.0;    ///< of a contact with a plane ...
  Vec3<double> wheel_center{};  ///< ... about this point
};

/// At least one shape, none larger than `extent`, all with lengths along their own z.
std::vector<ShapeItem> body_shapes(const BodyItem& body, const BodyPoints& points, double extent);

/// A capsule between two points.
ShapeItem link_between(const Vec3<double>& a, const Vec3<double>& b, double radius);

}  // namespace treadle
