#include "weak_directions.hpp"

#include "../base/at.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr int few_rows = 8;         // whose singular values cost no more than the weakest of them
constexpr int fewest_guessed = 3;   // below which they cost no more than a guess ...
constexpr int few_columns = 64;     // ... where what is free is found as fast
constexpr int most_followed = 600;  // free directions: beyond, nobody follows a smooth branch
constexpr double far = 0.3;         // of the largest strength: a guess will do
constexpr double no_strength = 1e-12;
constexpr double alike = 1.5;  // directions that are as weak as the weakest

// Whether all other rows are rounding alone, as those of planar linkages that say nothing.
bool kept_say_all(const ScaledIsland& island, const Matrix<double>& phi) {
  for (int r = 0; r < phi.rows; ++r) {
    if (std::binary_search(island.kept.begin(), island.kept.end(), r)) continue;
    for (int j = 0; j < phi.cols; ++j) {
      if (!(std::fabs(phi(r, j)) < no_strength)) return false;
    }
  }
  return true;
}

}  // namespace

WeakDirections::WeakDirections(const ScaledIsland& island)
    : guesses_(island.rank >= fewest_guessed ||
               (island.rank > 0 && island.columns() > few_columns)),
      all_values_(island.rank <= few_rows),
      svd_(island.rows(), island.columns(), island.rank),
      subspace_(island.rows(), all_values_ ? 0 : island.columns(), island.rank),
      basis_(island.columns(), island.free()) {
  const int p = std::min(island.rank, WeakSubspace::most_directions);
  lefts_.shape(island.rows(), p);
  normals_.shape(island.columns(), p);
  sigma_.resize(at(std::max(p, 1)), 0.0);
  lost_.resize(at(island.rows()), 0.0);
  if (guesses_) guess_.reserve(island.rank);
}

double WeakDirections::strength(const ScaledIsland& island, const Matrix<double>& phi,
                                bool guess_will_do) {
  const bool first = regular_ == 0.0;
  if (first) alone_ = kept_say_all(island, phi);
  if (guesses_ && (guess_will_do || first)) {
    const double strength = healthy(guess_.of(phi, island.kept));
    if (strength >= 0.0) return strength;
  }
  exact_ = all_values_ || !known_ || !subspace_.find(phi, basis_);
  known_ = true;
  if (exact_ && all_values_ && island.free() > most_followed) {
    svd_.find_values(phi);
  } else if (exact_) {
    svd_.split(phi);
    std::copy_n(svd_.basis().a.begin(), at(basis_.rows * basis_.cols), basis_.a.begin());
  }
  const double sigma =
      exact_ ? svd_.sigma(island.rank - 1) : subspace_.sigma(subspace_.count() - 1);
  regular_ = std::max(regular_, sigma);
  return sigma;
}

// Where others depend on the rows that are kept, these are weaker than all of them together, and
// compared with their own kind.
double WeakDirections::healthy(double guess) {
  guessed_ = std::max(guessed_, guess);
  if (alone_) regular_ = std::max(regular_, guess);
  return regular_ > 0.0 && guess > far * guessed_ ? regular_ * guess / guessed_ : -1.0;
}

double WeakDirections::guess(KeptRows& rows, std::span<const double> phi) {
  return guesses_ && regular_ > 0.0 ? healthy(guess_.of(rows, phi)) : -1.0;
}

double WeakDirections::refer(const ScaledIsland& island, const Matrix<double>& phi) {
  strength(island, phi, false);
  const Matrix<double>& normals = exact_ ? svd_.normals() : subspace_.normals();
  const Matrix<double>& lefts = exact_ ? svd_.lefts() : subspace_.lefts();
  const int p = lefts_.cols;
  for (int k = 0; k < p; ++k) {
    const int from = exact_ ? island.rank - p + k : k;
    sigma_[at(k)] = exact_ ? svd_.sigma(from) : subspace_.sigma(from);
    for (int j = 0; j < island.columns(); ++j) normals_(j, k) = normals(j, from);
    for (int r = 0; r < island.rows(); ++r) lefts_(r, k) = lefts(r, from);
    normalize_column(normals_, k, 0.0);
  }
  return sigma_.back();
}

void WeakDirections::find_lost(const ScaledIsland& island, const Matrix<double>& phi,
                               double weaker) {
  svd_.split(phi);
  std::fill(lost_.begin(), lost_.end(), 0.0);
  for (int k = island.rank - 1; k >= 0; --k) {
    if (k < island.rank - 1 && !(svd_.sigma(k) < weaker)) break;
    for (int r = 0; r < island.rows(); ++r) lost_[at(r)] += svd_.lefts()(r, k) * svd_.lefts()(r, k);
  }
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
