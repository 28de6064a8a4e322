#include "cluster_front.hpp"

#include "../scalar/instantiate.hpp"
#include "pivot.hpp"
#include "small_columns.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace treadle {

namespace {

std::size_t area(int a, int b) { return static_cast<std::size_t>(a) * static_cast<std::size_t>(b); }

}  // namespace

template <Real S>
ClusterFront<S>::ClusterFront(FrontShape shape) : shape_(std::move(shape)) {
  const int n = shape_.coordinates, m = shape_.equations, i = shape_.interfaces;
  split_.reserve(shape_);
  lists_.dd.reserve(shape_.mass.size());
  lists_.du.reserve(shape_.mass.size());
  lists_.uu.reserve(shape_.mass.size());
  mass_.resize(shape_.mass.size());
  coupling_.assign(area(n, shape_.outside), S(0.0));
  phi_.assign(area(n + i, m), S(0.0));
  lu_.resize(area(m, m));
  inverse_.resize(static_cast<std::size_t>(m));
  x_.resize(area(n + i, m));
  g_.resize(area(n + i, m));
  reduced_.resize(area(n, n));
  pivot_.resize(static_cast<std::size_t>(n));
  rows_.resize(area(n, stride()));
  scaled_.resize(area(n, stride()));
  interface_mass_.assign(area(i, i), S(0.0));
  interface_coupling_.assign(area(i, shape_.outside), S(0.0));
  k_.resize(static_cast<std::size_t>(m));
  force_.resize(static_cast<std::size_t>(n));
  z_.resize(static_cast<std::size_t>(n));
  scratch_.resize(split_scratch(shape_) + area(n, m));
}

template <Real S>
bool ClusterFront<S>::choose([[maybe_unused]] int rank) {
  if constexpr (!Decidable<S>) {
    return false;
  } else {
    const auto n = area(shape_.coordinates, shape_.equations);
    const std::span<double> plain(scratch_.data(), n);
    for (std::size_t s = 0; s < n; ++s) plain[s] = value(phi_[s]);
    if (!choose_split(shape_, plain, rank, std::span<double>(scratch_).subspan(n), split_))
      return false;
    sort_mass();
    return true;
  }
}

template <Real S>
void ClusterFront<S>::adopt(const Split& split, double least) {
  split_ = split;
  for (double& size : split_.least) size *= least;
  sort_mass();
}

// Which entries of M meet which part of the split.
template <Real S>
void ClusterFront<S>::sort_mass() {
  lists_.dd.clear();
  lists_.du.clear();
  lists_.uu.clear();
  for (std::size_t s = 0; s < shape_.mass.size(); ++s) {
    const auto [i, j] = shape_.mass[s];
    const int a = split_.place[static_cast<std::size_t>(i)],
              b = split_.place[static_cast<std::size_t>(j)], slot = static_cast<int>(s);
    if (a >= 0 && b >= 0) {
      lists_.dd.push_back({a, b, slot});
    } else if (a < 0 && b < 0) {
      lists_.uu.push_back({std::max(-1 - a, -1 - b), std::min(-1 - a, -1 - b), slot});
    } else {
      lists_.du.push_back({std::max(a, b), -1 - std::min(a, b), slot});
    }
  }
}

template <Real S>
bool ClusterFront<S>::reduce() {
  const bool good = with_length<1, 2, 3, 4, 5, 6>(
      split_.rank(), [&](auto m) { return solve_constraints<decltype(m)::value>(); });
  if (!good) return false;
  reduce_inertia();
  return with_length<6>(shape_.outside, [&](auto r) {
    reduce_coupling<decltype(r)::value>();
    return eliminate();
  });
}

