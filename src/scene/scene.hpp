// What there is to look at: shapes on bodies, springs, rods, joints, planes and arrows, in the
// frames a person wrote. Shapes come from the model; a body without any gets some from its joints
// and its inertia. Plain data, done once.
#pragma once

#include "../describe/description.hpp"
#include "../kinematics/place.hpp"
#include "../model/placement.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace treadle {

struct SceneShape {
  ShapeItem item;
  bool automatic = false;
};

/// `body` is 0 for the ground, 1 for the first body of the description, and so on.
struct ScenePoint {
  int body = 0;
  Triple position{0.0, 0.0, 0.0};  ///< in the body's frame
};

struct SceneBody {
  std::string name;
  double mass = 0.0;
  Triple center{0.0, 0.0, 0.0};
  bool moving = false;
  std::vector<SceneShape> shapes;
};

struct SceneSpan {  ///< a spring or a rod
  std::string name;
  ScenePoint from, to;
  double radius = 0.0;
};

struct SceneJoint {
  std::string name, type;
  int parent = 0, child = 0;
  Triple position{0.0, 0.0, 0.0};  ///< in the parent's frame
  std::optional<Triple> axis;      ///< in the parent's frame
  bool cut = false;
};

struct SceneMarker {
  std::string name;
  int body = 0;
  Pose pose;
};

/// A point whose way through space may be drawn.
struct ScenePath {
  std::string name;
  ScenePoint at;
  bool shown = false;  ///< an output shows its position
};

/// What a joint, constraint or force does to a body; the vectors are columns of the run, or one
/// column along a line.
struct SceneArrow {
  std::string name, unit;
  bool moment = false;
  ScenePoint at;
  std::optional<ScenePoint> towards;    ///< a positive number pulls towards this point ...
  std::optional<ScenePoint> direction;  ///< ... or pushes along this vector of a body's frame
  bool main = false;                    ///< seen first, where there are many
};

struct ScenePlane {
  std::string name;
  ScenePoint at;
  Triple normal{0.0, 0.0, 1.0};
};

struct Scene {
  Triple gravity{}, up{};
  double extent = 0.0;            ///< size of the mechanism at the start, m; never zero
  std::vector<SceneBody> bodies;  ///< the ground first
  std::vector<SceneSpan> springs, rods;
  std::vector<SceneJoint> joints;
  std::vector<SceneMarker> markers;
  std::vector<ScenePath> paths;
  std::vector<SceneArrow> arrows;
  std::vector<ScenePlane> planes;
};

/// `q`: the start of the run.
Scene make_scene(const Description& description, const Model<double>& model,
                 const Placement& placement, std::span<const double> q);

}  // namespace treadle
