#include "near_pairs.hpp"

#include "../contact/material.hpp"
#include "../contact/narrow_phase.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace treadle {

namespace {

constexpr double stick_share = 0.8;   // of the normal stiffness (U12)
constexpr double stick_ratio = 0.3;   // of critical damping, across the normal (U12)
constexpr double quick_share = 0.25;  // of half the thickness of both (U21)
constexpr double hertz_depth = 1e-3;  // of the radius at which Hertz's slope is taken (U12)

constexpr std::size_t pairs_of_each = 6;  // half the neighbours of a ball in a dense heap

double squared(const Vec3<double>& a) { return dot(a, a); }

bool is_sphere(const TouchShape& shape) { return shape.shape.kind == ContactShapeKind::sphere; }

Narrow narrow_of(const TouchShape& a, const TouchShape& b) {
  if (!is_sphere(a)) return Narrow::any;
  if (is_sphere(b)) return Narrow::spheres;
  return b.shape.kind == ContactShapeKind::plane ? Narrow::sphere_plane : Narrow::any;
}

}  // namespace

NearPairs::NearPairs(const ContactPlan& plan)
    : plan_(plan),
      states_(plan.shapes.size()),
      found_at_(plan.shapes.size()),
      bounds_(plan.shapes.size()) {
  for (std::size_t s = 0; s < states_.size(); ++s) {
    states_[s].at = plan.shapes[s].at;
    states_[s].radius = plan.shapes[s].shape.radius;
    const double half = half_thickness(plan.shapes[s].shape);
    if (half > 0.0 && !(quick_way_ > 0.0 && quick_way_ < half)) quick_way_ = half;
  }
  quick_way_ *= quick_share;
  for (auto* list : {&pairs_, &new_pairs_}) list->reserve(pairs_of_each * plan.shapes.size());
  for (auto* list : {&pasts_, &new_pasts_}) list->reserve(pairs_of_each * plan.shapes.size());
  for (auto* list : {&sticks_, &new_sticks_}) list->reserve(pairs_of_each * plan.shapes.size());
  for (const TouchLaw& law : plan.laws) has_rolling_ = has_rolling_ || law.rolling > 0.0;
  if (has_rolling_)
    for (auto* list : {&rolls_, &new_rolls_}) list->reserve(pairs_of_each * plan.shapes.size());
  of_shape_.reserve(2 * pairs_of_each * plan.shapes.size());
  list_by_shape();
}

void NearPairs::place(const PositionStage<double>& at, const VelocityStage<double>& moving,
                      std::size_t first, std::size_t last) {
  for (std::size_t s = first; s < last; ++s) {
    const TouchShape& shape = plan_.shapes[s];
    if (shape.body < 0 || (sleepers_ != nullptr && sleepers_->rests(shape.body))) continue;
    const auto b = index(shape.body);
    const Transform<double>& group = at.group[index(shape.group)];
    const Motion<double>& v = moving.v[b];
    ShapeState& now = states_[s];
    now.ang = group.r * v.ang;
    if (shape.is_body) {
      now.at = group;
      now.lin = group.r * v.lin;
      continue;
    }
    const Transform<double> inside = at.x[b] * shape.at;
    now.at = group * inside;
    now.lin = group.r * point_velocity(v, inside.p);
  }
}

void NearPairs::place(const PositionStage<double>& at, const VelocityStage<double>& moving,
                      Crew* crew) {
  const std::size_t n = states_.size();
  const int pieces = static_cast<int>((n + taken_together - 1) / taken_together);
  std::atomic<bool> far{!has_pairs_}, quick{false};
  share(crew, pieces, [&](int p) {
    const std::size_t first = index(p) * taken_together, last = std::min(n, first + taken_together);
    place(at, moving, first, last);
    if (!far.load(std::memory_order_relaxed) && is_far(first, last))
      far.store(true, std::memory_order_relaxed);
    if (find_ways(first, last)) quick.store(true, std::memory_order_relaxed);
  });
  has_quick_ = quick;
  if (settled_.empty()) remember_poses();
  if (far) find();
}

