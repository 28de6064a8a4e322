#include "check_inertia.hpp"

#include "../base/error.hpp"
#include "../dynamics/equations.hpp"

#include <Eigen/Core>

#include <algorithm>

namespace treadle {

namespace {

using Six = Eigen::Matrix<double, 6, 1>;
using SixBySix = Eigen::Matrix<double, 6, 6>;

constexpr double vanishing = 1e-13;

Six column_of(const Link<double>& link, const PositionStage<double>& at, int a) {
  if (link.carries_axes) return Six::Unit(a);
  const Motion<double>& b = at.b[static_cast<std::size_t>(link.b_at + a)];
  return (Six() << b.lin.x, b.lin.y, b.lin.z, b.ang.x, b.ang.y, b.ang.z).finished();
}

SixBySix matrix_of(const Inertia<double>& inertia) {
  SixBySix out;
  for (int k = 0; k < 6; ++k) {
    const Six unit = Six::Unit(k);
    const Force<double> f =
        inertia * Motion<double>{{unit[0], unit[1], unit[2]}, {unit[3], unit[4], unit[5]}};
    out.col(k) << f.lin.x, f.lin.y, f.lin.z, f.ang.x, f.ang.y, f.ang.z;
  }
  return out;
}

[[noreturn]] void refuse(const TreeBody& carried) {
  const std::string where =
      carried.item.valid() ? "joints[" + std::to_string(carried.item.at) + "]" : "bodies";
  throw ModelError(where, "the motion of joint '" + carried.joint + "' (" +
                              joint_name(carried.type) + ") carries no inertia; give body '" +
                              carried.name +
                              "' an inertia, or move its centre of mass off the joint's axis");
}

}  // namespace

// The pivots of M, leaves first, are those of the inertia that each body feels of its branch when
// the joints above are held and those below are free: what a joint lets slip goes out of it column
// by column (DC4). A pivot counts as zero against what it would be if the joints below were locked.
void check_inertia(const Model<double>& model, const std::vector<double>& q,
                   const std::vector<int>& foreign) {
  PositionStage<double> at(model);
  InertiaStage<double> inertia(model);
  place_bodies<double>(model, q, at);
  body_inertias<double>(model, at, inertia);
  std::vector<SixBySix> felt(model.links.size()), locked(model.links.size());
  for (std::size_t i = 0; i < felt.size(); ++i) felt[i] = locked[i] = matrix_of(inertia.own[i]);
  for (std::size_t i = felt.size(); i-- > 0;) {
    const Link<double>& link = model.links[i];
    if (std::find(foreign.begin(), foreign.end(), static_cast<int>(i)) != foreign.end()) continue;
    const SixBySix whole = felt[i];
    for (int a = 0; a < link.nv; ++a) {
      const Six b = column_of(link, at, a), f = felt[i] * b;
      const double pivot = b.dot(f);
      if (!(pivot > vanishing * b.dot(locked[i] * b))) refuse(model.topology->bodies[BodyId{i}]);
      felt[i] -= (f / pivot) * f.transpose();
    }
    if (link.parent < 0) continue;
    felt[static_cast<std::size_t>(link.parent)] += felt[i];
    locked[static_cast<std::size_t>(link.parent)] += whole;
  }
}

}  // namespace treadle
