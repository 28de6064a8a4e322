// An event as the reader takes it.
#pragma once

#include "write_fields.hpp"

#include <charconv>

namespace treadle {

inline Value write_event(const EventItem& item) {
  static constexpr std::array<const char*, 3> directions{"up", "down", "both"};
  static constexpr std::array<const char*, 4> actions{"stop", "record", "switch on", "switch off"};
  Value object = Value::object();
  object.set("name", item.name).set("when", item.when);
  if (item.unit.empty()) {
    set_number(object, "crosses", item.crosses);
  } else {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), item.crosses).ptr;
    object.set("crosses", std::string(text.data(), end) + " " + item.unit);
  }
  if (item.direction != Crossing::both)
    object.set("direction", directions[static_cast<std::size_t>(item.direction)]);
  if (item.action != EventAction::record)
    object.set("action", actions[static_cast<std::size_t>(item.action)]);
  if (!item.force.empty()) object.set("force", item.force);
  if (item.times) object.set("times", *item.times);
  return object;
}

}  // namespace treadle
