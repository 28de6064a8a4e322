#include "freedoms.hpp"

#include "../keeping/closest.hpp"
#include "../keeping/kinds_of_units.hpp"
#include "../keeping/partition.hpp"

#include <Eigen/SVD>

#include <algorithm>

namespace treadle {

Freedoms::Freedoms(const Mechanism& mechanism)
    : mechanism_(mechanism),
      islands_(scaled_islands(mechanism.model, mechanism.redundancy.rows)),
      splits_(islands_.size()) {
  const Model<double>& model = mechanism.model;
  const double length = length_scale(model);
  const std::vector<char> lengths = lengths_among_velocities(model);
  scale_.resize(model.nv());
  std::vector<char> touched(lengths.size(), 0);
  for (int k = 0; k < model.nv(); ++k) scale_[k] = lengths[at(k)] != 0 ? length : 1.0;
  for (const ScaledIsland& island : islands_) {
    for (const int p : island.parts.positions) touched[at(p)] = 1;
  }
  for (int k = 0; k < model.nv(); ++k) {
    if (touched[at(k)] == 0) outside_.push_back(k);
  }
}

void Freedoms::look(std::span<const double> phi) {
  const Model<double>& model = mechanism_.model;
  lost_ = 0;
  std::vector<Eigen::MatrixXd> free(islands_.size());
  Eigen::Index count = static_cast<Eigen::Index>(outside_.size());
  Matrix<double> entries;
  for (std::size_t k = 0; k < islands_.size(); ++k) {
    const ScaledIsland& island = islands_[k];
    fill_scaled<double>(model, island, phi, entries);
    const Eigen::MatrixXd scaled =
        Eigen::Map<const Eigen::MatrixXd>(entries.a.data(), entries.rows, entries.cols);
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(scaled, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Eigen::VectorXd& sigma = svd.singularValues();
    int used = 0;
    while (used < std::min<int>(island.rank, static_cast<int>(sigma.size())) &&
           sigma[used] > lost_direction * sigma[0])
      ++used;
    lost_ += island.rank - used;
    splits_[k] = {svd.matrixU().leftCols(used), svd.matrixV().leftCols(used), sigma.head(used)};
    free[k] = svd.matrixV().rightCols(scaled.cols() - used);
    count += free[k].cols();
  }
  basis_ = Eigen::MatrixXd::Zero(model.nv(), count);
  Eigen::Index next = 0;
  for (const int k : outside_) basis_(k, next++) = scale_[k];
  for (std::size_t k = 0; k < islands_.size(); ++k) {
    const std::vector<int>& positions = islands_[k].parts.positions;
    for (std::size_t p = 0; p < positions.size(); ++p) {
      basis_.block(positions[p], next, 1, free[k].cols()) =
          islands_[k].column[p] * free[k].row(static_cast<Eigen::Index>(p));
    }
    next += free[k].cols();
  }
}

Eigen::VectorXd Freedoms::closing(const Eigen::VectorXd& b) const {
  Eigen::VectorXd out = Eigen::VectorXd::Zero(mechanism_.model.nv());
  for (std::size_t k = 0; k < islands_.size(); ++k) {
    const ScaledIsland& island = islands_[k];
    const Split& s = splits_[k];
    Eigen::VectorXd right(island.rows());
    for (int r = 0; r < island.rows(); ++r)
      right[r] = island.row[at(r)] * b[island.parts.rows[at(r)]];
    const Eigen::VectorXd step = s.v * (s.u.transpose() * right).cwiseQuotient(s.sigma);
    for (int p = 0; p < island.columns(); ++p)
      out[island.parts.positions[at(p)]] = island.column[at(p)] * step[p];
  }
  return out;
}

Eigen::VectorXd Freedoms::multipliers(const Eigen::VectorXd& force) const {
  Eigen::VectorXd out = Eigen::VectorXd::Zero(mechanism_.model.rows());
  for (std::size_t k = 0; k < islands_.size(); ++k) {
    const ScaledIsland& island = islands_[k];
    const Split& s = splits_[k];
    Eigen::VectorXd plain(island.columns());
    for (int p = 0; p < island.columns(); ++p)
      plain[p] = island.column[at(p)] * force[island.parts.positions[at(p)]];
    const Eigen::VectorXd lambda = s.u * (s.v.transpose() * plain).cwiseQuotient(s.sigma);
    for (int r = 0; r < island.rows(); ++r)
      out[island.parts.rows[at(r)]] = island.row[at(r)] * lambda[r];
  }
  return out;
}

}  // namespace treadle
