// Events that are described in C++.
#pragma once

#include "elements.hpp"

namespace treadle {

class EventBuilder : public Element<EventBuilder> {
 public:
  using Element::Element;

  EventBuilder& crosses(Value value) { return set("crosses", std::move(value)); }
  EventBuilder& up() { return set("direction", "up"); }
  EventBuilder& down() { return set("direction", "down"); }
  EventBuilder& times(int most) { return set("times", most); }
  EventBuilder& stop() { return set("action", "stop"); }
  EventBuilder& switch_on(const std::string& force) {
    return set("action", "switch on").set("force", force);
  }
  EventBuilder& switch_off(const std::string& force) {
    return set("action", "switch off").set("force", force);
  }
};

}  // namespace treadle
