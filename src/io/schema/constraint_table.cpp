#include "tables.hpp"

namespace treadle::schema {

std::vector<Key> gear_keys() {
  return {
      required(
          "joints", list(name_of("name of a joint"), 2, 2, "two joints"),
          "Bearing of the first wheel, bearing of its mate: revolute joints on one body; that of "
          "a rack, which comes second, is prismatic."),
      optional("carrier", name_of("name of a joint"), "none",
               "Joint that carries the mate, a planet, round the first wheel, about its axis; the "
               "first wheel may then be fixed."),
      optional("teeth", list(pure(Range::positive), 2, 2, "two numbers"),
               "the radii at `point` say it", "Numbers of teeth: the ratio, exactly."),
      optional("mesh", choice({"external", "internal"}), "\"external\"",
               "Whether one wheel is a ring around the other."),
      optional("point", triple(dimension::length),
               "on the line of centres, at the height of the first joint",
               "Pitch point in world coordinates of the design position; required for bevel wheels "
               "and racks."),
      optional("pressure_angle", quantity(dimension::angle, Range::not_negative), "20 deg",
               "Pressure angle, across the teeth."),
      optional("helix_angle", quantity(dimension::angle), "0",
               "Helix angle of the first wheel; positive for right-hand teeth."),
      optional(
          "offset", quantity(dimension::length), "0",
          "How far the first wheel is ahead, along its pitch circle, where all coordinates are "
          "0."),
  };
}

Elements constraint_elements() {
  const Key from = required("from", anchor(), "One point.");
  const Key to = required("to", anchor(), "The other point, on another body.");
  const Key point = required("from", anchor(), "The point.");

  Element family{"constraint",
                 "Constraints",
                 "An equation between bodies or coordinates that is not a joint.",
                 {name_key()}};
  family.family = true;
  Element distance{"constraint.distance",
                   "Distance",
                   "Two points keep their distance, as if a rod without mass joined them; `rod` is "
                   "another word for it.",
                   {from, to,
                    optional("length", quantity(dimension::length, Range::positive),
                             "that of the design position", "The distance.")}};
  distance.also = {"rod"};
  return {
      std::move(family),
      std::move(distance),
      {"constraint.coupler",
       "Coupler",
       "The sum of factor times coordinate stays what `offset` says: gears, rack and pinion, "
       "differentials.",
       {required("coordinates", list(object("coupled"), 1, 0), "The coordinates, each once."),
        optional("offset", any_quantity(), "0",
                 "What the sum is; a plain number is in SI units.")}},
      {"coupled",
       "Coupled coordinate",
       "One term of a coupler.",
       {required("joint", name_of("name of a joint"), "The joint; it is kept in the tree."),
        optional("coordinate", name_of("name of a coordinate"), "the only one",
                 "Which of its coordinates."),
        optional("factor", any_quantity(), "1",
                 "What it is multiplied with; not zero. With a unit, such as `\"30 mm/rad\"`, all "
                 "terms must become one kind of quantity.")}},
      {"constraint.driver",
       "Driver",
       "A coordinate, or the distance of two points, follows a function of time exactly.",
       {required("function", function(dimension::angle, dimension::length),
                 "What it follows: a number or a function of time."),
        optional("joint", name_of("name of a joint"), "required, unless `from` and `to`",
                 "Joint whose coordinate is driven; it is kept in the tree."),
        optional("coordinate", name_of("name of a coordinate"), "the only one",
                 "Which of its coordinates."),
        optional("from", anchor(), "none", "One point, where a distance is driven."),
        optional("to", anchor(), "none", "The other point, on another body.")},
       {{RuleKind::any_of, {"joint", "from"}},
        {RuleKind::not_both, {"joint", "from", "to"}},
        {RuleKind::needs, {"coordinate", "joint"}},
        {RuleKind::needs, {"from", "to"}},
        {RuleKind::needs, {"to", "from"}}}},
      {"constraint.point_on_line",
       "Point on line",
       "A point stays on a line that another body carries.",
       {point, required("to", anchor(), "A point of the line, on another body."),
        required("axis", direction(), "Direction of the line, in the coordinates of to's body.")}},
      {"constraint.point_on_plane",
       "Point on plane",
       "A point stays in a plane that another body carries.",
       {point, required("to", anchor(), "A point of the plane, on another body."),
        required("normal", direction(),
                 "Direction across the plane, in the coordinates of to's body.")}},
      {"constraint.gear",
       "Gear",
       "Two wheels mesh, or a wheel and a rack, without play. The force between their teeth acts "
       "at "
       "the pitch point and loads the bearings: along the pitch circle, apart by the pressure "
       "angle, and along the axis by the helix angle.",
       gear_keys(),
       {{RuleKind::any_of, {"teeth", "point"}}}},
      {"constraint.rolling",
       "Rolling",
       "A wheel, disk or ball touches a plane of another body and rolls there without slipping; it "
       "can neither lift off nor slide.",
       {required("from", anchor(), "Centre of the wheel or ball."),
        required("to", anchor(), "A point of the plane, on another body."),
        required("normal", direction(),
                 "Out of the plane, towards the centre, in the coordinates of to's body."),
        required("radius", quantity(dimension::length, Range::positive),
                 "Radius; of a wheel with a round rim, the largest."),
        optional("axis", direction(), "none: a ball",
                 "Axis of the wheel, in the coordinates of from's body."),
        optional("rim_radius", quantity(dimension::length, Range::not_negative), "0: a sharp edge",
                 "Radius of the rim's section, as motorcycles have it.")},
       {{RuleKind::needs, {"rim_radius", "axis"}}}},
  };
}

}  // namespace treadle::schema