// X = -Phi_d^-1 [Phi_u Phi_I] (G1)
template <Real S>
template <int M>
bool ClusterFront<S>::solve_constraints() {
  const int m = M > 0 ? M : split_.rank(), columns = split_.independent() + shape_.interfaces;
  for (int i = 0; i < m; ++i) {
    const int row = split_.rows[static_cast<std::size_t>(i)];
    for (int j = 0; j < m; ++j)
      lu_[static_cast<std::size_t>(i * m + j)] =
          phi(split_.dependent[static_cast<std::size_t>(j)])[row];
  }
  lu_in_order<M>(lu_.data(), inverse_.data(), m);
  if constexpr (Decidable<S>) {
    for (int k = 0; k < m; ++k) {
      const auto at = static_cast<std::size_t>(k);
      if (!(std::fabs(value(lu_[at * static_cast<std::size_t>(m + 1)])) >= split_.least[at]))
        return false;
    }
  } else {
    for (int k = 0; k < m; ++k) {
      const auto at = static_cast<std::size_t>(k);
      watch(S(split_.least[at]) < abs(lu_[at * static_cast<std::size_t>(m + 1)]));
    }
  }
  for (int c = 0; c < columns; ++c) {
    const S* from = phi(c < split_.independent() ? split_.free[static_cast<std::size_t>(c)]
                                                 : shape_.coordinates + c - split_.independent());
    S* x = column(x_, c);
    for (int i = 0; i < m; ++i) x[i] = -from[split_.rows[static_cast<std::size_t>(i)]];
    lu_in_order_solve<M>(lu_.data(), inverse_.data(), x, m);
  }
  return true;
}

// g = M_dd X + M_du, then S_uu, S_Iu and S_II (G2)
template <Real S>
void ClusterFront<S>::reduce_inertia() {
  const int m = split_.rank(), nu = split_.independent(), ni = shape_.interfaces;
  for (int c = 0; c < nu + ni; ++c) {
    const S* x = column(x_, c);
    S* g = column(g_, c);
    for (const Entry& e : lists_.dd) {  // all diagonal entries come first
      const S& mass = mass_[static_cast<std::size_t>(e.slot)];
      if (e.a == e.b) {
        g[e.a] = mass * x[e.a];
      } else {
        g[e.a] += mass * x[e.b];
        g[e.b] += mass * x[e.a];
      }
    }
    for (const Entry& e : lists_.du) {
      if (e.b == c) g[e.a] += mass_[static_cast<std::size_t>(e.slot)];
    }
  }
  const auto product = [&](const S* a, const S* b) {
    if (m == 0) return S(0.0);
    S sum = a[0] * b[0];
    for (int i = 1; i < m; ++i) sum += a[i] * b[i];
    return sum;
  };
  for (int a = 0; a < nu; ++a) {
    for (int b = 0; b <= a; ++b) {
      reduced_[static_cast<std::size_t>(a * nu + b)] = product(column(x_, a), column(g_, b));
    }
  }
  for (const Entry& e : lists_.uu)
    reduced_[static_cast<std::size_t>(e.a * nu + e.b)] += mass_[static_cast<std::size_t>(e.slot)];
  for (const Entry& e : lists_.du) {
    for (int b = 0; b <= e.b; ++b) {
      reduced_[static_cast<std::size_t>(e.b * nu + b)] +=
          mass_[static_cast<std::size_t>(e.slot)] * column(x_, b)[e.a];
    }
  }
  for (int i = 0; i < ni; ++i) {
    for (int k = 0; k <= i; ++k) {
      interface_mass_[static_cast<std::size_t>(i * ni + k)] =
          product(column(x_, nu + i), column(g_, nu + k));
    }
    for (int u = 0; u < nu; ++u) row(rows_, u)[i] = product(column(x_, nu + i), column(g_, u));
  }
}

