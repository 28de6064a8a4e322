#include "reduced.hpp"

#include "../base/at.hpp"
#include "../linalg/dense.hpp"
#include "../scalar/instantiate.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace treadle {

namespace {

// Coordinates that M or an island joins, as the smallest of them.
std::vector<int> block_of_each(const LowerPattern& inertia,
                               const std::vector<ScaledIsland>& islands) {
  std::vector<int> root(at(inertia.n));
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int i) {
    while (root[at(i)] != i) i = root[at(i)] = root[at(root[at(i)])];
    return i;
  };
  const auto join = [&](int a, int b) {
    a = find(a);
    b = find(b);
    root[at(std::max(a, b))] = std::min(a, b);
  };
  for (int j = 0; j < inertia.n; ++j) {
    for (int s = inertia.begin[at(j)]; s < inertia.begin[at(j + 1)]; ++s)
      join(j, inertia.rows[at(s)]);
  }
  for (const ScaledIsland& island : islands) {
    for (const int p : island.parts.positions) join(p, island.parts.positions.front());
  }
  for (int i = 0; i < inertia.n; ++i) root[at(i)] = find(i);
  return root;
}

}  // namespace

template <Decidable S>
ReducedEquations<S>::ReducedEquations(const Model<S>& model,
                                      const std::vector<ScaledIsland>& islands)
    : model_(model),
      islands_(islands),
      near_(at(model.nv())),
      particular_(at(model.nv()), S(0.0)),
      product_(at(model.nv())) {
  const LowerPattern& inertia = model.pattern->inertia;
  for (int j = 0; j < inertia.n; ++j) {
    for (int s = inertia.begin[at(j)]; s < inertia.begin[at(j + 1)]; ++s) {
      near_[at(j)].push_back({inertia.rows[at(s)], s});
      near_[at(inertia.rows[at(s)])].push_back({j, s});
    }
  }
  std::vector<int> island_of(at(model.nv()), -1);
  for (std::size_t i = 0; i < islands.size(); ++i) {
    basis_.emplace_back(islands[i].columns(), islands[i].free());
    for (const int p : islands[i].parts.positions) island_of[at(p)] = static_cast<int>(i);
  }
  const std::vector<int> root = block_of_each(inertia, islands);
  std::vector<int> block(at(model.nv()), -1);
  std::vector<char> seen(islands.size(), 0);
  for (int j = 0; j < model.nv(); ++j) {
    int& number = block[at(root[at(j)])];
    if (number < 0) {
      number = static_cast<int>(blocks_.size());
      blocks_.emplace_back();
    }
    Block& b = blocks_[at(number)];
    b.positions.push_back(j);
    const int island = island_of[at(j)];
    const auto add = [&](Direction d) {
      b.directions.push_back(static_cast<int>(directions_.size()));
      directions_.push_back(d);
    };
    if (island < 0) {
      add({-1, j});
    } else if (seen[at(island)] == 0) {
      seen[at(island)] = 1;
      for (int c = 0; c < islands[at(island)].free(); ++c) add({island, c});
    }
  }
  const auto most = at(largest_block());
  reduced_.resize(most * most);
  right_.resize(most);
  start_.resize(most);
}

template <Decidable S>
int ReducedEquations<S>::largest_block() const {
  std::size_t most = 0;
  for (const Block& b : blocks_) most = std::max(most, b.directions.size());
  return static_cast<int>(most);
}

template <Decidable S>
int ReducedEquations<S>::largest_block(const Model<double>& model,
                                       const std::vector<ScaledIsland>& islands) {
  const std::vector<int> root = block_of_each(model.pattern->inertia, islands);
  std::vector<int> free(root.size(), 0);
  for (const int r : root) ++free[at(r)];
  for (const ScaledIsland& island : islands) {
    if (island.columns() > 0) free[at(root[at(island.parts.positions.front())])] -= island.rank;
  }
  return free.empty() ? 0 : *std::max_element(free.begin(), free.end());
}

template <Decidable S>
void ReducedEquations<S>::set_basis(std::size_t island, const Matrix<S>& basis) {
  Matrix<S>& to = basis_[island];
  for (int j = 0; j < basis.rows; ++j) {
    const double scale = islands_[island].column[at(j)];
    for (int c = 0; c < basis.cols; ++c)
      to(j, c) = scale == 1.0 ? basis(j, c) : S(scale) * basis(j, c);
  }
}

