// A figure as the reader takes it.
#pragma once

#include "../schema/elements.hpp"
#include "write_fields.hpp"

#include <charconv>

namespace treadle {

inline Value write_figure(const FigureItem& item) {
  Value object = Value::object();
  const FigureItem usual;
  object.set("name", item.name)
      .set("type", type_words("figure")[static_cast<std::size_t>(item.kind)]);
  if (!item.of.empty()) object.set("of", item.of);
  if (!item.over.empty()) object.set("over", item.over);
  const auto with_unit = [](double number, const std::string& unit) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    return std::string(text.data(), end) + " " + unit;
  };
  const auto set_moment = [&](const char* key, const Moment& moment) {
    if (moment.time) object.set(key, with_unit(*moment.time, "s"));
    if (!moment.event.empty()) object.set(key, moment.event);
  };
  set_moment("from", item.from);
  set_moment("to", item.to);
  set_moment(item.kind == FigureKind::value ? "at" : "since", item.at);
  if (item.crosses_unit.empty()) {
    if (item.crosses != 0.0) object.set("crosses", item.crosses);
  } else {
    object.set("crosses", with_unit(item.crosses, item.crosses_unit));
  }
  if (item.share != usual.share) object.set("share", item.share);
  if (item.band != usual.band) object.set("band", item.band);
  set_number(object, "steady", item.steady);
  if (!item.unit.empty()) object.set("unit", item.unit);
  return object;
}

}  // namespace treadle
