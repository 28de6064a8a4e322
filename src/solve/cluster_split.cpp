#include "cluster_split.hpp"

#include "cluster_front.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr double no_pivot = 1e-3;       // of an equilibrated matrix: the rank has dropped
constexpr double rounded = 1e-10;       // the same where the rank is known
constexpr double still_good = 1.0 / 4;  // an exchange may cost this much of the determinant
constexpr double worn_out = 1.0 / 16;   // of the pivot at the time of choice
constexpr double only_rounding = 1e-9;  // of the largest entry: a row or column that says nothing

// Equilibrated copy of Phi, with the scales that were used.
struct Scaled {
  std::span<double> a, row, column;
  int m = 0, n = 0;

  Scaled(const FrontShape& shape, std::span<double> scratch)
      : m(shape.equations), n(shape.coordinates) {
    const auto rows = static_cast<std::size_t>(m), columns = static_cast<std::size_t>(n);
    a = scratch.subspan(0, rows * columns);
    row = scratch.subspan(rows * columns, rows);
    column = scratch.subspan(rows * columns + rows, columns);
  }
  double& at(int i, int j) const { return a[static_cast<std::size_t>(j * m + i)]; }

  // Rows to their largest entry. Those that hold nothing but rounding must not be scaled up to look
  // like something.
  void scale_rows() const {
    double nothing = 0.0;
    for (const double x : a) nothing = std::max(nothing, only_rounding * std::fabs(x));
    for (int i = 0; i < m; ++i) {
      double largest = 0.0;
      for (int j = 0; j < n; ++j) largest = std::max(largest, std::fabs(at(i, j)));
      row[static_cast<std::size_t>(i)] = 1.0 / (largest > nothing ? largest : 1.0);
      for (int j = 0; j < n; ++j) at(i, j) *= row[static_cast<std::size_t>(i)];
    }
  }

  // Columns by the roots of their inertias, then rows to their largest entry.
  void set(std::span<const double> phi, std::span<const double> inertia) const {
    std::copy_n(phi.begin(), a.size(), a.begin());
    for (int j = 0; j < n; ++j) {
      const double size = inertia[static_cast<std::size_t>(j)];
      column[static_cast<std::size_t>(j)] = size > 0.0 ? 1.0 / std::sqrt(size) : 1.0;
      for (int i = 0; i < m; ++i) at(i, j) *= column[static_cast<std::size_t>(j)];
    }
    scale_rows();
  }

  void set(std::span<const double> phi) const {
    std::copy_n(phi.begin(), a.size(), a.begin());
    scale_rows();
    for (int j = 0; j < n; ++j) {
      double largest = 0.0;
      for (int i = 0; i < m; ++i) largest = std::max(largest, std::fabs(at(i, j)));
      column[static_cast<std::size_t>(j)] = 1.0 / (largest > only_rounding ? largest : 1.0);
      for (int i = 0; i < m; ++i) at(i, j) *= column[static_cast<std::size_t>(j)];
    }
  }
};

// Operations that a set of dependent coordinates asks for: products with M_dd. (G2)
double cost(const FrontShape& shape, const Split& split) {
  double sum = 0.0;
  for (const auto& [i, j] : shape.mass) {
    const bool di = split.place[static_cast<std::size_t>(i)] >= 0,
               dj = split.place[static_cast<std::size_t>(j)] >= 0;
    if (di && dj) sum += i == j ? 1.0 : 2.0;
    if (di != dj) sum += 0.25;
  }
  return sum;
}

