#include "tables.hpp"

namespace treadle::schema {

Elements event_elements() {
  return {
      {"event",
       "Events",
       "Something happens when a channel crosses a value. The time is found to 1e-10 s.",
       {
           name_key(),
           required("when", name_of("name of a channel"),
                    "The channel that is watched, or the name of an output that is one number."),
           optional("crosses", any_quantity(), "0",
                    "The value, in the unit of the channel or one of its kind."),
           optional("direction", choice({"up", "down", "both"}), "\"both\"",
                    "Which crossings count."),
           optional("action", choice({"stop", "record", "switch on", "switch off"}), "\"record\"",
                    "What happens: the run ends, the time is noted, or a force begins or ends to "
                    "act. All are noted."),
           optional("force", name_of("name of a force"), "required to switch",
                    "The force that is switched."),
           optional("times", integer(), "every time", "How often at most."),
       },
       {{RuleKind::needs, {"force", "action"}}}},
  };
}

}  // namespace treadle::schema
