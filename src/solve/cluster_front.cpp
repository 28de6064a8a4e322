#include "cluster_front.hpp"

#include "../scalar/instantiate.hpp"
#include "pivot.hpp"
#include "small_columns.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace treadle {

namespace {

// What coordinates that follow may weigh, in parts of the one they follow: as many digits of its
// own inertia are lost.
constexpr double most_dragged = 1e3;

std::size_t area(int a, int b) { return static_cast<std::size_t>(a) * static_cast<std::size_t>(b); }

}  // namespace

template <Real S>
ClusterFront<S>::ClusterFront(FrontShape shape) : shape_(std::move(shape)) {
  const int n = shape_.coordinates, m = shape_.equations, i = shape_.interfaces;
  split_.reserve(shape_);
  slots_.resize(static_cast<std::size_t>(n));
  places_.resize(shape_.mass.size());
  own_.reserve(shape_.phi.size());
  other_.reserve(shape_.phi.size());
  gamma_at_.reserve(static_cast<std::size_t>(m));
  y_at_.resize(static_cast<std::size_t>(n));
  mass_.resize(area(n, n));
  coupling_.resize(area(n, shape_.outside));
  force_.resize(static_cast<std::size_t>(n));
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
  d_.resize(static_cast<std::size_t>(m));
  z_.resize(static_cast<std::size_t>(n));
  kept_.resize(shape_.mass.size() + area(n, shape_.outside + 1));
  inertia_.resize(static_cast<std::size_t>(n));
  scratch_.resize(split_scratch(shape_) + area(n, m));
}

// From Phi at the beginning of the scratch.
template <Real S>
bool ClusterFront<S>::choose(int rank) {
  const auto n = area(shape_.coordinates, shape_.equations);
  const std::span<double> all(scratch_);
  if (!choose_split(shape_, all.first(n), rank, all.subspan(n), split_)) return false;
  arrange();
  return true;
}

// The values move with their coordinates.
template <Real S>
bool ClusterFront<S>::change_split(int rank, const S* phi) {
  const auto n = area(shape_.coordinates, shape_.equations);
  const std::span<double> all(scratch_);
  auto kept = kept_.begin();
  for (std::size_t s = 0; s < shape_.mass.size(); ++s) *kept++ = mass_entry(s);
  for (int j = 0; j < shape_.coordinates; ++j) {
    kept = std::copy_n(coupling(j), shape_.outside, kept);
    *kept++ = force(j);
  }
  if (!choose_split(shape_, all.first(n), inertia_, rank, all.subspan(n), split_)) return false;
  arrange();
  kept = kept_.begin();
  for (std::size_t s = 0; s < shape_.mass.size(); ++s) set_mass(s, *kept++);
  for (int j = 0; j < shape_.coordinates; ++j) {
    std::copy_n(kept, shape_.outside, coupling(j));
    kept += shape_.outside;
    force(j) = *kept++;
  }
  return close(phi) && is_balanced();
}

template <Real S>
bool ClusterFront<S>::is_balanced() const {
  const int m = split_.rank(), nu = split_.independent();
  const auto compare = [&](const auto& number, const auto& good) {
    for (int k = 0; k < nu && m > 0; ++k) {
      const S* x = x_.data() + k * m;
      auto dragged = number(mass_[0]) * number(x[0]) * number(x[0]);
      for (int d = 1; d < m; ++d)
        dragged +=
            number(mass_[static_cast<std::size_t>(d * (m + 1))]) * number(x[d]) * number(x[d]);
      if (!good(dragged, number(mass_[static_cast<std::size_t>(m * (m + nu) + k * (nu + 1))])))
        return false;
    }
    return true;
  };
  if constexpr (Decidable<S>) {
    return compare([](const S& a) { return value(a); },
                   [](double dragged, double own) { return dragged <= most_dragged * own; });
  } else {
    // numbers that are traced keep their split, so more is allowed
    constexpr double most = wants_sizes<S> ? most_dragged : 100.0 * most_dragged;
    return compare([](const S& a) { return a; },
                   [](const S& dragged, const S& own) { return holds(dragged < S(most) * own); });
  }
}

template <Real S>
void ClusterFront<S>::adopt(const Split& split, double least) {
  split_ = split;
  for (double& size : split_.least) size *= least;
  arrange();
}

