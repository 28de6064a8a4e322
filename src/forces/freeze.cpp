// Description -> Forces<double>: anchors in internal frames, laws as tables, functions of time
// numbered.
#include "../base/error.hpp"
#include "../linalg/curve.hpp"
#include "../scalar/instantiate.hpp"
#include "../spatial/cast.hpp"
#include "../spatial/quaternion.hpp"
#include "find.hpp"
#include "forces.hpp"

namespace treadle {

namespace {

class Freezer {
 public:
  Freezer(const Description& d, const Model<double>& model, const Placement& p,
          std::vector<TimeFunction>& functions)
      : d_(d), model_(model), p_(p), functions_(functions) {}

  void coordinates(Forces<double>& out) {
    for (const TreeBody& body : model_.topology->bodies) {
      if (!body.item.valid()) continue;
      const JointItem& joint = d_.joints[static_cast<std::size_t>(body.item.at)];
      for (std::size_t k = 0; k < joint.forces.size(); ++k) {
        if (joint.forces[k].acts())
          out.coordinates.push_back(law(body, static_cast<int>(k), joint.forces[k]));
      }
    }
  }
  void items(Forces<double>& out) {
    for (std::size_t f = 0; f < d_.forces.size(); ++f) {
      const ForceItem& item = d_.forces[f];
      const PlacedBody from = p_.find(item.from.body);
      const PlacedBody to = item.kind == ForceKind::applied ? from : p_.find(item.to.body);
      if (!pushes_a_body(item, p_)) continue;
      group_ = model_.links[static_cast<std::size_t>(from.body.valid() ? from.body.at : to.body.at)]
                   .group;
      switch (item.kind) {
        case ForceKind::spring:
          out.springs.push_back(spring(item, from, to));
          break;
        case ForceKind::bushing:
          out.bushings.push_back(bushing(item, from, to));
          break;
        case ForceKind::plane:
          out.planes.push_back(plane(item, from, to));
          break;
        case ForceKind::applied:
          out.applied.push_back(applied(item, from));
          break;
      }
    }
  }

 private:
  int add(const std::optional<TimeFunction>& f) {
    if (!f) return -1;
    functions_.push_back(*f);
    return static_cast<int>(functions_.size()) - 1;
  }
  static LookupTable table(const Curve& curve) {
    return curve.empty() ? LookupTable{} : monotone_curve(curve.x, curve.y);
  }
  static Mat3<double> turn(const std::array<double, 4>& q) {
    return normalized(Quaternion<double>{q[0], q[1], q[2], q[3]}).matrix();
  }

  CoordinateLaw<double> law(const TreeBody& body, int index, const CoordinateForce& f) {
    CoordinateLaw<double> out;
    out.plain = has_plain_coordinates(body.type);
    out.q_at = body.q_at + index;
    out.v_at = body.v_at + index;
    out.stiffness = f.stiffness;
    out.rest = f.rest;
    out.preload = f.preload;
    out.damping = f.damping;
    out.has_stops = f.lower.has_value() || f.upper.has_value();
    out.lower = f.lower.value_or(-1e300);
    out.upper = f.upper.value_or(1e300);
    out.stop_stiffness = f.stop_stiffness;
    out.stop_damping = f.stop_damping;
    out.has_friction = f.coulomb != 0.0 || f.stiction != 0.0;
    out.coulomb = f.coulomb;
    out.stiction = f.stiction != 0.0 ? f.stiction : f.coulomb;
    if (out.has_friction) {
      out.friction_rate = 3.0 / f.friction_speed;  // tanh(3) = 0.995 at the stated speed
      out.stribeck_rate = f.stribeck_speed > 0.0 ? 1.0 / f.stribeck_speed : 0.0;
    }
    out.drive = add(f.drive);
    return out;
  }
  static TravelStop<double> stop(const std::optional<Stop>& s) {
    if (!s) return {};
    return {true, s->length, s->stiffness, table(s->law)};
  }
  PointSpring<double> spring(const ForceItem& item, const PlacedBody& from, const PlacedBody& to) {
    PointSpring<double> s;
    s.group = group_;
    s.from = from.body.at;
    s.to = to.body.at;
    s.from_point = from.frame * to_vec(item.from.position);
    s.to_point = to.frame * to_vec(item.to.position);
    s.stiffness = item.stiffness;
    s.length = item.length.value_or(norm(p_.design_point(item.from) - p_.design_point(item.to)));
    s.preload = item.preload;
    s.damping = item.damping;
    s.rebound_damping = item.rebound_damping.value_or(item.damping);
    s.spring_law = table(item.spring_law);
    s.damper_law = table(item.damper_law);
    s.bump = stop(item.bump);
    s.rebound = stop(item.rebound);
    s.actuator = add(item.actuator);
    if (item.damper_ends) {
      const DamperEnds& e = *item.damper_ends;
      s.ends = {true,
                e.below.value_or(-1e300),
                e.above.value_or(1e300),
                e.damping,
                e.rebound_damping.value_or(e.damping),
                1.0 / e.over};
    }
    return s;
  }
  Bushing<double> bushing(const ForceItem& item, const PlacedBody& from,
                          const PlacedBody& to) const {
    Bushing<double> b;
    b.group = group_;
    b.from = from.body.at;
    b.to = to.body.at;
    b.from_frame = from.frame * Frame{turn(item.from_orientation), to_vec(item.from.position)};
    b.to_frame = to.frame * Frame{turn(item.to_orientation), to_vec(item.to.position)};
    b.stiffness = item.axis_stiffness;
    b.damping = item.axis_damping;
    b.preload = item.axis_preload;
    return b;
  }
  PlaneSpring<double> plane(const ForceItem& item, const PlacedBody& from,
                            const PlacedBody& to) const {
    return {group_,
            from.body.at,
            to.body.at,
            from.frame * to_vec(item.from.position),
            to.frame * Frame{frame_along(item.axis), to_vec(item.to.position)},
            item.radius,
            item.stiffness,
            item.damping};
  }
  AppliedForce<double> applied(const ForceItem& item, const PlacedBody& body) {
    const Vec3<double> raw = to_vec(item.axis), unit = (1.0 / norm(raw)) * raw;
    return {group_,
            body.body.at,
            body.frame * to_vec(item.from.position),
            item.in_body_axes ? body.frame.r * unit : unit,
            item.in_body_axes,
            add(item.force),
            add(item.torque)};
  }

