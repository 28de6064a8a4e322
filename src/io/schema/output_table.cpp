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

// Vectors may be written in the axes of yet another one.
Element of_vector(const char* type, const char* title, const char* text) {
  Element element = of_frame(type, title, text);
  element.keys.push_back(optional("axes", frame_of_body(), "those of `seen_from`",
                                  "Body or frame in whose axes the vector is written instead."));
  return element;
}

}  // namespace

Elements output_elements() {
  Element family{
      "output", "Outputs", "A named channel of the results, with its unit.", {name_key()}};
  family.family = true;
  const Value point = either({name_of("name of a body or frame"), object("anchor")});
  const Value points = list(quantity(dimension::length), 2, 2, "[x, y], m");
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
      of_vector("point_velocity", "Velocity of a point",
                "How fast the origin of a body or frame moves."),
      of_vector("angular_velocity", "Angular velocity", "How fast a body or frame turns."),
      of_vector("point_acceleration", "Acceleration of a point",
                "Acceleration of the origin of a body or frame."),
      of_vector("angular_acceleration", "Angular acceleration",
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
      of_frame("heading", "Heading",
               "Yaw, pitch and roll: the angles of turns about z, then y, then x that bring the "
               "observer's axes to those of a body or frame."),
      {"output.course",
       "Course",
       "How far the outline of a body is from the nearest cone, seen from above, and how many "
       "cones it has touched since the start.",
       {required("of", frame_of_body(), "The body or frame that carries the outline."),
        required("outline", list(points, 3, 0, "list of points"),
                 "Corners of the outline in x and y of that frame, round a convex area."),
        optional("cones", list(points, 1, 0, "list of points"), "none",
                 "Middles of cones in x and y of the world."),
        optional("lanes", list(object("lane"), 1, 0), "none", "Lanes between rows of cones."),
        optional("radius", quantity(dimension::length, Range::not_negative), "0.14 m",
                 "Of a cone's foot.")},
       {{RuleKind::any_of, {"cones", "lanes"}}}},
      {"lane",
       "Lane",
       "A lane between two rows of cones; their feet touch its edges.",
       {required("start", points, "Middle of its entrance, in x and y of the world."),
        required("length", quantity(dimension::length, Range::positive), "Length."),
        required("width", quantity(dimension::length, Range::positive), "Width between the feet."),
        optional("heading", quantity(dimension::angle), "0", "Its direction, from x to y."),
        optional("pairs", integer(), "5", "Pairs of cones, evenly spaced; 2 to 1000.")}},
  };
}

}  // namespace treadle::schema
