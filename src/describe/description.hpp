// A mechanism as a person thinks of it: plain data in SI units and radians, with the names the person
// gave. No mathematics happens here; model/ turns it into numbers in computing order.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace treadle {

using Triple = std::array<double, 3>;

/// Position and orientation (unit quaternion w, x, y, z) of one frame seen from another.
struct Pose {
  Triple position{0.0, 0.0, 0.0};
  std::array<double, 4> orientation{1.0, 0.0, 0.0, 0.0};
};

inline constexpr const char* ground_name = "ground";

struct BodyItem {
  std::string name;
  double mass = 0.0;
  Triple center{0.0, 0.0, 0.0};      ///< centre of mass in the body frame
  std::array<double, 6> inertia{};   ///< xx yy zz xy xz yz about the centre of mass, body axes
  Pose pose;                         ///< body frame in the world, in the design position
};

/// A named frame fixed to a body.
struct FrameItem {
  std::string name;
  std::string body;
  Pose pose;  ///< in the body frame
};

enum class JointType { revolute, prismatic, spherical, free, fixed };

/// Where a joint sits. Its z axis is the joint's axis. Either `axis` or `orientation` is given; an
/// axis leaves the turn about itself to a fixed rule.
struct JointFrame {
  Triple position{0.0, 0.0, 0.0};
  std::optional<Triple> axis;
  std::optional<std::array<double, 4>> orientation;
};

enum class TreeHint { automatic, cut, keep };

struct JointItem {
  std::string name;
  JointType type = JointType::revolute;
  std::string parent;  ///< a body's name or "ground"
  std::string child;
  /// One frame in world coordinates of the design position, good for both bodies ...
  std::optional<JointFrame> design;
  /// ... or one frame in the coordinates of each body.
  std::optional<JointFrame> parent_frame, child_frame;
  /// Start coordinates: angle or displacement; quaternion; position and quaternion.
  std::vector<double> start;
  /// Start velocities: rate; angular; linear and angular, in the axes of the child's joint frame.
  std::vector<double> start_velocity;
  double stiffness = 0.0;  ///< spring on the coordinate
  double rest = 0.0;       ///< coordinate at which that spring is slack
  double damping = 0.0;    ///< damper on each velocity of the joint
  TreeHint hint = TreeHint::automatic;

  [[nodiscard]] bool uses_coordinate() const { return stiffness != 0.0 || damping != 0.0; }
};

/// A point fixed to a body (or to the ground), in the coordinates of that body.
struct Anchor {
  std::string body;
  Triple position{0.0, 0.0, 0.0};
};

/// A massless rod: two points keep their distance.
struct DistanceItem {
  std::string name;
  Anchor from, to;
  std::optional<double> length;  ///< the distance in the design position if not given
};

/// A spring and damper between two points.
struct SpringItem {
  std::string name;
  Anchor from, to;
  double stiffness = 0.0;
  double damping = 0.0;
  std::optional<double> length;  ///< free length; the distance in the design position if not given
};

enum class Numbering { leaf_first, root_first };

struct SimulationItem {
  double duration = 10.0;
  double step = 1e-3;
  std::optional<double> output_interval;  ///< every step if not given
  std::string integrator = "rk4";
  std::string solver = "topology";
  std::string constraints = "closest";
};

struct Description {
  std::string name;
  std::string text;    ///< what a person wrote about it
  std::string source;  ///< file it came from, for messages
  Triple gravity{0.0, 0.0, -9.80665};
  Numbering numbering = Numbering::leaf_first;
  std::vector<BodyItem> bodies;
  std::vector<FrameItem> frames;
  std::vector<JointItem> joints;
  std::vector<DistanceItem> constraints;
  std::vector<SpringItem> forces;
  SimulationItem simulation;
};

}  // namespace treadle
