// Named outputs and targets of the assembly that are described in C++.
#pragma once

#include "force_builder.hpp"

namespace treadle {

/// The type is one of docs/model.md; the keys are those that belong to it.
class OutputBuilder : public Ends<OutputBuilder> {
 public:
  using Ends::Ends;

  OutputBuilder& joint(const std::string& joint) { return set("joint", joint); }
  OutputBuilder& joint(const std::string& joint, const std::string& coordinate) {
    return set("joint", joint).set("coordinate", coordinate);
  }
  OutputBuilder& constraint(const std::string& name) { return set("constraint", name); }
  OutputBuilder& force(const std::string& name) { return set("force", name); }
  OutputBuilder& energy(const std::string& which) { return set("energy", which); }
  /// A frame's name or on_body(...).
  OutputBuilder& of(Value frame) { return set("of", std::move(frame)); }
  OutputBuilder& seen_from(Value frame) { return set("seen_from", std::move(frame)); }
  OutputBuilder& vertex(const std::string& body, Value position) {
    return set("vertex", on_body(body, std::move(position)));
  }
};

class TargetBuilder : public Element<TargetBuilder> {
 public:
  using Element::Element;

  /// Smaller priorities are met first; start values of joints have 1.
  TargetBuilder& priority(int rank) { return set("priority", rank); }
  /// Where the frame of the body should be in the world.
  TargetBuilder& at(Value position) {
    item().at("at").set("position", std::move(position));
    return *this;
  }
  TargetBuilder& turned(Value orientation) {
    item().at("at").set("orientation", std::move(orientation));
    return *this;
  }
};

}  // namespace treadle
