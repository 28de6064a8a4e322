#include "scene.hpp"

#include "../describe/names.hpp"
#include "body_shapes.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

using Vec = Vec3<double>;

constexpr double spring_share = 0.025, rod_share = 0.008, stand_share = 0.02;

bool has_axis(JointType type) {
  return type != JointType::spherical && type != JointType::free && type != JointType::fixed;
}

bool ties_points(ConstraintKind kind) {
  return kind != ConstraintKind::coupler && kind != ConstraintKind::driver &&
         kind != ConstraintKind::gear;
}

class Maker {
 public:
  Maker(const Description& d, const Model<double>& model, const Placement& placement,
        std::span<const double> q)
      : d_(d), topology_(*model.topology), placement_(placement), points_(d.bodies.size() + 1) {
    PositionStage<double> at(model);
    place_bodies<double>(model, q, at);
    poses_.emplace_back();
    for (const PlacedBody& placed : placement.bodies) {
      poses_.push_back(placed.body.valid() ? world_pose(model, at, placed.body.at) * placed.frame
                                           : placed.frame);
    }
  }

  Scene make() {
    gather_points();
    scene_.gravity = d_.gravity;
    const double g = norm(to_vec(d_.gravity));
    scene_.up = g > 0.0 ? to_triple((-1.0 / g) * to_vec(d_.gravity)) : Triple{0.0, 0.0, 1.0};
    scene_.extent = find_extent();
    add_bodies();
    add_joints();
    add_constraints();
    add_forces();
    for (const FrameItem& frame : d_.frames) {
      scene_.markers.push_back({frame.name, index_of(frame.body), frame.pose});
    }
    add_paths();
    add_stands();
    return std::move(scene_);
  }

 private:
  [[nodiscard]] int index_of(const std::string& body) const {
    const auto found = placement_.body_index.find(body);
    return found == placement_.body_index.end() ? 0 : found->second + 1;
  }
  [[nodiscard]] bool moving(int body) const {
    return body > 0 && placement_.bodies[static_cast<std::size_t>(body - 1)].body.valid();
  }
  [[nodiscard]] BodyPoints& points(int body) { return points_[static_cast<std::size_t>(body)]; }
  [[nodiscard]] Vec in_world(int body, const Vec& p) const {
    return poses_[static_cast<std::size_t>(body)] * p;
  }
  [[nodiscard]] ScenePoint point(const Anchor& a) const { return {index_of(a.body), a.position}; }

  void add_point(const Anchor& anchor) {
    points(index_of(anchor.body)).anchors.push_back(to_vec(anchor.position));
  }

  void gather_points() {
    for (std::size_t j = 0; j < d_.joints.size(); ++j) {
      const JointItem& joint = d_.joints[j];
      const bool still = !moving(index_of(joint.parent)) && !moving(index_of(joint.child));
      if (joint.type == JointType::free || still) continue;
      const JointFrames& frames = placement_.joints[j];
      const auto add = [&](const std::string& body, const Frame& frame, bool child) {
        BodyPoints& known = points(index_of(body));
        if (joint.type != JointType::planar || child) known.anchors.push_back(frame.p);
        if (joint.type == JointType::revolute && (child || !known.turns_about)) {
          known.turns_about = frame.r.z;
        }
        if (joint.type == JointType::prismatic && child) known.slides_along = frame.r.z;
      };
      add(joint.parent, frames.parent, false);
      add(joint.child, frames.child, true);
    }
    for (const ConstraintItem& c : d_.constraints) {
      if (!ties_points(c.kind)) continue;
      add_point(c.from);
      const bool on_plane =
          c.kind == ConstraintKind::point_on_plane || c.kind == ConstraintKind::rolling;
      if (!on_plane) add_point(c.to);
    }
    for (const ForceItem& f : d_.forces) {
      if (f.kind == ForceKind::tyre) {
        BodyPoints& known = points(index_of(f.from.body));
        known.wheel_radius = std::max(known.wheel_radius, f.tyre->radius);
        known.wheel_center = to_vec(f.from.position);
        add_point(f.from);
      }
      if (!has_two_ends(f.kind) || is_on_coordinates(f.kind)) continue;
      if (f.kind == ForceKind::plane && f.radius > 0.0) {
        BodyPoints& known = points(index_of(f.from.body));
        known.wheel_radius = std::max(known.wheel_radius, f.radius);
        known.wheel_center = to_vec(f.from.position);
      }
      add_point(f.from);
      if (f.kind != ForceKind::plane) add_point(f.to);
    }
  }

