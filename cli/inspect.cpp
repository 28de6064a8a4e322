// treadle inspect MODEL: what the topology of a mechanism is, in words, as an object, as a drawing.
#include "../src/base/text.hpp"
#include "../treadle.hpp"
#include "command.hpp"
#include "component_text.hpp"
#include "drawing/drawing.hpp"
#include "findings.hpp"
#include "inspection.hpp"
#include "output_path.hpp"
#include "parse.hpp"
#include "phase_line.hpp"
#include "print.hpp"
#include "report_error.hpp"
#include "set_option.hpp"

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

namespace treadle::cli {

namespace {

/// The options as they were typed.
struct InspectWords {
  std::string model;
  std::optional<std::string> svg, numbering;
  std::vector<std::string> set;
  bool patterns = false, components = false, json = false;
};

// Order of the pictures alone: bodies by their depth, each depth in the order of the file.
constexpr const char* by_depth = "breadth-first";

Numbering numbering_of(const std::string& word) {
  static const std::vector<std::string> words{"leaf-first", "root-first", by_depth};
  if (word == words[2]) return Numbering::leaf_first;
  if (word == words[0]) return Numbering::leaf_first;
  if (word == words[1]) return Numbering::root_first;
  throw OptionError("--numbering", "unknown numbering '" + word + "'" + suggestion(word, words));
}

void check_drawable(const Mechanism& mechanism, const InspectWords& words) {
  const char* asked = words.svg ? "--svg" : words.patterns ? "--patterns" : nullptr;
  if (asked == nullptr || mechanism.model.nv() <= largest_drawing) return;
  throw OptionError(asked, "this model has " + std::to_string(mechanism.model.nv()) +
                               " coordinates; a drawing of more than " +
                               std::to_string(largest_drawing) + " could not be read");
}

int inspect(const InspectWords& words) {
  if (words.svg) check_output_path("--svg", *words.svg, words.model);
  const FilesRead files;
  const bool drawn = words.svg && is_standard_output(*words.svg);
  if (drawn && words.json) need_file("--svg", *words.svg, "--json prints there");
  PhaseLine phase;
  phase.say("reading the model");
  Description description = read_model(words.model, overrides_of(words.set));
  if (words.svg) check_not_read({{"--svg", *words.svg}}, files);
  if (words.numbering) description.numbering = numbering_of(*words.numbering);
  phase.say("assembling");
  const Mechanism mechanism = build_mechanism(description);
  phase.say("looking for what is hardly meant");
  const std::vector<Finding> findings =
      examine(mechanism, options_of(mechanism.description.simulation));
  phase.end();
  print_warnings(all_warnings(mechanism, findings));
  check_drawable(mechanism, words);
  const bool reordered = words.numbering == by_depth;
  if (reordered && (words.json || words.svg))
    throw OptionError("--numbering",
                      "breadth-first is an order of the pictures in the text; leave out --json and "
                      "--svg");
  if (reordered && mechanism.model.nv() > largest_drawing)
    throw OptionError("--numbering", "this model is too large to be drawn in another order");
  PhaseLine counting;
  counting.say("counting operations of solvers");
  std::string text = words.json
                         ? ""
                         : inspection_text(mechanism, words.patterns,
                                           reordered ? breadth_first_order(mechanism.topology())
                                                     : std::vector<int>());
  if (words.components && !words.json) text += component_text(mechanism);
  const auto object = words.json ? inspection_json(mechanism, findings, words.components)
                                 : nlohmann::ordered_json();
  counting.end();
  if (words.svg) write_text_file(*words.svg, draw_mechanism(mechanism));
  if (words.json) {
    print_json(object);
  } else {
    const std::string drawing = words.svg ? "\ndrawing: " + *words.svg + "\n" : "";
    print_beside(text + drawing, drawn);
  }
  return done;
}

}  // namespace

Command add_inspect(CLI::App& app) {
  CLI::App* parser =
      app.add_subcommand("inspect", "Show bodies, tree, cut joints, numbering and patterns");
  const auto words = std::make_shared<InspectWords>();
  add_model_option(*parser, words->model);
  add_set_option(*parser, words->set);
  parser->add_option("--svg", words->svg, "Draw the graph and the patterns; - is standard output")
      ->type_name("FILE.svg");
  parser
      ->add_option("--numbering", words->numbering,
                   "Number the coordinates leaf-first or root-first; or draw the patterns "
                   "breadth-first: bodies by their depth in the tree")
      ->type_name("NAME");
  parser->add_flag("--patterns", words->patterns,
                   "Print the patterns of M and L even if they are large");
  parser->add_flag(
      "--components", words->components,
      "Draw the hierarchy of components that --formulation component uses, with its matrices");
  parser->add_flag("--json", words->json, "Print one JSON object instead of the text");
  parser->footer(
      "Examples:\n"
      "  treadle inspect models/four_bar.json\n"
      "  treadle inspect models/four_bar.json --svg four_bar.svg\n"
      "  treadle inspect models/insulator/double_chain.json --components\n"
      "  treadle inspect models/quadruped.json --numbering root-first --json\n"
      "  treadle inspect models/vehicle/car.json --numbering breadth-first");
  return {parser, [words] { return inspect(*words); }};
}

}  // namespace treadle::cli
