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
constexpr int fewest_samples = 5;
constexpr double closed = 1e-15, accepted_gap = 1e-10;  // scaled residuals
constexpr double slow = 0.05;                           // of a Newton step with old factors
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
  if (!moving) state.speed = S(0.0);
  state.found = state.factored = false;
}

template <Decidable S>
void SmoothBranch<S>::look(std::size_t i, std::span<const FunctionValue<S>> functions) {
  place_bodies<S>(model_, reaches_[i], q_, position_);
  close_loops<S>(model_, reaches_[i], q_, functions, position_, loops_);
}

// Newton steps beside the direction of motion, with factors that may be those of the place before.
template <Decidable S>
bool SmoothBranch<S>::close(std::size_t i, std::span<const FunctionValue<S>> functions,
                            int rounds) {
  State& state = states_[i];
  const ScaledIsland& island = islands_[i];
  double before = 1e300;
  bool again = false;
  for (int it = 0; it < rounds; ++it) {
    look(i, functions);
    double most = 0.0;
    for (int r = 0; r < island.rows(); ++r) {
      b_[at(r)] = -loops_.residual[at(island.parts.rows[at(r)])] * island.row[at(r)];
      most = std::max(most, std::fabs(value(b_[at(r)])));
    }
    if (!std::isfinite(most)) return false;
    if (most <= closed || (most < 1e-13 && most > 0.3 * before)) return true;
    if (again || !state.factored) {
      fill_scaled<S>(model_, island, loops_.phi, phi_);
      for (int r = 0; r < island.rows(); ++r) {
        S part = S(0.0);
        for (int j = 0; j < island.columns(); ++j) part += phi_(r, j) * state.direction[at(j)];
        for (int j = 0; j < island.columns(); ++j) phi_(r, j) -= part * state.direction[at(j)];
      }
      state.closing.split(phi_);
      state.factored = true;
    }
    state.closing.particular(std::span(b_).first(at(island.rows())),
                             std::span(x_).first(at(island.columns())));
    for (int j = 0; j < island.columns(); ++j)
      step_[at(island.parts.positions[at(j)])] = x_[at(j)] * island.column[at(j)];
    again = most > slow * before;
    before = most;
    advance<S>(model_, reaches_[i], q_, step_, moved_);
    std::swap(q_, moved_);
  }
  return before < 1e-12;
}

template <Decidable S>
bool SmoothBranch<S>::visit(std::size_t i, int place, std::span<const FunctionValue<S>> functions,
                            std::span<const S> q) {
  State& state = states_[i];
  const ScaledIsland& island = islands_[i];
  const int n = island.columns();
  double most = 0.0;  // it goes as far in a large island as in a small one
  for (const S& part : state.direction) most = std::max(most, std::fabs(value(part)));
  for (int j = 0; j < n; ++j)
    step_[at(island.parts.positions[at(j)])] =
        S(spread_of(island) / most * nodes[at(place)] * island.column[at(j)]) *
        state.direction[at(j)];
  advance<S>(model_, reaches_[i], q, step_, q_);
  if (!close(i, functions, 20)) return false;
  difference<S>(model_, reaches_[i], q, q_, step_);
  state.along[at(place)] = S(0.0);
  for (int j = 0; j < n; ++j) {
    state.offset[at(place)][at(j)] =
        step_[at(island.parts.positions[at(j)])] / island.column[at(j)];
    state.along[at(place)] += state.offset[at(place)][at(j)] * state.direction[at(j)];
  }
  fill_scaled<S>(model_, island, loops_.phi, phi_);  // of the last look
  state.local.split(phi_);
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

// Lagrange's polynomials through the healthy places, their values and slopes at q.
template <Decidable S>
void SmoothBranch<S>::interpolate(std::size_t number, double window) {
  State& state = states_[number];
  const double most = *std::max_element(state.strength.begin(), state.strength.end());
  std::array<int, places> good{};
  int count = 0;
  for (int p = 0; p < places; ++p) {
    if (state.strength[at(p)] >= healthy * most) good[at(count++)] = p;
  }
  state.found = count >= fewest_samples && most > 0.3 * window;
  if (!state.found) return;
  state.mean.set_zero();
  state.slope.set_zero();
  std::fill(state.tangent.begin(), state.tangent.end(), S(0.0));  // q itself as the places see it
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
    for (int j = 0; j < n; ++j)
      state.tangent[at(j)] += weight * state.offset[at(good[at(a)])][at(j)];
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

// P_N v = v, so (1 - P_N) a = (1 - P_N) P_N' v. (N15)
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
  for (int i = 0; i < n; ++i) {
    S sum = S(0.0);
    for (int j = 0; j < n; ++j) sum += state.slope(i, j) * tangent[at(j)];
    state.acceleration[at(i)] = sum * state.speed;
  }
  for (int c = 0; c < state.basis.cols; ++c) {
    S part = S(0.0);
    for (int j = 0; j < n; ++j) part += state.basis(j, c) * state.acceleration[at(j)];
    for (int j = 0; j < n; ++j) state.acceleration[at(j)] -= part * state.basis(j, c);
  }
}

// The way through the places must itself be closed where q stands; else the branches only come near
// each other here and the motion turns from one to the other.
template <Decidable S>
bool SmoothBranch<S>::confirm(std::size_t i, std::span<const FunctionValue<S>> functions,
                              std::span<const S> q) {
  const ScaledIsland& island = islands_[i];
  for (int j = 0; j < island.columns(); ++j)
    step_[at(island.parts.positions[at(j)])] = states_[i].tangent[at(j)] * island.column[at(j)];
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

template <Decidable S>
void SmoothBranch<S>::sample(std::size_t i, const SingularWatch& watch,
                             std::span<const FunctionValue<S>> functions, std::span<const S> q,
                             std::span<const S> v) {
  State& state = states_[i];
  begin(i, watch, v);
  copy_island<S>(model_, islands_[i].parts, q, sampled_);
  state.sampled = true;
  for (int place = 0; place < places; ++place) {
    if (!visit(i, place, functions, q)) state.strength[at(place)] = 0.0;
  }
  interpolate(i, watch.window(i));
  if (state.found) state.found = confirm(i, functions, q);
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