// Coupling of u and of the interfaces with the outside.
template <Real S>
template <int R>
void ClusterFront<S>::reduce_coupling() {
  const int m = split_.rank(), nu = split_.independent(), ni = shape_.interfaces;
  const int r = shape_.outside, at = outside_at();
  for (int u = 0; u < nu; ++u) {
    S* out = row(rows_, u) + at;
    const S* own = coupling(split_.free[static_cast<std::size_t>(u)]);
    // an interface that is also outside already holds its own part
    for (int k = 0; k < r; ++k) out[k] = shape_.coupled && k < ni ? out[k] + own[k] : own[k];
    for (int d = 0; d < m; ++d)
      add_column<R>(column(x_, u)[d], coupling(split_.dependent[static_cast<std::size_t>(d)]), out,
                    r);
  }
  for (int i = 0; i < ni; ++i) {
    S* out = interface_coupling_.data() + i * r;
    const S* x = column(x_, nu + i);
    for (int d = 0; d < m; ++d) {
      const S* c = coupling(split_.dependent[static_cast<std::size_t>(d)]);
      if (d == 0) {
        scaled_column<R>(x[d], c, out, r);
      } else {
        add_column<R>(x[d], c, out, r);
      }
    }
  }
  if (!shape_.coupled) return;
  for (int i = 0; i < ni; ++i) {
    for (int k = 0; k <= i; ++k) {
      interface_mass_[static_cast<std::size_t>(i * ni + k)] +=
          interface_coupling(i)[k] + interface_coupling(k)[i];
    }
  }
}

// What S_kk was made of, each part taken as positive.
template <Real S>
double ClusterFront<S>::inertia_scale([[maybe_unused]] int k) {
  double sum = 0.0;
  if constexpr (Decidable<S>) {
    for (const Entry& e : lists_.dd) {
      if (e.a != e.b) break;  // diagonal entries come first
      const double x = value(column(x_, k)[e.a]);
      sum += value(mass_[static_cast<std::size_t>(e.slot)]) * x * x;
    }
    for (const Entry& e : lists_.uu) {
      if (e.a == k && e.b == k) sum += value(mass_[static_cast<std::size_t>(e.slot)]);
    }
  }
  return sum;
}

// S_uu = L D L^T, its rows of the border alongside (G3)
template <Real S>
bool ClusterFront<S>::eliminate() {
  const int nu = split_.independent(), width = stride();
  for (int k = 0; k < nu; ++k) {
    S* line = row(rows_, k);
    const S pivot = reduced_[static_cast<std::size_t>(k * nu + k)];
    if constexpr (Decidable<S>) {
      if (!(value(pivot) > no_inertia * inertia_scale(k))) return false;
    } else {
      watch(S(0.0) < pivot);
    }
    const S inverse = S(1.0) / pivot;
    pivot_[static_cast<std::size_t>(k)] = inverse;
    for (int a = k + 1; a < nu; ++a) {
      const S f = reduced_[static_cast<std::size_t>(a * nu + k)] * inverse;
      for (int b = k + 1; b <= a; ++b)
        reduced_[static_cast<std::size_t>(a * nu + b)] -=
            f * reduced_[static_cast<std::size_t>(b * nu + k)];
      take_column<0>(f, line, row(rows_, a), width);
      factors_at(a, k) = f;
    }
    scaled_column<0>(inverse, line, row(scaled_, k), width);
  }
  return true;
}

