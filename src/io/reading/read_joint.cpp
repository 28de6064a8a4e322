#include "read_joint.hpp"

#include "../../base/text.hpp"
#include "../../describe/names.hpp"
#include "../../spatial/to_quaternion.hpp"
#include "../schema/elements.hpp"
#include "../tables/shown.hpp"
#include "read_coordinates.hpp"
#include "read_pose.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

namespace treadle {

namespace {

using nlohmann::json;

bool has_axis(JointType type) {
  return type != JointType::spherical && type != JointType::fixed && type != JointType::free;
}

constexpr double off_square = 1e-3;  // rad: what drawings with few digits are off by

// The two axes of a universal joint: z, which its parent carries, and x, which its child does.
std::array<double, 4> read_two_axes(const json& value, const Place& place, JointType type) {
  if (type != JointType::universal)
    place.fail_field("is given, but only a universal joint has two axes");
  check_array(value, place, 2, "axes [[x, y, z], [x, y, z]]");
  std::array<Vec3<double>, 2> axes;
  for (std::size_t k = 0; k < 2; ++k) {
    const Triple axis = read_triple(value[k], place.element(k), dimension::none);
    check_axis(axis, place.element(k), "give a direction that is not zero");
    const Vec3<double> v{axis[0], axis[1], axis[2]};
    axes[k] = (1.0 / norm(v)) * v;
  }
  const double along = dot(axes[0], axes[1]);
  if (std::fabs(along) > off_square) {
    place.fail_field(
        "are at an angle of " +
        short_number(std::acos(std::clamp(along, -1.0, 1.0)) * 180.0 / std::numbers::pi) +
        " deg; the axes of a universal joint must be perpendicular");
  }
  const Vec3<double> across = axes[1] - along * axes[0], x = (1.0 / norm(across)) * across;
  return to_quaternion({x, cross(axes[0], x), axes[0]});
}

// The keys "position" and "axis", "axes" or "orientation" of a frame.
JointFrame read_frame_keys(const Fields& fields, JointType type) {
  JointFrame frame;
  fields.triple("position", dimension::length, frame.position);
  if (fields.has("axis") && fields.has("orientation")) {
    fields.at("orientation").fail_field("is given together with axis; give one of them");
  }
  if (const json* axes = fields.find("axes")) {
    for (const char* key : {"axis", "orientation"}) {
      if (fields.has(key))
        fields.at("axes").fail_field("is given together with " + std::string(key) +
                                     "; give one of them");
    }
    frame.orientation = read_two_axes(*axes, fields.at("axes"), type);
    return frame;
  }
  if (const json* value = fields.find("axis")) {
    const Place place = fields.at("axis");
    frame.axis = read_triple(*value, place, dimension::none);
    check_axis(*frame.axis, place, "give a non-zero axis or use type 'fixed'");
  } else if (const json* turned = fields.find("orientation")) {
    frame.orientation = read_orientation(*turned, fields.at("orientation"));
  } else if (has_axis(type)) {
    fields.at("axis").fail_field("is missing; " + a_joint(type) +
                                 " needs an axis (or an orientation, whose z axis it is)");
  } else {
    frame.orientation = Pose{}.orientation;
  }
  return frame;
}

// A frame on one body: inline, or by the name of a frame that is fixed to this body.
JointFrame read_body_frame(const Fields& joint, const char* key, const std::string& body,
                           JointType type, const NameBook& book) {
  const json& value = joint.need(key);
  const Place place = joint.at(key);
  if (value.is_object())
    return read_frame_keys(Fields(value, place, known_keys("joint_axes_frame")), type);
  if (!value.is_string()) {
    place.fail_field("is " + show_value(value) +
                     "; a frame's name or {\"position\", \"axis\"} is needed");
  }
  const FrameItem& frame = book.read_frame(value, place);
  if (frame.body != body) {
    place.fail_field("is the frame " + shown(frame.name) + " of " + shown(frame.body) +
                     "; a frame of " + shown(body) + " is needed");
  }
  return {frame.pose.position, std::nullopt, frame.pose.orientation};
}

// Where the joint sits: one frame in the world, or one on each body, or (free) nothing at all.
void read_seat(const Fields& fields, const NameBook& book, JointItem& joint) {
  const char* design_key = nullptr;
  for (const char* key : {"orientation", "axes", "axis", "position"}) {
    if (fields.has(key)) design_key = key;
  }
  const bool on_parent = fields.has("parent_frame"), on_child = fields.has("child_frame");

  if (design_key != nullptr && joint.type == JointType::free) {
    fields.at(design_key).fail_field("does not place a free joint; use \"start\"");
  }
  if (on_parent || on_child) {
    if (design_key != nullptr) {
      fields.at(design_key)
          .fail_field("is given together with parent_frame or child_frame; give one or the other");
    }
    if (!on_parent || !on_child) {
      const char* absent = on_parent ? "child_frame" : "parent_frame";
      fields.at(absent).fail_field("is missing; parent_frame and child_frame go together");
    }
    joint.parent_frame = read_body_frame(fields, "parent_frame", joint.parent, joint.type, book);
    joint.child_frame = read_body_frame(fields, "child_frame", joint.child, joint.type, book);
    return;
  }
  if (joint.type == JointType::free) return;
  if (joint.type == JointType::fixed && design_key == nullptr) return;  // where its child is
  if (!fields.has("position") && joint.type != JointType::fixed) {
    fields.at("position")
        .fail(a_joint(joint.type) + " needs a position (or parent_frame and child_frame)");
  }
  joint.design = read_frame_keys(fields, joint.type);
}

bool is_strut(JointType type) {
  return type == JointType::strut || type == JointType::guided_strut;
}

// Hard points in the drawing. The axis is made to point at the side of the top.
void read_strut(const Fields& fields, JointItem& joint) {
  if (!joint.design)
    fields.at("position")
        .fail(a_joint(joint.type) +
              " is given by points of the drawing: give a "
              "position and an axis instead of frames");
  StrutItem& strut = joint.strut.emplace();
  const auto point = [&](const char* key, Triple& out) {
    out = read_triple(fields.need(key), fields.at(key), dimension::length);
  };
  point("top", strut.top);
  point("arm_position", strut.hinge);
  strut.hinge_axis = read_triple(fields.need("arm_axis"), fields.at("arm_axis"), dimension::none);
  check_axis(strut.hinge_axis, fields.at("arm_axis"), "give a direction that is not zero");
  if (joint.type == JointType::guided_strut) {
    auto& link = strut.link.emplace();
    point("link_from", link[0]);
    point("link_to", link[1]);
  }
  if (!joint.design->axis) return;
  double up = 0.0;
  Triple& axis = *joint.design->axis;
  for (std::size_t k = 0; k < 3; ++k) up += axis[k] * (strut.top[k] - joint.design->position[k]);
  if (up < 0.0) axis = {-axis[0], -axis[1], -axis[2]};
}

Words read_names(const Fields& fields, const char* key) {
  const json& list = fields.need(key);
  const Place place = fields.at(key);
  if (!list.is_array()) place.fail_field("is " + show_value(list) + "; a list of names is needed");
  Words names;
  for (std::size_t k = 0; k < list.size(); ++k)
    names.push_back(read_name(list[k], place.element(k)));
  return names;
}

// What is inside stands elsewhere in the file; whether it fits is seen once all is read.
void read_composite(const Fields& fields, const NameBook& book, JointItem& joint) {
  static const Words masses{"ignored"};
  CompositeItem& item = joint.composite.emplace();
  const json& links = fields.need("links");
  const Place place = fields.at("links");
  if (!links.is_array())
    place.fail_field("is " + show_value(links) + "; a list of bodies is needed");
  for (std::size_t k = 0; k < links.size(); ++k)
    item.links.push_back(book.read_body(links[k], place.element(k)));
  item.independent = read_names(fields, "independent");
  if (item.independent.empty() || item.independent.size() > 6)
    fields.at("independent")
        .fail_field("names " + std::to_string(item.independent.size()) +
                    " coordinates; a composite joint has 1 to 6");
  joint.type = composite_of(static_cast<int>(item.independent.size()));
  if (const json* mass = fields.find("mass")) {
    read_choice(*mass, fields.at("mass"), "word", masses);
    item.ignore_mass = true;
  }
}

}  // namespace

JointItem read_joint(const json& value, const Place& place, const NameBook& book) {
  static const Words hints{"auto", "cut", "keep"};  // in the order of TreeHint

  const Fields fields(value, place, known_keys("joint"));
  JointItem joint;
  joint.name = read_name(fields.need("name"), fields.at("name"));
  find_joint_type(joint_names()[read_choice(fields.need("type"), fields.at("type"), "joint type",
                                            joint_names())],
                  joint.type);
  joint.parent = book.read_body(fields.need("parent"), fields.at("parent"));
  joint.child = book.read_body(fields.need("child"), fields.at("child"));
  if (joint.parent == joint.child) {
    fields.at("child").fail_field("is " + shown(joint.child) + ", the same as parent");
  }
  if (is_composite(joint.type)) {
    read_composite(Fields(value, place, known_keys("joint.composite")), book, joint);
    return joint;
  }
  read_seat(fields, book, joint);
  if (joint.type == JointType::screw) {
    joint.pitch = read_number(fields.need("pitch"), fields.at("pitch"), dimension::length);
    if (joint.pitch == 0.0) fields.at("pitch").fail_field("is 0; use type 'revolute'");
  } else if (fields.has("pitch")) {
    fields.at("pitch").fail_field("is given, but only a screw joint has one");
  }
  if (is_strut(joint.type)) read_strut(fields, joint);
  read_coordinates(fields, joint);
  if (const json* hint = fields.find("tree")) {
    joint.hint = static_cast<TreeHint>(read_choice(*hint, fields.at("tree"), "tree hint", hints));
  }
  if (joint.strut && joint.hint == TreeHint::cut)
    fields.at("tree").fail_field("is 'cut', but " + a_joint(joint.type) +
                                 " is always kept in the tree; cut another joint of its loop");
  if (joint.strut) joint.hint = TreeHint::keep;
  return joint;
}

}  // namespace treadle
