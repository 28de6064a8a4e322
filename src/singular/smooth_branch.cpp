#include "smooth_branch.hpp"

#include "../base/at.hpp"
#include "../kinematics/advance.hpp"
#include "../scalar/instantiate.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

// Places along the motion, in radians or parts of the mechanism's length; those near the singular
// position itself are left out.
constexpr double node_distance = 1e-2, widest = 2.0;
constexpr int usual_columns = 20;
constexpr std::array<double, 10> nodes{-3.4, -2.8, -2.2, -1.6, -1.0, 1.0, 1.6, 2.2, 2.8, 3.4};
constexpr double healthy = 0.25;  // of the largest strength among the places
constexpr double healthy_aside = 0.05;
constexpr double telling = 0.05;  // of the window: what the strongest place must have
constexpr int fewest_samples = 5;
constexpr double closed = 1e-15, accepted_gap = 1e-10;  // scaled residuals
constexpr double slow = 0.05;                           // of a Newton step with old factors
// How places may lie: further apart, or on a curve that leaves the motion to one side, where the
// motion goes along singular positions instead of through them. The first that serves is kept.
struct Manner {
  double stretch, bend;
};
constexpr std::array<Manner, 5> manners{
    {{1.0, 0.0}, {2.0, 0.0}, {1.0, 0.5}, {1.0, 2.0}, {4.0, 0.0}}};
// Where no manner serves, so many samples are left to the first of them before all are tried again.
constexpr int rest_after_failure = 12;
// A state so near to that of the last samples is served by them.
constexpr double same_place = 1e-12, same_direction = 1e-11;

// The weakest direction of many equations is weaker, and rounding counts for more: the places stand
// further apart.
double spread_of(const ScaledIsland& island) {
  const double many = static_cast<double>(island.columns()) / usual_columns;
  return node_distance * std::clamp(std::sqrt(many), 1.0, widest);
}

}  // namespace

template <Decidable S>
SmoothBranch<S>::SmoothBranch(const Model<S>& model, const std::vector<ScaledIsland>& islands)
    : model_(model),
      islands_(islands),
      position_(model),
      loops_(model),
      q_(at(model.nq())),
      moved_(at(model.nq())),
      step_(at(model.nv())),
      sampled_(at(model.nq())) {
  int rows = 0, columns = 0;
  std::vector<std::vector<int>> loops;
  for (const ScaledIsland& island : islands) {
    states_.emplace_back(island);
    loops.push_back(island.parts.loops);
    rows = std::max(rows, island.rows());
    columns = std::max(columns, island.columns());
  }
  reaches_ = reaches_of<S>(model, loops);
  phi_.shape(rows, columns);
  b_.resize(at(rows));
  x_.resize(at(columns));
}

template <Decidable S>
void SmoothBranch<S>::begin(std::size_t i, const SingularWatch& watch, std::span<const S> v) {
  State& state = states_[i];
  const ScaledIsland& island = islands_[i];
  if (!state.followed) {  // on the way in, the directions of the last look are still good
    for (int k = 0; k < state.basis.rows * state.basis.cols; ++k)
      state.basis.a[at(k)] = S(watch.basis(i).a[at(k)]);
  }
  S square = S(0.0);
  for (int j = 0; j < island.columns(); ++j) {
    state.direction[at(j)] = v[at(island.parts.positions[at(j)])] / island.column[at(j)];
    square += state.direction[at(j)] * state.direction[at(j)];
  }
  state.speed = sqrt(square);
  const bool moving = value(state.speed) > 1e-6;
  for (int j = 0; j < island.columns(); ++j)
    state.direction[at(j)] = moving ? state.direction[at(j)] / state.speed : state.basis(j, 0);
  if (moving) {
    turn_basis(state);
  } else {
    state.speed = S(0.0);
  }
  double most = 0.0;  // it goes as far in a large island as in a small one
  for (const S& part : state.direction) most = std::max(most, std::fabs(value(part)));
  state.spread = spread_of(island) / most;
  std::copy(state.basis.a.begin(), state.basis.a.end(), state.first.a.begin());
  state.found = false;
}

