// treadle generate MODEL: the mechanism as straight-line C that stands alone.
#include "../src/base/error.hpp"
#include "../src/base/text.hpp"
#include "../src/generate/emit_c.hpp"
#include "../src/generate/standalone.hpp"
#include "../treadle.hpp"
#include "command.hpp"
#include "output_path.hpp"
#include "parse.hpp"
#include "print.hpp"
#include "report_error.hpp"
#include "set_option.hpp"
#include "words.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

namespace treadle::cli {

namespace {

using nlohmann::ordered_json;

/// The options as they were typed.
struct GenerateWords {
  std::string model, out;
  std::optional<std::string> outputs, method, name, parameters, routines;
  std::vector<std::string> set;
  bool json = false;
};

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t to = std::min(list.find(',', from), list.size());
    std::string name = list.substr(from, to - from);
    name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
    names.push_back(std::move(name));
    from = to + 1;
  }
  return names;
}

// The same model with other values of some parameters.
BuildWith builder_for(const GenerateWords& words, const Mechanism& mechanism,
                      const std::vector<std::string>& names) {
  return [&words, &mechanism, names](const std::vector<double>& values) {
    Overrides overrides = overrides_of(words.set);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto& items = mechanism.description.parameters;
      const auto item = std::find_if(items.begin(), items.end(),
                                     [&](const ParameterItem& p) { return p.name == names[i]; });
      std::erase_if(overrides, [&](const auto& entry) { return entry.first == names[i]; });
      overrides.emplace_back(names[i], c_number(values[i]) + " " + item->unit);
    }
    return build_mechanism(read_model(words.model, overrides));
  };
}

StandaloneOptions options_for(const GenerateWords& words) {
  StandaloneOptions options;
  options.prefix = words.name.value_or("");
  if (words.method == "topology") {
    options.method = TraceMethod::topology;
  } else if (words.method && words.method != "clustered") {
    throw OptionError("--method",
                      "unknown method '" + *words.method + "'; give clustered or topology");
  }
  if (words.routines == "on") {
    options.routines = RoutineUse::on;
  } else if (words.routines == "off") {
    options.routines = RoutineUse::off;
  } else if (words.routines && words.routines != "auto") {
    throw OptionError("--routines", "unknown word '" + *words.routines + "'; give auto, on or off");
  }
  options.outputs.accelerations = false;
  for (const std::string& name : names_in(words.outputs.value_or("accelerations"))) {
    if (!add_output(name, options))
      throw OptionError("--outputs",
                        "unknown output '" + name + "'" + suggestion(name, output_names()));
  }
  if (words.parameters) options.parameters = names_in(*words.parameters);
  return options;
}

ordered_json json_of(const ProgramCount& c) {
  return {{"add", c.add}, {"mul", c.mul}, {"div", c.div}, {"sqrt", c.root}, {"other", c.other}};
}

std::string text_of(const StandalonePackage& package, const std::string& folder) {
  std::vector<std::vector<std::string>> rows{
      {"function", "additions", "multiplications", "divisions", "roots", "other"}};
  for (const Program& program : package.programs) {
    const ProgramCount c = count_operations(program);
    rows.push_back({package.prefix + "_" + program.name, std::to_string(c.add),
                    std::to_string(c.mul), std::to_string(c.div), std::to_string(c.root),
                    std::to_string(c.other)});
  }
  std::string text = aligned(rows, 1) + "written to " + folder + ":";
  for (const SourceFile& file : package.files) text += " " + file.name;
  return text + "\n";
}

int generate(const GenerateWords& words) {
  if (words.out.empty()) throw OptionError("--out", "give the folder to write to");
  need_file("--out", words.out, "several files are written into a folder");
  StandaloneOptions options = options_for(words);
  const FilesRead files;
  const Mechanism mechanism = build_mechanism(read_model(words.model, overrides_of(words.set)));
  print_warnings(mechanism.warnings());
  options.build = builder_for(words, mechanism, options.parameters);
  StandalonePackage package;
  try {
    package = make_standalone(mechanism, options);
  } catch (const ModelError& failure) {
    if (failure.where() == "parameters") throw OptionError("--parameters", failure.what());
    throw;
  }
  std::error_code error;
  std::filesystem::create_directories(words.out, error);
  if (error)
    throw OptionError("--out", "cannot make folder '" + words.out + "': " + error.message());
  for (const SourceFile& file : package.files)
    check_not_read({{"--out", words.out + "/" + file.name}}, files);
  for (const SourceFile& file : package.files)
    write_text_file(words.out + "/" + file.name, file.text);
  if (!words.json) {
    print(text_of(package, words.out));
    return done;
  }
  ordered_json object{{"model", mechanism.description.name}, {"version", version()}};
  object["method"] = package.method == TraceMethod::clustered ? "clustered" : "topology";
  object["out"] = words.out;
  for (const SourceFile& file : package.files) object["files"].push_back(file.name);
  for (const Program& program : package.programs)
    object["functions"][package.prefix + "_" + program.name] = json_of(count_operations(program));
  print_json(object);
  return done;
}

}  // namespace

Command add_generate(CLI::App& app) {
  CLI::App* parser =
      app.add_subcommand("generate", "Write the mechanism as straight-line C that stands alone");
  const auto words = std::make_shared<GenerateWords>();
  add_model_option(*parser, words->model);
  parser->add_option("-o,--out", words->out, "The folder to write to; made where it is missing")
      ->type_name("DIR");
  parser
      ->add_option("--outputs", words->outputs,
                   "Some of " + listed(output_names()) + "; accelerations if not given")
      ->type_name("NAME,...");
  parser
      ->add_option("--method", words->method,
                   "clustered (with topology where it does not work) or topology")
      ->type_name("NAME");
  parser
      ->add_option("--parameters", words->parameters,
                   "Parameters of the model that stay inputs of the code; none if not given")
      ->type_name("NAME,...");
  parser
      ->add_option(
          "--routines", words->routines,
          "Equal parts as one routine with a table: auto (where straight code would be too "
          "long; the default), on or off")
      ->type_name("WORD");
  parser
      ->add_option("--name", words->name, "First part of all names in C; the model's if not given")
      ->type_name("NAME");
  add_set_option(*parser, words->set);
  parser->add_flag("--json", words->json, "Print one JSON object instead of the table");
  parser->footer(
      "Examples:\n"
      "  treadle generate models/four_bar.json -o four_bar_c\n"
      "  treadle generate models/hmmwv.json -o car --outputs accelerations,energy,projection\n"
      "  treadle generate models/hmmwv.json -o car --method topology --outputs multipliers");
  return {parser, [words] { return generate(*words); }};
}

}  // namespace treadle::cli
