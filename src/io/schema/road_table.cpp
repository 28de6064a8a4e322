#include "tables.hpp"

namespace treadle::schema {

Elements road_elements() {
  const Value length = quantity(dimension::length),
              way = quantity(dimension::length, Range::positive);
  const Key height = optional("height", length, "0", "What is added to it everywhere.");
  const Key heading = optional("heading", quantity(dimension::angle), "0",
                               "Direction along which it changes, from x to y.");
  const Key start = required("start", length, "Distance at which it begins.");
  const Key rise = required("rise", length, "Height behind it.");
  Element family{"road", "Roads", "Height of the road over the plane of x and y.", {}};
  family.family = true;
  return {std::move(family),
          {"road.flat", "Flat road", "The same height everywhere.", {height}},
          {"road.sine",
           "Sine road",
           "`height + amplitude · sin(2π · distance / wavelength)`.",
           {required("amplitude", length, "Half of what it goes up and down."),
            required("wavelength", way, "Distance between two tops."), heading, height}},
          {"road.ramp",
           "Ramp",
           "Rises over a length, with rounded corners.",
           {start, required("length", way, "Over which it rises."), rise, heading, height}},
          {"road.kerb",
           "Kerb",
           "A step, rounded over its width.",
           {start, rise, optional("width", way, "0.05", "Over which it rises."), heading, height}},
          {"road.profile",
           "Profile",
           "A smooth curve of heights over distance, straight outside.",
           {required("distances", list(length, 2, 0, "list, m"), "Distances, rising."),
            required("heights", list(length, 2, 0, "list, m"), "The height at each."), heading,
            height}},
          {"road.map",
           "Height map",
           "A smooth surface through heights on a grid, level outside. It is not part of generated "
           "code.",
           {required("file", name_of("path"),
                     "CSV file of heights in metres, relative to the model file: lines run along "
                     "the heading, one line behind the other to its left."),
            required("spacing", list(way, 2, 2, "two lengths"),
                     "Between neighbours in a line, and between lines."),
            optional("start", list(length, 2, 2, "two lengths"), "[0, 0]",
                     "Place of the first height, along and to the left."),
            heading, height}}};
}

}  // namespace treadle::schema