// M R of one direction, in the coordinates of its block.
template <Decidable S>
void ReducedEquations<S>::times_direction(const InertiaMatrix<S>& m, const Block& block,
                                          const Direction& d) {
  for (const int p : block.positions) product_[at(p)] = S(0.0);
  const auto add = [&](int j, const S& x) {
    product_[at(j)] += m.diagonal[at(j)] * x;
    for (const Entry& e : near_[at(j)]) product_[at(e.other)] += m.lower[at(e.slot)] * x;
  };
  if (d.island < 0) {
    product_[at(d.column)] = m.diagonal[at(d.column)];
    for (const Entry& e : near_[at(d.column)]) product_[at(e.other)] = m.lower[at(e.slot)];
    return;
  }
  const std::vector<int>& positions = islands_[at(d.island)].parts.positions;
  for (std::size_t k = 0; k < positions.size(); ++k)
    add(positions[k], basis_[at(d.island)](static_cast<int>(k), d.column));
}

template <Decidable S>
S ReducedEquations<S>::along(const Direction& d, std::span<const S> x) const {
  if (d.island < 0) return x[at(d.column)];
  const std::vector<int>& positions = islands_[at(d.island)].parts.positions;
  const Matrix<S>& basis = basis_[at(d.island)];
  S sum = basis(0, d.column) * x[at(positions[0])];
  for (std::size_t k = 1; k < positions.size(); ++k)
    sum += basis(static_cast<int>(k), d.column) * x[at(positions[k])];
  return sum;
}

template <Decidable S>
void ReducedEquations<S>::missing_force(const InertiaMatrix<S>& m, std::span<const S> q_force,
                                        std::span<const S> qdd, std::span<S> out) const {
  for (std::size_t j = 0; j < out.size(); ++j) {
    S sum = q_force[j] - m.diagonal[j] * qdd[j];
    for (const Entry& e : near_[j]) sum -= m.lower[at(e.slot)] * qdd[at(e.other)];
    out[j] = sum;
  }
}

template <Decidable S>
int ReducedEquations<S>::works_along(std::span<const S> force, std::span<const S> size,
                                     double part) const {
  for (const Direction& d : directions_) {
    if (d.island < 0) {
      if (!(std::fabs(value(force[at(d.column)])) <= part * value(size[at(d.column)])))
        return d.column;
      continue;
    }
    const std::vector<int>& positions = islands_[at(d.island)].parts.positions;
    const Matrix<S>& basis = basis_[at(d.island)];
    double terms = 0.0, most = -1.0;
    int moved = positions[0];
    for (std::size_t k = 0; k < positions.size(); ++k) {
      const double share = std::fabs(value(basis(static_cast<int>(k), d.column)));
      terms += share * value(size[at(positions[k])]);
      if (!(share > most)) continue;
      most = share;
      moved = positions[k];
    }
    if (!(std::fabs(value(along(d, force))) <= part * terms)) return moved;
  }
  return -1;
}

template <Decidable S>
int ReducedEquations<S>::solve(const InertiaMatrix<S>& m, std::span<const S> q_force,
                               std::span<S> qdd) {
  missing_force(m, q_force, particular_, qdd);
  for (const Block& block : blocks_) {
    const int f = static_cast<int>(block.directions.size());
    if (f == 0) {
      for (const int p : block.positions) qdd[at(p)] = particular_[at(p)];
      continue;
    }
    for (int a = 0; a < f; ++a) {
      const Direction& d = directions_[at(block.directions[at(a)])];
      times_direction(m, block, d);
      for (int b = a; b < f; ++b)
        reduced_[at(a * f + b)] = along(directions_[at(block.directions[at(b)])], product_);
      right_[at(a)] = along(d, qdd);
    }
    const auto square = std::span<S>(reduced_).first(at(f * f));
    const auto right = std::span<S>(right_).first(at(f));
    const int none = cholesky_factor<S>(square, f, 1e-14, start_);
    if (none >= 0) {
      const Direction& d = directions_[at(block.directions[at(none)])];
      return d.island < 0 ? d.column : islands_[at(d.island)].parts.positions.front();
    }
    lower_solve<S>(square, f, right);
    upper_solve<S>(square, f, right);
    for (const int p : block.positions) qdd[at(p)] = particular_[at(p)];
    for (int a = 0; a < f; ++a) {
      const Direction& d = directions_[at(block.directions[at(a)])];
      if (d.island < 0) {
        qdd[at(d.column)] = right[at(a)];
        continue;
      }
      const std::vector<int>& positions = islands_[at(d.island)].parts.positions;
      for (std::size_t k = 0; k < positions.size(); ++k)
        qdd[at(positions[k])] += basis_[at(d.island)](static_cast<int>(k), d.column) * right[at(a)];
    }
  }
  return -1;
}

#define TREADLE_INSTANTIATE(S) template class ReducedEquations<S>;
TREADLE_FOR_EACH_DECIDABLE(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
