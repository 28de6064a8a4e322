#include "../../describe/names.hpp"
#include "tables.hpp"

#include <string_view>

namespace treadle::schema {

namespace {

enum class Axis { needed, allowed, two };

const char* const seat = "joint_seat";

Key axes_key(const char* fallback) {
  return optional("axes", list(direction(), 2, 2, "two directions"), fallback,
                  "Instead of `axis`: the axis that the parent carries and that of the child, "
                  "perpendicular to it.");
}

std::vector<Key> seat_keys(Axis axis) {
  const char* frame = axis == Axis::needed ? "joint_axis_frame"
                      : axis == Axis::two  ? "joint_axes_frame"
                                           : "joint_place_frame";
  const Value on_body = either({name_of("name of a frame"), object(frame)});
  std::vector<Key> keys{
      optional("position", triple(dimension::length), "required, unless frames are given",
               "Where the joint sits, in world coordinates of the design position."),
      optional("axis", direction(), "required, unless `orientation` or frames are given",
               "Direction of the joint, any length, in world coordinates of the design position."),
      optional("orientation", orientation(), "the least turn that brings z to `axis`",
               "The whole joint frame instead of `axis`; its z is the axis."),
      optional("parent_frame", on_body, "none",
               "With `child_frame`, instead of the three above: the joint frame on the parent."),
      optional("child_frame", on_body, "none", "The joint frame on the child."),
  };
  for (Key& key : keys) key.shared = seat;
  if (axis == Axis::two)
    keys.push_back(axes_key("required, unless `axis`, `orientation` or frames are given"));
  return keys;
}

Rules seat_rules(Axis axis) {
  Rules rules{{RuleKind::any_of, {"position", "parent_frame"}},
              {RuleKind::not_both, {"axis", "orientation"}},
              {RuleKind::not_both, {"parent_frame", "position", "axis", "orientation"}},
              {RuleKind::needs, {"parent_frame", "child_frame"}},
              {RuleKind::needs, {"child_frame", "parent_frame"}}};
  if (axis == Axis::needed)
    rules.push_back({RuleKind::any_of, {"axis", "orientation", "parent_frame"}});
  if (axis == Axis::two) {
    rules.push_back({RuleKind::any_of, {"axis", "axes", "orientation", "parent_frame"}});
    rules.push_back({RuleKind::not_both, {"axes", "axis", "orientation", "parent_frame"}});
  }
  return rules;
}

Element joint() {
  Element joint{"joint",
                "Joints",
                "A joint holds a child to a parent and leaves it free to move in some ways.",
                {
                    name_key(),
                    required("parent", name_of("name of a body"),
                             "Body that the motion is seen from, or `ground`."),
                    required("child", name_of("name of a body"), "Body that moves, or `ground`."),
                    optional("tree", choice({"auto", "cut", "keep"}), "\"auto\"",
                             "Whether the joint may become equations of a closed loop (`cut`) or "
                             "has to stay in the tree (`keep`)."),
                }};
  joint.family = true;
  return joint;
}

// A frame given in the coordinates of one body.
Element body_seat(const char* id, Axis axis) {
  Element frame{id,
                "Joint frame on a body",
                "A joint frame in the coordinates of one body (of the world, on the ground).",
                {
                    position_key("Its origin."),
                    optional("axis", direction(), "required, unless `orientation` is given",
                             "Direction of the joint, any length."),
                    optional("orientation", orientation(), "none",
                             "The whole frame instead of `axis`; its z is the axis."),
                },
                {{RuleKind::not_both, {"axis", "orientation"}}}};
  if (axis == Axis::needed) frame.rules.push_back({RuleKind::any_of, {"axis", "orientation"}});
  if (axis == Axis::two) {
    for (Key& key : frame.keys) key.shared = "joint_axis_frame";
    frame.keys.push_back(axes_key("required, unless `axis` or `orientation` is given"));
    frame.rules.push_back({RuleKind::any_of, {"axis", "axes", "orientation"}});
    frame.rules.push_back({RuleKind::not_both, {"axes", "axis", "orientation"}});
  }
  return frame;
}

bool slides(const CoordinateName& name) { return std::string_view(name.unit) == "m"; }

// start, velocity and what acts, for a joint with one coordinate.
void add_single(const CoordinateName& name, std::vector<Key>& keys) {
  const bool s = slides(name);
  keys.push_back(optional("start", quantity(s ? dimension::length : dimension::angle), "0",
                          s ? "Displacement at t = 0." : "Angle at t = 0."));
  keys.push_back(optional("velocity",
                          quantity(s ? dimension::velocity : dimension::angular_velocity), "0",
                          s ? "Speed at t = 0." : "Angular velocity at t = 0."));
  for (Key& key : acting_keys(s)) keys.push_back(std::move(key));
}

// The same for a joint with several coordinates: objects with their names.
void add_several(JointType type, Element& joint, Elements& all) {
  const std::string title = joint.title, stem = std::string("joint_") + joint_name(type);
  Element start{stem + "_start", title + ": start", "Coordinates at t = 0 by name.", {}};
  Element rate{stem + "_velocity", title + ": velocity", "Velocities at t = 0 by name.", {}};
  Element acting{
      stem + "_coordinates", title + ": coordinates", "What acts on each coordinate, by name.", {}};
  for (const CoordinateName& name : coordinate_names(type)) {
    const bool s = slides(name);
    start.keys.push_back(optional(name.suffix, quantity(s ? dimension::length : dimension::angle),
                                  "not asked for", s ? "A displacement." : "An angle."));
    rate.keys.push_back(optional(name.suffix,
                                 quantity(s ? dimension::velocity : dimension::angular_velocity),
                                 "not asked for", s ? "A speed." : "An angular velocity."));
    acting.keys.push_back(
        optional(name.suffix, object("acting", s), "nothing", "What acts on this coordinate."));
  }
  joint.keys.push_back(optional("start", object(start.id), "the design position",
                                "Coordinates at t = 0; what is left out is not asked for."));
  joint.keys.push_back(optional("velocity", object(rate.id), "0",
                                "Velocities at t = 0; what is left out is not asked for."));
  joint.keys.push_back(optional("coordinates", object(acting.id), "nothing",
                                "Spring, damping, limits, friction and drive of each coordinate."));
  all.push_back(std::move(start));
  all.push_back(std::move(rate));
  all.push_back(std::move(acting));
}

Element plain(JointType type, const char* title, const char* text, Elements& all,
              Axis axis = Axis::needed) {
  Element joint{std::string("joint.") + joint_name(type), title, text, seat_keys(axis),
                seat_rules(axis)};
  const auto& names = coordinate_names(type);
  if (names.size() == 1) {
    add_single(names[0], joint.keys);
  } else {
    add_several(type, joint, all);
  }
  return joint;
}

Element spherical() {
  Element joint{"joint.spherical", "Spherical joint",
                "Lets the child turn about a point in any way. Results have the quaternion `qw qx "
                "qy qz` and the angular velocity `wx wy wz`.",
                seat_keys(Axis::allowed), seat_rules(Axis::allowed)};
  joint.keys.push_back(optional("start", orientation(), "[1, 0, 0, 0]",
                                "Orientation of the child's joint frame at t = 0."));
  joint.keys.push_back(
      optional("velocity", list(quantity(dimension::angular_velocity), 3, 3, "[wx, wy, wz], rad/s"),
               "[0, 0, 0]",
               "Angular velocity at t = 0, in the axes of the child's joint "
               "frame."));
  joint.keys.push_back(optional("damping",
                                quantity(dimension::rotational_damping, Range::not_negative), "0",
                                "The same damping about all axes."));
  joint.keys.push_back(optional("swing", object("acting"), "nothing",
                                "What acts on the angle between the axes (z) of both frames, 0 to "
                                "180 deg: a cone stop, a spring that sets upright."));
  joint.keys.push_back(optional("twist", object("acting"), "nothing",
                                "What acts on the turn about that axis, from -180 to 180 deg."));
  joint.keys.push_back(optional("turn", object("acting"), "nothing",
                                "What acts on the angle of the whole turn from frame to frame, 0 "
                                "to 180 deg, along its axis."));
  return joint;
}

Element free_joint(Elements& all) {
  Element joint{"joint.free",
                "Free joint",
                "Lets the child move at will. Results have the position `x y z` and the "
                "quaternion `qw qx qy qz`, the velocity `x y z` and `wx wy wz`.",
                {},
                {{RuleKind::needs, {"parent_frame", "child_frame"}},
                 {RuleKind::needs, {"child_frame", "parent_frame"}}}};
  std::vector<Key> seats = seat_keys(Axis::allowed);
  for (Key& key : seats) {
    if (key.name.ends_with("_frame")) joint.keys.push_back(std::move(key));
  }
  all.push_back({"joint_free_start",
                 "Free joint: start",
                 "Where the child is at t = 0.",
                 {position_key("Position of the child's joint frame.", "not asked for"),
                  optional("orientation", orientation(), "not asked for",
                           "Orientation of the child's joint frame.")}});
  all.push_back({"joint_free_velocity",
                 "Free joint: velocity",
                 "How the child moves at t = 0.",
                 {optional("linear", triple(dimension::velocity), "not asked for",
                           "Velocity in the axes of the child's joint frame."),
                  optional("angular", triple(dimension::angular_velocity), "not asked for",
                           "Angular velocity in the same axes.")}});
  joint.keys.push_back(
      optional("start", object("joint_free_start"), "the design position", "Place at t = 0."));
  joint.keys.push_back(
      optional("velocity", object("joint_free_velocity"), "0", "Motion at t = 0."));
  return joint;
}

Element fixed() {
  Element joint{"joint.fixed", "Fixed joint",
                "Holds the child to the parent; the two become one body.", seat_keys(Axis::allowed),
                seat_rules(Axis::allowed)};
  joint.rules.erase(joint.rules.begin());  // without a place it sits at its child's origin
  return joint;
}

Element screw(Elements& all) {
  Element joint = plain(
      JointType::screw, "Screw joint",
      "Lets the child turn about the axis and advance with it. Its coordinate is an angle.", all);
  joint.keys.push_back(
      required("pitch", quantity(dimension::length),
               "Advance for each turn, not zero; negative for a left-hand thread."));
  return joint;
}

Element strut(JointType type, const char* title, const char* text, Elements& all) {
  Element joint = plain(type, title, text, all);
  std::erase_if(joint.keys, [](const Key& key) { return key.name.ends_with("_frame"); });
  joint.rules = {{RuleKind::not_both, {"axis", "orientation"}},
                 {RuleKind::any_of, {"axis", "orientation"}}};
  const auto point = [&](const char* key, const char* what) {
    joint.keys.push_back(required(key, triple(dimension::length), what));
  };
  point("top", "Where the strut is held: a point of the parent on the strut's axis side.");
  point("arm_position", "A point of the axis about which the arm turns on the parent.");
  joint.keys.push_back(required("arm_axis", direction(), "Direction of that axis."));
  if (type == JointType::guided_strut) {
    point("link_from", "End of the link on the parent.");
    point("link_to", "End of the link on the child.");
  }
  return joint;
}

Element composite() {
  Element joint{
      "joint.composite",
      "Composite joint",
      "Light links between parent and child, with all joints and constraints among these "
      "bodies, as one joint whose coordinates are some of the joints inside. What acts on "
      "these coordinates, and their start, is given at the joints inside.",
      {}};
  joint.keys.push_back(required("links", list(name_of("name of a body"), 0, 0, "list of names"),
                                "Bodies inside. They have no mass; forces may act on them."));
  joint.keys.push_back(
      required("independent", list(name_of("name of a joint inside"), 1, 6, "list of names"),
               "Joints inside whose coordinates settle all others; `slide.angle` for one "
               "coordinate of several."));
  joint.keys.push_back(optional("mass", choice({"ignored"}), "none",
                                "`ignored`: links have masses that do not count here."));
  return joint;
}

}  // namespace

Elements joint_elements() {
  Elements all{joint(),
               {seat, "Where a joint sits",
                "One frame in the drawing, good for both bodies, or one frame on each body.",
                seat_keys(Axis::needed)},
               body_seat("joint_axis_frame", Axis::needed),
               body_seat("joint_place_frame", Axis::allowed),
               body_seat("joint_axes_frame", Axis::two)};
  for (Key& key : all[1].keys) key.shared.clear();

  Elements types{
      plain(JointType::revolute, "Revolute joint",
            "Lets the child turn about the axis. Its coordinate is an angle that counts whole "
            "turns.",
            all),
      plain(JointType::prismatic, "Prismatic joint",
            "Lets the child slide along the axis. Its coordinate is a displacement.", all),
      spherical(),
      free_joint(all),
      fixed(),
      plain(JointType::cylindrical, "Cylindrical joint",
            "Lets the child turn about the axis and slide along it. Coordinates: `angle`, "
            "`displacement`.",
            all),
      plain(JointType::universal, "Universal joint",
            "Lets the child turn about an axis that its parent carries (z of the parent's frame), "
            "then about one that it carries itself (x of its own). Coordinates: `angle1`, "
            "`angle2`.",
            all, Axis::two),
      plain(JointType::planar, "Planar joint",
            "Lets the child slide in the plane across the axis and turn about the axis. "
            "Coordinates: `x`, `y`, `angle`.",
            all),
      screw(all),
      composite(),
      strut(JointType::strut, "Strut",
            "A MacPherson strut without the mass of its arm: the child hangs on a ball at the end "
            "of an arm that turns on the parent, and slides along its own axis through a point of "
            "the parent. Coordinates: `jounce`, the angle of the arm, and `steer`, the turn about "
            "the line from the ball to that point.",
            all),
      strut(JointType::guided_strut, "Guided strut",
            "A strut with a rigid link between parent and child that settles the turn. Its "
            "coordinate is the angle of the arm.",
            all),
  };
  all.insert(all.end(), types.begin(), types.end());
  return all;
}

}  // namespace treadle::schema
