// What a component does between the steps of its caller: events, samples of its controllers, laws
// whose form a step has missed. (H23, H24)
#include "../src/base/at.hpp"
#include "../src/forces/forces.hpp"
#include "component_core.hpp"

namespace treadle {

class ComponentCore::Scene final : public LawScene {
 public:
  explicit Scene(ComponentCore& core) : core_(core) {}
  void look(double t, std::span<const double> x) override { core_.stand(t, x); }
  [[nodiscard]] const Workspace<double>& stages() const override { return core_.w_; }

 private:
  ComponentCore& core_;
};

void ComponentCore::stand(double t, std::span<const double> state) {
  tell_time(t, state);
  place_bodies<double>(mechanism_.model, q(state), w_.position);
  move_bodies<double>(mechanism_.model, v(state), w_.position, w_.velocity);
}

// Where something needs the motion, the state is the one that was evaluated last: it stands there.
InsideState ComponentCore::inside(double t, std::span<const double> state) {
  if (!needs_motion_) stand(t, state);
  return {t, q(state), v(state), qdd_, lambda_, w_, loads_};
}

// Forces of the caller in the axes of groups, about their origins.
void ComponentCore::load_border() {
  loads_.joint = w_.loads.joint;
  loads_.body = w_.loads.body;
  for (std::size_t b = 0; b < placed_.size(); ++b) {
    const std::size_t body = placed_[b].body.index();
    const int group = mechanism_.model.links[body].group;
    const Mat3<double>& axes = w_.position.group[at(group)].r;
    const Vec3<double> p = place_on(w_.position, group, static_cast<int>(body), placed_[b].frame).p;
    const double* tau = tau_.data() + 6 * b;
    const Vec3<double> force = transpose_times(axes, Vec3<double>{tau[0], tau[1], tau[2]}),
                       moment = transpose_times(axes, Vec3<double>{tau[3], tau[4], tau[5]});
    loads_.body[body] = loads_.body[body] + Force<double>{force, moment + cross(p, force)};
  }
}

void ComponentCore::set_input(std::size_t input, std::span<const double, 3> value) {
  std::copy(value.begin(), value.end(), told_[input].value.begin());
}

void ComponentCore::show(double t, std::span<const double> state, std::span<double> values) {
  shown_.read(inside(t, state), values);
}

void ComponentCore::heights(double t, std::span<const double> state, std::span<double> heights) {
  heights_.read(inside(t, state), heights);
  for (std::size_t e = 0; e < heights.size(); ++e) heights[e] -= events()[e].crosses;
}

void ComponentCore::happen(double t, std::size_t event) {
  const EventItem& item = events()[event];
  const int input = mechanism_.functions.find_input(switch_name(item.force));
  if (input < 0) return;
  const double on = item.action == EventAction::switch_on ? 1.0 : 0.0;
  inputs_[at(input)] = {on, 0.0, 0.0, t};
}

void ComponentCore::begin(double t, std::span<const double> state, double interval) {
  const InsideState here = inside(t, state);
  pace_.begin(point(t, state), interval,
              [&](std::span<double> now) { last_step_.read(here, now); });
}

bool ComponentCore::step(double t, std::span<const double> state) {
  const InsideState here = inside(t, state);
  heights_.follow(here);
  last_step_.follow(here);
  shown_.follow(here);
  return pace_.step(point(t, state), [&](std::span<double> now) { last_step_.read(here, now); });
}

std::optional<double> ComponentCore::missed(const Step& step, const LawWatch::StateAt& state_at) {
  if (!laws_)
    laws_ = std::make_unique<LawWatch>(mechanism_, std::make_unique<Scene>(*this), state_size(),
                                       step.tolerance);
  if (laws_->empty()) return {};
  laws_->forget();
  return laws_->missed(step.from, step.before, step.to, step.after, step.longest, state_at);
}

}  // namespace treadle
