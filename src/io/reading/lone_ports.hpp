// A part that runs alone: what holds its ports is said beside the file.
#pragma once

#include "../../describe/description.hpp"
#include "read_model.hpp"

#include <nlohmann/json_fwd.hpp>

namespace treadle {

/// The bodies of `model` named `ports` become balls about the middle of all others, as wide as
/// these lie, of one hundredth of the lightest one: light for whoever lends them.
void lend_bodies(Description& model, const std::vector<std::string>& ports);

/// The ports of a file that is not included by another, and their bodies.
class LonePorts {
 public:
  /// Takes what is said of ports out of `given`: "ground", "free" or a mass. Throws ModelError if
  /// it is said of some ports only, or cannot be read.
  LonePorts(const nlohmann::json& document, Overrides& given);

  /// The ports as bodies with joints to ground, if anything was said of them.
  void enter(nlohmann::json& document) const;
  /// Their masses, which follow those of the part, and their places, which the part follows.
  void load(Description& model) const;

 private:
  struct Port {
    std::string name;
    bool held = false;
    double mass = 0.0;  ///< zero: light
  };
  std::vector<Port> ports_;
};

/// The strings in the list "ports" of a file; mistakes are the reader's to tell.
std::vector<std::string> ports_in(const nlohmann::json& document);

}  // namespace treadle
