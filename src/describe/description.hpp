// A mechanism as a person thinks of it: plain data in SI units and radians, with the names the
// person gave. No mathematics happens here; model/ turns it into numbers in computing order. Two
// descriptions are equal where all that was written is equal.
#pragma once

#include "composite_item.hpp"
#include "contact.hpp"
#include "controller.hpp"
#include "simulation_item.hpp"
#include "tyre.hpp"
#include "units.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace treadle {

using Triple = std::array<double, 3>;

/// Equal numbers, where NaN means "not given" and is equal to itself.
inline bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

/// Position and orientation (unit quaternion w, x, y, z) of one frame seen from another.
struct Pose {
  Triple position{0.0, 0.0, 0.0};
  std::array<double, 4> orientation{1.0, 0.0, 0.0, 0.0};

  friend bool operator==(const Pose&, const Pose&) = default;
};

inline constexpr const char* ground_name = "ground";

enum class ShapeKind { box, cylinder, sphere, capsule, tube, extrusion, mesh };

/// A shape on a body, for drawing and, with a density, for its mass.
struct ShapeItem {
  ShapeKind kind = ShapeKind::box;
  Pose pose;                   ///< in the body frame; cylinders lie along z about the origin
  Triple size{0.0, 0.0, 0.0};  ///< of a box
  double radius = 0.0, inner_radius = 0.0, length = 0.0;
  std::vector<std::array<double, 2>> outline;  ///< of an extrusion, counter-clockwise in x and y
  std::vector<Triple> points;                  ///< of a mesh
  std::vector<std::array<int, 3>> triangles;
  std::string file;    ///< that the mesh came from
  double scale = 1.0;  ///< that the numbers of the file were multiplied with
  std::optional<double> density;
  std::string color;

  friend bool operator==(const ShapeItem&, const ShapeItem&) = default;
};

struct BodyItem {
  std::string name;
  double mass = 0.0;
  Triple center{0.0, 0.0, 0.0};     ///< centre of mass in the body frame
  std::array<double, 6> inertia{};  ///< xx yy zz xy xz yz about the centre of mass, body axes
  Pose pose;                        ///< body frame in the world, in the design position
  std::vector<ShapeItem> shapes;
  std::string kind;  ///< sub-assembly it came from and its place there, for equal parts

  friend bool operator==(const BodyItem&, const BodyItem&) = default;
};

/// A named frame fixed to a body.
struct FrameItem {
  std::string name;
  std::string body;
  Pose pose;  ///< in the body frame

  friend bool operator==(const FrameItem&, const FrameItem&) = default;
};

enum class JointType {
  revolute,
  prismatic,
  spherical,
  free,
  fixed,
  cylindrical,
  universal,
  planar,
  screw,
  composite1,  // by the number of coordinates
  composite2,
  composite3,
  composite4,
  composite5,
  composite6,
  strut,
  guided_strut
};

/// Where a joint sits. Its z axis is the joint's axis. Either `axis` or `orientation` is given; an
/// axis leaves the turn about itself to a fixed rule. A universal joint turns about z of its
/// parent's frame and x of its child's; a planar joint moves in the x-y plane.
struct JointFrame {
  Triple position{0.0, 0.0, 0.0};
  std::optional<Triple> axis;
  std::optional<std::array<double, 4>> orientation;

  friend bool operator==(const JointFrame&, const JointFrame&) = default;
};

enum class TreeHint { automatic, cut, keep };

/// Free within a width, then a stiff contact.
struct Play {
  double width = 0.0, center = 0.0;
  double stiffness = 0.0;
  double dissipation = 0.0;  ///< share by which the contact is stiffer for each unit of speed

  friend bool operator==(const Play&, const Play&) = default;
};

/// A force over speed, times a level.
struct Motor {
  Curve law;
  std::optional<TimeFunction> level;  ///< 1 if not given

  friend bool operator==(const Motor&, const Motor&) = default;
};

