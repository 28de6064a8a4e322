#include "tables.hpp"

namespace treadle::schema {

Elements place_elements() {
  return {
      {"orientation",
       "Orientation",
       "Leads from the outer frame to the turned one: the columns of the rotation matrix are the "
       "axes of the turned frame. It is a quaternion `[w, x, y, z]` of any length but zero, or one "
       "of two objects.",
       {
           optional("axis", direction(), "required with `angle`", "Axis of one turn, any length."),
           optional("angle", quantity(dimension::angle), "required with `axis`",
                    "Angle of that turn, by the right hand."),
           optional("rpy", list(quantity(dimension::angle), 3, 3, "[roll, pitch, yaw], rad"),
                    "instead of `axis` and `angle`",
                    "Turns about the *fixed* axes x, then y, then z."),
       },
       {{RuleKind::any_of, {"axis", "rpy"}},
        {RuleKind::needs, {"axis", "angle"}},
        {RuleKind::needs, {"angle", "axis"}},
        {RuleKind::not_both, {"rpy", "axis", "angle"}}}},
      {"anchor",
       "Point",
       "Ends of constraints and forces are points: the name of a frame, or a place on a body.",
       {
           required("body", name_of("name of a body"), "Body that carries the point, or `ground`."),
           position_key("The point in the body frame; in the world, on the ground."),
       }},
      {"body_frame",
       "Frame of an output or target",
       "Outputs and targets speak of frames: the name of a body or frame, or a place on a body.",
       {
           required("body", name_of("name of a body"), "Body that carries the frame, or `ground`."),
           position_key("Its origin in the body frame."),
           orientation_key("Its axes in the body frame."),
       }},
      {"frame",
       "Frame",
       "A named place on a body, for joints, constraints, forces and outputs.",
       {
           name_key(),
           required("body", name_of("name of a body"), "Body that carries it, or `ground`."),
           position_key("Its origin in the body frame."),
           orientation_key("Its axes in the body frame."),
       }},
  };
}

}  // namespace treadle::schema
