#include "tables.hpp"

namespace treadle::schema {

namespace {

Value moment() { return name_of("a time with its unit, or name of an event"); }

Key of_channel() {
  return required("of", name_of("name of a channel"),
                  "A channel, or an output that is one number.");
}

Element of_window(const char* type, const char* title, const char* text) {
  return {std::string("figure.") + type,
          title,
          text,
          {of_channel(),
           optional("from", moment(), "the start",
                    "Where to begin: a time, or when an event "
                    "happened first."),
           optional("to", moment(), "the end", "Where to stop.")}};
}

Element of_response(const char* type, const char* title, const char* text) {
  Element element = of_window(type, title, text);
  element.keys.push_back(optional("steady", quantity(dimension::time, Range::positive),
                                  "a tenth of what lies between `from` and `to`",
                                  "The new value is the mean over this time before `to`."));
  return element;
}

Element of_delay(const char* type, const char* title, const char* text) {
  Element element = of_response(type, title, text);
  element.keys.push_back(
      optional("since", moment(), "`from`", "From when the time counts: a time, or an event."));
  return element;
}

Element of_two(const char* type, const char* title, const char* text) {
  return {std::string("figure.") + type,
          title,
          text,
          {required("of", name_of("name of a figure"), "A figure."),
           required("over", name_of("name of a figure"), "The other one.")}};
}

}  // namespace

Elements figure_elements() {
  Element family{"figure",
                 "Figures",
                 "A number that a person reads off a run, from rows of a channel.",
                 {name_key(), optional("unit", text(), "the SI unit", "In which it is shown.")}};
  family.family = true;
  Element crossing = of_window("crossing", "Time of a crossing",
                               "How long after `from` a channel first crosses a value.");
  crossing.keys.push_back(optional("crosses", any_quantity(), "0",
                                   "The value, in the unit of the channel or one of its kind."));
  Element response = of_delay("response_time", "Response time",
                              "How long it takes until a channel first comes to a share of its "
                              "change.");
  response.keys.push_back(optional("share", pure(Range::positive), "0.9", "That share."));
  Element settling = of_delay("settling_time", "Settling time",
                              "How long it takes until a channel stays in a band about its "
                              "new value.");
  settling.keys.push_back(optional("band", pure(Range::positive), "0.02",
                                   "Half of the band, as a share of the change."));
  Element slope = of_window("slope", "Slope",
                            "How much a channel changes for each unit of another: the straight "
                            "line through all rows that misses least.");
  slope.keys.push_back(required("over", name_of("name of a channel"), "The other channel."));
  Element way = of_window("way", "Way", "How far a point moves along its path.");
  way.keys.front() = required("of", name_of("name of an output"),
                              "An output of type `position`, or the pose of a body: what has "
                              "parts `x`, `y`, `z`.");
  return {
      std::move(family),
      {"figure.value",
       "Value at a time",
       "What a channel is at a time.",
       {of_channel(), optional("at", moment(), "the end", "A time, or an event.")}},
      of_window("mean", "Mean", "The mean of a channel over time."),
      of_window("rms", "Root mean square", "Of a channel over time."),
      of_window("least", "Least value", "Of a channel."),
      of_window("greatest", "Greatest value", "Of a channel."),
      of_window("integral", "Integral", "Of a channel over time."),
      std::move(way),
      {"figure.duration",
       "Duration",
       "The time between two events or times.",
       {optional("from", moment(), "the start", "Where it begins."),
        optional("to", moment(), "the end", "Where it ends.")}},
      std::move(crossing),
      of_response("steady", "Steady value", "The value that a channel comes to."),
      of_response("overshoot", "Overshoot",
                  "How far a channel goes beyond its new value, as a share of the change."),
      of_response("rise_time", "Rise time",
                  "From a tenth of the change of a channel to nine tenths."),
      std::move(response),
      of_delay("peak_time", "Time of the peak",
               "How long it takes until a channel is farthest in the direction of its change."),
      std::move(settling),
      std::move(slope),
      of_two("ratio", "Ratio", "One figure for each unit of another."),
      of_two("difference", "Difference", "One figure less another of its kind."),
  };
}

}  // namespace treadle::schema