/// What acts on one coordinate of a joint, on a sum of coordinates or an angle of a ball joint.
struct CoordinateForce {
  double stiffness = 0.0;  ///< spring
  double rest = 0.0;       ///< coordinate at which the spring is slack
  double preload = 0.0;    ///< force of the spring at rest, in the direction of the coordinate
  double damping = 0.0;
  Curve spring_law;  ///< resistance over coordinate less rest, instead of a stiffness
  Curve damper_law;  ///< resistance over speed, instead of damping
  std::optional<double> lower, upper;  ///< limits, kept by stiff stops
  double stop_stiffness = 0.0, stop_damping = 0.0;
  double coulomb = 0.0;               ///< friction while sliding
  double stiction = 0.0;              ///< friction at the onset of sliding; 0: as while sliding
  double friction_speed = 0.0;        ///< speed at which friction is fully developed
  double stribeck_speed = 0.0;        ///< speed over which stiction fades
  std::optional<TimeFunction> drive;  ///< force or torque
  std::optional<Motor> motor;
  std::optional<Play> play;

  [[nodiscard]] bool acts() const {
    return stiffness != 0.0 || preload != 0.0 || damping != 0.0 || !spring_law.empty() ||
           !damper_law.empty() || lower || upper || coulomb != 0.0 || stiction != 0.0 || drive ||
           motor || play;
  }

  friend bool operator==(const CoordinateForce&, const CoordinateForce&) = default;
};

/// Hard points of a strut, in world coordinates of the design position. The joint sits at the ball
/// between arm and knuckle, and its axis is that of the strut, which slides through `top`.
struct StrutItem {
  Triple top{0.0, 0.0, 0.0};    ///< where the strut is held, on the parent
  Triple hinge{0.0, 0.0, 0.0};  ///< a point of the axis about which the arm turns on the parent
  Triple hinge_axis{1.0, 0.0, 0.0};
  std::optional<std::array<Triple, 2>> link;  ///< of a guided one: its ends on parent and child

  friend bool operator==(const StrutItem&, const StrutItem&) = default;
};

/// Angles of a ball joint: of its axis, z of both frames, between parent and child; of the turn
/// about it; of the whole turn.
enum class BallAngle { swing, twist, turn };

struct JointItem {
  std::string name;
  JointType type = JointType::revolute;
  std::string parent;  ///< a body's name or "ground"
  std::string child;
  /// One frame in world coordinates of the design position, good for both bodies ...
  std::optional<JointFrame> design;
  /// ... or one frame in the coordinates of each body.
  std::optional<JointFrame> parent_frame, child_frame;
  double pitch = 0.0;  ///< of a screw: advance for each turn
  std::optional<StrutItem> strut;
  std::optional<CompositeItem> composite;
  /// Start coordinates: angle or displacement; quaternion; position and quaternion. NaN: not given,
  /// as in the design position.
  std::vector<double> start;
  /// Start velocities: rate; angular; linear and angular, in the axes of the child's joint frame.
  /// NaN: not given.
  std::vector<double> start_velocity;
  std::vector<CoordinateForce> forces;  ///< by velocity; empty where nothing acts
  /// On angles of a ball joint, in the order of BallAngle.
  std::array<std::optional<CoordinateForce>, 3> on_angles{};
  TreeHint hint = TreeHint::automatic;
  int inside = -1;  ///< the composite joint that it is a part of; found, not written

  /// What acts on coordinate `index`, made if there was nothing.
  CoordinateForce& on(std::size_t index = 0) {
    if (forces.size() <= index) forces.resize(index + 1);
    return forces[index];
  }
  [[nodiscard]] bool uses_coordinate() const {
    for (const CoordinateForce& f : forces) {
      if (f.acts()) return true;
    }
    return false;
  }

