#include "singular_watch.hpp"

#include "../base/at.hpp"
#include "../describe/names.hpp"
#include "../keeping/closest.hpp"
#include "../linalg/root.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treadle {

namespace {

constexpr double enter = 1e-2, hold_on = 1.5;  // of the regular strength; of where it was entered
constexpr double rounding_counts = 2e-4;       // a strength whose square rounding can reach
constexpr double weak = 0.1, on_the_way = 0.3;
constexpr double shortest_way = 0.1;  // of the usual strength
constexpr double lost_part = 0.5;     // of the strength, in one step
constexpr double lost = 1e-5;         // strength of an equation that is lost, of the usual one
constexpr double takes_part = 1e-2;   // of the largest part that a loop has in lost equations
constexpr double caution = 4.0;       // against what the reach and a slope that was seen leave out

// One over the unit of each number of q or v: turns and numbers of quaternions count as they are.
std::vector<double> scales_of(const Model<double>& model, bool velocities) {
  std::vector<double> out(at(velocities ? model.nv() : model.nq()), 1.0);
  const double length = length_scale(model);
  for (const TreeBody& body : model.topology->bodies) {
    const auto& names = velocities ? velocity_names(body.type) : coordinate_names(body.type);
    const int first = velocities ? body.v_at : body.q_at;
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (names[k].unit[0] == 'm') out[at(first) + k] = 1.0 / length;
    }
  }
  return out;
}

// Entries of the scaled Phi change by about as much as coordinates do, and a singular value by no
// more than sqrt(row sum * column sum) of the changes; the length of a row bounds it as well.
// Couplers and gears alone never change.
double reach_of(const Model<double>& model, const ScaledIsland& island) {
  const auto is_constant = [&](int c) { return model.loops[at(c)].kind == LoopKind::coordinates; };
  if (std::all_of(island.parts.loops.begin(), island.parts.loops.end(), is_constant)) return 0.0;
  std::vector<int> rows_at(at(island.columns()), 0);
  int longest = 1, most = 1, row = 0;
  std::size_t next = 0, kept = 0;
  for (const int c : island.parts.loops) {
    const LoopData<double>& loop = model.loops[at(c)];
    int rows = 0;
    for (int r = 0; r < loop.row_count; ++r, ++row) {
      if (kept == island.kept.size() || island.kept[kept] != row) continue;
      ++kept;
      ++rows;
    }
    longest = std::max(longest, static_cast<int>(loop.columns.size()));
    for (std::size_t k = 0; k < loop.columns.size(); ++k)
      most = std::max(most, rows_at[at(island.place[next++])] += rows);
  }
  const double by_entries = std::sqrt(static_cast<double>(longest) * static_cast<double>(most));
  return std::min(by_entries, std::sqrt(static_cast<double>(island.columns())));
}

// Where the parabola through three points crosses zero between the last two, or the line through
// these.
double root_of(const double* t, const double* s, int points) {
  const double line = t[1] + (t[2] - t[1]) * s[1] / (s[1] - s[2]);
  if (points < 3) return line;
  const double d1 = (s[1] - s[0]) / (t[1] - t[0]), d2 = (s[2] - s[1]) / (t[2] - t[1]);
  const double bend = (d2 - d1) / (t[2] - t[0]);
  double root = line;
  for (int it = 0; it < 20; ++it) {
    const double value = s[1] + (root - t[1]) * (d2 + (root - t[2]) * bend);
    const double slope = d2 + (2.0 * root - t[1] - t[2]) * bend;
    if (slope == 0.0) return line;
    root -= value / slope;
  }
  return root >= t[1] && root <= t[2] ? root : line;
}

}  // namespace

SingularWatch::SingularWatch(const Model<double>& model, const std::vector<ScaledIsland>& islands,
                             std::span<const FunctionValue<double>> functions,
                             std::span<const double> regular)
    : model_(model),
      islands_(islands),
      q_scale_(scales_of(model, false)),
      v_scale_(scales_of(model, true)),
      between_(model) {
  PositionStage<double> position(model);
  LoopStage<double> loops(model);
  place_bodies<double>(model, regular, position);
  close_loops<double>(model, regular, functions, position, loops);
  for (const ScaledIsland& island : islands) {
    State state(model, island);
    state.reach = reach_of(model, island);
    for (const int b : island.parts.bodies) {
      const TreeBody& body = model.topology->bodies[BodyId{b}];
      for (int k = 0; k < body.nq; ++k) state.q_at.push_back(body.q_at + k);
      for (int k = 0; k < body.nv; ++k) state.v_at.push_back(body.v_at + k);
    }
    state.looked.resize(state.q_at.size());
    state.followed.resize(state.q_at.size());
    states_.push_back(std::move(state));
    look(states_.back(), island, regular, loops.phi);
    states_.back().weak.reserve(states_.back().kept);
    states_.back().near = states_.back().was_near = false;
    states_.back().way = way_to_go(states_.back());
  }
  crossings_.reserve(1024);
  shares_.reserve(model.loops.size());
}

