// What a compiled component simulates, as the bytes behind its runtime.
#pragma once

#include "../../describe/description.hpp"

#include <string>
#include <utility>
#include <vector>

namespace treadle {

/// A part read as one of a model that has nothing else but free bodies for its ports.
struct ComponentSource {
  Description model;
  std::vector<std::string> ports;  ///< bodies of the model, with the inertia that others lend
  std::string prefix;              ///< before the names of all other items
};

/// Reads a part that is to be compiled. `overrides`: values of its parameters, as a person writes
/// them. `ground`: the port that the part's ground becomes; empty: it stands on the ground itself.
ComponentSource read_component(const std::string& path,
                               const std::vector<std::pair<std::string, std::string>>& overrides,
                               const std::string& ground = "");

/// Names of bodies that may be published: its own.
std::vector<std::string> bodies_of(const ComponentSource& source);

/// What others see of a part, by its own names.
struct Publication {
  std::vector<std::string> border;  ///< beside the ports
  std::vector<std::string> inputs;
  struct Channel {
    std::string name, unit;
  };
  std::vector<Channel> outputs;
};

/// The bytes: the part without names, and its border: the ports, then the published bodies. Throws
/// ModelError for an unknown body or input and for what a compiled part cannot have.
std::string component_content(const ComponentSource& source, const Publication& published);

}  // namespace treadle
