#include "mass_properties.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"

#include <Eigen/Eigenvalues>

namespace treadle {

void check_masses(const Description& d) {
  for (std::size_t b = 0; b < d.bodies.size(); ++b) {
    const BodyItem& body = d.bodies[b];
    if (body.mass < 0.0) continue;  // lent to a compiled part by the body that it is fixed to
    const auto& j = body.inertia;
    Eigen::Matrix3d tensor;
    tensor << j[0], j[3], j[4], j[3], j[1], j[5], j[4], j[5], j[2];
    const Eigen::Vector3d principal =
        Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(tensor).eigenvalues();
    // no mass distribution has a negative moment, or one larger than the sum of the other two
    const double slack = 1e-9 * principal.cwiseAbs().maxCoeff();
    if (principal[0] >= -slack && principal[2] <= principal[0] + principal[1] + slack) continue;
    throw ModelError("bodies[" + std::to_string(b) + "].inertia",
                     "body '" + body.name + "': no body has principal moments of inertia " +
                         short_number(principal[0]) + ", " + short_number(principal[1]) + " and " +
                         short_number(principal[2]) +
                         " kg m^2; none may be negative and the largest must not exceed the sum of "
                         "the other two");
  }
}

namespace {

// Bodies that are handed to compiled parts lend them a little of their inertia.
void check_what_is_left(const Description& d, const Placement& p,
                        const std::vector<MassProperties>& merged) {
  for (std::size_t b = 0; b < d.bodies.size(); ++b) {
    if (d.bodies[b].mass >= 0.0 || !p.bodies[b].body.valid()) continue;
    const MassProperties& m = merged[static_cast<std::size_t>(p.bodies[b].body.at)];
    const Sym3<double>& j = m.inertia;
    Eigen::Matrix3d tensor;
    tensor << j.xx, j.xy, j.xz, j.xy, j.yy, j.yz, j.xz, j.yz, j.zz;
    const double least =
        Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(tensor).eigenvalues().minCoeff();
    if (m.mass > 0.0 && least > 0.0) continue;
    throw ModelError("bodies", "the body that is handed to a compiled part as '" +
                                   d.bodies[b].name.substr(0, d.bodies[b].name.rfind('.')) +
                                   "' is too light: it lends the part " +
                                   short_number(-d.bodies[b].mass) +
                                   " kg, and must keep mass and inertia of its own");
  }
}

}  // namespace

std::vector<MassProperties> merge_masses(const Description& d, const Topology& t,
                                         const Placement& p) {
  std::vector<MassProperties> merged(static_cast<std::size_t>(t.bodies.size()));
  const auto center_of = [&](std::size_t b) {
    return p.bodies[b].frame * to_vec(d.bodies[b].center);
  };
  for (std::size_t b = 0; b < d.bodies.size(); ++b) {
    if (!p.bodies[b].body.valid()) continue;  // welded to the ground
    MassProperties& m = merged[static_cast<std::size_t>(p.bodies[b].body.at)];
    m.mass += d.bodies[b].mass;
    m.center += d.bodies[b].mass * center_of(b);
  }
  for (MassProperties& m : merged) {
    if (m.mass != 0.0) m.center = (1.0 / m.mass) * m.center;
  }
  for (std::size_t b = 0; b < d.bodies.size(); ++b) {
    if (!p.bodies[b].body.valid()) continue;
    MassProperties& m = merged[static_cast<std::size_t>(p.bodies[b].body.at)];
    const auto& j = d.bodies[b].inertia;
    const Sym3<double> own =
        rotate(p.bodies[b].frame.r, Sym3<double>{j[0], j[1], j[2], j[3], j[4], j[5]});
    const Inertia<double> shifted = inertia_at(d.bodies[b].mass, center_of(b) - m.center, own);
    m.inertia = m.inertia + shifted.tensor;
  }
  check_what_is_left(d, p, merged);
  return merged;
}

}  // namespace treadle