// Strengths are far below one in islands of many equations: rounding is felt further away there.
double SingularWatch::window(const State& state) {
  return std::max(enter * state.regular(), std::min(rounding_counts, weak * state.regular()));
}

double SingularWatch::window(std::size_t island) const { return window(states_[island]); }

double SingularWatch::moved(const State& state, const std::vector<double>& since,
                            std::span<const double> q) const {
  double most = 0.0;
  for (std::size_t k = 0; k < state.q_at.size(); ++k) {
    const std::size_t i = at(state.q_at[k]);
    most = std::max(most, std::fabs(q[i] - since[k]) * q_scale_[i]);
  }
  return most;
}

bool SingularWatch::due(const State& state, const ScaledIsland& island,
                        std::span<const double> q) const {
  return island.rank > 0 && !(moved(state, state.looked, q) < state.way);
}

// Until sigma can be at the next threshold. Far away, a slope that was small so far makes up for
// the caution: then the reach alone is the bound.
double SingularWatch::way_to_go(const State& state) {
  double margin = std::fabs(state.sigma - (state.near ? hold_on : 1.0) * window(state));
  if (!state.near) margin = std::min(margin, std::fabs(state.sigma - weak * state.regular()));
  const double way = margin / (caution * state.reach),
               far = state.sigma - on_the_way * state.regular();
  if (state.slope < 0.0 || !(far > 0.0)) return way;
  return std::max(way, far / std::max(caution * caution * state.slope, state.reach));
}

// The strength falls by half of what is left at most, as fast as it has changed so far (its reach
// before that is known); on the way to a singular position it is followed in short steps.
double SingularWatch::longest_step(std::span<const double> v) const {
  double longest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const State& s = states_[i];
    if (islands_[i].rank == 0) continue;
    double speed = 0.0;
    for (const int k : s.v_at) speed = std::max(speed, std::fabs(v[at(k)]) * v_scale_[at(k)]);
    const double change = (s.slope > 0.0 ? std::min(2.0 * s.slope, s.reach) : s.reach) * speed;
    if (change > 0.0)
      longest =
          std::min(longest, lost_part * std::max(s.sigma, shortest_way * s.regular()) / change);
  }
  return longest;
}

bool SingularWatch::must_look(std::span<const double> q) const {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (due(states_[i], islands_[i], q)) return true;
  }
  return false;
}

void SingularWatch::look(State& state, const ScaledIsland& island, std::span<const double> q,
                         std::span<const double> phi) {
  const bool known = state.regular() > 0.0;
  const double way = moved(state, state.looked, q), before = state.sigma;
  for (std::size_t k = 0; k < state.q_at.size(); ++k) state.looked[k] = q[at(state.q_at[k])];
  if (island.rank == 0) return;
  state.sigma = state.weak.guess(state.kept, phi);
  if (state.sigma < 0.0) {
    fill_scaled<double>(model_, island, phi, phi_);
    state.sigma = state.weak.strength(island, phi_, !known);
  }
  state.near = state.sigma < (state.near ? hold_on : 1.0) * window(state);
  state.was_near = state.was_near || state.near;
  if (known && way > 0.0 && std::min(before, state.sigma) > on_the_way * state.regular())
    state.slope = std::max(state.slope, std::fabs(state.sigma - before) / way);
  state.way = way_to_go(state);
}

void SingularWatch::look(std::span<const double> q, std::span<const double> phi) {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (due(states_[i], islands_[i], q)) look(states_[i], islands_[i], q, phi);
  }
  count();
}

void SingularWatch::count() {
  near_ = weak_ = 0;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (islands_[i].rank == 0) continue;
    near_ += states_[i].near ? 1 : 0;
    weak_ += states_[i].sigma < weak * states_[i].regular() ? 1 : 0;
    came_near_ = came_near_ || states_[i].sigma < on_the_way * states_[i].regular();
  }
}

bool SingularWatch::wants_accepted(std::span<const double> q) const {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const State& s = states_[i];
    if (s.steps > 0 || s.sigma < on_the_way * s.regular() || due(s, islands_[i], q)) return true;
  }
  return false;
}

// A reference for the sign of the weakest directions, at an accepted step; phi_ is up to date.
void SingularWatch::refer(State& state, const ScaledIsland& island, std::span<const double> q) {
  state.sigma = state.weak.refer(island, phi_);
  state.way = way_to_go(state);
  for (std::size_t k = 0; k < state.q_at.size(); ++k) state.followed[k] = q[at(state.q_at[k])];
}

