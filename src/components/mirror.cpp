#include "mirror.hpp"

#include <algorithm>
#include <utility>

namespace treadle {

namespace {

// An angular velocity or the vector part of a quaternion: -S v.
template <class Iterator>
void mirror_turn(std::size_t axis, Iterator v) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (i != axis) v[static_cast<std::ptrdiff_t>(i)] = -v[static_cast<std::ptrdiff_t>(i)];
  }
}

void mirror_shape(const Mirror& mirror, ShapeItem& shape) {
  const std::size_t axis = *mirror.axis;
  shape.pose = mirror.pose(shape.pose);
  if (axis < 2) {  // an outline runs the other way round once it is mirrored
    for (auto& point : shape.outline) point[axis] = -point[axis];
    std::reverse(shape.outline.begin(), shape.outline.end());
  }
  for (Triple& point : shape.points) point[axis] = -point[axis];
  for (auto& triangle : shape.triangles) std::swap(triangle[1], triangle[2]);
}

// y = f(x) becomes -y = f(-x).
void flip(Curve& law) {
  for (auto* list : {&law.x, &law.y}) {
    for (double& number : *list) number = -number;
    std::reverse(list->begin(), list->end());
  }
  for (PowerTerm& t : law.powers) {
    if (!t.odd) t.factor = -t.factor;
  }
}

void flip(CoordinateForce& f) {
  f.rest = -f.rest;
  f.preload = -f.preload;
  flip(f.spring_law);
  flip(f.damper_law);
  if (f.motor) flip(f.motor->law);
  if (f.play) f.play->center = -f.play->center;
  std::swap(f.lower, f.upper);
  if (f.lower) f.lower = -*f.lower;
  if (f.upper) f.upper = -*f.upper;
  if (f.drive) reverse(*f.drive);
}

}  // namespace

Triple Mirror::vector(Triple v) const {
  if (axis) v[*axis] = -v[*axis];
  return v;
}

Orientation Mirror::turn(Orientation q, std::size_t frame_axis) const {
  if (!axis) return q;
  mirror_turn(*axis, q.begin() + 1);  // S R S
  if (frame_axis == *axis) return q;
  Orientation half{0.0, 0.0, 0.0, 0.0};  // S L: half a turn about the third axis
  half[1 + (3 - *axis - frame_axis)] = 1.0;
  return turn_after(q, half);
}

void mirror_body(const Mirror& mirror, BodyItem& body) {
  if (!mirror.on()) return;
  body.center = mirror.vector(body.center);
  const std::size_t axis = *mirror.axis;
  if (axis != 2) body.inertia[3] = -body.inertia[3];  // xy
  if (axis != 1) body.inertia[4] = -body.inertia[4];  // xz
  if (axis != 0) body.inertia[5] = -body.inertia[5];  // yz
  for (ShapeItem& shape : body.shapes) mirror_shape(mirror, shape);
}

// A reflection along z leaves turns about z and shifts across it as they are; one across z leaves
// shifts along it. Frames of the other joints are reflected as those of bodies are.
std::size_t mirror_frame_axis(const Mirror& mirror, JointType type) {
  switch (type) {
    case JointType::revolute:
    case JointType::cylindrical:
    case JointType::universal:
    case JointType::planar:
    case JointType::screw:
      return 2;
    case JointType::prismatic:
      return mirror.axis == 2 ? 0 : mirror.axis.value_or(0);
    case JointType::strut:
    case JointType::guided_strut:
      return 0;  // z stays that of the strut
    case JointType::spherical:
    case JointType::free:
    case JointType::fixed:
    case JointType::composite1:  // coordinates are those of joints inside
    case JointType::composite2:
    case JointType::composite3:
    case JointType::composite4:
    case JointType::composite5:
    case JointType::composite6:
      break;
  }
  return mirror.axis.value_or(0);
}

bool mirror_flips(const Mirror& mirror, JointType type, int coordinate) {
  return mirror.on() && coordinate == 1 &&
         (type == JointType::cylindrical || type == JointType::universal ||
          type == JointType::strut);
}

void mirror_coordinates(const Mirror& mirror, JointItem& joint) {
  if (!mirror.on()) return;
  const std::size_t axis = *mirror.axis;
  joint.pitch = -joint.pitch;  // a left-hand thread
  if (joint.type == JointType::spherical) {
    if (joint.start.size() == 4) mirror_turn(axis, joint.start.begin() + 1);
    if (joint.start_velocity.size() == 3) mirror_turn(axis, joint.start_velocity.begin());
    auto& twist = joint.on_angles[static_cast<std::size_t>(BallAngle::twist)];
    if (twist && axis != 2) flip(*twist);  // a reflection along the axis leaves turns about it
    return;
  }
  if (joint.type == JointType::free) {
    if (joint.start.size() == 7) {
      joint.start[axis] = -joint.start[axis];
      mirror_turn(axis, joint.start.begin() + 4);
    }
    if (joint.start_velocity.size() == 6) {
      joint.start_velocity[axis] = -joint.start_velocity[axis];
      mirror_turn(axis, joint.start_velocity.begin() + 3);
    }
    return;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    if (!mirror_flips(mirror, joint.type, static_cast<int>(k))) continue;
    if (k < joint.start.size()) joint.start[k] = -joint.start[k];
    if (k < joint.start_velocity.size()) joint.start_velocity[k] = -joint.start_velocity[k];
    if (k < joint.forces.size()) flip(joint.forces[k]);
  }
}

void reverse(TimeFunction& function) {
  for (double* number : {&function.offset, &function.amplitude, &function.slope})
    *number = -*number;
  for (double& value : function.values) value = -value;
}

}  // namespace treadle
