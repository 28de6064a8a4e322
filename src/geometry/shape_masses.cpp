#include "shape_masses.hpp"

#include "../base/error.hpp"
#include "../spatial/quaternion.hpp"
#include "../spatial/spatial.hpp"
#include "mass_of_shape.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace treadle {

namespace {

using Vec = Vec3<double>;

// A part of the body, in the body frame; inertia about its own centre.
struct Part {
  double mass;
  Vec center;
  Sym3<double> inertia;
};

Sym3<double> to_sym(const std::array<double, 6>& j) { return {j[0], j[1], j[2], j[3], j[4], j[5]}; }

Vec to_vector(const Triple& p) { return {p[0], p[1], p[2]}; }

Part part_of(const ShapeItem& shape) {
  const MassOfShape own = measure(shape);
  const auto& q = shape.pose.orientation;
  const Mat3<double> r = normalized(Quaternion<double>{q[0], q[1], q[2], q[3]}).matrix();
  std::array<double, 6> inertia = own.inertia;
  for (double& j : inertia) j *= *shape.density;
  return {*shape.density * own.volume, to_vector(shape.pose.position) + r * to_vector(own.center),
          rotate(r, to_sym(inertia))};
}

std::vector<Part> parts_of(const BodyItem& body) {
  std::vector<Part> parts;
  if (body.mass > 0.0) parts.push_back({body.mass, to_vector(body.center), to_sym(body.inertia)});
  for (std::size_t i = 0; i < body.shapes.size(); ++i) {
    if (!body.shapes[i].density) continue;
    const std::string where = "shapes[" + std::to_string(i) + "]";
    try {
      parts.push_back(part_of(body.shapes[i]));
    } catch (const ShapeError& error) {
      throw ModelError(where, "body '" + body.name + "': " + where + ": " + error.what());
    }
  }
  return parts;
}

}  // namespace

bool has_density(const BodyItem& body) {
  return std::any_of(body.shapes.begin(), body.shapes.end(),
                     [](const ShapeItem& shape) { return shape.density.has_value(); });
}

void add_shape_masses(BodyItem& body) {
  if (!has_density(body)) return;
  const std::vector<Part> parts = parts_of(body);
  double mass = 0.0;
  for (const Part& part : parts) mass += part.mass;
  Vec center{};
  for (const Part& part : parts) center += (part.mass / mass) * part.center;
  Sym3<double> inertia{};
  for (const Part& part : parts) {
    inertia = inertia + inertia_at(part.mass, part.center - center, part.inertia).tensor;
  }

  const double sum = inertia.xx + inertia.yy + inertia.zz;
  if (!(mass > 0.0) || !std::isfinite(mass) || !std::isfinite(sum)) {
    throw ModelError("shapes", "body '" + body.name +
                                   "': shapes: their mass is too large or too small for "
                                   "numbers; check dimensions, units and density");
  }
  body.mass = mass;
  body.center = {center.x, center.y, center.z};
  body.inertia = {inertia.xx, inertia.yy, inertia.zz, inertia.xy, inertia.xz, inertia.yz};
}

}  // namespace treadle
