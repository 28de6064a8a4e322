#include "joint_signals.hpp"

#include "../kinematics/relative_coordinates.hpp"
#include "../model/build.hpp"
#include "../topology/composites.hpp"

#include <algorithm>
#include <string_view>

#include <algorithm>
#include <array>
#include <cmath>

namespace treadle {

namespace {

const std::vector<CoordinateName>& names_at(JointType type, Depth depth) {
  return depth == Depth::position ? coordinate_names(type) : velocity_names(type);
}

SignalParts parts_at(JointType type, Depth depth, std::optional<int> index) {
  SignalParts parts;
  for (const CoordinateName& c : names_at(type, depth)) {
    parts.push_back({c.suffix, depth == Depth::acceleration ? std::string(c.unit) + "^2" : c.unit});
  }
  if (index) parts = {{"", parts[static_cast<std::size_t>(*index)].unit}};
  return parts;
}

Needs needs_at(Depth depth) {
  return {depth != Depth::position, depth == Depth::acceleration, false, false};
}

// The coordinates of a composite joint have the units of those inside.
SignalParts parts_of_body(const Description& d, const TreeBody& body, Depth depth,
                          std::optional<int> index) {
  SignalParts parts = parts_at(body.type, depth, index);
  if (!is_composite(body.type)) return parts;
  const JointItem& joint = d.joints[body.item.index()];
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const std::size_t own = index ? static_cast<std::size_t>(*index) : k;
    const CoordinateRef ref = find_coordinate(d, joint.composite->independent[own]);
    for (const JointItem& inner : d.joints) {
      if (inner.name == ref.joint) parts[k].unit = parts_at(inner.type, depth, ref.index)[0].unit;
    }
  }
  return parts;
}

class TreeCoordinates final : public Signal {
 public:
  TreeCoordinates(const Description& d, const TreeBody& body, const SignalName& name, Depth depth,
                  std::optional<int> index)
      : Signal(name, parts_of_body(d, body, depth, index),
               {false, depth == Depth::acceleration, false, false}),
        body_(body),
        depth_(depth),
        index_(index) {}

  // A reversed joint's accelerations are turned round as its velocities are.
  void read(const Snapshot& s, std::span<double> out) override {
    std::array<double, 7> q{};
    std::array<double, 6> v{};
    user_coordinates(body_, s.q, depth_ == Depth::acceleration ? s.qdd : s.v, q, v);
    const double* from = depth_ == Depth::position ? q.data() : v.data();
    std::copy_n(from + index_.value_or(0), out.size(), out.begin());
  }

 private:
  const TreeBody& body_;
  Depth depth_;
  std::optional<int> index_;
};

// The two frames of a joint: on its child and on its parent.
struct JointEnds {
  int group = 0;
  LoopEnd<double> from, to;
};

class CutCoordinates final : public Signal {
 public:
  CutCoordinates(const JointItem& joint, JointEnds ends, const SignalName& name, Depth depth,
                 std::optional<int> index)
      : Signal(name, parts_at(joint.type, depth, index), needs_at(depth)),
        type_(joint.type),
        pitch_(joint.pitch),
        ends_(std::move(ends)),
        depth_(depth),
        index_(index) {
    for (std::size_t k = 0; k < std::min(joint.start.size(), last_.size()); ++k)
      if (!std::isnan(joint.start[k])) last_[k] = joint.start[k];
  }

  void read(const Snapshot& s, std::span<double> out) override {
    std::array<double, 6> rates{};
    const double* from = rates.data();
    const FrameMotion child = relative(s, depth_);
    switch (depth_) {
      case Depth::position:
        joint_coordinates(type_, pitch_, child.x, last_, last_);
        from = last_.data();
        break;
      case Depth::velocity:
        joint_velocities(type_, child, rates);
        break;
      case Depth::acceleration:
        joint_accelerations(type_, child, rates);
        break;
    }
    std::copy_n(from + index_.value_or(0), out.size(), out.begin());
  }
  void follow(const Snapshot& s) override {
    joint_coordinates(type_, pitch_, relative(s, Depth::position).x, last_, last_);
  }
  [[nodiscard]] bool follows() const override {
    const auto& names = coordinate_names(type_);
    return depth_ == Depth::position &&  // lengths need no memory
           std::any_of(names.begin(), names.end(),
                       [](const CoordinateName& c) { return std::string_view(c.unit) != "m"; });
  }
  void keep(Keep& keep) override { keep(last_); }

 private:
  [[nodiscard]] FrameMotion relative(const Snapshot& s, Depth depth) const {
    const BodyMotions bodies = s.bodies();
    return seen_from(
        motion_in_group(bodies, ends_.group, ends_.to.body, ends_.to.frame, depth),
        motion_in_group(bodies, ends_.group, ends_.from.body, ends_.from.frame, depth));
  }

