#include "tables.hpp"

namespace treadle::schema {

namespace {

Element of_joint(const char* type, const char* title, const char* text) {
  return {std::string("output.") + type,
          title,
          text,
          {required("joint", name_of("name of a joint"), "The joint, in the tree or cut."),
           optional("coordinate", name_of("name of a coordinate"), "all of them",
                    "Which of its coordinates.")}};
}

Element of_frame(const char* type, const char* title, const char* text) {
  return {std::string("output.") + type,
          title,
          text,
          {required("of", frame_of_body(), "Whose motion is shown."),
           optional("seen_from", frame_of_body(), "\"ground\"",
                    "Observer, in whose axes vectors are written.")}};
}

}  // namespace

Elements output_elements() {
  Element family{
      "output", "Outputs", "A named channel of the results, with its unit.", {name_key()}};
  family.family = true;
  const Value point = either({name_of("name of a body or frame"), object("anchor")});
  const Key from = required("from", point, "One point.");
  const Key to = required("to", point, "The other point.");
  return {
      std::move(family),
      of_joint("coordinate", "Coordinate", "The coordinates of a joint."),
      of_joint("velocity", "Velocity", "The velocities of a joint."),
      of_joint("acceleration", "Acceleration", "The accelerations of a joint."),
      of_frame("position", "Position", "Where a body or frame is."),
      of_frame("orientation", "Orientation of a frame",
               "How a body or frame is turned: a quaternion."),
      of_frame("point_velocity", "Velocity of a point",
               "How fast the origin of a body or frame moves."),
      of_frame("angular_velocity", "Angular velocity", "How fast a body or frame turns."),
      of_frame("point_acceleration", "Acceleration of a point",
               "Acceleration of the origin of a body or frame."),
      of_frame("angular_acceleration", "Angular acceleration",
               "Angular acceleration of a body or frame."),
      {"output.distance", "Distance of two points", "How far two points are apart.", {from, to}},
      {"output.angle",
       "Angle of three points",
       "The angle at `vertex` between the directions to two points.",
       {from, required("vertex", point, "The point between them."), to}},
      {"output.force",
       "Force of an element",
       "The pull of a force element, its length and rate where it has them.",
       {required("force", name_of("name of a force"), "The force element.")}},
      {"output.reaction",
       "Reaction",
       "Force and moment of a joint or constraint on its child.",
       {optional("joint", name_of("name of a joint"), "required, unless `constraint`",
                 "The joint, in the tree or cut."),
        optional("constraint", name_of("name of a constraint"), "required, unless `joint`",
                 "The constraint."),
        optional("seen_from", frame_of_body(), "\"ground\"",
                 "Frame in whose axes the vectors are written.")},
       {{RuleKind::any_of, {"joint", "constraint"}},
        {RuleKind::not_both, {"joint", "constraint"}}}},
      {"output.energy",
       "Energy",
       "An energy of the whole mechanism.",
       {required("energy", choice({"kinetic", "potential", "total", "work", "drift"}),
                 "Which: `work` is that of forces that store nothing, `drift` what the sum of all "
                 "has lost or gained.")}},
  };
}

}  // namespace treadle::schema