// Complete pivoting on the columns that `place` allows (>= 0); Gauss-Jordan, so that the other
// columns end as Phi_d^-1 Phi_u in pivot order.
bool pivot(const Scaled& s, int rank, double least, Split& split) {
  split.dependent.clear();
  split.rows.clear();
  split.least.clear();
  for (int k = 0; k < rank; ++k) {
    int best_row = -1, best_column = -1;
    double best = least;
    for (int j = 0; j < s.n; ++j) {
      if (split.place[static_cast<std::size_t>(j)] < 0) continue;
      if (std::find(split.dependent.begin(), split.dependent.end(), j) != split.dependent.end())
        continue;
      for (int i = 0; i < s.m; ++i) {
        if (!(std::fabs(s.at(i, j)) > best)) continue;
        if (std::find(split.rows.begin(), split.rows.end(), i) != split.rows.end()) continue;
        best = std::fabs(s.at(i, j));
        best_row = i;
        best_column = j;
      }
    }
    if (best_row < 0) return false;
    split.dependent.push_back(best_column);
    split.rows.push_back(best_row);
    split.least.push_back(worn_out * best /
                          (s.row[static_cast<std::size_t>(best_row)] *
                           s.column[static_cast<std::size_t>(best_column)]));
    const double inverse = 1.0 / s.at(best_row, best_column);
    for (int j = 0; j < s.n; ++j) {
      if (j == best_column) continue;
      const double f = s.at(best_row, j) * inverse;
      s.at(best_row, j) = f;
      for (int i = 0; i < s.m; ++i) {
        if (i != best_row) s.at(i, j) -= f * s.at(i, best_column);
      }
    }
  }
  return true;
}

void place_all(const Scaled& s, Split& split) {
  split.free.clear();
  for (int j = 0; j < s.n; ++j) {
    const auto found = std::find(split.dependent.begin(), split.dependent.end(), j);
    const bool follows = found != split.dependent.end();
    split.place[static_cast<std::size_t>(j)] =
        follows ? static_cast<int>(found - split.dependent.begin())
                : -1 - static_cast<int>(split.free.size());
    if (!follows) split.free.push_back(j);
  }
}

// The exchange of one dependent and one free coordinate that saves most, if any; the determinant
// changes by the entry of Phi_d^-1 Phi_u between them.
bool exchange(const FrontShape& shape, const Scaled& s, Split& split) {
  const double now = cost(shape, split);
  double best = now;
  int leaves = -1, enters = -1;
  for (std::size_t i = 0; i < split.dependent.size(); ++i) {
    const int d = split.dependent[i];
    for (const int u : split.free) {
      if (std::fabs(s.at(split.rows[i], u)) < still_good) continue;
      std::swap(split.place[static_cast<std::size_t>(d)], split.place[static_cast<std::size_t>(u)]);
      const double trial = cost(shape, split);
      std::swap(split.place[static_cast<std::size_t>(d)], split.place[static_cast<std::size_t>(u)]);
      if (trial < best - 1e-9) {
        best = trial;
        leaves = d;
        enters = u;
      }
    }
  }
  if (leaves < 0) return false;
  std::swap(split.place[static_cast<std::size_t>(leaves)],
            split.place[static_cast<std::size_t>(enters)]);
  return true;
}

}  // namespace

void Split::reserve(const FrontShape& shape) {
  const auto n = static_cast<std::size_t>(shape.coordinates),
             m = static_cast<std::size_t>(shape.equations);
  dependent.reserve(n);
  free.reserve(n);
  rows.reserve(m);
  least.reserve(m);
  place.assign(n, 0);
}

std::size_t split_scratch(const FrontShape& shape) {
  return static_cast<std::size_t>(shape.equations * shape.coordinates + shape.equations +
                                  shape.coordinates);
}

bool choose_split(const FrontShape& shape, std::span<const double> phi, int rank,
                  std::span<double> scratch, Split& split) {
  const Scaled s(shape, scratch);
  std::fill(split.place.begin(), split.place.end(), 0);  // every column is allowed
  s.set(phi);
  if (!pivot(s, rank, no_pivot, split)) return false;
  place_all(s, split);
  for (int tries = 0; tries < shape.coordinates && exchange(shape, s, split); ++tries) {
    s.set(phi);
    if (!pivot(s, rank, no_pivot, split)) return false;
    place_all(s, split);
  }
  return true;
}

bool choose_split(const FrontShape& shape, std::span<const double> phi,
                  std::span<const double> inertia, int rank, std::span<double> scratch,
                  Split& split) {
  const Scaled s(shape, scratch);
  std::fill(split.place.begin(), split.place.end(), 0);
  s.set(phi, inertia);
  if (!pivot(s, rank, rounded, split)) return false;
  place_all(s, split);
  return true;
}

}  // namespace treadle
