#include "sleepers.hpp"

#include "../joints/free.hpp"

#include <algorithm>
#include <atomic>

namespace treadle {

namespace {

constexpr double waking_share = 2.0;  // of the acceleration below which bodies fall asleep
constexpr double steps_ahead = 2.0;   // in which something that comes near would touch

Motion<double> motion_at(const double* v) { return {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}}; }

// By group: whether it is one body that nothing holds.
std::vector<char> lone_groups(const Model<double>& model) {
  std::vector<int> bodies(model.groups.size(), 0);
  for (const Link<double>& link : model.links) ++bodies[static_cast<std::size_t>(link.group)];
  std::vector<char> lone(bodies.size());
  for (std::size_t g = 0; g < lone.size(); ++g) lone[g] = bodies[g] == 1 ? 1 : 0;
  for (const LoopData<double>& loop : model.loops) {
    if (loop.group >= 0) lone[static_cast<std::size_t>(loop.group)] = 0;
  }
  return lone;
}

}  // namespace

Sleepers::Sleepers(const ContactPlan& plan, const Model<double>& model, const SleepingItem& rule,
                   bool forces_act)
    : rule_(rule),
      forces_act_(forces_act),
      bodies_(model.links.size()),
      now_(model.links.size()),
      state_(model.links.size(), never),
      near_(model.links.size(), 0) {
  const std::vector<char> lone = lone_groups(model);
  for (const TouchShape& shape : plan.shapes) {
    if (shape.body < 0) continue;
    const auto b = at(shape.body);
    const Link<double>& link = model.links[b];
    if (lone[static_cast<std::size_t>(link.group)] == 0 || !link.carries_axes || link.reversed ||
        link.nv != Free::nv || link.parent >= 0 || !(link.mass > 0.0))
      continue;
    Body& body = bodies_[b];
    state_[b] = 0;
    body.lone = {link.center, link.mass, link.inertia, inverse_of(link.inertia)};
    body.v_at = link.v_at;
    body.reach =
        std::max(body.reach, norm(shape.at.p) + norm(shape.shape.half) + shape.shape.radius);
  }
}

bool Sleepers::is_below(std::size_t body, const Vec3<double>& lin, const Vec3<double>& ang,
                        double most) const {
  const double reach = bodies_[body].reach;
  return dot(lin, lin) < most * most && reach * reach * dot(ang, ang) < most * most;
}

void Sleepers::hold(std::span<double> qdd) {
  if (count_ == 0) return;
  for (std::size_t b = 0; b < state_.size(); ++b) {
    if ((state_[b] & asleep) == 0) continue;
    double* const a = qdd.data() + bodies_[b].v_at;
    if (!rests(static_cast<int>(b))) {
      Now& now = now_[b];
      const Motion<double> free = motion_at(a);
      if (!now.is_held) {
        now.held = {-free.lin, -free.ang};
        now.is_held = true;
      }
      now.moved = {free.lin + now.held.lin, free.ang + now.held.ang};
      state_[b] = static_cast<unsigned char>(state_[b] & ~fresh);
    }
    std::fill_n(a, Free::nv, 0.0);
  }
}

void Sleepers::watch(double h, std::span<const double> v, std::span<const double> qdd) {
  step_ = h;
  tired_ = 0;
  for (std::size_t b = 0; b < state_.size(); ++b) {
    unsigned char& state = state_[b];
    if ((state & never) != 0) continue;
    Now& now = now_[b];
    if ((state & asleep) != 0) {
      if (now.is_held &&
          !is_below(b, now.moved.lin, now.moved.ang, waking_share * rule_.acceleration))
        state |= wakes;
      continue;
    }
    const auto column = static_cast<std::size_t>(bodies_[b].v_at);
    const Motion<double> speed = motion_at(v.data() + column),
                         rate = motion_at(qdd.data() + column);
    const bool quiet = is_below(b, speed.lin, speed.ang, rule_.speed) &&
                       is_below(b, rate.lin, rate.ang, rule_.acceleration);
    now.quiet = quiet ? now.quiet + h : 0.0;
    state = static_cast<unsigned char>(state & ~tired);
    if (now.quiet < rule_.time) continue;
    state |= tired;
    ++tired_;
  }
}

void Sleepers::approach(int a, int b, double depth, double speed) {
  if (!(speed > rule_.speed) || !(steps_ahead * step_ * speed > -depth)) return;
  for (const int body : {a, b})
    if (is_asleep(body))
      std::atomic_ref<unsigned char>(near_[at(body)]).store(1, std::memory_order_relaxed);
}

void Sleepers::keep_awake(int body) {
  if (body >= 0 && (state_[at(body)] & tired) != 0) near_[at(body)] = 1;
}

bool Sleepers::will_change() {
  bool changes = false;
  for (std::size_t b = 0; b < state_.size(); ++b) {
    unsigned char& state = state_[b];
    if (near_[b] != 0) {
      near_[b] = 0;
      if ((state & asleep) != 0) state |= wakes;
      state = static_cast<unsigned char>(state & ~tired);
    }
    changes = changes || (state & (tired | wakes)) != 0;
  }
  tired_ = 0;
  return changes;
}

bool Sleepers::will_sleep(int body) const {
  const unsigned char state = state_[at(body)];
  return (state & asleep) != 0 ? (state & wakes) == 0 : (state & tired) != 0;
}

void Sleepers::stop(std::span<double> v) {
  for (std::size_t b = 0; b < state_.size(); ++b) {
    if ((state_[b] & tired) == 0) continue;
    double* const speed = v.data() + bodies_[b].v_at;
    lost_ += bodies_[b].lone.kinetic(motion_at(speed));
    std::fill_n(speed, Free::nv, 0.0);
  }
}

void Sleepers::shift(int body, const Force<double>& load, double sign) {
  if (!is_asleep(body) || !will_sleep(body)) return;
  const Motion<double> rate = bodies_[at(body)].lone.acceleration(load);
  Motion<double>& held = now_[at(body)].held;
  held = {held.lin + sign * rate.lin, held.ang + sign * rate.ang};
  state_[at(body)] |= fresh;
}

void Sleepers::change() {
  count_ = 0;
  for (std::size_t b = 0; b < state_.size(); ++b) {
    unsigned char& state = state_[b];
    if ((state & tired) != 0) {
      state = asleep | fresh;
      now_[b] = {};
    } else if ((state & wakes) != 0) {
      state = 0;
      now_[b] = {};
    }
    if ((state & asleep) != 0) ++count_;
  }
}

void Sleepers::clear_borders() {
  for (unsigned char& state : state_) state = static_cast<unsigned char>(state & ~border);
}

void Sleepers::keep(Keep& keep) {
  keep(now_, state_, near_, step_, lost_, count_, tired_);
  if (!keep.restoring()) return;
  for (unsigned char& state : state_) {
    if ((state & asleep) != 0) state |= fresh;
  }
}

}  // namespace treadle
