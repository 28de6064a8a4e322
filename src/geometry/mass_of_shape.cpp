#include "mass_of_shape.hpp"

#include "../base/text.hpp"
#include "mesh.hpp"
#include "outline.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace treadle {

namespace {

constexpr double pi = std::numbers::pi;

void need_positive(double value, const char* what) {
  if (value > 0.0 && std::isfinite(value)) return;
  throw ShapeError(std::string(what) + " is " + short_number(value) +
                   "; it must be greater than 0");
}

// A body of revolution about z: its moments across and along the axis.
MassOfShape turned(double volume, double across, double along) {
  return {volume, {}, {across, across, along, 0.0, 0.0, 0.0}};
}

MassOfShape measure_box(const Triple& s) {
  const double volume = s[0] * s[1] * s[2], f = volume / 12.0;
  const double xx = s[0] * s[0], yy = s[1] * s[1], zz = s[2] * s[2];
  return {volume, {}, {f * (yy + zz), f * (xx + zz), f * (xx + yy), 0.0, 0.0, 0.0}};
}

// A cylinder is a tube without a hole.
MassOfShape measure_tube(double outer, double inner, double length) {
  const double volume = pi * (outer - inner) * (outer + inner) * length;
  const double squares = outer * outer + inner * inner;
  return turned(volume, volume * (squares / 4.0 + length * length / 12.0), volume * squares / 2.0);
}

MassOfShape measure_sphere(double r) {
  const double volume = 4.0 / 3.0 * pi * r * r * r, moment = 0.4 * volume * r * r;
  return turned(volume, moment, moment);
}

// A cylinder and two half balls, whose centres of mass lie 3/8 of the radius beyond its ends.
MassOfShape measure_capsule(double r, double length) {
  const MassOfShape rod = measure_tube(r, 0.0, length), ball = measure_sphere(r);
  const double shift = ball.volume * (length * length / 4.0 + 3.0 / 8.0 * length * r);
  return turned(rod.volume + ball.volume, rod.inertia[0] + ball.inertia[0] + shift,
                rod.inertia[2] + ball.inertia[2]);
}

MassOfShape measure_extrusion(const Outline& outline, double length) {
  const MomentsOfArea a = moments_of_area(outline);
  const double volume = a.area * length, along = volume * length * length / 12.0;
  return {volume,
          {a.center[0], a.center[1], 0.0},
          {length * a.yy + along, length * a.xx + along, length * (a.xx + a.yy), -length * a.xy,
           0.0, 0.0}};
}

MassOfShape measure_checked(const ShapeItem& s) {
  switch (s.kind) {
    case ShapeKind::box:
      return measure_box(s.size);
    case ShapeKind::cylinder:
      return measure_tube(s.radius, 0.0, s.length);
    case ShapeKind::sphere:
      return measure_sphere(s.radius);
    case ShapeKind::capsule:
      return measure_capsule(s.radius, s.length);
    case ShapeKind::tube:
      return measure_tube(s.radius, s.inner_radius, s.length);
    case ShapeKind::extrusion:
      return measure_extrusion(s.outline, s.length);
    case ShapeKind::mesh:
      break;
  }
  return measure_mesh(s.points, s.triangles);
}

}  // namespace

void check_shape(const ShapeItem& s) {
  if (s.kind == ShapeKind::mesh) return;
  if (s.kind == ShapeKind::box) {
    for (const double side : s.size) need_positive(side, "a side");
    return;
  }
  if (s.kind != ShapeKind::sphere) need_positive(s.length, "the length");
  if (s.kind == ShapeKind::extrusion) return check_outline(s.outline);
  need_positive(s.radius, "the radius");
  if (s.kind == ShapeKind::tube && !(s.inner_radius >= 0.0 && s.inner_radius < s.radius)) {
    throw ShapeError("the inner radius is " + short_number(s.inner_radius) +
                     "; it must be smaller than the radius, " + short_number(s.radius));
  }
}

MassOfShape measure(const ShapeItem& shape) {
  check_shape(shape);
  const MassOfShape mass = measure_checked(shape);
  const bool finite = std::all_of(mass.inertia.begin(), mass.inertia.end(),
                                  [](double j) { return std::isfinite(j); });
  if (!finite || !(mass.volume > 0.0)) {
    throw ShapeError("the volume is " + short_number(mass.volume) +
                     " m^3, from which no inertia follows; check the dimensions and their units");
  }
  return mass;
}

}  // namespace treadle
