// An independent witness of the equations of motion: classical vectors in the world frame, forces
// and moments about centres of mass, joint by joint. Uses the model's data but none of its kernels.
#pragma once

#include "src/model/model.hpp"

#include <Eigen/Geometry>

#include <span>
#include <vector>

namespace treadle::test {

struct WorldBody {
  Eigen::Matrix3d r;               ///< axes of the internal frame
  Eigen::Vector3d p;               ///< its origin
  Eigen::Vector3d w, v, alpha, a;  ///< angular and linear velocity and acceleration of the origin
  Eigen::Vector3d center, center_a;
};

/// Poses, velocities and accelerations of all bodies in the world.
std::vector<WorldBody> world_motion(const Model<double>& model, std::span<const double> q,
                                    std::span<const double> v, std::span<const double> qdd);

/// Joint forces that this motion needs against gravity, with forces and moments applied to bodies:
/// f at the world's origin's axes, acting at the centre of mass, and moment about it.
std::vector<double> inverse_dynamics(const Model<double>& model, std::span<const double> q,
                                     std::span<const double> v, std::span<const double> qdd,
                                     const std::vector<Eigen::Vector3d>& force,
                                     const std::vector<Eigen::Vector3d>& moment);

double kinetic_energy(const Model<double>& model, std::span<const double> q,
                      std::span<const double> v);

}  // namespace treadle::test
