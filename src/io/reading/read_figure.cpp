#include "read_figure.hpp"

#include "../../base/error.hpp"
#include "../../base/text.hpp"
#include "../schema/elements.hpp"
#include "../tables/shown.hpp"
#include "read_parameters.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;

// A name of an event, or a time.
void read_moment(const Fields& fields, const char* key, const Description& model, Moment& moment) {
  const json* value = fields.find(key);
  if (value == nullptr) return;
  const Place place = fields.at(key);
  const std::string word = read_name(*value, place);
  Words known;
  for (const EventItem& event : model.events) known.push_back(event.name);
  if (std::find(known.begin(), known.end(), word) != known.end()) {
    moment.event = word;
    return;
  }
  try {
    moment.time = read_number(*value, place, dimension::time);
  } catch (const ModelError& error) {
    place.fail(shown(word) + " is neither the name of an event" + suggestion(word, known) +
               " nor a time");
  }
}

}  // namespace

FigureItem read_figure(const json& value, const Place& place, const Description& model) {
  const Fields family(value, place, known_keys("figure"));
  FigureItem item;
  item.name = read_name(family.need("name"), family.at("name"));
  const Words& types = type_words("figure");  // in the order of FigureKind
  item.kind =
      static_cast<FigureKind>(read_choice(family.need("type"), family.at("type"), "type", types));
  const Fields fields(value, place,
                      known_keys("figure." + types[static_cast<std::size_t>(item.kind)]));
  if (item.kind != FigureKind::duration) item.of = read_name(fields.need("of"), fields.at("of"));
  if (item.kind == FigureKind::slope || is_of_figures(item.kind))
    item.over = read_name(fields.need("over"), fields.at("over"));
  read_moment(fields, "from", model, item.from);
  read_moment(fields, "to", model, item.to);
  read_moment(fields, "at", model, item.at);
  read_moment(fields, "since", model, item.at);
  if (const json* crosses = fields.find("crosses")) {
    const Quantity quantity = read_any_quantity(*crosses, fields.at("crosses"));
    item.crosses = quantity.value;
    item.crosses_unit = written_unit(quantity);
  }
  fields.number("share", dimension::none, Range::positive, item.share);
  fields.number("band", dimension::none, Range::positive, item.band);
  fields.number("steady", dimension::time, Range::positive, item.steady);
  if (const json* unit = fields.find("unit")) {
    item.unit = read_string(*unit, fields.at("unit"));
    try {
      read_quantity("1 " + item.unit);
    } catch (const UnitError& error) {
      fields.at("unit").fail_field(error.what());
    }
  }
  return item;
}

}  // namespace treadle