  JointType type_;
  double pitch_;
  JointEnds ends_;
  Depth depth_;
  std::optional<int> index_;
  std::array<double, 7> last_{};  ///< coordinates when they were last seen
};

using Laws = std::vector<const CoordinateLaw<double>*>;

Laws laws_of(const PartsOfModel& parts, const TreeBody& body) {
  Laws laws;
  for (int k = 0; k < body.nv; ++k) {
    const auto* law = parts.law_at[static_cast<std::size_t>(body.v_at + k)];
    if (law != nullptr) laws.push_back(law);
  }
  return laws;
}

class JointLoad final : public Signal {
 public:
  JointLoad(const PartsOfModel& parts, const TreeBody& body, const SignalName& name)
      : Signal(name, load_parts(parts, body), {true, false, false, false}),
        body_(body),
        laws_(laws_of(parts, body)) {}

  void read(const Snapshot& s, std::span<double> out) override {
    std::array<double, 7> q{};
    std::array<double, 6> load{};
    std::copy_n(s.q.begin() + body_.q_at, body_.nq, q.begin());
    for (const CoordinateLaw<double>* law : laws_) {
      load[static_cast<std::size_t>(law->v_at.at - body_.v_at)] +=
          law->conservative(s.q) + law->dissipative(s.q, s.v, s.functions);
    }
    turn_joint(body_.type, body_.reversed, std::span(q).first(static_cast<std::size_t>(body_.nq)),
               std::span(load).first(static_cast<std::size_t>(body_.nv)));
    for (std::size_t k = 0; k < laws_.size(); ++k)
      out[k] = load[static_cast<std::size_t>(laws_[k]->v_at.at - body_.v_at)];
  }

 private:
  static SignalParts load_parts(const PartsOfModel& parts, const TreeBody& body) {
    SignalParts out;
    for (const CoordinateLaw<double>* law : laws_of(parts, body)) {
      const SignalParts rates = parts_of_body(parts.description, body, Depth::velocity, {});
      const auto& rate = rates[static_cast<std::size_t>(law->v_at.at - body.v_at)];
      out.push_back({rate.suffix, rate.unit == "rad/s" ? "N m" : "N"});
    }
    return out;
  }

  const TreeBody& body_;
  Laws laws_;
};

class BallSignal final : public Signal {
 public:
  BallSignal(const SignalName& name, const BallLaw<double>& ball)
      : Signal(name, {{"angle", "rad"}, {"torque", "N m"}}, {true, false, false, false}),
        ball_(ball) {}

  void read(const Snapshot& s, std::span<double> out) override {
    const auto turn = ball_.turn(s.at, s.moving);
    out[0] = turn.angle;
    out[1] = ball_.law.conservative(turn.angle) +
             ball_.law.dissipative(turn.angle, turn.rate, s.functions);
  }

 private:
  const BallLaw<double>& ball_;
};

const TreeBody& tree_body(const PartsOfModel& parts, int body) {
  return parts.model.topology->bodies[BodyId{body}];
}

}  // namespace

void user_coordinates(const TreeBody& body, std::span<const double> q, std::span<const double> v,
                      std::span<double> user_q, std::span<double> user_v) {
  std::copy_n(q.begin() + body.q_at, body.nq, user_q.begin());
  std::copy_n(v.begin() + body.v_at, body.nv, user_v.begin());
  turn_joint(body.type, body.reversed, user_q.first(static_cast<std::size_t>(body.nq)),
             user_v.first(static_cast<std::size_t>(body.nv)));
}

SignalPtr tree_coordinates(const PartsOfModel& parts, const SignalName& name, int body, Depth depth,
                           std::optional<int> index) {
  return std::make_unique<TreeCoordinates>(parts.description, tree_body(parts, body), name, depth,
                                           index);
}

SignalPtr cut_coordinates(const PartsOfModel& parts, const SignalName& name, int loop, Depth depth,
                          std::optional<int> index) {
  const int joint = parts.model.topology->loops[LoopId{loop}].joint;
  const LoopData<double>& data = parts.model.loops[static_cast<std::size_t>(loop)];
  return std::make_unique<CutCoordinates>(parts.description.joints[static_cast<std::size_t>(joint)],
                                          JointEnds{data.group, data.from, data.to}, name, depth,
                                          index);
}

SignalPtr inside_coordinates(const PartsOfModel& parts, const SignalName& name, std::size_t joint,
                             Depth depth, std::optional<int> index) {
  const JointItem& item = parts.description.joints[joint];
  const JointFrames& frames = parts.placement.joints[joint];
  const auto end = [&](const std::string& body, const Frame& frame) {
    const PlacedBody placed = parts.placement.find(body);
    return LoopEnd<double>{placed.body.at, placed.frame * frame};
  };
  JointEnds ends{0, end(item.child, frames.child), end(item.parent, frames.parent)};
  const int moving = std::max(ends.from.body, ends.to.body);
  ends.group = parts.model.links[static_cast<std::size_t>(moving)].group;
  return std::make_unique<CutCoordinates>(item, ends, name, depth, index);
}

bool has_load(const PartsOfModel& parts, int body) {
  return !laws_of(parts, tree_body(parts, body)).empty();
}

SignalPtr ball_signal(const PartsOfModel& parts, const SignalName& name, std::size_t ball) {
  return std::make_unique<BallSignal>(name, parts.forces.balls[ball]);
}

SignalPtr joint_load(const PartsOfModel& parts, const SignalName& name, int body) {
  return std::make_unique<JointLoad>(parts, tree_body(parts, body), name);
}

}  // namespace treadle