  friend bool operator==(const JointItem& a, const JointItem& b) {
    const auto rest = [](const JointItem& j) {
      return std::tie(j.name, j.type, j.parent, j.child, j.design, j.parent_frame, j.child_frame,
                      j.pitch, j.strut, j.composite, j.forces, j.on_angles, j.hint);
    };
    return rest(a) == rest(b) && same(a.start, b.start) && same(a.start_velocity, b.start_velocity);
  }
};

/// A point fixed to a body (or to the ground), in the coordinates of that body.
struct Anchor {
  std::string body;
  Triple position{0.0, 0.0, 0.0};

  friend bool operator==(const Anchor&, const Anchor&) = default;
};

/// Two wheels that mesh, or a wheel and a rack.
struct GearItem {
  std::array<std::string, 2> joints;  ///< bearings of the first wheel and of its mate
  std::string carrier;  ///< joint that carries the mate round the first wheel; empty: none turns
  std::optional<std::array<double, 2>> teeth;  ///< numbers of them: the ratio
  bool internal = false;                       ///< one wheel is a ring around the other
  std::optional<Triple> point;                 ///< pitch point in the world, in the design position
  double pressure_angle = 0.0;
  double helix_angle = 0.0;  ///< of the first wheel; positive: right-hand

  friend bool operator==(const GearItem&, const GearItem&) = default;
};

/// One coordinate of a joint.
struct CoordinateRef {
  std::string joint;
  int index = 0;

  friend bool operator==(const CoordinateRef&, const CoordinateRef&) = default;
};

enum class ConstraintKind {
  distance,
  coupler,
  driver,
  distance_driver,
  point_on_line,
  point_on_plane,
  gear,
  rolling
};

struct ConstraintItem {
  std::string name;
  ConstraintKind kind = ConstraintKind::distance;
  Anchor from, to;  ///< the point, and the line or plane it stays on
  Triple axis{0.0, 0.0,
              1.0};  ///< direction of the line, normal of the plane, in the frame of to's body
  std::optional<double> length;      ///< of a distance: that of the design position if not given;
                                     ///< radius of what rolls
  std::optional<Triple> wheel_axis;  ///< of a wheel that rolls, in the frame of from's body; a ball
                                     ///< has none
  double rim_radius = 0.0;           ///< of a wheel that rolls
  std::vector<CoordinateRef> coordinates;  ///< of a coupler, or the one that is driven
  std::vector<double> factors;             ///< coupler: sum of factor times coordinate = offset
  double offset = 0.0;
  TimeFunction function;         ///< that the coordinate or the distance follows
  std::optional<GearItem> gear;  ///< its coordinates stand above, without factors
  int inside = -1;               ///< the composite joint that it is a part of; found, not written

  friend bool operator==(const ConstraintItem&, const ConstraintItem&) = default;
};

enum class ForceKind { spring, bushing, plane, applied, coupler, gear, tyre, drag };
/// False where it acts on `from` alone.
constexpr bool has_two_ends(ForceKind kind) {
  return kind != ForceKind::applied && kind != ForceKind::tyre && kind != ForceKind::drag;
}
/// Whether it acts on coordinates; its ends are then bodies of their joints.
constexpr bool is_on_coordinates(ForceKind kind) {
  return kind == ForceKind::coupler || kind == ForceKind::gear;
}

/// A stiff end of a spring's travel.
struct Stop {
  double length = 0.0;  ///< at which it begins
  double stiffness = 0.0;
  Curve law;  ///< force over penetration, instead of a stiffness

  friend bool operator==(const Stop&, const Stop&) = default;
};

/// Another damping near the ends of a damper's travel, as hydraulic stops have it.
struct DamperEnds {
  std::optional<double> below, above;     ///< lengths beyond which it is reached
  double damping = 0.0;                   ///< while it shortens, and while it lengthens unless ...
  std::optional<double> rebound_damping;  ///< ... this is given
  double over = 1e-3;                     ///< length over which the rates change