// How far shapes went since the last step; whether one of them went far. (U21)
bool NearPairs::find_ways(std::size_t first, std::size_t last) {
  if (settled_.empty()) return false;
  bool far = false;
  for (std::size_t s = first; s < last; ++s) {
    if (plan_.shapes[s].body < 0) continue;
    states_[s].gone = norm(states_[s].at.p - settled_[s].p);
    far = far || states_[s].gone > quick_way_;
  }
  return far;
}

bool NearPairs::is_quick(int a, int b) const {
  const double gone = state(a).gone + state(b).gone;
  if (!(gone > 0.0)) return false;
  const double first = half_thickness(shape(a).shape), second = half_thickness(shape(b).shape);
  return first > 0.0 && second > 0.0 && gone > quick_share * (first + second);
}

// Whether a point of a shape may have gone half the skin since pairs were looked for.
bool NearPairs::is_far(std::size_t first, std::size_t last) const {
  const double most = 0.5 * plan_.skin;
  for (std::size_t s = first; s < last; ++s) {
    const TouchShape& shape = plan_.shapes[s];
    if (shape.body < 0) continue;
    const Transform<double>&now = states_[s].at, &then = found_at_[s];
    double gone = squared(now.p - then.p);
    if (shape.reach > 0.0) {
      const double turned =
          squared(now.r.x - then.r.x) + squared(now.r.y - then.r.y) + squared(now.r.z - then.r.z);
      const double way = std::sqrt(gone) + shape.reach * std::sqrt(turned);
      gone = way * way;
    }
    if (!(gone <= most * most)) return true;
  }
  return false;
}

bool NearPairs::may_meet(int a, int b) const {
  if (plan_.meeting(a, b).law < 0) return false;
  const int i = shape(a).body, j = shape(b).body;
  return i != j &&
         (plan_.joined.empty() || !std::binary_search(plan_.joined.begin(), plan_.joined.end(),
                                                      std::pair(std::min(i, j), std::max(i, j))));
}

bool NearPairs::is_near(int a, int b, Manifold& manifold) const {
  if (has_quick_ && is_quick(a, b)) return true;
  const TouchShape &first = shape(a), &second = shape(b);
  if (is_sphere(first) && is_sphere(second)) {
    const double most = first.shape.radius + second.shape.radius + plan_.skin;
    const double apart = squared(state(b).at.p - state(a).at.p);
    return !(apart >= most * most) && std::isfinite(apart);
  }
  manifold.choice = 0;
  manifold.last_count = 0;
  return touch(first.shape, state(a).at, second.shape, state(b).at, plan_.skin, manifold);
}

NearPair NearPairs::make_pair(int a, int b) const {
  const TouchShape &first = shape(a), &second = shape(b);
  const Meeting& meeting = plan_.meeting(a, b);
  const TouchLaw& law = plan_.laws[index(meeting.law)];
  NearPair pair;
  pair.a = a;
  pair.b = b;
  pair.law = meeting.law;
  pair.narrow = narrow_of(first, second);
  const double bend = curvature(first.shape) + curvature(second.shape);
  // two flat ones: as if they were as round as the skin is thin
  const double round = bend > 0.0 ? bend : 1.0 / (5.0 * plan_.skin);
  pair.round = 1.0 / round;
  pair.stiffness = law.hertz ? hertz_stiffness(law.modulus, round) : law.stiffness;
  const double slope =
      law.hertz ? 1.5 * pair.stiffness * std::sqrt(hertz_depth / round) : law.stiffness;
  pair.stick = law.stick_stiffness > 0.0 ? law.stick_stiffness : stick_share * slope;
  const double inverse = first.inverse_mass + second.inverse_mass;
  pair.stick_damping = inverse > 0.0 ? 2.0 * stick_ratio * std::sqrt(pair.stick / inverse) : 0.0;
  return pair;
}

