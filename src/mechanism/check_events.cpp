#include "check_events.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../describe/expression.hpp"
#include "../output/channels.hpp"

#include <algorithm>

namespace treadle {

namespace {

Quantity one_of(const std::string& unit) { return read_quantity(unit == "1" ? "1" : "1 " + unit); }

[[noreturn]] void unknown_channel(const EventItem& event, const std::string& place,
                                  const std::vector<Column>& columns) {
  std::vector<std::string> known;
  std::string parts;
  for (const Column& column : columns) {
    known.push_back(column.name);
    if (column.name.starts_with(event.when + "."))
      parts += (parts.empty() ? "" : ", ") + column.name;
  }
  throw ModelError(
      place + ".when",
      "event '" + event.name + "': " +
          (parts.empty() ? "unknown channel '" + event.when + "'" + suggestion(event.when, known) +
                               "; treadle run --list-channels shows all"
                         : "'" + event.when + "' is several numbers; give one of " + parts));
}

// A plain number is in the unit of the channel; an angle may be left unsaid.
void check_unit(const EventItem& event, const std::string& place, const std::string& unit) {
  if (event.unit.empty()) return;
  const Quantity given = one_of(event.unit);
  const Dimension needed = one_of(unit).kind;
  if (same_kind(given, {0.0, needed, true})) return;
  const std::string example = si_unit(needed) == unit ? unit_example(needed) : "1 " + unit;
  throw ModelError(place + ".crosses", "event '" + event.name + "': crosses is in " + event.unit +
                                           ", but channel '" + event.when + "' " +
                                           (needed == dimension::none
                                                ? "has no unit; give a plain number"
                                                : "is in " + unit + "; give for example '" +
                                                      example + "', or a plain number in " + unit));
}

void check_force(const Description& d, const EventItem& event, const std::string& place) {
  if (!switches_force(event)) return;
  std::vector<std::string> known;
  for (const ForceItem& force : d.forces) known.push_back(force.name);
  if (std::find(known.begin(), known.end(), event.force) != known.end()) return;
  throw ModelError(place + ".force", "event '" + event.name + "': unknown force '" + event.force +
                                         "'" + suggestion(event.force, known) +
                                         "; give the name of a force to switch");
}

}  // namespace

void check_events(const Mechanism& m) {
  const std::vector<EventItem>& events = m.description.events;
  if (events.empty()) return;
  const std::vector<Column> columns = all_channels(m.description, m.model, m.placement, m.forces);
  for (std::size_t e = 0; e < events.size(); ++e) {
    const std::string place = "events[" + std::to_string(e) + "]";
    const auto column = std::find_if(columns.begin(), columns.end(),
                                     [&](const Column& c) { return c.name == events[e].when; });
    if (column == columns.end()) unknown_channel(events[e], place, columns);
    check_unit(events[e], place, column->unit);
    check_force(m.description, events[e], place);
  }
}

}  // namespace treadle