  friend bool operator==(const DamperEnds&, const DamperEnds&) = default;
};

struct ForceItem {
  std::string name;
  ForceKind kind = ForceKind::spring;
  Anchor from, to;
  // spring and damper between two points
  double stiffness = 0.0;
  double damping = 0.0;  ///< while the spring shortens, and while it lengthens unless ...
  std::optional<double> rebound_damping;  ///< ... this is given
  std::optional<double> length;  ///< free length; the distance in the design position if not given
  double preload = 0.0;          ///< push at the free length
  Curve spring_law;              ///< pull over stretch, instead of a stiffness
  Curve damper_law;              ///< pull over rate of stretch, instead of damping
  std::optional<Stop> bump, rebound;  ///< shortest and longest travel
  std::optional<DamperEnds> damper_ends;
  std::optional<TimeFunction> actuator;  ///< push between the points
  double relaxing_stiffness = 0.0;       ///< of a spring beside it, in line with a damper
  double relaxation_time = 0.0;          ///< in which that damper lets go; 0: there is none
  // six-axis bushing: frames on both bodies, linear then angular
  std::array<double, 4> from_orientation{1.0, 0.0, 0.0, 0.0}, to_orientation{1.0, 0.0, 0.0, 0.0};
  std::array<double, 6> axis_stiffness{}, axis_damping{}, axis_preload{};
  // unilateral spring of a point (with a radius) on a plane; applied force
  Triple axis{0.0, 0.0, 1.0};  ///< normal in the frame of to's body; direction of an applied force
  double radius = 0.0;
  bool in_body_axes = false;                  ///< an applied force turns with its body
  std::optional<TimeFunction> force, torque;  ///< applied along and about the axis
  // elastic coupler and gear: what acts along a sum of coordinates
  std::vector<CoordinateRef> coordinates;
  std::vector<double> factors;  ///< of a coupler
  double offset = 0.0;
  bool turns = false;  ///< the sum of a coupler is an angle
  CoordinateForce along;
  std::optional<GearItem> gear;
  std::optional<TyreItem> tyre;  ///< of a wheel about `axis`
  // drag of a body in air or water
  double drag_area = 0.0;  ///< drag coefficient times area
  double density = 1.2041;
  Triple wind{0.0, 0.0, 0.0};  ///< in the world

  friend bool operator==(const ForceItem&, const ForceItem&) = default;
};

/// A named number that others were computed from.
struct ParameterItem {
  std::string name;
  double value = 0.0;
  std::string unit;  ///< as a person would read it: "m", "N/m"
  std::string note;

  friend bool operator==(const ParameterItem&, const ParameterItem&) = default;
};

/// What a named output shows. Motion of points and bodies is that seen by an observer on
/// `seen_from`.
enum class ChannelKind {
  coordinate,
  velocity,
  acceleration,  // of a joint, tree or cut
  position,
  orientation,
  point_velocity,
  angular_velocity,
  point_acceleration,
  angular_acceleration,  // of a point, body or frame
  distance,
  angle,     // between two points; of three points
  force,     // of a force element: its pull, its length and rate where it has them
  reaction,  // force and moment of a joint or constraint on its child
  energy,
  heading,  // yaw, pitch and roll of a body or frame
  course    // how far the outline of a body is from cones, and how many it has touched
};

enum class EnergyKind { kinetic, potential, total, work, drift };

/// A frame on a body, for outputs and targets: `position` and `orientation` in the body's frame.
struct BodyFrame {
  std::string body = ground_name;
  Pose pose;

  friend bool operator==(const BodyFrame&, const BodyFrame&) = default;
};

/// Cones on the ground, and what must not touch them.
struct CourseItem {
  std::vector<std::array<double, 2>> outline;  ///< corners in x and y of the frame
  std::vector<std::array<double, 2>> cones;    ///< in x and y of the world
  double radius = 0.0;                         ///< of a cone's foot

  friend bool operator==(const CourseItem&, const CourseItem&) = default;
};

