#include "island_view.hpp"

#include "../base/at.hpp"
#include "../keeping/kinds_of_units.hpp"
#include "../kinematics/advance.hpp"

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>

namespace treadle {

double size_of(const Model<double>& model, const LoopIsland& island, std::span<const double> q) {
  PositionStage<double> stage(model);
  place_bodies<double>(model, q, stage);
  std::vector<Vec3<double>> places;
  for (const int i : island.bodies) {
    const Link<double>& link = model.links[at(i)];
    places.push_back(place_on(stage, link.group, link.parent, link.joint_frame.p));
    places.push_back(stage.x[at(i)].p);
  }
  for (const int c : island.loops) {
    const LoopData<double>& loop = model.loops[at(c)];
    if (loop.kind == LoopKind::coordinates) continue;
    places.push_back(place_on(stage, loop.group, loop.from.body, loop.from.frame.p));
    places.push_back(place_on(stage, loop.group, loop.to.body, loop.to.frame.p));
  }
  // the box around them: close enough, and linear in their number
  double size = 0.0;
  for (int k = 0; k < 3; ++k) {
    double low = 1e300, high = -1e300;
    for (const Vec3<double>& p : places) {
      const double x = k == 0 ? p.x : k == 1 ? p.y : p.z;
      low = std::min(low, x);
      high = std::max(high, x);
    }
    if (high > low) size = std::hypot(size, high - low);
  }
  return std::max(size, 1e-6);
}

std::vector<int> joints_of(const Topology& t, const LoopIsland& island) {
  std::vector<int> joints;
  for (const int i : island.bodies) {
    if (t.bodies[BodyId{i}].item.valid()) joints.push_back(t.bodies[BodyId{i}].item.at);
  }
  for (const int c : island.loops) {
    if (t.loops[LoopId{c}].joint >= 0) joints.push_back(t.loops[LoopId{c}].joint);
  }
  std::sort(joints.begin(), joints.end());
  return joints;
}

LoopIsland undriven(const Model<double>& model, const LoopIsland& island) {
  LoopIsland out = island;
  out.loops.clear();
  out.rows.clear();
  for (const int c : island.loops) {
    const LoopData<double>& loop = model.loops[at(c)];
    if (loop.function >= 0) continue;
    out.loops.push_back(c);
    for (int r = 0; r < loop.row_count; ++r) out.rows.push_back(loop.first_row + r);
  }
  return out;
}

IslandView::IslandView(const Model<double>& model, const LoopIsland& island, double size)
    : model_(&model),
      island_(island),
      size_(size),
      row_unit_(static_cast<Eigen::Index>(island.rows.size())),
      column_unit_(static_cast<Eigen::Index>(island.positions.size())),
      at_(model),
      loops_(model),
      dv_(treadle::at(model.nv())) {
  const std::vector<std::vector<int>> seen{island_.loops};
  reach_ = reaches_of<double>(model, seen).front();
  Eigen::Index row = 0;
  for (const int c : island_.loops) {
    for (int r = 0; r < model.loops[treadle::at(c)].row_count; ++r)
      row_unit_[row++] = is_angle_row(model, LoopId{c}, r) ? 1.0 : size;
  }
  const std::vector<char> lengths = lengths_among_velocities(model);
  for (Eigen::Index k = 0; k < columns(); ++k)
    column_unit_[k] =
        lengths[treadle::at(island_.positions[static_cast<std::size_t>(k)])] != 0 ? size : 1.0;
}

void IslandView::look(std::span<const double> q) {
  place_bodies<double>(*model_, reach_, q, at_);
  close_loops<double>(*model_, reach_, q, {}, at_, loops_);
  residual.resize(rows());
  for (Eigen::Index r = 0; r < rows(); ++r) {
    const int row = island_.rows[static_cast<std::size_t>(r)];
    residual[r] = loops_.residual[treadle::at(row)] / row_unit_[r];
  }
  jacobian = row_unit_.cwiseInverse().asDiagonal() * dense_jacobian(*model_, island_, loops_.phi) *
             column_unit_.asDiagonal();
}

void IslandView::measure() {
  strengths = Eigen::BDCSVD<Eigen::MatrixXd>(jacobian).singularValues();
}

void IslandView::split() {
  if (std::min(rows(), columns()) < 24) {
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(jacobian,
                                                Eigen::ComputeFullU | Eigen::ComputeFullV);
    strengths = svd.singularValues();
    left = svd.matrixU();
    right = svd.matrixV();
  } else {
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(jacobian, Eigen::ComputeFullU | Eigen::ComputeFullV);
    strengths = svd.singularValues();
    left = svd.matrixU();
    right = svd.matrixV();
  }
}

void IslandView::move(const Eigen::VectorXd& step, std::vector<double>& q) {
  const std::vector<double> before = q;
  put_step(island_, step.cwiseProduct(column_unit_), dv_);
  advance<double>(*model_, reach_, before, dv_, q);
}

Eigen::VectorXd IslandView::way(std::span<const double> from, std::span<const double> to) {
  difference<double>(*model_, reach_, from, to, dv_);
  Eigen::VectorXd out(columns());
  for (Eigen::Index k = 0; k < columns(); ++k) {
    const int position = island_.positions[static_cast<std::size_t>(k)];
    out[k] = dv_[treadle::at(position)] / column_unit_[k];
  }
  return out;
}

bool IslandView::close_strong(int rank, std::vector<double>& q) {
  constexpr int most = 12;
  double before = 1e300;
  for (int it = 0; it < most; ++it) {
    look(q);
    split();
    const Eigen::VectorXd seen = left.leftCols(rank).transpose() * residual;
    const double gap = seen.size() > 0 ? seen.cwiseAbs().maxCoeff() : 0.0;
    if (!std::isfinite(gap)) return false;
    if (gap < 1e-15 || (gap < 1e-12 && gap > 0.3 * before)) return true;
    const Eigen::VectorXd step =
        right.leftCols(rank) * (-seen.array() / strengths.head(rank).array()).matrix();
    if (step.cwiseAbs().maxCoeff() > 0.5) return false;  // another branch, or none
    before = gap;
    move(step, q);
  }
  return before < 1e-12;
}

}  // namespace treadle
