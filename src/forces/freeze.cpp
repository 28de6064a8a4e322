// Description -> Forces<double>: anchors in internal frames, laws as tables, functions of time
// numbered.
#include "../base/error.hpp"
#include "../linalg/curve.hpp"
#include "../model/gear.hpp"
#include "../spatial/quaternion.hpp"
#include "find.hpp"
#include "forces.hpp"
#include "freeze_tyre.hpp"

#include <cmath>

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
      const JointItem& joint = d_.joints[body.item.index()];
      for (std::size_t k = 0; k < joint.forces.size(); ++k) {
        if (joint.forces[k].acts())
          out.coordinates.push_back(law(body, static_cast<int>(k), joint.forces[k]));
      }
    }
  }
  void balls(Forces<double>& out) {
    for (std::size_t j = 0; j < d_.joints.size(); ++j) {
      const JointItem& joint = d_.joints[j];
      const PlacedBody child = p_.find(joint.child), parent = p_.find(joint.parent);
      for (std::size_t k = 0; k < joint.on_angles.size(); ++k) {
        if (!has_ball_law(joint, k, p_)) continue;
        BallLaw<double>& law = out.balls.emplace_back();
        law.group = GroupId{model_.links[(child.body.valid() ? child : parent).body.index()].group};
        law.from = child.body;
        law.to = parent.body;
        law.from_frame = child.frame * p_.joints[j].child;
        law.to_frame = parent.frame * p_.joints[j].parent;
        law.angle = static_cast<BallAngle>(k);
        law.law = along(*joint.on_angles[k]);
      }
    }
  }
  void items(Forces<double>& out) {
    for (std::size_t f = 0; f < d_.forces.size(); ++f) {
      const ForceItem& item = d_.forces[f];
      if (!pushes_a_body(item, p_)) continue;
      where_ = "forces[" + std::to_string(f) + "]";
      from_ = p_.find(item.from.body);
      to_ = has_two_ends(item.kind) ? p_.find(item.to.body) : from_;
      group_ = GroupId{model_.links[(from_.body.valid() ? from_ : to_).body.index()].group};
      with_kind(out, item.kind, [&](auto& list) {
        freeze(item, list.emplace_back());
        list.back().gate = gate_of(item);
      });
    }
  }

 private:
  FunctionId add(const std::optional<TimeFunction>& f) {
    if (!f) return {};
    functions_.push_back(*f);
    return FunctionId{functions_.size() - 1};
  }
  // A number of the state that a force owns.
  FunctionId add_state(double start) {
    TimeFunction f;
    f.kind = FunctionKind::state;
    f.offset = start;
    return add(f);
  }
  // An input of its own for a force that events switch: 1 while it is on.
  FunctionId gate_of(const ForceItem& item) {
    for (const EventItem& event : d_.events) {
      if (!switches_force(event) || event.force != item.name) continue;
      TimeFunction gate;
      gate.kind = FunctionKind::input;
      gate.input = switch_name(item.name);
      gate.amplitude = 1.0;
      gate.offset = event.action == EventAction::switch_on ? 0.0 : 1.0;  // until the first event
      return add(gate);
    }
    return {};
  }
  static Law<double> law_of(const Curve& curve) {
    Law<double> law;
    if (!curve.x.empty()) law.table = monotone_curve(curve.x, curve.y);
    for (const PowerTerm& t : curve.powers) {
      LawPower<double> power;
      power.whole = static_cast<int>(std::floor(t.power));
      power.odd = t.odd;
      power.part = t.power - power.whole;
      power.has_part = power.part != 0.0;
      power.factor = t.factor;
      power.share = 1.0 / (t.power + 1.0);
      law.powers.push_back(power);
    }
    return law;
  }
  static Mat3<double> turn(const std::array<double, 4>& q) {
    return normalized(Quaternion<double>{q[0], q[1], q[2], q[3]}).matrix();
  }

  CoordinateLaw<double> law(const TreeBody& body, int index, const CoordinateForce& f) {
    CoordinateLaw<double> out;
    out.plain = has_plain_coordinates(body.type);
    out.q_at = CoordinateId{body.q_at + index};
    out.v_at = VelocityId{body.v_at + index};
    out.law = along(f);
    return out;
  }
  ScalarLaw<double> along(const CoordinateForce& f) {
    ScalarLaw<double> out;
    out.stiffness = f.stiffness;
    out.rest = f.rest;
    out.preload = f.preload;
    out.damping = f.damping;
    out.spring = law_of(f.spring_law);
    out.damper = law_of(f.damper_law);
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
    if (f.motor) out.motor = {law_of(f.motor->law), add(f.motor->level)};
    if (f.play) {
      const Play& p = *f.play;
      out.play = {true, p.center - 0.5 * p.width, p.center + 0.5 * p.width, p.stiffness,
                  p.dissipation};
    }
    return out;
  }
  static TravelStop<double> stop(const std::optional<Stop>& s) {
    if (!s) return {};
    return {true, s->length, s->stiffness, law_of(s->law)};
  }
  void freeze(const ForceItem& item, PointSpring<double>& s) {
    s.group = group_;
    s.from = from_.body;
    s.to = to_.body;
    s.from_point = from_.frame * to_vec(item.from.position);
    s.to_point = to_.frame * to_vec(item.to.position);
    s.stiffness = item.stiffness;
    s.length = item.length.value_or(norm(p_.design_point(item.from) - p_.design_point(item.to)));
    s.preload = item.preload;
    if (item.relaxation_time > 0.0) {
      s.relaxing_stiffness = item.relaxing_stiffness;
      s.relaxing_rate = 1.0 / item.relaxation_time;
      s.relaxing = add_state(0.0);
    }
    s.damping = item.damping;
    s.rebound_damping = item.rebound_damping.value_or(item.damping);
    s.spring_law = law_of(item.spring_law);
    s.damper_law = law_of(item.damper_law);
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
  }
  void freeze(const ForceItem& item, Bushing<double>& b) const {
    b.group = group_;
    b.from = from_.body;
    b.to = to_.body;
    b.from_frame = from_.frame * Frame{turn(item.from_orientation), to_vec(item.from.position)};
    b.to_frame = to_.frame * Frame{turn(item.to_orientation), to_vec(item.to.position)};
    b.stiffness = item.axis_stiffness;
    b.damping = item.axis_damping;
    b.preload = item.axis_preload;
  }
  void freeze(const ForceItem& item, PlaneSpring<double>& p) const {
    p.group = group_;
    p.from = from_.body;
    p.to = to_.body;
    p.point = from_.frame * to_vec(item.from.position);
    p.plane = to_.frame * Frame{frame_along(item.axis), to_vec(item.to.position)};
    p.radius = item.radius;
    p.stiffness = item.stiffness;
    p.damping = item.damping;
  }
  void freeze(const ForceItem& item, AppliedForce<double>& a) {
    const Vec3<double> raw = to_vec(item.axis), unit = (1.0 / norm(raw)) * raw;
    a.group = group_;
    a.body = from_.body;
    a.point = from_.frame * to_vec(item.from.position);
    a.direction = item.in_body_axes ? from_.frame.r * unit : unit;
    a.in_body_axes = item.in_body_axes;
    a.force = add(item.force);
    a.torque = add(item.torque);
  }

  void freeze(const ForceItem& item, Tyre<double>& t) {
    const Vec3<double> raw = to_vec(item.axis);
    t = tyre_of(*item.tyre);
    t.group = group_;
    t.body = from_.body;
    t.center = from_.frame * to_vec(item.from.position);
    t.axis = from_.frame.r * ((1.0 / norm(raw)) * raw);
    t.along = add_state(0.0);
    t.across = add_state(0.0);
  }

  void freeze(const ForceItem& item, Drag<double>& drag) const {
    drag.group = group_;
    drag.body = from_.body;
    drag.point = from_.frame * to_vec(item.from.position);
    drag.wind = to_vec(item.wind);
    drag.factor = 0.5 * item.density * item.drag_area;
  }

  // The sum of coordinates that an item acts along.
  SumLaw<double> sum(const ForceItem& item, std::span<const double> factors) {
    SumLaw<double> out;
    out.sum.offset = item.offset;
    for (std::size_t k = 0; k < item.coordinates.size(); ++k) {
      const CoordinateRef& ref = item.coordinates[k];
      const TreeBody& body = carrier_of(item, ref.joint);
      out.sum.terms.push_back(
          {CoordinateId{body.q_at + ref.index}, VelocityId{body.v_at + ref.index}, factors[k]});
    }
    out.law = along(item.along);
    return out;
  }
  const TreeBody& carrier_of(const ForceItem& item, const std::string& joint) const {
    for (const TreeBody& body : model_.topology->bodies) {
      if (body.joint == joint) return body;
    }
    throw ModelError(where_, "force '" + item.name + "': joint '" + joint +
                                 "' has to be cut, so it has no coordinate; set \"tree\": \"cut\" "
                                 "on another joint of its loop");
  }
  void freeze(const ForceItem& item, ElasticCoupler<double>& c) {
    c.turns = item.turns;
    c.along = sum(item, item.factors);
  }
  void freeze(const ForceItem& item, ElasticGear<double>& g) {
    const Meshing mesh = mesh_wheels(d_, p_, *item.gear, where_, item.name);
    g.group = group_;
    g.along = sum(item, mesh.factors);
    g.tooth = mesh.tooth;
  }

  const Description& d_;
  const Model<double>& model_;
  const Placement& p_;
  std::vector<TimeFunction>& functions_;
  // of the item at hand
  std::string where_;
  PlacedBody from_, to_;
  GroupId group_;
};

}  // namespace

Forces<double> freeze_forces(const Description& description, const Model<double>& model,
                             const Placement& placement, std::vector<TimeFunction>& functions) {
  Forces<double> forces;
  Freezer freezer(description, model, placement, functions);
  freezer.coordinates(forces);
  freezer.balls(forces);
  freezer.items(forces);
  return forces;
}

}  // namespace treadle