/// A named output.
struct OutputItem {
  std::string name;
  ChannelKind kind = ChannelKind::coordinate;
  std::string of;                 ///< joint, force or constraint
  std::optional<int> index;       ///< one coordinate of the joint; all of them if not given
  BodyFrame frame;                ///< whose motion is shown
  BodyFrame seen_from;            ///< observer, in whose axes vectors are written; the world
  std::optional<BodyFrame> axes;  ///< that vectors are written in, instead of the observer's
  Anchor from, to, vertex;        ///< of distance and angle
  EnergyKind energy = EnergyKind::total;
  std::optional<CourseItem> course;

  friend bool operator==(const OutputItem&, const OutputItem&) = default;
};

/// A wish for the start position. Loops always close; wishes of a smaller rank are met first and
/// those of a larger rank as well as that leaves room. Start values of joints have rank 1.
struct TargetItem {
  int rank = 1;
  std::string joint;  ///< either a coordinate of a joint ...
  int index = 0;
  double value = 0.0;
  BodyFrame frame;  ///< ... or a frame of a body in the world
  std::optional<Triple> position;
  std::optional<std::array<double, 4>> orientation;

  friend bool operator==(const TargetItem&, const TargetItem&) = default;
};

enum class Crossing { up, down, both };
enum class EventAction { stop, record, switch_on, switch_off };

/// Something happens when a channel crosses a value.
struct EventItem {
  std::string name;
  std::string when;      ///< a channel of the catalogue, or an output
  double crosses = 0.0;  ///< in the unit of the channel
  std::string unit;      ///< of `crosses` as it was written, in SI; empty for a plain number
  Crossing direction = Crossing::both;
  EventAction action = EventAction::record;
  std::string force;         ///< that is switched
  std::optional<int> times;  ///< how often at most

  friend bool operator==(const EventItem&, const EventItem&) = default;
};

/// A part that was put into the model. Its items stand in the lists of the description, with its
/// path before their names; this tells which belong together.
struct PartItem {
  std::string name;                 ///< its path: `car.front.left`
  std::string parent;               ///< path of the part that includes it; empty for the model
  std::string file;                 ///< that it was read from
  std::vector<std::string> bodies;  ///< its own; those of parts inside it are theirs
  /// What it calls its ground and its ports, and the bodies of others that these are.
  std::map<std::string, std::string> handed_in;
  std::string library;  ///< of a compiled part: its path; then `bodies` are those of its border
  std::string sha256;   ///< of that file
  Pose pose;            ///< of a compiled part's frame in the world

  friend bool operator==(const PartItem&, const PartItem&) = default;
};

struct Description {
  std::string name;
  std::string text;    ///< what a person wrote about it
  std::string source;  ///< file it came from, for messages
  Triple gravity{0.0, 0.0, -9.80665};
  Numbering numbering = Numbering::leaf_first;
  /// Errors of the drawing, in metres; angles are it over the size of the machine. Not given: found
  /// from the drawing; 0: it is exact (docs/theory/healing.md).
  std::optional<double> tolerance;
  bool locked = false;          ///< a structure is meant: nothing has to move
  std::vector<PartItem> parts;  ///< a part before those inside it
  std::vector<BodyItem> bodies;
  std::vector<FrameItem> frames;
  std::vector<JointItem> joints;
  std::vector<ConstraintItem> constraints;
  std::vector<ForceItem> forces;
  std::vector<ContactItem> contacts;
  std::vector<ParameterItem> parameters;
  std::vector<std::string> unused_parameters;  ///< that no number of the file refers to
  std::vector<OutputItem> outputs;
  std::vector<EventItem> events;
  std::vector<ControllerItem> controllers;
  std::vector<TargetItem> targets;  ///< of the assembly
  SimulationItem simulation;

  friend bool operator==(const Description&, const Description&) = default;
};

}  // namespace treadle