// The motion is a free direction in any case, even where those of the last look are of another
// branch: it takes the place of the one that is most like it.
template <Decidable S>
void SmoothBranch<S>::turn_basis(State& state) {
  Matrix<S>& basis = state.basis;
  const int n = basis.rows;
  int like = 0;
  double most = -1.0;
  for (int c = 0; c < basis.cols; ++c) {
    S along = S(0.0);
    for (int j = 0; j < n; ++j) along += basis(j, c) * state.direction[at(j)];
    if (!(std::fabs(value(along)) > most)) continue;
    most = std::fabs(value(along));
    like = c;
  }
  for (int j = 0; j < n; ++j) {
    basis(j, like) = basis(j, 0);
    basis(j, 0) = state.direction[at(j)];
  }
  for (int c = 1; c < basis.cols; ++c) {
    take_out(basis, c, basis, c);
    normalize_column(basis, c, 0.0);
  }
}

template <Decidable S>
void SmoothBranch<S>::look(std::size_t i, std::span<const FunctionValue<S>> functions) {
  place_bodies<S>(model_, reaches_[i], q_, position_);
  close_loops<S>(model_, reaches_[i], q_, functions, position_, loops_);
}

// Newton steps beside the free directions T, with factors that may be those of the place before.
// How far the place is along T is given, so that all places lie on one smooth curve.
template <Decidable S>
bool SmoothBranch<S>::close(std::size_t i, std::span<const FunctionValue<S>> functions,
                            std::span<const S> q, int rounds) {
  State& state = states_[i];
  const ScaledIsland& island = islands_[i];
  const int n = island.columns();
  double before = 1e300;
  bool again = false;
  for (int it = 0; it < rounds; ++it) {
    look(i, functions);
    double most = 0.0;
    for (int r = 0; r < island.rows(); ++r) {
      b_[at(r)] = -loops_.residual[at(island.parts.rows[at(r)])] * island.row[at(r)];
      most = std::max(most, std::fabs(value(b_[at(r)])));
    }
    offset_to(i, q, state.tangent);
    for (int c = 0; c < state.basis.cols; ++c) {
      state.short_of[at(c)] = state.target[at(c)];
      for (int j = 0; j < n; ++j) state.short_of[at(c)] -= state.basis(j, c) * state.tangent[at(j)];
      most = std::max(most, std::fabs(value(state.short_of[at(c)])));
    }
    if (!std::isfinite(most)) return false;
    if (most <= closed || (most < 1e-13 && most > 0.3 * before)) return true;
    if (again || !state.factored) {
      fill_scaled<S>(model_, island, loops_.phi, phi_);
      leave_out(state.basis, phi_);
      state.closing.factor(phi_);
      state.factored = true;
    }
    const auto x = std::span(x_).first(at(n));
    state.closing.particular(std::span(b_).first(at(island.rows())), x);
    for (int c = 0; c < state.basis.cols; ++c) {
      for (int j = 0; j < n; ++j) x[at(j)] += state.short_of[at(c)] * state.basis(j, c);
    }
    for (int j = 0; j < n; ++j)
      step_[at(island.parts.positions[at(j)])] = x[at(j)] * island.column[at(j)];
    again = most > slow * before;
    before = most;
    advance<S>(model_, reaches_[i], q_, step_, moved_);
    std::swap(q_, moved_);
  }
  return before < 1e-12;
}

// From q to where the island stands now, scaled.
template <Decidable S>
void SmoothBranch<S>::offset_to(std::size_t i, std::span<const S> q, std::vector<S>& offset) {
  const ScaledIsland& island = islands_[i];
  difference<S>(model_, reaches_[i], q, q_, step_);
  for (int j = 0; j < island.columns(); ++j)
    offset[at(j)] = step_[at(island.parts.positions[at(j)])] / island.column[at(j)];
}

// Off from q by x_, then closed.
template <Decidable S>
bool SmoothBranch<S>::go(std::size_t i, std::span<const FunctionValue<S>> functions,
                         std::span<const S> q) {
  State& state = states_[i];
  const ScaledIsland& island = islands_[i];
  for (int c = 0; c < state.basis.cols; ++c) {
    state.target[at(c)] = S(0.0);
    for (int j = 0; j < island.columns(); ++j) state.target[at(c)] += state.basis(j, c) * x_[at(j)];
  }
  for (int j = 0; j < island.columns(); ++j)
    step_[at(island.parts.positions[at(j)])] = x_[at(j)] * island.column[at(j)];
  advance<S>(model_, reaches_[i], q, step_, q_);
  if (!close(i, functions, q, 20)) return false;
  fill_scaled<S>(model_, island, loops_.phi, phi_);  // of the last look
  state.local.factor(phi_);
  return true;
}

