// What a person says of bodies that touch: who meets whom, and how hard, sticky and lossy they are.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace treadle {

/// A plane of the ground; all behind it is solid.
struct ContactPlane {
  std::array<double, 3> point{0.0, 0.0, 0.0};
  std::array<double, 3> normal{0.0, 0.0, 1.0};  ///< out of the solid, any length

  friend bool operator==(const ContactPlane&, const ContactPlane&) = default;
};

/// Shapes of some bodies meet those of others, and planes. Either a stiffness, which is that of a
/// point, or a modulus of elasticity for Hertz's law; either a damping or a restitution.
struct ContactItem {
  std::string name;
  std::vector<std::string> of, with;  ///< bodies; `stone*` is all whose names begin so
  std::vector<ContactPlane> planes;
  std::optional<double> stiffness, young;
  double poisson = 0.3;
  std::optional<double> damping;  ///< share by which a point is stiffer for each unit of speed, s/m
  std::optional<double> restitution;
  double resting_speed = 0.05;  ///< below which restitution is no longer kept
  double friction = 0.0;
  std::optional<double> stick_stiffness;
  double rolling = 0.0;  ///< arm of the resistance against rolling

  friend bool operator==(const ContactItem&, const ContactItem&) = default;
};

}  // namespace treadle