  /// Twice the greatest distance from the middle of all points, bodies counted with their reach. No
  /// turn of the axes changes it.
  double find_extent() {
    std::vector<Vec> all;
    for (std::size_t b = 0; b < points_.size(); ++b) {
      for (const Vec& p : points_[b].anchors) all.push_back(in_world(static_cast<int>(b), p));
      if (moving(static_cast<int>(b))) all.push_back(center_of(b));
    }
    Vec middle{};
    for (const Vec& p : all) middle += (1.0 / static_cast<double>(all.size())) * p;
    double points = 0.0;
    for (const Vec& p : all) points = std::max(points, 2.0 * norm(p - middle));
    double most = points;
    for (std::size_t b = 1; b < points_.size(); ++b) {
      if (!moving(static_cast<int>(b))) continue;
      points_[b].reach = reach_of(b, points);
      most = std::max(most, 2.0 * (norm(center_of(b) - middle) + points_[b].reach));
    }
    return most > 0.0 ? most : 1.0;
  }

  [[nodiscard]] Vec center_of(std::size_t b) const {
    return in_world(static_cast<int>(b), to_vec(d_.bodies[b - 1].center));
  }

  /// Half the diagonal of the block that has the body's inertia; an inertia that does not fit to
  /// the mechanism's points must not fill the picture.
  [[nodiscard]] double reach_of(std::size_t b, double points) const {
    const BodyItem& body = d_.bodies[b - 1];
    const double trace = body.inertia[0] + body.inertia[1] + body.inertia[2];
    const double half = std::sqrt(std::max(0.0, 1.5 * trace / body.mass));
    if (points <= 0.0) return half;
    double most = 0.2 * points;
    for (const Vec& p : points_[b].anchors) {
      most = std::max(most, 1.3 * norm(p - to_vec(body.center)));
    }
    return std::min(half, most);
  }

  /// Of the frames that a person named, and of points whose position is an output.
  void add_paths() {
    for (const FrameItem& frame : d_.frames) {
      if (moving(index_of(frame.body)))
        scene_.paths.push_back({frame.name, {index_of(frame.body), frame.pose.position}, false});
    }
    for (const OutputItem& output : d_.outputs) {
      const ScenePoint at{index_of(output.frame.body), output.frame.pose.position};
      if (output.kind != ChannelKind::position || !moving(at.body)) continue;
      const auto known =
          std::find_if(scene_.paths.begin(), scene_.paths.end(), [&](const ScenePath& path) {
            return path.at.body == at.body && path.at.position == at.position;
          });
      if (known == scene_.paths.end())
        scene_.paths.push_back({output.name, at, true});
      else
        known->shown = true;
    }
  }

  void add_bodies() {
    scene_.bodies.push_back({ground_name, 0.0, {}, false, {}});
    add_cones();
    for (std::size_t b = 0; b < d_.bodies.size(); ++b) {
      const BodyItem& item = d_.bodies[b];
      const int at = static_cast<int>(b) + 1;
      SceneBody body{item.name, item.mass, item.center, moving(at), {}};
      for (const ShapeItem& shape : item.shapes) body.shapes.push_back({shape, false});
      if (body.shapes.empty() && body.moving) {
        for (ShapeItem& shape : body_shapes(item, points(at), scene_.extent)) {
          body.shapes.push_back({std::move(shape), true});
        }
      }
      scene_.bodies.push_back(std::move(body));
    }
  }

  /// A foot and a post for each cone of a course, on the ground.
  void add_cones() {
    constexpr double height = 0.5, foot = 0.04;  // m
    for (const OutputItem& output : d_.outputs) {
      if (!output.course) continue;
      const double radius = std::max(output.course->radius, 0.02);
      for (const auto& cone : output.course->cones) {
        for (const bool post : {false, true}) {
          SceneShape shape;
          shape.item.kind = ShapeKind::cylinder;
          shape.item.radius = post ? 0.5 * radius : radius;
          shape.item.length = post ? height : foot;
          shape.item.pose.position = {cone[0], cone[1], 0.5 * shape.item.length};
          shape.item.color = "#e8590c";
          scene_.bodies.front().shapes.push_back(shape);
        }
      }
    }
  }

