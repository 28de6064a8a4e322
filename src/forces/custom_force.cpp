#include "custom_force.hpp"

namespace treadle {

BodyView ForceScene::body(const std::string& name) const {
  const PlacedBody placed = placement_.find(name);
  const Vec3<double> zero{};
  if (!placed.body.valid()) return {placed.frame, zero, zero};
  const auto i = static_cast<std::size_t>(placed.body.at);
  const Transform<double>& group = at_.group[static_cast<std::size_t>(model_.links[i].group)];
  const Frame inside = at_.x[i] * placed.frame;
  return {group * inside, group.r * point_velocity(moving_.v[i], inside.p),
          group.r * moving_.v[i].ang};
}

void ForceSink::push(const std::string& body, const Vec3<double>& point,
                     const Vec3<double>& force) {
  add(body, point, force, {});
}

void ForceSink::twist(const std::string& body, const Vec3<double>& torque) {
  add(body, {}, {}, torque);
}

void ForceSink::add(const std::string& name, const Vec3<double>& point, const Vec3<double>& force,
                    const Vec3<double>& torque) {
  const PlacedBody placed = placement_.find(name);
  if (!placed.body.valid()) return;
  const auto i = static_cast<std::size_t>(placed.body.at);
  const Transform<double>& world = at_.world[static_cast<std::size_t>(model_.links[i].group)];
  Force<double> f = force_at(world * point, world.r * force);
  f.ang += world.r * torque;
  body_[i] += f;
  power_ += dot(moving_.v[i], f);
}

}  // namespace treadle
