// What straight code cannot hold.
#pragma once

#include "../mechanism/mechanism.hpp"

#include <string>

namespace treadle {

/// Why no code can be made of a mechanism; empty where it can.
inline std::string untraceable(const Mechanism& m) {
  if (!m.custom.empty()) return "forces written in C++ cannot be part of generated code";
  if (!m.contacts.empty()) return "contacts cannot be part of generated code";
  for (const Link<double>& link : m.model.links) {
    if (link.inside)
      return "composite joints are solved by iterations, which generated code has not";
  }
  for (const ForceItem& force : m.description.forces) {
    if (force.tyre && force.tyre->road.kind == RoadKind::map)
      return "the height map under '" + force.name + "' cannot be part of generated code";
  }
  return {};
}

}  // namespace treadle