// The free direction that leads away from singular positions most, beside the motion.
template <Decidable S>
bool SmoothBranch<S>::choose_aside(std::size_t i, std::span<const FunctionValue<S>> functions,
                                   std::span<const S> q) {
  State& state = states_[i];
  const int n = islands_[i].columns();
  double best = 0.0;
  for (int c = 1; c < state.basis.cols; ++c) {
    double most = 0.0;  // as far as along the motion
    for (int j = 0; j < n; ++j) most = std::max(most, std::fabs(value(state.basis(j, c))));
    const double way = spread_of(islands_[i]) / (most * state.spread);
    for (const double sign : {1.0, -1.0}) {
      for (int j = 0; j < n; ++j) {
        state.tried[at(j)] = S(sign * way) * state.basis(j, c);
        x_[at(j)] = S(nodes.back() * state.spread) * state.tried[at(j)];
      }
      state.factored = false;
      if (!go(i, functions, q) || state.local.lost() > 0) continue;
      if (!(state.local.weakest() > best)) continue;
      best = state.local.weakest();
      std::swap(state.aside, state.tried);
    }
  }
  return best > 0.0;
}

template <Decidable S>
bool SmoothBranch<S>::visit(std::size_t i, int place, std::span<const FunctionValue<S>> functions,
                            std::span<const S> q) {
  State& state = states_[i];
  const ScaledIsland& island = islands_[i];
  const int n = island.columns();
  const Manner& manner = manners[at(state.manner)];
  const double node = nodes[at(place)], way = manner.stretch * state.spread * node;
  const double off = manner.bend * way * node / nodes.back();
  for (int j = 0; j < n; ++j)
    x_[at(j)] = S(way) * state.direction[at(j)] + S(off) * state.aside[at(j)];
  if (!go(i, functions, q)) return false;
  std::vector<S>& offset = state.offset[at(place)];
  offset_to(i, q, offset);
  state.along[at(place)] = S(0.0);
  for (int j = 0; j < n; ++j) state.along[at(place)] += offset[at(j)] * state.direction[at(j)];
  state.strength[at(place)] = state.local.lost() > 0 ? 0.0 : state.local.weakest();
  Matrix<S>& p = state.projector[at(place)];
  for (int a = 0; a < n; ++a) {
    for (int b = 0; b <= a; ++b) {
      S sum = S(a == b ? 1.0 : 0.0);
      for (int k = 0; k < island.rank - state.local.lost(); ++k)
        sum -= state.local.normals()(a, k) * state.local.normals()(b, k);
      p(a, b) = p(b, a) = sum;
    }
  }
  return true;
}

// The second derivative of Lagrange's polynomial of a place, at q.
template <Decidable S>
S SmoothBranch<S>::bend_weight(const State& state, std::span<const int> good, int a) {
  const int count = static_cast<int>(good.size());
  const auto t = [&](int k) { return state.along[at(good[at(k)])]; };
  S sum = S(0.0);
  for (int b = 0; b < count; ++b) {
    for (int c = 0; c < count; ++c) {
      if (a == b || a == c || b == c) continue;
      S product = S(1.0) / ((t(a) - t(b)) * (t(a) - t(c)));
      for (int d = 0; d < count; ++d) {
        if (d != a && d != b && d != c) product *= -t(d) / (t(a) - t(d));
      }
      sum += product;
    }
  }
  return sum;
}