// Where everything goes under this split.
template <Real S>
void ClusterFront<S>::arrange() {
  const int m = split_.rank(), nu = split_.independent();
  const auto place = [&](int j) { return split_.place[static_cast<std::size_t>(j)]; };
  for (int j = 0; j < shape_.coordinates; ++j) {
    const int at = place(j) >= 0 ? place(j) : m - 1 - place(j);
    slots_[static_cast<std::size_t>(j)] = at;
    y_at_[static_cast<std::size_t>(at)] = shape_.positions[static_cast<std::size_t>(j)];
  }
  for (std::size_t s = 0; s < shape_.mass.size(); ++s) {
    const int a = place(shape_.mass[s].first), b = place(shape_.mass[s].second);
    if (a >= 0 && b >= 0) {
      places_[s] = {b * m + a, a * m + b};
    } else if (a < 0 && b < 0) {
      const int at = m * (m + nu) + std::max(-1 - a, -1 - b) * nu + std::min(-1 - a, -1 - b);
      places_[s] = {at, at};
    } else {
      const int at = m * m + (-1 - std::min(a, b)) * m + std::max(a, b);
      places_[s] = {at, at};
    }
  }
  // entries that M and its coupling do not have stay zero
  std::fill(mass_.begin(), mass_.end(), S(0.0));
  std::fill(coupling_.begin(), coupling_.end(), S(0.0));
  std::fill(lu_.begin(), lu_.end(), S(0.0));
  gamma_at_.clear();
  own_.clear();
  other_.clear();
  for (const int row : split_.rows) gamma_at_.push_back(shape_.rows[static_cast<std::size_t>(row)]);
  for (const auto& e : shape_.phi) {
    const auto row = std::find(split_.rows.begin(), split_.rows.end(), e.row);
    if (row == split_.rows.end()) continue;
    const int i = static_cast<int>(row - split_.rows.begin());
    if (e.column >= shape_.coordinates) {
      other_.push_back({(nu + e.column - shape_.coordinates) * m + i, e.value});
    } else if (place(e.column) >= 0) {
      own_.push_back({i * m + place(e.column), e.value});
    } else {
      other_.push_back({(-1 - place(e.column)) * m + i, e.value});
    }
  }
}

template <Real S>
bool ClusterFront<S>::close(const S* phi) {
  return with_length<S, 1, 2, 3, 4, 5, 6>(
      split_.rank(), [&](auto m) { return solve_constraints<decltype(m)::value>(phi); });
}

// X = -Phi_d^-1 [Phi_u Phi_I] (G1)
template <Real S>
template <int M>
bool ClusterFront<S>::solve_constraints(const S* phi) {
  const int m = M > 0 ? M : split_.rank(), columns = split_.independent() + shape_.interfaces;
  S* const lu = lu_.data();
  S* const x = x_.data();
  if (m * m > static_cast<int>(own_.size())) std::fill_n(lu, m * m, S(0.0));  // zeros fill in
  for (const PhiPlace& p : own_) lu[p.to] = phi[p.value];
  std::fill_n(x, m * columns, S(0.0));
  for (const PhiPlace& p : other_) x[p.to] = -phi[p.value];
  lu_in_order<M>(lu, inverse_.data(), m);
  for (int k = 0; k < m; ++k) {
    if (!holds(S(split_.least[static_cast<std::size_t>(k)]) < abs(lu[k * (m + 1)]))) return false;
  }
  for (int c = 0; c < columns; ++c) lu_in_order_solve<M>(lu, inverse_.data(), x + c * m, m);
  return true;
}

template <Real S>
bool ClusterFront<S>::reduce() {
  with_length<S, 1, 2, 3, 4, 5, 6>(split_.rank(), [&](auto m) {
    reduce_inertia<decltype(m)::value>();
    with_length<S, 6>(shape_.outside,
                      [&](auto r) { reduce_coupling<decltype(m)::value, decltype(r)::value>(); });
  });
  return with_length<S, 6, 7>(stride(), [&](auto w) { return eliminate<decltype(w)::value>(); });
}

