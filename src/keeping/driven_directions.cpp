#include "driven_directions.hpp"

#include "../base/at.hpp"
#include "../scalar/instantiate.hpp"

namespace treadle {

template <Decidable S>
DrivenDirections<S>::DrivenDirections(const ScaledIsland& island)
    : island_(island),
      rows_(static_cast<int>(island.drivers.size()), island.columns()),
      through_(rows_.rows, island.free_of_loops()),
      basis_(island.columns(), island.free()),
      part_(rows_.rows, island.free_of_loops(), island.free_of_loops() - island.free()),
      b_(island.drivers.size()),
      z_(at(island.free_of_loops())) {}

template <Decidable S>
void DrivenDirections<S>::set(const Matrix<S>& phi, const Matrix<S>& along) {
  along_ = &along;
  for (int d = 0; d < rows_.rows; ++d) {
    for (int j = 0; j < rows_.cols; ++j) rows_(d, j) = phi(island_.drivers[at(d)], j);
    for (int c = 0; c < along.cols; ++c) {
      S sum = rows_(d, 0) * along(0, c);
      for (int j = 1; j < along.rows; ++j) sum += rows_(d, j) * along(j, c);
      through_(d, c) = sum;
    }
  }
  part_.split(through_);
  basis_.set_zero();
  for (int c = 0; c < basis_.cols; ++c) {
    for (int k = 0; k < along.cols; ++k) {
      for (int j = 0; j < along.rows; ++j) basis_(j, c) += along(j, k) * part_.basis()(k, c);
    }
  }
}

template <Decidable S>
void DrivenDirections<S>::meet(std::span<const S> b, std::span<S> x) {
  for (int d = 0; d < rows_.rows; ++d) {
    b_[at(d)] = b[at(island_.drivers[at(d)])];
    for (int j = 0; j < rows_.cols; ++j) b_[at(d)] -= rows_(d, j) * x[at(j)];
  }
  part_.particular(b_, z_);
  for (int c = 0; c < along_->cols; ++c) {
    for (int j = 0; j < along_->rows; ++j) x[at(j)] += (*along_)(j, c) * z_[at(c)];
  }
}

template <Decidable S>
void DrivenDirections<S>::take(std::span<S> g, std::span<S> lambda) {
  for (int c = 0; c < along_->cols; ++c) {
    z_[at(c)] = (*along_)(0, c) * g[0];
    for (int j = 1; j < along_->rows; ++j) z_[at(c)] += (*along_)(j, c) * g[at(j)];
  }
  part_.multipliers(z_, b_);
  for (int d = 0; d < rows_.rows; ++d) {
    lambda[at(island_.drivers[at(d)])] = b_[at(d)];
    for (int j = 0; j < rows_.cols; ++j) g[at(j)] -= rows_(d, j) * b_[at(d)];
  }
}

#define TREADLE_INSTANTIATE(S) template class DrivenDirections<S>;
TREADLE_FOR_EACH_DECIDABLE(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
