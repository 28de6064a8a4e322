#include "tables.hpp"

namespace treadle::schema {

Elements contact_elements() {
  const Dimension slowness{-1, 0, 1, 0};  // s/m
  Value bodies =
      list(name_of("name of a body, or the beginning of names and *"), 1, 1000000, "list of names");
  return {
      {"contact",
       "Contacts",
       "Shapes of some bodies meet shapes of others, or planes of the ground. The first entry that "
       "names two bodies decides how they touch; what no entry names passes through.",
       {
           name_key(),
           required("of", bodies, "Bodies whose shapes touch; `stone*` is all that begin so."),
           optional("with", bodies, "none", "Bodies that they touch; a body may be in both lists."),
           optional("planes", list(object("contact_plane"), 1, 1000), "none",
                    "Planes of the ground that they touch."),
           optional("stiffness", quantity(dimension::stiffness, Range::positive), "none",
                    "Stiffness of each point of contact."),
           optional("young", quantity(dimension::pressure, Range::positive), "none",
                    "Modulus of elasticity of both, for the law of Hertz."),
           optional("poisson", pure(Range::not_negative), "0.3", "Poisson's ratio of both."),
           optional("damping", quantity(slowness, Range::not_negative), "0",
                    "Share by which a point pushes harder for each m/s of approach."),
           optional("restitution", pure(Range::not_negative), "none",
                    "Speed after an impact over speed before it, 0 to 1."),
           optional("resting_speed", quantity(dimension::velocity, Range::positive), "0.05",
                    "Below this speed of approach an impact loses more than `restitution` says."),
           optional("friction", pure(Range::not_negative), "0", "Coefficient of friction."),
           optional("stick_stiffness", quantity(dimension::stiffness, Range::positive),
                    "0.8 of the normal stiffness",
                    "Stiffness across the normal while a point sticks."),
           optional("rolling", quantity(dimension::length, Range::not_negative), "0",
                    "Arm of the resistance against rolling."),
       },
       {{RuleKind::any_of, {"with", "planes"}},
        {RuleKind::any_of, {"stiffness", "young"}},
        {RuleKind::not_both, {"stiffness", "young"}},
        {RuleKind::not_both, {"damping", "restitution"}}}},
      {"contact_plane",
       "Plane of a contact",
       "A plane that is fixed to the ground; all behind it is solid.",
       {
           optional("point", triple(dimension::length), "[0, 0, 0]", "A point of it."),
           optional("normal", direction(), "[0, 0, 1]", "Direction out of the solid."),
       }},
      {"repeat",
       "Many equal bodies",
       "Puts a body into a model many times: along x first, then y, then z.",
       {
           required("count", pure(Range::positive), "How many."),
           required("grid", list(pure(Range::positive), 2, 2, "[along x, along y]"),
                    "How many in a row, and how many rows in a layer."),
           required("spacing", triple(dimension::length), "From one to the next along x, y, z."),
           optional("scatter", quantity(dimension::length, Range::not_negative), "0",
                    "Each is shifted by up to this along x, y and z, the same on each run."),
           optional("sizes", list(pure(Range::positive), 2, 2, "[smallest, largest]"), "[1, 1]",
                    "Each is so many times as large, at the same density, the same on each run."),
           optional("turned", truth(), "false",
                    "Whether each is turned to any side, the same on each run."),
       }},
  };
}

}  // namespace treadle::schema
