#include "opaque_jacobian.hpp"

#include "../dynamics/columns.hpp"

#include <algorithm>

namespace treadle {

namespace {

// Of motions in metres and radians, and of their rates.
constexpr double shift = 1e-6, quicker = 1e-5;

Motion<double> along_axis(std::size_t k, double size) {
  std::array<double, 6> x{};
  x[k] = size;
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

// A small motion in the group, right to second order.
Transform<double> shifted(const Transform<double>& x, const Motion<double>& by) {
  const auto turned = [&](const Vec3<double>& a) {
    const Vec3<double> first = cross(by.ang, a);
    return a + first + 0.5 * cross(by.ang, first);
  };
  return {{turned(x.r.x), turned(x.r.y), turned(x.r.z)}, turned(x.p) + by.lin};
}

}  // namespace

bool OpaqueJacobians::know_all(const Mechanism& mechanism) {
  return std::all_of(mechanism.custom.begin(), mechanism.custom.end(),
                     [](const auto& force) { return !force->bodies().empty(); });
}

OpaqueJacobians::OpaqueJacobians(const Mechanism& mechanism)
    : mechanism_(mechanism),
      at_(mechanism.model),
      moving_(mechanism.model),
      pushed_(mechanism.model.links.size()),
      before_(mechanism.model.links.size()),
      rates_(mechanism.functions.size()) {
  for (const auto& tyre : mechanism.forces.tyres) all_.push_back({{tyre.body.at}, {}, {}});
  for (const auto& force : mechanism.custom) {
    OpaqueJacobian one;
    for (const std::string& name : force->bodies()) {
      const PlacedBody placed = mechanism.placement.find(name);
      const bool known = std::count(one.bodies.begin(), one.bodies.end(), placed.body.at) > 0;
      if (placed.body.valid() && !known) one.bodies.push_back(placed.body.at);
    }
    if (one.bodies.empty()) continue;
    custom_.push_back(force.get());
    all_.push_back(one);
  }
  for (OpaqueJacobian& one : all_) {
    one.stiffness.resize(one.bodies.size() * one.bodies.size());
    one.damping.resize(one.stiffness.size());
  }
}

// What one force pushes, at the stages that are there.
void OpaqueJacobians::push(std::size_t force, double t, const ForceState<double>& s) {
  for (const int body : all_[force].bodies) pushed_[static_cast<std::size_t>(body)] = {};
  const auto& tyres = mechanism_.forces.tyres;
  if (force < tyres.size()) {
    const ForceState<double> here{s.q, s.v, s.functions, at_, moving_};
    ForceSums<double> sums{pushed_, {}, rates_};
    const FunctionId gate = tyres[force].gate;
    if (gate.valid()) sums.gate = &s.functions[gate.index()].value;
    tyres[force].apply(here, sums);
    return;
  }
  const ForceScene scene(mechanism_.model, mechanism_.placement, t, at_, moving_);
  ForceSink sink(mechanism_.model, mechanism_.placement, at_, moving_, pushed_);
  custom_[force - tyres.size()]->apply(scene, sink);
}

// Central differences along one motion, or one velocity, of one body.
void OpaqueJacobians::column(std::size_t force, double t, const ForceState<double>& s,
                             std::size_t moved, std::size_t direction, double h, bool of_velocity) {
  OpaqueJacobian& out = all_[force];
  const auto body = static_cast<std::size_t>(out.bodies[moved]);
  const auto go = [&](double way) {
    const Motion<double> by = along_axis(direction, way);
    if (of_velocity) {
      moving_.v[body] = s.moving.v[body] + by;
    } else {
      at_.x[body] = shifted(s.at.x[body], by);
    }
    push(force, t, s);
  };
  go(-h);
  before_ = pushed_;
  go(h);
  moving_.v[body] = s.moving.v[body];
  at_.x[body] = s.at.x[body];
  const std::size_t n = out.bodies.size();
  for (std::size_t i = 0; i < n; ++i) {
    const auto pushed = static_cast<std::size_t>(out.bodies[i]);
    std::array<double, 6> up{}, down{};
    store(pushed_[pushed], up.data());
    store(before_[pushed], down.data());
    Square6& to = (of_velocity ? out.damping : out.stiffness)[i * n + moved];
    for (std::size_t k = 0; k < 6; ++k) to[6 * k + direction] = (down[k] - up[k]) / (2.0 * h);
  }
}

void OpaqueJacobians::look(double t, const ForceState<double>& s) {
  if (all_.empty()) return;
  at_ = s.at;
  moving_ = s.moving;
  for (std::size_t force = 0; force < all_.size(); ++force) {
    for (std::size_t moved = 0; moved < all_[force].bodies.size(); ++moved) {
      for (std::size_t k = 0; k < 6; ++k) {
        column(force, t, s, moved, k, shift, false);
        column(force, t, s, moved, k, quicker, true);
      }
    }
  }
}

}  // namespace treadle
