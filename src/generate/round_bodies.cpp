#include "round_bodies.hpp"

#include "../forces/forces.hpp"
#include "../joints/dispatch.hpp"
#include "../kinematics/inboard_frame.hpp"
#include "../scalar/traced.hpp"
#include "program.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace treadle {

namespace {

constexpr double round_enough = 1e-14;  // of its largest moment of inertia: rounding of frames

// Whether a joint does nothing but turn about its z axis.
bool only_turns(const Link<double>& link) {
  if (link.nv != 1) return false;
  const std::array<double, 7> q{1.0};
  Transform<double> x;
  bool known = false;  // what is inside of a composite is not looked at
  with_joint(link.type, link.reversed, [&](auto joint) {
    if constexpr (!HasInside<decltype(joint)>) {
      joint.transform(q.data(), Transform<double>{}, numbers_of<decltype(joint)>(link), x);
      known = true;
    }
  });
  if (!known) return false;
  const Vec3<double> aside{x.r.z.x, x.r.z.y, x.r.z.z - 1.0};
  return norm(x.p) == 0.0 && norm(aside) == 0.0;
}

// A body about the z axis of its hinge, which carries nothing and closes no loop.
bool is_round(const Model<double>& model, std::size_t i) {
  const Link<double>& link = model.links[i];
  if (!only_turns(link)) return false;
  for (const Link<double>& other : model.links) {
    if (other.parent == static_cast<int>(i)) return false;
  }
  for (const LoopData<double>& loop : model.loops) {
    if (std::find(loop.path.begin(), loop.path.end(), static_cast<int>(i)) != loop.path.end())
      return false;
    for (const LoopCoordinate<double>& c : loop.coordinates) {
      if (c.q_at == link.q_at) return false;
    }
  }
  const Sym3<double>& own = link.inertia;
  const double small = round_enough * std::max({own.xx, own.yy, own.zz}),
               near = round_enough * norm(link.joint_frame.p);
  return std::fabs(own.xx - own.yy) <= small && std::fabs(own.xy) <= small &&
         std::fabs(own.xz) <= small && std::fabs(own.yz) <= small &&
         std::fabs(link.center.x) <= near && std::fabs(link.center.y) <= near;
}

// All forces at a state whose every number is an input of its own: what they look at is alive then.
class ForceSight {
 public:
  explicit ForceSight(const Mechanism& m) {
    const Tracing tracing(graph_);
    const Model<Traced> model = cast<Traced>(m.model);
    const Forces<Traced> forces = cast<Traced>(m.forces);
    PositionStage<Traced> at(model);
    VelocityStage<Traced> moving(model);
    for (Transform<Traced>& x : at.x) x = any_frame();
    for (Transform<Traced>& x : at.group) x = any_frame();
    for (Transform<Traced>& x : at.world) x = any_frame();
    for (Motion<Traced>& b : at.b) b = any_motion();
    for (auto* list : {&moving.v, &moving.c}) {
      for (Motion<Traced>& y : *list) y = any_motion();
    }
    for (int k = 0; k < model.nq(); ++k) q_.push_back(any());
    std::vector<Traced> v;
    for (int k = 0; k < model.nv(); ++k) v.push_back(any());
    std::vector<FunctionValue<Traced>> functions;
    for (std::size_t k = 0; k < m.functions.size(); ++k) functions.push_back({any(), any(), any()});
    std::vector<Force<Traced>> body(model.links.size());
    std::vector<Traced> joint(v.size()), rates(functions.size());
    const ForceState<Traced> state{q_, v, functions, at, moving};
    const Traced power = apply_forces<Traced>(forces, state, {body, joint, rates});
    const ForceEnergy<Traced> energy = force_energy<Traced>(forces, state);
    std::vector<Ref> wanted{power.ref(), energy.stored.ref(), energy.power.ref()};
    for (const Force<Traced>& f : body) {
      for (const Vec3<Traced>& part : {f.lin, f.ang}) add(part, wanted);
    }
    for (const auto* list : {&joint, &rates}) {
      for (const Traced& x : *list) wanted.push_back(x.ref());
    }
    live_ = live_nodes(graph_, wanted);
    for (const Transform<Traced>& x : at.x) {
      std::vector<Ref> across;
      add(x.r.x, across);
      add(x.r.y, across);
      across_.push_back(std::move(across));
    }
  }

  /// Whether a force looks across the z axis of a body, or at a number of q itself.
  [[nodiscard]] bool sees(std::size_t body, std::size_t q) const {
    return is_live(q_[q].ref()) || std::any_of(across_[body].begin(), across_[body].end(),
                                               [this](Ref r) { return is_live(r); });
  }

 private:
  static void add(const Vec3<Traced>& a, std::vector<Ref>& to) {
    for (const Traced& x : {a.x, a.y, a.z}) to.push_back(x.ref());
  }
  [[nodiscard]] bool is_live(Ref r) const { return live_[static_cast<std::size_t>(r.node())] != 0; }
  Traced any() { return Traced::input(input_q, next_++); }
  Vec3<Traced> any_vector() {
    const Traced x = any(), y = any(), z = any();
    return {x, y, z};
  }
  Motion<Traced> any_motion() {
    const Vec3<Traced> lin = any_vector(), ang = any_vector();
    return {lin, ang};
  }
  Transform<Traced> any_frame() {
    const Vec3<Traced> x = any_vector(), y = any_vector(), z = any_vector(), p = any_vector();
    return {{x, y, z}, p};
  }

  Graph graph_;
  int next_ = 0;
  std::vector<Traced> q_;
  std::vector<std::vector<Ref>> across_;  ///< by body: numbers of the axes that turn
  std::vector<char> live_;
};

}  // namespace

std::vector<std::size_t> angles_without_effect(const Mechanism& m) {
  std::vector<std::size_t> bodies, angles;
  for (std::size_t i = 0; i < m.model.links.size(); ++i) {
    if (is_round(m.model, i)) bodies.push_back(i);
  }
  if (bodies.empty()) return angles;
  const ForceSight sight(m);
  for (const std::size_t i : bodies) {
    const auto q = static_cast<std::size_t>(m.model.links[i].q_at);
    if (!sight.sees(i, q)) angles.push_back(q);
  }
  return angles;
}

}  // namespace treadle
