// treadle compile COMPONENT -o name.so: a part as a shared library that shows its border alone.
#include "../src/base/error.hpp"
#include "../src/base/sha256.hpp"
#include "../src/compiled/component_library.hpp"
#include "../src/compiled/package.hpp"
#include "../src/compiled/runtime_file.hpp"
#include "../src/io/writing/write_component.hpp"
#include "../treadle.hpp"
#include "command.hpp"
#include "output_path.hpp"
#include "parse.hpp"
#include "print.hpp"
#include "report_error.hpp"
#include "set_option.hpp"

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

namespace treadle::cli {

namespace {

struct CompileWords {
  std::string model, out, ground;
  std::vector<std::string> border, inputs, outputs, set;
  bool json = false;
};

// What a receiver writes into his model.
nlohmann::ordered_json include_of(const CompileWords& words, const std::string& fingerprint,
                                  const std::vector<std::string>& ports) {
  nlohmann::ordered_json include{{"library", std::filesystem::path(words.out).filename().string()},
                                 {"sha256", fingerprint},
                                 {"name", std::filesystem::path(words.out).stem().string()}};
  for (const std::string& port : ports) include["ports"][port] = port;
  return include;
}

// Channels of the part that are to be shown: all numbers of what was named.
std::vector<Publication::Channel> shown_channels(const Mechanism& mechanism,
                                                 const std::string& prefix,
                                                 const std::vector<std::string>& wanted) {
  std::vector<Publication::Channel> own, out;
  std::vector<std::string> known;
  for (const Column& column : all_channels(mechanism)) {
    if (!column.name.starts_with(prefix)) continue;
    own.push_back({column.name.substr(prefix.size()), column.unit});
    known.push_back(own.back().name);
  }
  for (const std::string& name : wanted) {
    const std::size_t before = out.size();
    for (const Publication::Channel& channel : own)
      if (channel.name == name || channel.name.starts_with(name + ".")) out.push_back(channel);
    if (out.size() == before)
      throw OptionError("--outputs",
                        "the part has no channel '" + name + "'" + suggestion(name, known));
  }
  for (std::size_t k = 0; k < out.size(); ++k)
    for (std::size_t i = 0; i < k; ++i)
      if (out[i].name == out[k].name)
        throw OptionError("--outputs", "channel '" + out[k].name + "' is named twice");
  return out;
}

// As its receiver will: made, and asked once.
void try_library(const std::string& path, const std::string& fingerprint) {
  ComponentInstance instance(ComponentLibrary::open(path, fingerprint, "--out"),
                             {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0}, {0.0, 0.0, -9.80665},
                             "component");
  if (!instance.evaluate(0.0, instance.start()))
    throw ModelError("component", "it does not answer at its start: " + instance.error());
}

int compile(const CompileWords& words) {
  if (words.out.empty())
    throw OptionError("--out", "give the file to write to, for example part.so");
  need_file("--out", words.out, "a library is written to a file");
  check_output_path("--out", words.out, words.model);
  const FilesRead files;
  const ComponentSource source = read_component(words.model, overrides_of(words.set), words.ground);
  check_not_read({{"--out", words.out}}, files);
  const Mechanism mechanism = build_mechanism(source.model);
  const Publication published{words.border, words.inputs,
                              shown_channels(mechanism, source.prefix, words.outputs)};
  std::string content;
  try {
    content = component_content(source, published);
  } catch (const ModelError& failure) {
    if (failure.where().starts_with("--")) throw OptionError(failure.where(), failure.what());
    throw;
  }
  print_warnings(mechanism.warnings());
  const std::string bytes = seal_component(component_runtime(), content);
  const std::string fingerprint = sha256(bytes);
  write_text_file(words.out, bytes);
  try {
    try_library(words.out, fingerprint);
  } catch (const ModelError&) {
    std::filesystem::remove(words.out);
    throw;
  }
  const nlohmann::ordered_json include = include_of(words, fingerprint, source.ports);
  if (!words.json) {
    print("written to " + words.out + ", with the border:");
    for (const std::string& name : source.ports) print(" " + name + " (handed in)");
    for (const std::string& name : words.border) print(" " + name);
    if (!words.inputs.empty()) print("\ninputs:");
    for (const std::string& name : words.inputs) print(" " + name);
    if (!published.outputs.empty()) print("\noutputs:");
    for (const Publication::Channel& channel : published.outputs)
      print(" " + channel.name + " (" + channel.unit + ")");
    print("\nA model takes it as\n  \"include\": [" + include.dump() + "]\n");
    return done;
  }
  nlohmann::ordered_json object{{"out", words.out}, {"version", version()}};
  object["sha256"] = fingerprint;
  object["border"] = words.border;
  object["ports"] = source.ports;
  object["inputs"] = words.inputs;
  object["outputs"] = nlohmann::ordered_json::array();
  for (const Publication::Channel& channel : published.outputs)
    object["outputs"].push_back(channel.name);
  object["include"] = include;
  print_json(object);
  return done;
}

}  // namespace

Command add_compile(CLI::App& app) {
  CLI::App* parser = app.add_subcommand(
      "compile", "Make a part into a shared library that shows nothing but its border");
  const auto words = std::make_shared<CompileWords>();
  add_model_option(*parser, words->model);
  parser->add_option("-o,--out", words->out, "The library to write, for example corner.so")
      ->type_name("FILE");
  parser
      ->add_option("--border", words->border,
                   "Bodies of the part that its receiver may touch, with these names; ports are on "
                   "the border anyway. All other names stay out of the library")
      ->type_name("BODIES")
      ->delimiter(',');
  parser
      ->add_option(
          "--inputs", words->inputs,
          "Inputs of the part that its receiver may tell: as his inputs, or by controllers")
      ->type_name("INPUTS")
      ->delimiter(',');
  parser
      ->add_option("--outputs", words->outputs,
                   "Channels of the part that its receiver may see, with these names, as shown by "
                   "run --list-channels; what stands before a dot takes all that follow it")
      ->type_name("CHANNELS")
      ->delimiter(',');
  parser
      ->add_option("--ground", words->ground,
                   "The part's ground is a body that its receiver hands in, as a port of this name")
      ->type_name("PORT");
  add_set_option(*parser, words->set);
  parser->add_flag("--json", words->json, "Print a JSON object");
  parser->footer(
      "Examples:\n"
      "  treadle compile models/insulator/chain.json -o chain.so --border first,fourth\n"
      "  treadle compile models/hmmwv/front_corner.json -o corner.so --ground chassis\n"
      "  treadle run car.json     with \"include\": [{\"library\": \"corner.so\", \"sha256\": "
      "...}]\n"
      "What a library still reveals, and what opening somebody's means: docs/components.md.");
  return {parser, [words] { return compile(*words); }};
}

}  // namespace treadle::cli
