#include "law_watch.hpp"

#include "../base/at.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr double nearly = 0.02;      // of the way: the cubic may be wrong by so much
constexpr double rate_counts = 1e3;  // of the tolerance: what trembles at rest reverses nothing
constexpr double counts = 0.01;      // of the largest force of a curve

}  // namespace

LawPath LawPath::between(double from, double from_rate, double to, double to_rate, double h) {
  const double a = h * from_rate, b = h * to_rate, rise = to - from;
  return {{from, a, 3.0 * rise - 2.0 * a - b, a + b - 2.0 * rise}};
}

LawPath LawPath::rate(double h) const { return {{c[1] / h, 2.0 * c[2] / h, 3.0 * c[3] / h, 0.0}}; }

int LawPath::turns(std::array<double, 2>& shares) const {
  // c1 + 2 c2 s + 3 c3 s^2 = 0, without cancellation
  const double a = 3.0 * c[3], b = c[2], root = b * b - a * c[1];
  if (!(root >= 0.0)) return 0;
  const double q = -(b + std::copysign(std::sqrt(root), b));
  int count = 0;
  for (const double s : {a != 0.0 ? q / a : -1.0, q != 0.0 ? c[1] / q : -1.0})
    if (s > 0.0 && s < 1.0) shares[static_cast<std::size_t>(count++)] = s;
  if (count == 2 && shares[1] < shares[0]) std::swap(shares[0], shares[1]);
  return count;
}

LawWatch::LawWatch(const Mechanism& mechanism, std::unique_ptr<LawScene> scene, std::size_t size,
                   double tolerance)
    : mechanism_(mechanism),
      scene_(std::move(scene)),
      nq_(at(mechanism.model.nq())),
      nv_(at(mechanism.model.nv())),
      tolerance_(tolerance),
      x_(size) {
  const Forces<double>& forces = mechanism.forces;
  for (std::size_t k = 0; k < forces.coordinates.size(); ++k) {
    if (forces.coordinates[k].plain) add(Kind::coordinate, k, forces.coordinates[k].law);
  }
  for (std::size_t k = 0; k < forces.balls.size(); ++k) add(Kind::ball, k, forces.balls[k].law);
  for (std::size_t k = 0; k < forces.couplers.size(); ++k)
    add(Kind::coupler, k, forces.couplers[k].along.law);
  for (std::size_t k = 0; k < forces.gears.size(); ++k)
    add(Kind::gear, k, forces.gears[k].along.law);
  for (std::size_t k = 0; k < forces.springs.size(); ++k) {
    const PointSpring<double>& spring = forces.springs[k];
    std::vector<double> edges;
    if (spring.bump.active) edges.push_back(spring.bump.length);
    if (spring.rebound.active) edges.push_back(spring.rebound.length);
    if (spring.ends.active) {
      edges.push_back(spring.ends.below);
      edges.push_back(spring.ends.above);
    }
    add(Kind::length, k, false, std::move(edges));
    add(Kind::length, k, false, {}, &spring.spring_law.table);
    if (!laws_.empty() && laws_.back().table == &spring.spring_law.table)
      laws_.back().from = spring.length;
    add(Kind::length, k, true, {}, &spring.damper_law.table);
    if (spring.damper_law.empty() && spring.damping != spring.rebound_damping)
      add(Kind::length, k, true, {0.0});
  }
  for (std::size_t k = 0; k < forces.planes.size(); ++k) add(Kind::height, k, false, {0.0});
  before_.resize(laws_.size());
  after_.resize(laws_.size());
}

void LawWatch::add(Kind kind, std::size_t at, const ScalarLaw<double>& law) {
  if (law.has_stops) add(kind, at, false, {law.lower, law.upper});
  if (law.play.active) add(kind, at, false, {law.play.lower, law.play.upper});
  if (law.has_friction) add(kind, at, true, {0.0});
  add(kind, at, false, {}, &law.spring.table);
  if (!laws_.empty() && laws_.back().table == &law.spring.table) laws_.back().from = law.rest;
  add(kind, at, true, {}, &law.damper.table);
  add(kind, at, true, {}, &law.motor.law.table);
}

void LawWatch::add(Kind kind, std::size_t at, bool of_rate, std::vector<double> edges,
                   const LookupTable* table) {
  std::erase_if(edges, [](double edge) { return !std::isfinite(edge); });
  if (table != nullptr && table->empty()) table = nullptr;
  if (edges.empty() && table == nullptr) return;
  Law law{kind, at, of_rate, std::move(edges), table, 0.0, 0.0};
  if (table != nullptr)
    for (const double y : table->y) law.largest = std::max(law.largest, std::fabs(y));
  laws_.push_back(std::move(law));
}

bool LawWatch::is_on(const Law& law) const {
  const Forces<double>& forces = mechanism_.forces;
  const auto open = [&](FunctionId gate) {
    return !gate.valid() || scene_->stages().functions[gate.index()].value != 0.0;
  };
  if (law.kind == Kind::length) return open(forces.springs[law.at].gate);
  if (law.kind == Kind::coupler) return open(forces.couplers[law.at].gate);
  if (law.kind == Kind::gear) return open(forces.gears[law.at].gate);
  return law.kind != Kind::height || open(forces.planes[law.at].gate);
}