// g = M_dd X + M_du, then S_uu, S_Iu and S_II (G2)
template <Real S>
template <int M>
void ClusterFront<S>::reduce_inertia() {
  const int m = M > 0 ? M : split_.rank(), nu = split_.independent(), ni = shape_.interfaces;
  const S* const dd = mass_.data();
  const S* const du = dd + m * m;
  const S* const uu = du + m * nu;
  S* const reduced = reduced_.data();
  if (m == 0) {
    for (int a = 0; a < nu; ++a) {
      for (int b = 0; b <= a; ++b) reduced[a * nu + b] = uu[a * nu + b];
    }
    return;
  }
  for (int c = 0; c < nu + ni; ++c) {
    const S* x = column(x_, c);
    S* g = column(g_, c);
    scaled_column<M>(x[0], dd, g, m);
    for (int b = 1; b < m; ++b) add_column<M>(x[b], dd + b * m, g, m);
    if (c < nu) sum_column<M>(du + c * m, g, m);
  }
  for (int a = 0; a < nu; ++a) {
    for (int b = 0; b <= a; ++b) {
      reduced[a * nu + b] = uu[a * nu + b] + (product<M>(column(x_, a), column(g_, b), m) +
                                              product<M>(du + a * m, column(x_, b), m));
    }
  }
  for (int i = 0; i < ni; ++i) {
    const S* x = column(x_, nu + i);
    for (int k = 0; k <= i; ++k)
      interface_mass_[static_cast<std::size_t>(i * ni + k)] = product<M>(x, column(g_, nu + k), m);
    for (int u = 0; u < nu; ++u) row(rows_, u)[i] = product<M>(x, column(g_, u), m);
  }
}

// Coupling of u and of the interfaces with the outside.
template <Real S>
template <int M, int R>
void ClusterFront<S>::reduce_coupling() {
  const int m = M > 0 ? M : split_.rank(), nu = split_.independent(), ni = shape_.interfaces;
  const int r = R > 0 ? R : shape_.outside, at = outside_at();
  const S* const own = coupling_.data();
  for (int u = 0; u < nu; ++u) {
    S* out = row(rows_, u) + at;
    const S* x = column(x_, u);
    const S* line = own + (m + u) * r;
    // an interface that is also outside already holds its own part
    for (int k = 0; k < r; ++k) out[k] = shape_.coupled && k < ni ? out[k] + line[k] : line[k];
    for (int d = 0; d < m; ++d) add_column<R>(x[d], own + d * r, out, r);
  }
  for (int i = 0; i < ni && m > 0; ++i) {
    S* out = interface_coupling_.data() + i * r;
    const S* x = column(x_, nu + i);
    scaled_column<R>(x[0], own, out, r);
    for (int d = 1; d < m; ++d) add_column<R>(x[d], own + d * r, out, r);
  }
  if (!shape_.coupled) return;
  for (int i = 0; i < ni; ++i) {
    for (int k = 0; k <= i; ++k) {
      interface_mass_[static_cast<std::size_t>(i * ni + k)] +=
          interface_coupling(i)[k] + interface_coupling(k)[i];
    }
  }
}

// What S_kk was made of, each part taken as positive; no arithmetic of the method, so it does not
// count. Numbers that are traced do without.
template <Real S>
S ClusterFront<S>::inertia_scale([[maybe_unused]] int k) {
  const auto sum_of = [&]([[maybe_unused]] const auto& number) {
    const int m = split_.rank(), nu = split_.independent();
    const S* x = column(x_, k);
    auto sum = number(mass_[static_cast<std::size_t>(m * (m + nu) + k * (nu + 1))]);
    for (int d = 0; d < m; ++d)
      sum += number(mass_[static_cast<std::size_t>(d * (m + 1))]) * number(x[d]) * number(x[d]);
    return sum;
  };
  if constexpr (Decidable<S>) {
    return S(no_inertia * sum_of([](const S& a) { return value(a); }));
  } else if constexpr (wants_sizes<S>) {
    return S(no_inertia) * sum_of([](const S& a) { return a; });
  } else {
    return S(0.0);
  }
}

// S_uu = L D L^T, its rows of the border alongside (G3)
template <Real S>
template <int W>
bool ClusterFront<S>::eliminate() {
  const int nu = split_.independent(), width = W > 0 ? W : stride();
  S* const reduced = reduced_.data();
  for (int k = 0; k < nu; ++k) {
    S* line = rows_.data() + k * width;
    const S pivot = reduced[k * nu + k];
    if (!holds(inertia_scale(k) < pivot)) return false;
    const S inverse = S(1.0) / pivot;
    pivot_[static_cast<std::size_t>(k)] = inverse;
    for (int a = k + 1; a < nu; ++a) {
      const S f = reduced[a * nu + k] * inverse;
      for (int b = k + 1; b <= a; ++b) reduced[a * nu + b] -= f * reduced[b * nu + k];
      take_column<W>(f, line, rows_.data() + a * width, width);
      factors_at(a, k) = f;
    }
    scaled_column<W>(inverse, line, scaled_.data() + k * width, width);
  }
  return true;
}

