#include "check_events.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../output/channels.hpp"

#include <algorithm>

namespace treadle {

void check_events(const Mechanism& m) {
  const std::vector<EventItem>& events = m.description.events;
  if (events.empty()) return;
  std::vector<std::string> known;
  for (const Column& column : all_channels(m.description, m.model, m.placement, m.forces))
    known.push_back(column.name);
  for (std::size_t e = 0; e < events.size(); ++e) {
    const std::string& when = events[e].when;
    if (std::find(known.begin(), known.end(), when) != known.end()) continue;
    std::string parts;
    for (const std::string& name : known) {
      if (name.starts_with(when + ".")) parts += (parts.empty() ? "" : ", ") + name;
    }
    throw ModelError(
        "events[" + std::to_string(e) + "].when",
        "event '" + events[e].name + "': " +
            (parts.empty() ? "unknown channel '" + when + "'" + suggestion(when, known) +
                                 "; treadle run --list-channels shows all"
                           : "'" + when + "' is several numbers; give one of " + parts));
  }
}

}  // namespace treadle