template <Real S>
void ClusterFront<S>::forward(const S* force, const S* gamma, S* border) {
  const int m = split_.rank(), nu = split_.independent(), ni = shape_.interfaces;
  std::copy_n(force, shape_.coordinates, force_.begin());
  for (int i = 0; i < m; ++i)
    k_[static_cast<std::size_t>(i)] = gamma[split_.rows[static_cast<std::size_t>(i)]];
  with_length<1, 2, 3, 4, 5, 6>(m, [&](auto length) {
    lu_in_order_solve<decltype(length)::value>(lu_.data(), inverse_.data(), k_.data(), m);
  });
  const auto reduced_force = [&](int c, S sum) {
    const S* x = column(x_, c);
    const S* g = column(g_, c);
    for (int d = 0; d < m; ++d)
      sum += x[d] * force[split_.dependent[static_cast<std::size_t>(d)]] -
             g[d] * k_[static_cast<std::size_t>(d)];
    return sum;
  };
  for (int i = 0; i < ni; ++i) border[i] = reduced_force(nu + i, border[i]);
  with_length<6>(shape_.outside, [&](auto r) {
    for (int d = 0; d < m; ++d)
      take_column<decltype(r)::value>(k_[static_cast<std::size_t>(d)],
                                      coupling(split_.dependent[static_cast<std::size_t>(d)]),
                                      border + outside_at(), shape_.outside);
  });
  for (int u = 0; u < nu; ++u)
    z_[static_cast<std::size_t>(u)] =
        reduced_force(u, force[split_.free[static_cast<std::size_t>(u)]]);
  for (int u = 0; u < nu; ++u) {
    const S z = z_[static_cast<std::size_t>(u)];
    for (int a = u + 1; a < nu; ++a) z_[static_cast<std::size_t>(a)] -= factors_at(a, u) * z;
    take_column<0>(z, row(scaled_, u), border, stride());
  }
}

template <Real S>
void ClusterFront<S>::backward(const S* border, S* y) {
  const int m = split_.rank(), nu = split_.independent(), ni = shape_.interfaces;
  for (int u = nu - 1; u >= 0; --u) {
    S sum = pivot_[static_cast<std::size_t>(u)] * z_[static_cast<std::size_t>(u)];
    for (int a = u + 1; a < nu; ++a)
      sum -= factors_at(a, u) * y[split_.free[static_cast<std::size_t>(a)]];
    const S* line = row(scaled_, u);
    for (int b = 0; b < stride(); ++b) sum -= line[b] * border[b];
    y[split_.free[static_cast<std::size_t>(u)]] = sum;
  }
  for (int d = 0; d < m; ++d) {
    S sum = k_[static_cast<std::size_t>(d)];
    for (int u = 0; u < nu; ++u)
      sum += column(x_, u)[d] * y[split_.free[static_cast<std::size_t>(u)]];
    for (int i = 0; i < ni; ++i) sum += column(x_, nu + i)[d] * border[i];
    y[split_.dependent[static_cast<std::size_t>(d)]] = sum;
  }
}

// Phi_d^T lambda = (Q - M y)_d (G4)
template <Real S>
void ClusterFront<S>::multipliers(const S* y, const S* border, S* lambda) {
  const int m = split_.rank();
  S* right = k_.data();
  for (int d = 0; d < m; ++d) {
    const int j = split_.dependent[static_cast<std::size_t>(d)];
    S sum = force_[static_cast<std::size_t>(j)];
    const S* c = coupling(j);
    const S* outer = border + outside_at();
    for (int b = 0; b < shape_.outside; ++b) sum -= c[b] * outer[b];
    right[d] = sum;
  }
  const auto free_value = [&](int u) { return y[split_.free[static_cast<std::size_t>(u)]]; };
  const auto own_value = [&](int d) { return y[split_.dependent[static_cast<std::size_t>(d)]]; };
  for (const Entry& e : lists_.dd) {
    const S& mass = mass_[static_cast<std::size_t>(e.slot)];
    right[e.a] -= mass * own_value(e.b);
    if (e.a != e.b) right[e.b] -= mass * own_value(e.a);
  }
  for (const Entry& e : lists_.du)
    right[e.a] -= mass_[static_cast<std::size_t>(e.slot)] * free_value(e.b);
  lu_in_order_transpose_solve(lu_.data(), inverse_.data(), right, m);
  for (int r = 0; r < shape_.equations; ++r) lambda[r] = S(0.0);
  for (int i = 0; i < m; ++i) lambda[split_.rows[static_cast<std::size_t>(i)]] = right[i];
}

#define TREADLE_INSTANTIATE(S) template class ClusterFront<S>;
TREADLE_FOR_EACH_SCALAR(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
