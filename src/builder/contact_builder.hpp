// Handle for an entry of the list `contacts`.
#pragma once

#include "elements.hpp"

namespace treadle {

class ContactBuilder : public Element<ContactBuilder> {
 public:
  using Element::Element;
  /// Lists of names; `stone*` is all whose names begin so.
  ContactBuilder& of(Value bodies) { return set("of", std::move(bodies)); }
  ContactBuilder& with(Value bodies) { return set("with", std::move(bodies)); }
  /// A list of objects with point and normal.
  ContactBuilder& planes(Value planes) { return set("planes", std::move(planes)); }
  ContactBuilder& stiffness(Value value) { return set("stiffness", std::move(value)); }
  ContactBuilder& young(Value value) { return set("young", std::move(value)); }
  ContactBuilder& poisson(double value) { return set("poisson", value); }
  ContactBuilder& damping(Value value) { return set("damping", std::move(value)); }
  ContactBuilder& restitution(double value) { return set("restitution", value); }
  ContactBuilder& resting_speed(Value value) { return set("resting_speed", std::move(value)); }
  ContactBuilder& friction(double value) { return set("friction", value); }
  ContactBuilder& stick_stiffness(Value value) { return set("stick_stiffness", std::move(value)); }
  ContactBuilder& rolling(Value arm) { return set("rolling", std::move(arm)); }
};

}  // namespace treadle