// All pairs within the skin, and what was remembered of them.
void NearPairs::find() {
  has_pairs_ = true;
  for (std::size_t s = 0; s < states_.size(); ++s) {
    bounds_[s] = bounds_of(plan_.shapes[s].shape, states_[s].at, 0.5 * plan_.skin);
    if (states_[s].gone > plan_.skin)  // all that it may have met on its way (U21)
      bounds_[s] =
          both(bounds_[s], bounds_of(plan_.shapes[s].shape, settled_[s], 0.5 * plan_.skin));
    found_at_[s] = states_[s].at;
  }
  new_pairs_.clear();
  new_sticks_.clear();
  new_pasts_.clear();
  new_rolls_.clear();
  std::size_t old = 0;
  const auto add = [&](NearPair pair, const NearPair* known) {
    pair.first = static_cast<int>(new_sticks_.size());
    new_sticks_.resize(new_sticks_.size() + index(pair.room()));
    if (known != nullptr)
      std::copy_n(sticks(*known), known->count, new_sticks_.data() + pair.first);
    new_pasts_.push_back(known != nullptr ? past(*known) : PairPast{});
    if (has_rolling_) new_rolls_.push_back(known != nullptr ? *roll(*known) : RollPoint{});
    new_pairs_.push_back(pair);
  };
  // what is behind what it went through is still with it, however far (U21)
  const auto pass_over = [&](const IndexPair& end) {
    for (; old < pairs_.size() && IndexPair{pairs_[old].a, pairs_[old].b} < end; ++old) {
      if (pairs_[old].passed) add(pairs_[old], &pairs_[old]);
    }
  };
  Manifold manifold;
  for (const IndexPair& near : broad_.pairs(bounds_)) {
    if (!may_meet(near.a, near.b) || !is_near(near.a, near.b, manifold)) continue;
    pass_over(near);
    const bool known = old < pairs_.size() && pairs_[old].a == near.a && pairs_[old].b == near.b;
    if (known) {
      add(pairs_[old], &pairs_[old]);
      ++old;
    } else {
      add(make_pair(near.a, near.b), nullptr);
    }
  }
  pass_over({std::numeric_limits<int>::max(), 0});
  pairs_.swap(new_pairs_);
  sticks_.swap(new_sticks_);
  pasts_.swap(new_pasts_);
  rolls_.swap(new_rolls_);
  list_by_shape();
  list_active();
}

void NearPairs::let_sleep(Sleepers& sleepers) {
  sleepers_ = &sleepers;
  active_.reserve(pairs_of_each * plan_.shapes.size());
}

void NearPairs::list_active() {
  if (sleepers_ == nullptr) return;
  active_.clear();
  sleepers_->clear_borders();
  if (!sleepers_->any()) return;
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    if (is_frozen(pairs_[k])) continue;
    active_.push_back(static_cast<int>(k));
    for (const int s : {pairs_[k].a, pairs_[k].b}) {
      if (shape(s).body >= 0) sleepers_->set_border(shape(s).body);
    }
  }
}

void NearPairs::list_by_shape() {
  begin_.assign(states_.size() + 2, 0);
  of_shape_.resize(2 * pairs_.size());
  for (const NearPair& pair : pairs_) {
    ++begin_[index(pair.a) + 2];
    ++begin_[index(pair.b) + 2];
  }
  for (std::size_t s = 2; s < begin_.size(); ++s) begin_[s] += begin_[s - 1];
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const int twice = static_cast<int>(2 * k);
    of_shape_[index(begin_[index(pairs_[k].a) + 1]++)] = twice;
    of_shape_[index(begin_[index(pairs_[k].b) + 1]++)] = twice + 1;
  }
}

void NearPairs::keep(Keep& keep) {
  struct Known {
    int a = 0, b = 0, count = 0, passed = 0;
  };
  std::vector<Known> known;
  for (const NearPair& pair : pairs_) known.push_back({pair.a, pair.b, pair.count, pair.passed});
  keep(has_pairs_, known, sticks_, pasts_, rolls_, found_at_, settled_);
  if (!keep.restoring()) return;
  pairs_.clear();
  int first = 0;
  for (const Known& one : known) {
    NearPair& pair = pairs_.emplace_back(make_pair(one.a, one.b));
    pair.count = static_cast<unsigned char>(one.count);
    pair.passed = one.passed != 0;
    pair.first = first;
    first += pair.room();
  }
  list_by_shape();
  list_active();
}

}  // namespace treadle
