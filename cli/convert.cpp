// treadle convert MODEL: the model as one flat file, with parts and parameters resolved.
#include "../src/io/reading/read_with_figures.hpp"
#include "../src/io/writing/write_model.hpp"
#include "../src/topology/composites.hpp"
#include "../treadle.hpp"
#include "command.hpp"
#include "output_path.hpp"
#include "parse.hpp"
#include "print.hpp"
#include "report_error.hpp"
#include "set_option.hpp"

#include <memory>

namespace treadle::cli {

namespace {

/// The options as they were typed.
struct ConvertWords {
  std::string model, out;
  std::vector<std::string> set;
  bool healed = false;
};

int convert(const ConvertWords& words) {
  if (words.out.empty())
    throw OptionError("--out", "give the file to write, or - for standard output");
  check_output_path("--out", words.out, words.model);
  const FilesRead files;
  auto [description, figures] = read_with_figures(words.model, overrides_of(words.set));
  if (words.healed) {
    const Mechanism mechanism = build_mechanism(description);
    print_warnings(mechanism.warnings());
    description = unsettled(mechanism.description);
  }
  const std::string text = write_model(description, figures);
  check_not_read({{"--out", words.out}}, files);
  write_text_file(words.out, text);
  return done;
}

}  // namespace

Command add_convert(CLI::App& app) {
  CLI::App* parser = app.add_subcommand(
      "convert", "Write the model as one file: parts included, parameters resolved, SI units");
  const auto words = std::make_shared<ConvertWords>();
  add_model_option(*parser, words->model);
  parser->add_option("-o,--out", words->out, "The file to write; - writes to standard output")
      ->type_name("FILE.json");
  parser->add_flag("--healed", words->healed,
                   "With errors of the drawing healed, as the other commands see it");
  add_set_option(*parser, words->set);
  parser->footer(
      "Examples:\n"
      "  treadle convert car.json -o flat.json\n"
      "  treadle convert car.json --set front.left.width=\"580 mm\" -o wide.json\n"
      "  treadle convert drawn.json --healed -o exact.json\n"
      "  treadle convert models/four_bar.json -o -");
  return {parser, [words] { return convert(*words); }};
}

}  // namespace treadle::cli
