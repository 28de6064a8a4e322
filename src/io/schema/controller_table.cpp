#include "tables.hpp"

namespace treadle::schema {

namespace {

Key one_input() { return required("input", name_of("channel or controller"), "What it reads."); }
Key lower() { return optional("lower", any_quantity(), "no limit", "Smallest output."); }
Key upper() { return optional("upper", any_quantity(), "no limit", "Largest output."); }
Key start() {
  return optional("start", any_quantity(), "default of the input it feeds, or 0",
                  "Its output at the start.");
}

}  // namespace

Elements controller_elements() {
  Element family{
      "controller",
      "Controllers",
      "A block that reads channels and other blocks, and feeds an input of forces and drives.",
      {
          name_key(),
          optional("output", name_of("name of an input"), "its own name",
                   "The input that it feeds."),
          optional("sample_time", quantity(dimension::time, Range::positive), "at every moment",
                   "Computes only at multiples of this time, and holds its output between."),
      }};
  family.family = true;
  return {
      std::move(family),
      {"controller.gain",
       "Gain",
       "`gain · input + offset`.",
       {one_input(), required("gain", any_quantity(), "Factor."),
        optional("offset", any_quantity(), "0", "What is added.")}},
      {"controller.sum",
       "Sum",
       "`offset + Σ factor · input`.",
       {required("inputs", list(name_of("channel or controller"), 1, 0, "list of names"),
                 "What it reads."),
        optional("factors", list(any_quantity(), 1, 0, "list of numbers"), "1 for each",
                 "A factor for each input."),
        optional("offset", any_quantity(), "0", "What is added.")}},
      {"controller.limit",
       "Limit",
       "The input, kept between two values.",
       {one_input(), lower(), upper()},
       {{RuleKind::any_of, {"lower", "upper"}}}},
      {"controller.filter",
       "Filter",
       "A low-pass filter of first order (`time_constant`) or second order (`frequency`).",
       {one_input(),
        optional("time_constant", quantity(dimension::time, Range::positive),
                 "required, unless `frequency`", "In which it comes near by a factor of e."),
        optional("frequency", quantity(dimension::frequency, Range::positive),
                 "required, unless `time_constant`", "Cycles for each second of its own motion."),
        optional("damping", pure(Range::positive), "1", "Share of critical damping."), start()},
       {{RuleKind::any_of, {"time_constant", "frequency"}},
        {RuleKind::not_both, {"time_constant", "frequency", "damping"}}}},
      {"controller.pid",
       "PID",
       "Proportional, integral and derivative action on `setpoint − input`.",
       {one_input(),
        optional("setpoint", any_function(), "0",
                 "What the input should be: a number or function of time, in the unit of the "
                 "channel."),
        optional("setpoint_from", name_of("channel or controller"), "none",
                 "What the setpoint is read from instead."),
        optional("proportional", any_quantity(), "0", "Output for each unit of error."),
        optional("integral", any_quantity(), "0", "For each unit of error and second."),
        optional("derivative", any_quantity(), "0", "For each unit of error per second."),
        optional("derivative_time", quantity(dimension::time, Range::positive),
                 "required with `derivative`", "Time constant of the filter of the derivative."),
        lower(), upper(),
        optional("tracking_time", quantity(dimension::time, Range::positive),
                 "proportional / integral, or 1 s",
                 "In which the integral follows an output that is at its limit.")},
       {{RuleKind::any_of, {"proportional", "integral", "derivative"}},
        {RuleKind::not_both, {"setpoint", "setpoint_from"}},
        {RuleKind::needs, {"derivative", "derivative_time"}}}},
      {"controller.delay",
       "Delay",
       "What the input was some samples ago.",
       {one_input(),
        required("delay", quantity(dimension::time, Range::positive),
                 "A whole number of sample times."),
        start()},
       {{RuleKind::any_of, {"sample_time"}}}},
      {"controller.table",
       "Characteristic",
       "A smooth curve over the input, monotone wherever its points are, straight outside.",
       {one_input(),
        required("x", list(any_quantity(), 2, 0, "list of numbers"), "Inputs, rising."),
        required("y", list(any_quantity(), 2, 0, "list of numbers"), "The output for each.")}},
      {"controller.expression",
       "Expression of channels",
       "Any expression of its inputs, in SI units and radians.",
       {required("inputs",
                 either({list(name_of("channel or controller"), 0, 0, "list of names"),
                         map(name_of("channel or controller"), "channel by name")}),
                 "What it reads: a list, called `u1`, `u2`, ... in the expression, or an object "
                 "with names of your own."),
        required("expression", text(),
                 "`+ - * / ^`, brackets, `pi` and `sin cos tan asin acos atan atan2 sqrt exp log "
                 "tanh abs sign positive floor min max mod`.")}},
      {"controller.function",
       "Function of time as a block",
       "A function of time, for others to read.",
       {required("function", any_function(), "The function.")}},
      {"controller.path",
       "Path",
       "How far a point ahead of a body is to the left of a path, seen from above: what a driver "
       "steers by.",
       {required("of", name_of("name of a body or frame"),
                 "The body or frame; it looks along its x axis."),
        required("points",
                 list(list(quantity(dimension::length), 2, 2, "[x, y], m"), 2, 0, "list of points"),
                 "Points that the path goes through, in x and y of the world; smooth between "
                 "them, straight beyond both ends."),
        optional("closed", truth(), "false", "Whether it leads back to its first point."),
        optional("preview_time", quantity(dimension::time, Range::not_negative), "0",
                 "The point ahead is where the body will be after this time, ..."),
        optional("preview_distance", quantity(dimension::length, Range::not_negative), "0",
                 "... and so far beyond.")}},
  };
}

}  // namespace treadle::schema