// Lagrange's polynomials through the healthy places, their values and slopes at q.
template <Decidable S>
void SmoothBranch<S>::interpolate(std::size_t number, double window) {
  State& state = states_[number];
  const double most = *std::max_element(state.strength.begin(), state.strength.end());
  const double least = manners[at(state.manner)].bend > 0.0 ? healthy_aside : healthy;
  std::array<int, places> good{};
  int count = 0;
  for (int p = 0; p < places; ++p) {
    if (state.strength[at(p)] >= least * most) good[at(count++)] = p;
  }
  state.found = count >= fewest_samples && most > telling * window;
  if (!state.found) return;
  state.mean.set_zero();
  state.slope.set_zero();
  std::fill(state.tangent.begin(), state.tangent.end(), S(0.0));  // q itself as the places see it
  std::fill(state.bend.begin(), state.bend.end(), S(0.0));
  const int n = islands_[number].columns();
  for (int a = 0; a < count; ++a) {
    const S ta = state.along[at(good[at(a)])];
    S weight = S(1.0), slope = S(0.0);
    for (int b = 0; b < count; ++b) {
      if (b == a) continue;
      weight *= -state.along[at(good[at(b)])] / (ta - state.along[at(good[at(b)])]);
      S product = S(1.0) / (ta - state.along[at(good[at(b)])]);
      for (int c = 0; c < count; ++c) {
        if (c != a && c != b)
          product *= -state.along[at(good[at(c)])] / (ta - state.along[at(good[at(c)])]);
      }
      slope += product;
    }
    const Matrix<S>& p = state.projector[at(good[at(a)])];
    for (int i = 0; i < n * n; ++i) {
      state.mean.a[at(i)] += weight * p.a[at(i)];
      state.slope.a[at(i)] += slope * p.a[at(i)];
    }
    const S bend = bend_weight(state, std::span(good).first(at(count)), a);
    const std::vector<S>& offset = state.offset[at(good[at(a)])];
    for (int j = 0; j < n; ++j) {
      state.tangent[at(j)] += weight * offset[at(j)];
      state.bend[at(j)] += bend * offset[at(j)];
    }
  }
  for (int pass = 0; pass < 2; ++pass) {  // the free directions are what the projector keeps
    for (int c = 0; c < state.basis.cols; ++c) {
      for (int i = 0; i < n; ++i) {
        S sum = S(0.0);
        for (int j = 0; j < n; ++j) sum += state.mean(i, j) * state.basis(j, c);
        state.moved(i, c) = sum;
      }
    }
    for (int c = 0; c < state.basis.cols; ++c) {
      take_out(state.moved, c, state.moved, c);
      if (!normalize_column(state.moved, c, 0.3)) state.found = false;
    }
    std::swap(state.basis, state.moved);
  }
}

// P_N v = v, so (1 - P_N) a = (1 - P_N) P_N' v. (N15) The way through the places bends as much.
// (P10)
template <Decidable S>
void SmoothBranch<S>::curvature(std::size_t number, std::span<const S> v) {
  State& state = states_[number];
  const ScaledIsland& island = islands_[number];
  const int n = island.columns();
  std::vector<S>& tangent = state.tangent;
  std::fill(tangent.begin(), tangent.end(), S(0.0));
  for (int c = 0; c < state.basis.cols; ++c) {
    S part = S(0.0);
    for (int j = 0; j < n; ++j)
      part += state.basis(j, c) * v[at(island.parts.positions[at(j)])] / island.column[at(j)];
    for (int j = 0; j < n; ++j) tangent[at(j)] += part * state.basis(j, c);
  }
  double fastest = 0.0;
  state.off.velocity = 0.0;
  for (int i = 0; i < n; ++i) {
    const S own = v[at(island.parts.positions[at(i)])] / island.column[at(i)];
    fastest = std::max(fastest, std::fabs(value(own)));
    state.off.velocity = std::max(state.off.velocity, std::fabs(value(own - tangent[at(i)])));
    S sum = S(0.0);
    for (int j = 0; j < n; ++j) sum += state.slope(i, j) * tangent[at(j)];
    state.acceleration[at(i)] = sum * state.speed;
  }
  for (int i = 0; i < n; ++i) state.bent[at(i)] = state.bend[at(i)] * state.speed * state.speed;
  for (std::vector<S>* beside : {&state.acceleration, &state.bent}) {
    for (int c = 0; c < state.basis.cols; ++c) {
      S part = S(0.0);
      for (int j = 0; j < n; ++j) part += state.basis(j, c) * (*beside)[at(j)];
      for (int j = 0; j < n; ++j) (*beside)[at(j)] -= part * state.basis(j, c);
    }
  }
  double strongest = fastest * fastest, differ = 0.0;
  for (int i = 0; i < n; ++i) {
    strongest = std::max(strongest, std::fabs(value(state.acceleration[at(i)])));
    differ = std::max(differ, std::fabs(value(state.bent[at(i)] - state.acceleration[at(i)])));
  }
  OffBranch& off = state.off;
  off.part = std::max(off.position, fastest > 0.0 ? off.velocity / fastest : 0.0);
  off.bend = strongest > 0.0 ? differ / strongest : 0.0;
}

