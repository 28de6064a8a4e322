#include "tables.hpp"

namespace treadle::schema {

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
        optional("offset", pure(), "0", "What the sum is, in SI units.")}},
      {"coupled",
       "Coupled coordinate",
       "One term of a coupler.",
       {required("joint", name_of("name of a joint"), "The joint; it is kept in the tree."),
        optional("coordinate", name_of("name of a coordinate"), "the only one",
                 "Which of its coordinates."),
        optional("factor", pure(), "1", "What it is multiplied with; not zero.")}},
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
  };
}

}  // namespace treadle::schema
