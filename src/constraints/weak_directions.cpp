#include "weak_directions.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr int few_rows = 12;        // whose singular values cost no more than a guess
constexpr double vanishing = 1e-9;  // entries are about one: a row of rounding
constexpr double alike = 1.5;       // directions that are as weak as the weakest

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

WeakDirections::WeakDirections(const ScaledIsland& island)
    : all_values_(island.rank <= few_rows),
      svd_(island.rows(), island.columns(), island.rank),
      basis_(island.columns(), island.free()) {
  const int p = std::min(island.rank, WeakestStrength::most_directions);
  lefts_.shape(island.rows(), p);
  normals_.shape(island.columns(), p);
  sigma_.resize(at(std::max(p, 1)), 0.0);
  basis_.set_zero();
  for (int r = 0; r < island.rows(); ++r) {
    if (!std::binary_search(island.kept.begin(), island.kept.end(), r)) left_out_.push_back(r);
  }
  if (!all_values_) guess_.reserve(island.rank, island.columns());
}

// Rows that depend on others change singular values, unless there is nothing in them.
bool WeakDirections::may_leave_out(const Matrix<double>& phi) const {
  double most = 0.0;
  for (int j = 0; j < phi.cols; ++j) {
    for (const int r : left_out_) most = std::max(most, std::fabs(phi(r, j)));
  }
  return most <= vanishing;
}

double WeakDirections::strength(const ScaledIsland& island, const Matrix<double>& phi) {
  all_values_ = all_values_ || !may_leave_out(phi);
  const double guess = all_values_ ? 0.0 : guess_.of(phi, island.kept);
  exact_ = guess == 0.0;
  if (!exact_) return guess;
  svd_.split(phi);
  return svd_.sigma(island.rank - 1);
}

void WeakDirections::update_basis(const ScaledIsland& island, const Matrix<double>& phi) {
  const std::size_t size = at(basis_.rows * basis_.cols);
  const Matrix<double>& exact = svd_.basis();
  double square = 0.0;  // none yet
  for (std::size_t i = 0; i < size; ++i) square += basis_.a[i] * basis_.a[i];
  if (!exact_ && square > 0.0) {
    guess_.free_directions(phi, island.kept, basis_);
    return;
  }
  if (!exact_) svd_.split(phi);
  std::copy_n(exact.a.begin(), size, basis_.a.begin());
}

double WeakDirections::refer(const ScaledIsland& island, const Matrix<double>& phi) {
  strength(island, phi);
  const int p = lefts_.cols;
  lefts_.set_zero();
  if (!exact_) guess_.directions(phi, island.kept);
  for (int k = 0; k < p; ++k) {
    const int from = island.rank - p + k;
    const Matrix<double>& normals = exact_ ? svd_.normals() : guess_.normals();
    sigma_[at(k)] = exact_ ? svd_.sigma(from) : guess_.sigma(k);
    for (int j = 0; j < island.columns(); ++j) normals_(j, k) = normals(j, exact_ ? from : k);
    normalize_column(normals_, k, 0.0);
    if (exact_) {
      for (int r = 0; r < island.rows(); ++r) lefts_(r, k) = svd_.lefts()(r, from);
    } else {
      for (int i = 0; i < island.rank; ++i) lefts_(island.kept[at(i)], k) = guess_.lefts()(i, k);
    }
  }
  return sigma_.back();
}

double WeakDirections::signed_strength(const Matrix<double>& phi) const {
  double least = 1e300;
  for (int k = lefts_.cols - 1; k >= 0 && sigma_[at(k)] <= alike * sigma_.back(); --k) {
    double along = 0.0;
    for (int j = 0; j < phi.cols; ++j) {
      double part = 0.0;
      for (int r = 0; r < phi.rows; ++r) part += phi(r, j) * lefts_(r, k);
      along += part * normals_(j, k);
    }
    least = std::min(least, along);
  }
  return least < 1e300 ? least : sigma_.back();
}

}  // namespace treadle