// The way through the places must itself be closed where q stands; else the branches only come near
// each other here and the motion turns from one to the other.
template <Decidable S>
bool SmoothBranch<S>::confirm(std::size_t i, std::span<const FunctionValue<S>> functions,
                              std::span<const S> q) {
  State& state = states_[i];
  const ScaledIsland& island = islands_[i];
  state.off.position = 0.0;
  for (int j = 0; j < island.columns(); ++j) {
    state.off.position = std::max(state.off.position, std::fabs(value(state.tangent[at(j)])));
    step_[at(island.parts.positions[at(j)])] = state.tangent[at(j)] * island.column[at(j)];
  }
  advance<S>(model_, reaches_[i], q, step_, q_);
  look(i, functions);
  for (int r = 0; r < island.rows(); ++r) {
    const double gap = value(loops_.residual[at(island.parts.rows[at(r)])]) * island.row[at(r)];
    if (!(std::fabs(gap) < accepted_gap)) return false;
  }
  return true;
}

// The step that is being corrected stands where its trial stood, but for rounding and tolerance.
template <Decidable S>
bool SmoothBranch<S>::still_there(std::size_t i, std::span<const S> q, std::span<const S> v) {
  State& state = states_[i];
  const ScaledIsland& island = islands_[i];
  if (!state.sampled) return false;
  difference<S>(model_, reaches_[i], sampled_, q, step_);
  S square = S(0.0);
  for (int j = 0; j < island.columns(); ++j) {
    const int p = island.parts.positions[at(j)];
    if (!(std::fabs(value(step_[at(p)])) < same_place)) return false;
    x_[at(j)] = v[at(p)] / island.column[at(j)];
    square += x_[at(j)] * x_[at(j)];
  }
  const S speed = sqrt(square);
  if (!(value(speed) > 1e-6)) return false;
  for (int j = 0; j < island.columns(); ++j) {
    const double turn = value(x_[at(j)]) / value(speed) - value(state.direction[at(j)]);
    if (!(std::fabs(turn) < same_direction)) return false;
  }
  state.speed = speed;
  return true;
}

// One manner: places, polynomials through them, and whether these tell the truth.
template <Decidable S>
void SmoothBranch<S>::find(std::size_t i, double window,
                           std::span<const FunctionValue<S>> functions, std::span<const S> q) {
  State& state = states_[i];
  if (manners[at(state.manner)].bend > 0.0 && !state.has_aside) {
    state.has_aside = choose_aside(i, functions, q);
    if (!state.has_aside) return;
  }
  state.factored = false;
  const auto look_at = [&](int place) {
    if (!visit(i, place, functions, q)) state.strength[at(place)] = 0.0;
  };
  look_at(0);
  look_at(places - 1);
  // where the outermost tell nothing, those between tell less
  if (!(std::max(state.strength.front(), state.strength.back()) > telling * window)) return;
  for (int place = 1; place < places - 1; ++place) look_at(place);
  interpolate(i, window);
  if (state.found) state.found = confirm(i, functions, q);
}

template <Decidable S>
void SmoothBranch<S>::sample(std::size_t i, const SingularWatch& watch,
                             std::span<const FunctionValue<S>> functions, std::span<const S> q,
                             std::span<const S> v) {
  State& state = states_[i];
  begin(i, watch, v);
  copy_island<S>(model_, islands_[i].parts, q, sampled_);
  state.sampled = true;
  const int first = state.manner;
  const bool resting = state.rest > 0;
  if (resting) --state.rest;
  do {
    std::copy(state.first.a.begin(), state.first.a.end(), state.basis.a.begin());
    find(i, watch.window(i), functions, q);
    if (state.found || resting) break;
    state.manner = (state.manner + 1) % static_cast<int>(manners.size());
    state.has_aside = false;
  } while (state.manner != first);
  if (!state.found) {
    state.manner = 0;
    if (!resting) state.rest = rest_after_failure;
  }
  state.followed = state.found;
  for (auto* moved : {&q_, &moved_}) copy_island<S>(model_, islands_[i].parts, q, *moved);
}

template <Decidable S>
void SmoothBranch<S>::sample(const SingularWatch& watch,
                             std::span<const FunctionValue<S>> functions, std::span<const S> q,
                             std::span<const S> v) {
  for (auto* moved : {&q_, &moved_}) std::copy(q.begin(), q.end(), moved->begin());
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    if (islands_[i].free() == 0 || !watch.is_near(i)) {
      states_[i].sampled = states_[i].followed = states_[i].found = false;
      states_[i].manner = states_[i].rest = 0;
      continue;
    }
    if (!still_there(i, q, v)) sample(i, watch, functions, q, v);
    if (states_[i].found) curvature(i, v);
  }
}

#define TREADLE_INSTANTIATE(S) template class SmoothBranch<S>;
TREADLE_FOR_EACH_DECIDABLE(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
