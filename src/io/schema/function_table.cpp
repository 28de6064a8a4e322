#include "tables.hpp"

namespace treadle::schema {

Elements function_elements() {
  const Key start = optional("start", quantity(dimension::time), "0", "Time at which it begins.");
  const Key end = required("end", quantity(dimension::time), "Time at which it ends.");
  const Key phase = optional("phase", quantity(dimension::angle), "0", "Angle at its beginning.");
  const Key offset = optional("offset", of_function(), "0", "Mean value.");
  const Key amplitude = required("amplitude", of_function(), "Largest distance from the mean.");
  const Value frequency = quantity(dimension::frequency);
  const Value rising = quantity(dimension::frequency, Range::not_negative);

  Element family{"function",
                 "Functions of time",
                 "A number is a constant. Otherwise an object with a `type`; all have exact first "
                 "and second derivatives.",
                 {}};
  family.family = true;
  return {
      std::move(family),
      {"function.ramp",
       "Ramp",
       "`offset` until `start`, then rising, until `end` if it is given.",
       {required("slope", rate_of_function(), "Change for each second."),
        optional("offset", of_function(), "0", "Value before it begins."), start,
        optional("end", quantity(dimension::time), "never", "Time at which it ends.")}},
      {"function.step",
       "Step",
       "A smooth step between two times.",
       {optional("from", of_function(), "0", "Value before the step."),
        required("to", of_function(), "Value after the step."), start, end}},
      {"function.sine",
       "Sine",
       "`offset + amplitude · sin(2π · frequency · t + phase)`.",
       {amplitude, required("frequency", frequency, "Cycles for each second."), phase, offset}},
      {"function.chirp",
       "Chirp",
       "A sine whose frequency rises linearly between two times.",
       {amplitude, required("from", rising, "Frequency at the start."),
        required("to", rising, "Frequency at the end."), start, end, phase, offset}},
      {"function.table",
       "Table",
       "A smooth curve through points, level outside; the points stand here or in a CSV file.",
       {optional("times", list(quantity(dimension::time), 2, 0, "list, s"),
                 "required, unless `file`", "Times, rising."),
        optional("values", list(of_function(), 2, 0, "list"), "required, unless `file`",
                 "The value at each time."),
        optional("file", name_of("path"), "none",
                 "CSV file with the points, relative to the model file."),
        optional("columns", list(text(), 2, 2, "two names"), "the first two",
                 "Names of the columns with times and values."),
        optional("units", list(text(), 2, 2, "two units"), "those in the header, or SI",
                 "Units of the columns with times and values.")},
       {{RuleKind::any_of, {"times", "file"}},
        {RuleKind::not_both, {"file", "times", "values"}},
        {RuleKind::needs, {"columns", "file"}},
        {RuleKind::needs, {"units", "file"}},
        {RuleKind::needs, {"times", "values"}},
        {RuleKind::needs, {"values", "times"}}}},
      {"function.input",
       "Input",
       "What a program sets between steps (`Simulation::set_input`), or `treadle run --input "
       "NAME=VALUE`; its unit is that of the number that it stands for. Several functions may "
       "follow one input.",
       {required("name", name(),
                 "Name of the input. Inputs of an included part have its path before, unless the "
                 "including file hands in others (`inputs`)."),
        optional("default", of_function(), "0", "Value until it is set."),
        optional("direction", choice({"same", "opposite"}), "same",
                 "`opposite`: what is followed is the input with its sign changed.")}},
  };
}

}  // namespace treadle::schema