LawWatch::Seen LawWatch::see(const Law& law, std::span<const double> x) const {
  const Forces<double>& forces = mechanism_.forces;
  const Workspace<double>& w = scene_->stages();
  switch (law.kind) {
    case Kind::coordinate: {
      const CoordinateLaw<double>& joint = forces.coordinates[law.at];
      return {q(x)[at(joint.q_at.at)] - law.from, v(x)[at(joint.v_at.at)]};
    }
    case Kind::ball: {
      const auto turn = forces.balls[law.at].turn(w.position, w.velocity);
      return {turn.angle - law.from, turn.rate};
    }
    case Kind::coupler:
    case Kind::gear: {
      const CoordinateSum<double>& sum = law.kind == Kind::gear ? forces.gears[law.at].along.sum
                                                                : forces.couplers[law.at].along.sum;
      return {sum.value(q(x)) - law.from, sum.rate(v(x))};
    }
    case Kind::length: {
      const PointSpring<double>& spring = forces.springs[law.at];
      const auto line = spring.line(w.position, w.velocity);
      return {line.distance - law.from, line.rate};  // curves are over the stretch
    }
    case Kind::height:
      break;
  }
  const auto contact = forces.planes[law.at].contact(w.position, w.velocity);
  return {contact.depth, contact.rate};
}

void LawWatch::look(double t, std::span<const double> x, std::vector<Seen>& seen) {
  scene_->look(t, x);
  for (std::size_t k = 0; k < laws_.size(); ++k) seen[k] = see(laws_[k], x);
}

void LawWatch::begin(double t, std::span<const double> x) {
  if (empty()) return;
  look(t, x, after_);
  known_ = t;
}

// Both ends are on one side of an edge and the path turns back beyond it, or nearly so.
std::optional<double> LawWatch::turned_at(const Law& law, const LawPath& path, double& edge) {
  std::array<double, 2> shares{};
  const int count = path.turns(shares);
  const double from = path.at(0.0), to = path.at(1.0);
  for (int k = 0; k < count; ++k) {
    const double s = shares[static_cast<std::size_t>(k)], turn = path.at(s);
    const double slack = nearly * std::max(std::fabs(turn - from), std::fabs(turn - to));
    for (const double e : law.edges) {
      const double side = from > e ? 1.0 : -1.0;
      if (!((from - e) * side > 0.0 && (to - e) * side > 0.0)) continue;
      if ((turn - e) * side > slack) continue;
      edge = e;
      return s;
    }
  }
  return {};
}

// Values and slopes at both ends say what a curve looks like between them; a point of it that is
// far from that is a part that neither end shows.
std::optional<double> LawWatch::hidden_at(const Law& law, const LawPath& path) {
  const LookupTable& table = *law.table;
  const double from = path.at(0.0), to = path.at(1.0);
  const Looked a = treadle::look(table, from), b = treadle::look(table, to);
  const LawPath guess = LawPath::between(a.value, a.slope, b.value, b.slope, to - from);
  const auto hides = [&](double x, double expected) {
    return std::fabs(treadle::look(table, x).value - expected) > counts * law.largest;
  };
  std::array<double, 2> shares{};
  const int count = path.turns(shares);
  for (int k = 0; k < count; ++k) {
    const double s = shares[static_cast<std::size_t>(k)], x = path.at(s);
    const bool first = std::fabs(x - from) < std::fabs(x - to);
    const Looked& end = first ? a : b;
    if (hides(x, end.value + end.slope * (x - (first ? from : to)))) return s;
  }
  const auto begin = std::upper_bound(table.x.begin(), table.x.end(), std::min(from, to));
  const auto end = std::lower_bound(begin, table.x.end(), std::max(from, to));
  for (auto point = begin; point != end; ++point) {
    const double share = (*point - from) / (to - from);
    if (!hides(*point, guess.at(share))) continue;
    // when the path is there
    double low = 0.0, high = 1.0;
    for (int it = 0; it < 40; ++it) {
      const double middle = 0.5 * (low + high);
      ((path.at(middle) < *point) == (from < *point) ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }
  return {};
}

std::optional<double> LawWatch::missed(double t0, std::span<const double> x0, double t1,
                                       std::span<const double> x1, double longest,
                                       const StateAt& state_at) {
  const double h = t1 - t0;
  if (!(h > longest)) return {};
  if (known_ != t0) look(t0, x0, after_);
  std::swap(before_, after_);
  look(t1, x1, after_);
  known_ = t1;
  std::optional<double> first;
  for (std::size_t k = 0; k < laws_.size(); ++k) {
    const Law& law = laws_[k];
    if (!is_on(law)) continue;
    const LawPath way =
        LawPath::between(before_[k].value, before_[k].rate, after_[k].value, after_[k].rate, h);
    const LawPath path = law.of_rate ? way.rate(h) : way;
    std::optional<double> share;
    if (law.table != nullptr) share = hidden_at(law, path);
    double edge = 0.0;
    if (law.table == nullptr) share = turned_at(law, path, edge);
    if (share && law.table == nullptr) {  // the cubic is a guess
      state_at(t0 + *share * h, x_);
      scene_->look(t0 + *share * h, x_);
      const Seen seen = see(law, x_);
      const double side = path.at(0.0) > edge ? 1.0 : -1.0,
                   beyond = side * (edge - (law.of_rate ? seen.rate : seen.value));
      if (!(beyond > (law.of_rate ? rate_counts : 1.0) * tolerance_)) share.reset();
    }
    if (share && (!first || *share < *first)) first = share;
  }
  if (!first) return {};
  known_ = -1.0;
  return t0 + *first * h;
}

}  // namespace treadle