  void add_joints() {
    std::vector<bool> cut(d_.joints.size(), false);
    for (const Loop& loop : topology_.loops) {
      if (loop.joint >= 0) cut[static_cast<std::size_t>(loop.joint)] = true;
    }
    for (std::size_t j = 0; j < d_.joints.size(); ++j) {
      const JointItem& item = d_.joints[j];
      const JointFrames& frames = placement_.joints[j];
      SceneJoint joint{item.name,
                       joint_name(item.type),
                       index_of(item.parent),
                       index_of(item.child),
                       to_triple(frames.parent.p),
                       std::nullopt,
                       cut[j]};
      if (has_axis(item.type)) joint.axis = to_triple(frames.parent.r.z);
      scene_.joints.push_back(joint);
      if (item.type == JointType::fixed || item.type == JointType::free) continue;
      add_arrows(item.name, {joint.child, to_triple(frames.child.p)});
    }
  }

  void add_arrows(const std::string& name, const ScenePoint& at) {
    scene_.arrows.push_back({name, "N", false, at, {}, {}, false});
    scene_.arrows.push_back({name, "N m", true, at, {}, {}, false});
  }

  void add_constraints() {
    for (const ConstraintItem& c : d_.constraints) {
      if (!ties_points(c.kind)) continue;
      if (c.kind == ConstraintKind::distance || c.kind == ConstraintKind::distance_driver) {
        scene_.rods.push_back({c.name, point(c.from), point(c.to), rod_share * scene_.extent});
      } else if (c.kind == ConstraintKind::point_on_plane || c.kind == ConstraintKind::rolling) {
        scene_.planes.push_back({c.name, point(c.to), c.axis});
      }
      scene_.arrows.push_back({c.name, "N", false, point(c.from), {}, {}, false});
    }
  }

  void add_forces() {
    for (const ForceItem& f : d_.forces) {
      if (f.kind == ForceKind::spring) {
        scene_.springs.push_back(
            {f.name, point(f.from), point(f.to), spring_share * scene_.extent});
        scene_.arrows.push_back({f.name, "N", false, point(f.to), point(f.from), {}, false});
      } else if (f.kind == ForceKind::plane) {
        scene_.planes.push_back({f.name, point(f.to), f.axis});
        scene_.arrows.push_back({f.name,
                                 "N",
                                 false,
                                 point(f.from),
                                 {},
                                 ScenePoint{index_of(f.to.body), f.axis},
                                 false});
      } else if (f.kind == ForceKind::tyre) {
        scene_.arrows.push_back({f.name, "N", false, point(f.from), {}, {}, true});
      } else if (f.kind == ForceKind::applied && f.force) {
        const int axes = f.in_body_axes ? index_of(f.from.body) : 0;
        scene_.arrows.push_back(
            {f.name, "N", false, point(f.from), {}, ScenePoint{axes, f.axis}, false});
      }
    }
  }

  /// What stands still shows where it is held.
  void add_stands() {
    const double edge = stand_share * scene_.extent;
    for (std::size_t b = 0; b < points_.size(); ++b) {
      SceneBody& body = scene_.bodies[b];
      if (body.moving || !body.shapes.empty()) continue;
      for (const Vec& p : points_[b].anchors) {
        SceneShape stand;
        stand.automatic = true;
        stand.item.size = {edge, edge, edge};
        stand.item.pose.position = to_triple(p);
        body.shapes.push_back(stand);
      }
    }
  }

  const Description& d_;
  const Topology& topology_;
  const Placement& placement_;
  std::vector<Frame> poses_;  ///< in the world at the start; the ground first
  std::vector<BodyPoints> points_;
  Scene scene_;
};

}  // namespace

Scene make_scene(const Description& description, const Model<double>& model,
                 const Placement& placement, std::span<const double> q) {
  return Maker(description, model, placement, q).make();
}

}  // namespace treadle
