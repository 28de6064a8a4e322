#include "mass_properties.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"

#include <Eigen/Eigenvalues>

namespace treadle {

void check_masses(const Description& d) {
  for (std::size_t b = 0; b < d.bodies.size(); ++b) {
    const BodyItem& body = d.bodies[b];
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
  for (MassProperties& m : merged) m.center = (1.0 / m.mass) * m.center;
  for (std::size_t b = 0; b < d.bodies.size(); ++b) {
    if (!p.bodies[b].body.valid()) continue;
    MassProperties& m = merged[static_cast<std::size_t>(p.bodies[b].body.at)];
    const auto& j = d.bodies[b].inertia;
    const Sym3<double> own =
        rotate(p.bodies[b].frame.r, Sym3<double>{j[0], j[1], j[2], j[3], j[4], j[5]});
    const Inertia<double> shifted = inertia_at(d.bodies[b].mass, center_of(b) - m.center, own);
    m.inertia = m.inertia + shifted.tensor;
  }
  return merged;
}

}  // namespace treadle