  const Description& d_;
  const Model<double>& model_;
  const Placement& p_;
  std::vector<TimeFunction>& functions_;
  int group_ = 0;
};

template <Real To>
TravelStop<To> cast_stop(const TravelStop<double>& s) {
  return {s.active, To(s.length), To(s.stiffness), s.law};
}

template <Real To>
std::array<To, 6> cast_six(const std::array<double, 6>& a) {
  return {To(a[0]), To(a[1]), To(a[2]), To(a[3]), To(a[4]), To(a[5])};
}

}  // namespace

Forces<double> freeze_forces(const Description& description, const Model<double>& model,
                             const Placement& placement, std::vector<TimeFunction>& functions) {
  Forces<double> forces;
  Freezer freezer(description, model, placement, functions);
  freezer.coordinates(forces);
  freezer.items(forces);
  return forces;
}

template <Real To>
Forces<To> cast(const Forces<double>& forces) {
  Forces<To> out;
  for (const auto& c : forces.coordinates) {
    out.coordinates.push_back({c.q_at, c.v_at, c.has_stops, c.has_friction, c.plain, c.drive,
                               To(c.stiffness), To(c.rest), To(c.preload), To(c.damping),
                               To(c.lower), To(c.upper), To(c.stop_stiffness), To(c.stop_damping),
                               To(c.coulomb), To(c.stiction), To(c.friction_rate),
                               To(c.stribeck_rate)});
  }
  for (const auto& s : forces.springs) {
    out.springs.push_back({s.group,
                           s.from,
                           s.to,
                           cast_vec<To>(s.from_point),
                           cast_vec<To>(s.to_point),
                           To(s.stiffness),
                           To(s.length),
                           To(s.preload),
                           To(s.damping),
                           To(s.rebound_damping),
                           s.spring_law,
                           s.damper_law,
                           cast_stop<To>(s.bump),
                           cast_stop<To>(s.rebound),
                           s.actuator,
                           {s.ends.active, To(s.ends.below), To(s.ends.above), To(s.ends.damping),
                            To(s.ends.rebound_damping), To(s.ends.inverse_over)},
                           s.on});
  }
  for (const auto& b : forces.bushings) {
    out.bushings.push_back({b.group, b.from, b.to, cast_frame<To>(b.from_frame),
                            cast_frame<To>(b.to_frame), cast_six<To>(b.stiffness),
                            cast_six<To>(b.damping), cast_six<To>(b.preload), b.on});
  }
  for (const auto& p : forces.planes) {
    out.planes.push_back({p.group, p.from, p.to, cast_vec<To>(p.point), cast_frame<To>(p.plane),
                          To(p.radius), To(p.stiffness), To(p.damping), p.on});
  }
  for (const auto& a : forces.applied) {
    out.applied.push_back({a.group, a.body, cast_vec<To>(a.point), cast_vec<To>(a.direction),
                           a.in_body_axes, a.force, a.torque, a.on});
  }
  return out;
}

#define TREADLE_INSTANTIATE(S) template Forces<S> cast<S>(const Forces<double>&);
TREADLE_FOR_EACH_SCALAR_AND_LANES(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
