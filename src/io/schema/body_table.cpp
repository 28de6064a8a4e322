#include "tables.hpp"

namespace treadle::schema {

namespace {

Value length() { return quantity(dimension::length, Range::positive); }

Element body() {
  const Value moment = quantity(dimension::inertia);
  Value moments = list(moment, 3, 6, "[xx, yy, zz] or [xx, yy, zz, xy, xz, yz], kg m²");
  moments.ends_only = true;
  return {"body",
          "Body",
          "A rigid body: its mass, where its mass is, and where it lies in the design position.",
          {
              name_key(),
              optional("mass", quantity(dimension::mass, Range::not_negative),
                       "required, unless `shapes` have a density",
                       "Mass, above zero; a link of a [composite joint](#composite-joint) may have "
                       "none: 0."),
              optional("center", triple(dimension::length), "[0, 0, 0]",
                       "Centre of mass in the body frame."),
              optional("inertia", either({std::move(moments), object("inertia")}), "[0, 0, 0]",
                       "Inertia about the *centre of mass*, in *body axes*."),
              position_key("Origin of the body frame in the world, in the design position."),
              orientation_key("Axes of the body frame in the world, in the design position."),
              optional("shapes", list(object("shape"), 0, 0), "none",
                       "Solids for drawing and, with a density, for the mass."),
              optional("repeat", object("repeat"), "once",
                       "Many of it, in a grid: `name_1`, `name_2` and so on."),
              written("kind", "The part it came from and its place there."),
          },
          {{RuleKind::any_of, {"mass", "shapes"}}}};
}

Element inertia() {
  const Value moment = quantity(dimension::inertia, Range::not_negative);
  const Value product = quantity(dimension::inertia);
  return {"inertia",
          "Inertia",
          "The inertia of a body by names. Off-diagonal entries are those of the tensor, "
          "`xy = −∫ x y dm`.",
          {
              optional("xx", moment, "0", "Moment about x."),
              optional("yy", moment, "0", "Moment about y."),
              optional("zz", moment, "0", "Moment about z."),
              optional("xy", product, "0", "Entry of row x and column y."),
              optional("xz", product, "0", "Entry of row x and column z."),
              optional("yz", product, "0", "Entry of row y and column z."),
          }};
}

Element shape() {
  Element shape{"shape",
                "Shapes",
                "A solid on a body, for its mass and for drawing.",
                {
                    position_key("Origin of the shape in the body frame."),
                    orientation_key("Axes of the shape in the body frame."),
                    optional("density", quantity(dimension::density, Range::positive),
                             "it is only drawn", "Mass for each volume."),
                    optional("color",
                             patterned(labelled(text(), "`#rrggbb` or a name of CSS"),
                                       "^(#[0-9A-Fa-f]{6}|[A-Za-z]+)$"),
                             "none", "Colour in drawings, such as `gray`, `orange`, `steelblue`."),
                }};
  shape.family = true;
  return shape;
}

}  // namespace

Elements body_elements() {
  const Key radius = required("radius", length(), "Outer radius.");
  const Key along_z = required("length", length(), "Length along z.");
  return {
      body(),
      inertia(),
      shape(),
      // the variants in the order of ShapeKind
      {"shape.box",
       "Box",
       "A box about its origin, along its axes.",
       {required("size", list(length(), 3, 3, "[x, y, z], m"), "Lengths of its edges.")}},
      {"shape.cylinder", "Cylinder", "A cylinder along z about its origin.", {radius, along_z}},
      {"shape.sphere", "Sphere", "A ball about its origin.", {radius}},
      {"shape.capsule",
       "Capsule",
       "A cylinder along z about its origin, with half a ball on each end.",
       {radius, required("length", length(), "Length of the cylindrical part.")}},
      {"shape.tube",
       "Tube",
       "A cylinder along z with a bore.",
       {radius, required("inner_radius", length(), "Radius of the bore."), along_z}},
      {"shape.extrusion",
       "Extrusion",
       "An outline in the x-y plane, drawn out from −length/2 to length/2 in z.",
       {required(
            "outline",
            list(list(quantity(dimension::length), 2, 2, "[x, y]"), 3, 10000, "[[x, y], ...], m"),
            "Corners, counter-clockwise; the outline closes by itself and does not meet "
            "itself."),
        along_z}},
      {"shape.mesh",
       "Mesh",
       "The solid that the triangles of an STL or OBJ file enclose.",
       {optional("file", name_of("path"), "required, unless points and triangles are given",
                 "The file, relative to the model file."),
        optional("scale", labelled(length(), "m, or a unit such as `mm`"), "1",
                 "How long one unit of the file is."),
        written("points", "Corners, in metres, of a mesh inside the file."),
        written("triangles", "Three indices of points each, counted from 0.")},
       {{RuleKind::any_of, {"file", "points"}}, {RuleKind::needs, {"points", "triangles"}}}},
      // the next are kept as meshes
      {"shape.hull",
       "Convex hull",
       "The smallest convex solid round some points, or round a mesh of a file.",
       {optional("points", list(triple(dimension::length), 4, 100000, "list of points, m"),
                 "required, unless a file is given", "Points; those inside do no harm."),
        optional("file", name_of("path"), "none", "STL or OBJ file, relative to the model file."),
        optional("scale", labelled(length(), "m, or a unit such as `mm`"), "1",
                 "How long one unit of the file is.")},
       {{RuleKind::any_of, {"file", "points"}}, {RuleKind::not_both, {"file", "points"}}}},
      {"shape.heights",
       "Height field",
       "A smooth ground through heights on a grid, level outside; all below it is solid. A shape "
       "of `ground`, to be touched.",
       {optional("file", name_of("path"), "required, unless heights are given",
                 "CSV file of heights in metres, relative to the model file: lines run along x, "
                 "one line behind the other along y."),
        optional("heights",
                 list(list(quantity(dimension::length), 3, 100000, "list of heights, m"), 3, 100000,
                      "list of lines, m"),
                 "none", "The same in the model file."),
        required("spacing", list(length(), 2, 2, "two lengths"),
                 "Between neighbours in a line, and between lines."),
        optional("start", list(quantity(dimension::length), 2, 2, "two lengths"), "[0, 0]",
                 "Place of the first height.")},
       {{RuleKind::any_of, {"file", "heights"}}, {RuleKind::not_both, {"file", "heights"}}}},
  };
}

}  // namespace treadle::schema
