#include "tables.hpp"

namespace treadle::schema {

namespace {

Element model() {
  return {
      "model",
      "Top level",
      "The whole file: one object with lists of bodies, joints and all else.",
      {
          optional("treadle", version(), "1", "Version of the format; only 1 is known."),
          optional("$schema", text(), "none", "Where the JSON schema is, for editors."),
          optional("name", name(), "the file's name", "Name of the model."),
          optional("description", text(), "\"\"", "What a person should know about it."),
          optional("gravity", triple(dimension::acceleration), "[0, 0, -9.80665]",
                   "Acceleration of free fall."),
          optional("numbering", choice({"leaf-first", "root-first"}), "\"leaf-first\"",
                   "Order of the coordinates in the equations; `root-first` is for comparing "
                   "solvers: the same motion, more work."),
          optional("tolerance", quantity(dimension::length, Range::not_negative),
                   "found from the drawing",
                   "Errors of the drawing: equations that repeat each other within it are "
                   "healed. 0 takes every number as exact."),
          optional("locked", truth(), "false", "A structure is meant: nothing has to move."),
          optional("parameters",
                   patterned(map(either({any_quantity(), object("parameter")}), "by name"),
                             "^(.+\\.)?[A-Za-z_][A-Za-z0-9_]*$"),
                   "none", "Named numbers that all others may refer to."),
          optional("include", list(object("include"), 0, 0), "none", "Parts from other files."),
          optional("ports", list(name(), 0, 0, "list of names"), "none",
                   "In a part: names of bodies that come from outside."),
          optional("bodies", list(object("body"), 0, 0), "none, where parts bring some",
                   "What moves; a model needs at least one body."),
          optional("frames", list(object("frame"), 0, 0), "none", "Named places on bodies."),
          optional("joints", list(object("joint"), 0, 0), "none",
                   "How bodies hang on each other; more than a tree of them closes loops."),
          optional("constraints", list(object("constraint"), 0, 0), "none",
                   "Equations that are not joints."),
          optional("forces", list(object("force"), 0, 0), "none",
                   "What pushes and pulls, besides gravity."),
          optional("contacts", list(object("contact"), 0, 0), "none", "Who touches whom, and how."),
          optional("outputs", list(object("output"), 0, 0), "none",
                   "Named channels of the results."),
          optional("events", list(object("event"), 0, 0), "none",
                   "What happens when a channel crosses a value."),
          optional("figures", list(object("figure"), 0, 0), "none",
                   "Numbers that people read off a run."),
          optional("controllers", list(object("controller"), 0, 0), "none",
                   "Blocks that read channels and feed inputs."),
          optional("assembly", object("assembly"), "none", "Wishes for the start position."),
          optional("simulation", object("simulation"), "see there", "How to run it."),
      },
      {{RuleKind::any_of, {"bodies", "include", "ports"}}}};
}

Element parameter() {
  return {"parameter",
          "Parameters",
          "A parameter is a number with a name. It is a quantity, or an object with a quantity and "
          "a note.",
          {
              required("value", any_quantity(),
                       "The number: SI units, a unit of your choice, or an expression of other "
                       "parameters."),
              optional("note", text(), "\"\"", "What it means, for people and reports."),
              written("resolved", "Whether the numbers of the file hold its value already."),
          }};
}

Element include() {
  return {
      "include",
      "Including parts",
      "Takes another file as a part, as often as one likes: with a name, a place, parameters "
      "and a mirror plane.",
      {
          optional("file", name_of("path"), "none",
                   "The part, relative to the file that includes it."),
          optional("library", name_of("path"), "none",
                   "A compiled part instead, which `treadle compile` made "
                   "([components](components.md)): a shared library, relative to the file."),
          optional("sha256", name_of("64 hexadecimal digits"), "none",
                   "Fingerprint of the library, without which it is not opened."),
          required("name", name(), "Goes before all names of the part, with a dot."),
          position_key("Origin of the part's frame in the frame of this file."),
          orientation_key("Axes of the part's frame in the frame of this file."),
          optional("mirror", choice({"x", "y", "z"}), "none",
                   "Reflects the part in its own frame before it is placed; `y` takes y to −y."),
          optional("parameters", map(any_quantity(), "value by name"), "those of the part",
                   "Values for parameters of the part; they may be expressions of this file's."),
          optional("ground", name_of("name of a body"), "\"ground\"",
                   "Body that the part's `ground` stands for."),
          optional("ports", map(name_of("name of a body"), "body by port"),
                   "required if it has ports", "A body for each name in the part's list `ports`."),
          optional("inputs", map(any_function(), "function by input"), "inputs of its own",
                   "What inputs of the part follow: an input of this file, so that parts share it, "
                   "or any other function of time."),
      },
      {{RuleKind::any_of, {"file", "library"}},
       {RuleKind::not_both, {"library", "file", "mirror", "parameters", "ground", "inputs"}},
       {RuleKind::needs, {"library", "sha256"}},
       {RuleKind::needs, {"sha256", "library"}}}};
}

Element simulation() {
  return {
      "simulation",
      "Simulation",
      "How long and how finely to compute. Options of the command line win over the file.",
      {
          optional("duration", quantity(dimension::time, Range::not_negative), "10",
                   "Time to simulate."),
          optional("step", quantity(dimension::time, Range::positive), "0.001",
                   "Step of integrators with fixed steps, shortened so that output times are met "
                   "exactly; time between rows where `output_interval` is not given."),
          optional("max_step", quantity(dimension::time, Range::positive), "no bound",
                   "Longest step of integrators that choose their own."),
          optional("output_interval", quantity(dimension::time, Range::positive), "`step`",
                   "Time between rows of output."),
          optional("integrator",
                   choice({"adams", "dormand-prince", "auto", "implicit", "bdf",
                           "generalized-alpha", "cvode-adams", "cvode-bdf", "ida", "rk4",
                           "implicit-euler", "semi-implicit-euler", "explicit-euler"}),
                   "\"adams\"",
                   "How a step is made: `rk4` and those of Euler take steps of `step`, all others "
                   "choose their own; `implicit` to `generalized-alpha`, `cvode-bdf`, `ida` and "
                   "`implicit-euler` are for stiff equations, and `auto` finds out."),
          optional("rtol", pure(Range::not_negative), "1e-8",
                   "Error that a step of its own size may make, as a share of each number."),
          optional("atol", pure(Range::positive), "1e-8",
                   "What is allowed besides, in SI units and radians."),
          optional("solver",
                   choice({"auto", "topology", "topology-ldl", "clustered", "dense",
                           "dense-cholmod", "symmetric", "gauss", "sparse", "sparse-symmetric",
                           "dbbd", "block-recursive", "generated"}),
                   "\"auto\"",
                   "How accelerations are found: `auto` takes the numeric method with the fewest "
                   "operations, or compiled code where a run is long enough; `generated` compiles "
                   "the mechanism; `dense`, `symmetric` and `gauss` are for comparison, as are "
                   "`dense-cholmod`, `sparse` and `sparse-symmetric`, which need the modules with "
                   "CHOLMOD, KLU and MUMPS."),
          optional("constraints",
                   choice({"auto", "closest", "lu", "qr", "svd", "gram-schmidt", "projection",
                           "hybrid", "hybrid-qr", "hybrid-steady", "stabilized"}),
                   "\"auto\"",
                   "How loops stay closed: `auto` is `closest`, which closes them to rounding "
                   "after each step, and follows the smooth way through singular positions; `lu` "
                   "to `hybrid-steady` part coordinates into independent and dependent ones; "
                   "`stabilized` pulls gaps shut, cheaper and looser."),
          optional("jacobian",
                   choice({"auto", "exact", "approximate", "approximate-symmetric",
                           "block-diagonal", "differences"}),
                   "\"auto\"",
                   "What implicit integrators know of how forces change with the motion, from what "
                   "is true to what is cheap; `differences` are for comparison."),
          optional("spectral_radius", pure(Range::not_negative), "0.8",
                   "Of integrator `generalized-alpha`: what it leaves of the fastest vibrations in "
                   "a step, from 0 to 1."),
          optional("start", choice({"given", "equilibrium"}), "\"given\"",
                   "Where a run begins: as the joints say, or at rest in the equilibrium that "
                   "`treadle statics` finds from there."),
          optional("sleeping", either({truth(), object("sleeping")}), "false",
                   "Whether bodies of `contacts` that rest fall asleep, and are not moved until "
                   "something happens to them."),
      }};
}

Element sleeping() {
  return {
      "sleeping",
      "Sleeping",
      "When a body falls asleep. A body that a joint, a constraint or a force ties to another one "
      "stays awake.",
      {
          optional("speed", quantity(dimension::velocity, Range::positive), "0.01",
                   "Speed below which all of its points have been."),
          optional("time", quantity(dimension::time, Range::positive), "0.2",
                   "How long they have been."),
          optional("acceleration", quantity(dimension::acceleration, Range::positive), "0.5",
                   "Acceleration below which they have been too; it wakes when its forces would do "
                   "twice as much."),
      }};
}

}  // namespace

Elements model_elements() { return {model(), parameter(), include(), simulation(), sleeping()}; }

}  // namespace treadle::schema
