#include "outer_joint.hpp"

#include "../base/at.hpp"

#include <Eigen/QR>

namespace treadle {

// About the joint's own point, where turning and sliding are of one size; then moved to the origin.
void OuterJoint::look(const Hierarchy::State& state) {
  const int nv = state.model.links[at(body)].nv;
  const Vec3<double> p = state.at.x[at(body)].p;
  SixByAny here(6, nv);
  for (int c = 0; c < nv; ++c) {
    const Motion<double> b = column_of(state, body, c);
    here.col(c) = six(Motion<double>{b.lin + cross(b.ang, p), b.ang});
  }
  const auto moved = [&](const Six& f) {
    const Force<double> at_joint = force_of(f);
    return six(Force<double>{at_joint.lin, at_joint.ang + cross(p, at_joint.lin)});
  };
  Eigen::Matrix<double, 6, 6> basis = Eigen::Matrix<double, 6, 6>::Identity();
  inverse.resize(6, nv);
  holds.resize(6, 6 - nv);
  if (nv > 0) {
    const Eigen::HouseholderQR<SixByAny> qr(here);
    basis.applyOnTheLeft(qr.householderQ());
    // B = Q_1 R, so B (B^T B)^-1 = Q_1 R^-T
    inverse = basis.leftCols(nv);
    const auto& r = qr.matrixQR();
    for (int c = nv - 1; c >= 0; --c) {
      for (int k = c + 1; k < nv; ++k) inverse.col(c) -= r(c, k) * inverse.col(k);
      inverse.col(c) /= r(c, c);
    }
  }
  for (int c = 0; c < nv; ++c) inverse.col(c) = moved(inverse.col(c));
  for (int c = nv; c < 6; ++c) holds.col(c - nv) = moved(basis.col(c));
}

}  // namespace treadle
