#include "read_event.hpp"

#include "../../base/text.hpp"
#include "../schema/elements.hpp"
#include "../tables/shown.hpp"
#include "read_parameters.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;

constexpr int most_times = 1000000;

void read_force(const Fields& fields, const Description& model, EventItem& item) {
  const bool switches =
      item.action == EventAction::switch_on || item.action == EventAction::switch_off;
  if (!switches && fields.has("force")) {
    fields.at("force").fail_field(
        "is not needed: only \"switch on\" and \"switch off\" have a force");
  }
  if (!switches) return;
  if (!fields.has("force"))
    fields.at("force").fail_field("is needed to switch; give the name of a force");
  item.force = read_string(fields.need("force"), fields.at("force"));
  Words known;
  for (const ForceItem& force : model.forces) known.push_back(force.name);
  if (std::find(known.begin(), known.end(), item.force) == known.end()) {
    fields.at("force").fail("unknown force " + shown(item.force) + suggestion(item.force, known));
  }
}

}  // namespace

EventItem read_event(const json& value, const Place& place, const Description& model) {
  static const Words directions{"up", "down", "both"};                      // as in Crossing
  static const Words actions{"stop", "record", "switch on", "switch off"};  // as in EventAction
  const Fields fields(value, place, known_keys("event"));
  EventItem item;
  item.name = read_name(fields.need("name"), fields.at("name"));
  item.when = read_name(fields.need("when"), fields.at("when"));
  if (const json* crosses = fields.find("crosses")) {
    const Quantity quantity = read_any_quantity(*crosses, fields.at("crosses"));
    item.crosses = quantity.value;
    item.unit = written_unit(quantity);
  }
  if (const json* word = fields.find("direction")) {
    item.direction =
        static_cast<Crossing>(read_choice(*word, fields.at("direction"), "direction", directions));
  }
  if (const json* word = fields.find("action"))
    item.action =
        static_cast<EventAction>(read_choice(*word, fields.at("action"), "action", actions));
  read_force(fields, model, item);
  if (const json* times = fields.find("times")) {
    if (!times->is_number_integer() || *times < 1 || *times > most_times) {
      fields.at("times").fail_field("is " + show_value(*times) + "; a whole number from 1 to " +
                                    std::to_string(most_times) + " is needed");
    }
    item.times = times->get<int>();
  }
  return item;
}

}  // namespace treadle