// When the signed strength is zero within the last step, on the cubic between its ends, from the
// parabola's root on.
double SingularWatch::time_of_crossing(const State& state, const ScaledIsland& island,
                                       std::span<const FunctionValue<double>> functions) {
  const double guess = root_of(state.t, state.s, state.steps);
  if (between_.begin() != state.t[1] || between_.end() != state.t[2] || !(state.s[1] > 0.0))
    return guess;
  if (!(state.s[2] < 0.0)) return guess;
  const double enough = 1e-13 * std::max(1.0, std::fabs(state.t[2]));
  const auto strength = [&](double t) {
    between_.look(t, functions);
    fill_scaled<double>(model_, island, between_.phi(), phi_);
    return state.weak.signed_strength(phi_);
  };
  return root_between(state.t[1], state.t[2], state.s[1], state.s[2], enough, strength, guess);
}

// The strength of the direction that was weakest before, with its sign: it goes through zero where
// the smallest singular value touches zero. (N13)
bool SingularWatch::accepted(double t, std::span<const double> q, std::span<const double> v,
                             std::span<const FunctionValue<double>> functions,
                             std::span<const double> phi) {
  bool found = false;
  between_.accept(t, q, v);
  for (std::size_t i = 0; i < states_.size(); ++i) {
    State& state = states_[i];
    const ScaledIsland& island = islands_[i];
    if (island.rank == 0) continue;
    const bool following = state.steps > 0;
    if (!following && !(state.sigma < on_the_way * state.regular()) && !due(state, island, q))
      continue;
    if (!following) {
      look(state, island, q, phi);
      if (!(state.sigma < on_the_way * state.regular())) continue;
      fill_scaled<double>(model_, island, phi, phi_);
      refer(state, island, q);
      state.steps = 1;
      state.t[2] = state.least_t = t;
      state.s[2] = state.least_s = state.sigma;
      state.was_near = state.near;
      state.noted = false;
      continue;
    }
    fill_scaled<double>(model_, island, phi, phi_);
    const double strength = state.weak.signed_strength(phi_);
    for (int k = 0; k < 2; ++k) {
      state.t[k] = state.t[k + 1];
      state.s[k] = state.s[k + 1];
    }
    state.t[2] = t;
    state.s[2] = strength;
    ++state.steps;
    const bool crossed = strength <= 0.0;
    if (crossed) {
      note(i, time_of_crossing(state, island, functions), false, functions);
      found = state.noted = true;
      state.least_s = state.regular();
      fill_scaled<double>(model_, island, phi, phi_);
    } else if (strength < state.least_s) {
      state.least_s = strength;
      state.least_t = t;
    }
    const double far = moved(state, state.followed, q) * state.reach;
    if (crossed || !(far < 0.25 * state.weak.reference())) {
      refer(state, island, q);
      state.s[2] = state.sigma;
      if (crossed) state.steps = 1;
      if (!(state.sigma < on_the_way * state.regular())) {
        state.steps = 0;
        if (state.was_near && !state.noted) note(i, state.least_t, true, functions);
        state.was_near = state.noted = false;
      }
    }
  }
  count();
  return found;
}

// The loops that have a part in the equations that are lost at a time within the last step. One
// that turned: the loop with the largest part in its weakest equation.
void SingularWatch::note(std::size_t island, double t, bool turned,
                         std::span<const FunctionValue<double>> functions) {
  State& state = states_[island];
  const ScaledIsland& s = islands_[island];
  const bool inside = !turned && t >= between_.begin() && t <= between_.end();
  if (inside) {
    between_.look(t, functions);
    fill_scaled<double>(model_, s, between_.phi(), phi_);
    state.weak.find_lost(s, phi_, lost * state.regular());
  }
  const auto share = [&](int row) {
    const double u = state.weak.part(row);
    return inside ? state.weak.lost_part(row) : u * u;
  };
  int row = 0;
  double most = 0.0;
  shares_.clear();
  for (const int c : s.parts.loops) {
    double sum = 0.0;
    for (int r = 0; r < model_.loops[at(c)].row_count; ++r, ++row) sum += share(row);
    shares_.push_back(sum);
    most = std::max(most, sum);
  }
  for (std::size_t k = 0; k < shares_.size(); ++k) {
    const bool named = inside ? shares_[k] > takes_part * most : shares_[k] >= (1.0 - 1e-9) * most;
    if (!named) continue;
    crossings_.push_back({t, island, s.parts.loops[k], turned});
    if (!inside) break;
  }
}

}  // namespace treadle