template <Real S>
void ClusterFront<S>::forward(const S* gamma, S* border) {
  with_length<S, 1, 2, 3, 4, 5, 6>(split_.rank(), [&](auto m) {
    with_length<S, 6>(shape_.outside, [&](auto r) {
      reduce_forces<decltype(m)::value, decltype(r)::value>(gamma, border);
    });
  });
  const int nu = split_.independent();
  for (int u = 0; u < nu; ++u) {
    const S z = z_[static_cast<std::size_t>(u)];
    for (int a = u + 1; a < nu; ++a) z_[static_cast<std::size_t>(a)] -= factors_at(a, u) * z;
    with_length<S, 6, 7>(stride(), [&](auto w) {
      take_column<decltype(w)::value>(z, row(scaled_, u), border, stride());
    });
  }
}

// k = Phi_d^-1 gamma, and the forces that remain on u and on the border.
template <Real S>
template <int M, int R>
void ClusterFront<S>::reduce_forces(const S* gamma, S* border) {
  const int m = M > 0 ? M : split_.rank(), nu = split_.independent(), ni = shape_.interfaces;
  const int r = R > 0 ? R : shape_.outside;
  S* const k = k_.data();
  const S* const force = force_.data();
  for (int i = 0; i < m; ++i) k[i] = gamma[gamma_at_[static_cast<std::size_t>(i)]];
  lu_in_order_solve<M>(lu_.data(), inverse_.data(), k, m);
  const auto reduced_force = [&](int c, const S& own) {
    if (m == 0) return own;
    return own + (product<M>(column(x_, c), force, m) - product<M>(column(g_, c), k, m));
  };
  for (int i = 0; i < ni; ++i) border[i] = reduced_force(nu + i, border[i]);
  for (int d = 0; d < m; ++d)
    take_column<R>(k[d], coupling_.data() + d * r, border + outside_at(), r);
  for (int u = 0; u < nu; ++u) z_[static_cast<std::size_t>(u)] = reduced_force(u, force[m + u]);
}

template <Real S>
void ClusterFront<S>::backward(const S* border, S* y) {
  const int m = split_.rank(), nu = split_.independent();
  const int* const free_at = y_at_.data() + m;
  for (int u = nu - 1; u >= 0; --u) {
    S sum = pivot_[static_cast<std::size_t>(u)] * z_[static_cast<std::size_t>(u)];
    for (int a = u + 1; a < nu; ++a) sum -= factors_at(a, u) * y[free_at[a]];
    if (stride() > 0) {
      sum -= with_length<S, 6, 7>(stride(), [&](auto w) {
        return product<decltype(w)::value>(row(scaled_, u), border, stride());
      });
    }
    y[free_at[u]] = sum;
  }
  with_length<S, 1, 2, 3, 4, 5, 6>(
      m, [&](auto length) { follow<decltype(length)::value>(border, y); });
}

// d = X_u u + X_I y_I + k (G1)
template <Real S>
template <int M>
void ClusterFront<S>::follow(const S* border, S* y) {
  const int m = M > 0 ? M : split_.rank(), nu = split_.independent();
  const int* const y_at = y_at_.data();
  S* const d = d_.data();
  for (int i = 0; i < m; ++i) d[i] = k_[static_cast<std::size_t>(i)];
  for (int c = 0; c < nu + shape_.interfaces; ++c)
    add_column<M>(c < nu ? y[y_at[m + c]] : border[c - nu], column(x_, c), d, m);
  for (int i = 0; i < m; ++i) y[y_at[i]] = d[i];
}

// Phi_d^T lambda = (Q - M y)_d (G4)
template <Real S>
void ClusterFront<S>::multipliers(const S* y, const S* border, S* lambda) {
  const int m = split_.rank(), nu = split_.independent();
  S* const right = k_.data();
  const S* const outer = border + outside_at();
  for (int d = 0; d < m; ++d) {
    const S* c = coupling_.data() + d * shape_.outside;
    S sum = force_[static_cast<std::size_t>(d)];
    for (int b = 0; b < shape_.outside; ++b) sum -= c[b] * outer[b];
    right[d] = sum;
  }
  // M_dd and M_du stand side by side
  for (int j = 0; j < m + nu; ++j)
    take_column<0>(y[y_at_[static_cast<std::size_t>(j)]], mass_.data() + j * m, right, m);
  lu_in_order_transpose_solve(lu_.data(), inverse_.data(), right, m);
  for (const int row : shape_.rows) lambda[row] = S(0.0);
  for (int i = 0; i < m; ++i) lambda[gamma_at_[static_cast<std::size_t>(i)]] = right[i];
}

#define TREADLE_INSTANTIATE(S) template class ClusterFront<S>;
TREADLE_FOR_EACH_SCALAR_AND_LANES(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
