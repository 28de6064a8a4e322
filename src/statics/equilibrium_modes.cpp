#include "equilibrium_modes.hpp"

#include "../base/at.hpp"
#include "../keeping/closest.hpp"
#include "../keeping/kinds_of_units.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace treadle {

std::vector<char> velocity_lengths(const Mechanism& mechanism) {
  return lengths_among_velocities(mechanism.model);
}

std::string direction_words(const Mechanism& mechanism, const std::vector<double>& dq) {
  const std::vector<char> lengths = velocity_lengths(mechanism);
  const double length = length_scale(mechanism.model);
  std::vector<double> size(dq.size());
  for (std::size_t k = 0; k < dq.size(); ++k)
    size[k] = std::fabs(dq[k]) / (lengths[k] != 0 ? length : 1.0);
  std::vector<std::size_t> order(dq.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return size[a] > size[b]; });
  std::string words;
  constexpr std::size_t most_named = 3;
  for (std::size_t k = 0; k < std::min(order.size(), most_named); ++k) {
    if (size[order[k]] < 0.3 * size[order[0]] || size[order[k]] == 0.0) break;
    if (k > 0) words += ", ";
    words += mechanism.coordinate_name(static_cast<int>(order[k]));
  }
  return words;
}

std::vector<StaticMode> equilibrium_modes(const Mechanism& mechanism, StaticPoint& point) {
  const Eigen::Index n = point.freedoms().count();
  std::vector<StaticMode> modes;
  if (n == 0) return modes;
  const Eigen::MatrixXd h = point.stiffness(), m = point.inertia();
  const double strongest = h.cwiseAbs().maxCoeff();
  const double nothing = 1e-9 * point.size() + 1e-12 * strongest;
  const auto add = [&](double square, bool complex, Eigen::VectorXd y) {
    y.normalize();
    const Eigen::VectorXd dq = point.freedoms().basis() * y;
    StaticMode mode;
    mode.square = square;
    const double resists = y.dot(h * y);
    mode.flutters = complex;
    mode.kind = complex                         ? ModeKind::unstable
                : std::fabs(resists) <= nothing ? ModeKind::neutral
                : square < 0.0                  ? ModeKind::unstable
                                                : ModeKind::stable;
    mode.dq.assign(dq.data(), dq.data() + dq.size());
    mode.words = direction_words(mechanism, mode.dq);
    modes.push_back(std::move(mode));
  };
  if ((h - h.transpose()).cwiseAbs().maxCoeff() <= 1e-9 * (strongest + point.size())) {
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> eigen(0.5 * (h + h.transpose()),
                                                                          m);
    for (Eigen::Index k = 0; k < n; ++k)
      add(eigen.eigenvalues()[k], false, eigen.eigenvectors().col(k));
    return modes;
  }
  const Eigen::EigenSolver<Eigen::MatrixXd> eigen(m.llt().solve(h));
  const double fastest = eigen.eigenvalues().cwiseAbs().maxCoeff();
  for (Eigen::Index k = 0; k < n; ++k) {
    const std::complex<double> square = eigen.eigenvalues()[k];
    const bool complex = std::fabs(square.imag()) > 1e-6 * std::abs(square) &&
                         std::fabs(square.imag()) > 1e-9 * fastest;
    if (complex && square.imag() < 0.0) continue;  // its twin tells the same
    add(square.real(), complex, eigen.eigenvectors().col(k).real());
  }
  std::stable_sort(modes.begin(), modes.end(),
                   [](const StaticMode& a, const StaticMode& b) { return a.square < b.square; });
  return modes;
}

}  // namespace treadle
