#include "tables.hpp"

namespace treadle::schema {

Elements assembly_elements() {
  return {
      {"assembly",
       "Assembly",
       "Wishes for the start position. Loops always close; targets are met as well as that leaves "
       "room, those of priority 1 first.",
       {optional("targets", list(object("target"), 0, 0), "none", "The wishes.")}},
      {"target",
       "Target",
       "One wish: a coordinate of a joint, or the place of a body or frame in the world.",
       {
           optional("joint", name_of("name of a joint"), "none",
                    "Joint whose coordinate is wanted."),
           optional("coordinate", name_of("name of a coordinate"), "the only one",
                    "Which of its coordinates."),
           optional("value", of_coordinate(dimension::angle, dimension::length),
                    "required with `joint`", "What the coordinate should be."),
           optional("body", name_of("name of a body"), "none", "Body whose place is wanted."),
           optional("frame", name_of("name of a frame"), "none", "Frame whose place is wanted."),
           optional("at", object("target_at"), "the body frame",
                    "Place on the body that is meant."),
           optional("position", triple(dimension::length), "not asked for",
                    "Where its origin should be in the world."),
           optional("orientation", orientation(), "not asked for",
                    "How it should be turned in the world."),
           optional("priority", integer(), "1", "Targets of a smaller number are met first."),
       },
       {{RuleKind::any_of, {"joint", "body", "frame"}},
        {RuleKind::any_of, {"value", "position", "orientation"}},
        {RuleKind::not_both, {"joint", "body", "frame", "at", "position", "orientation"}},
        {RuleKind::needs, {"at", "body"}},
        {RuleKind::not_both, {"body", "frame"}},
        {RuleKind::needs, {"joint", "value"}},
        {RuleKind::needs, {"value", "joint"}},
        {RuleKind::needs, {"coordinate", "joint"}}}},
      {"target_at",
       "Place of a target",
       "A frame on the body of a target.",
       {position_key("Its origin in the body frame."),
        orientation_key("Its axes in the body frame.")}},
  };
}

}  // namespace treadle::schema
