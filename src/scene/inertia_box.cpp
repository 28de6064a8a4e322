#include "inertia_box.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

Vec3<double> from_eigen(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

}  // namespace

// A block of edges a, b, c has the moments m (b^2 + c^2) / 12 and so on.
InertiaBox inertia_box(const BodyItem& body) {
  const auto& [xx, yy, zz, xy, xz, yz] = body.inertia;
  InertiaBox box;
  if (xy == 0.0 && xz == 0.0 && yz == 0.0) {
    box.moments = {xx, yy, zz};
  } else {
    Eigen::Matrix3d tensor;
    tensor << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(tensor);
    const Eigen::Matrix3d axes = solver.eigenvectors();
    box.axes.x = from_eigen(axes.col(0));
    box.axes.y = from_eigen(axes.col(1));
    box.axes.z = cross(box.axes.x, box.axes.y);
    box.moments = from_eigen(solver.eigenvalues());
  }
  const Vec3<double>& j = box.moments;
  const auto edge = [&](double others, double own) {
    return body.mass > 0.0 ? std::sqrt(std::max(0.0, 6.0 * (others - own) / body.mass)) : 0.0;
  };
  box.size = {edge(j.y + j.z, j.x), edge(j.x + j.z, j.y), edge(j.x + j.y, j.z)};
  return box;
}

// A disc has m r^2 / 2 about its axis and m (3 r^2 + h^2) / 12 across it.
std::optional<InertiaDisc> inertia_disc(const BodyItem& body) {
  const InertiaBox box = inertia_box(body);
  const struct {
    Vec3<double> axis;
    double own, one, two;
  } turns[] = {{box.axes.x, box.moments.x, box.moments.y, box.moments.z},
               {box.axes.y, box.moments.y, box.moments.x, box.moments.z},
               {box.axes.z, box.moments.z, box.moments.x, box.moments.y}};
  for (const auto& turn : turns) {
    const bool round = std::fabs(turn.one - turn.two) <= 0.01 * turn.own;
    if (!(turn.own > 0.0) || !round || turn.own < 1.3 * turn.one) continue;
    const double r2 = 2.0 * turn.own / body.mass;
    const double h2 = 6.0 * (turn.one + turn.two) / body.mass - 3.0 * r2;
    return InertiaDisc{turn.axis, std::sqrt(r2), std::sqrt(std::max(h2, 0.01 * r2))};
  }
  return std::nullopt;
}

}  // namespace treadle
