// treadle statics MODEL: where the mechanism rests, whether it stays there, and what its joints
// carry.
#include "../src/base/text.hpp"
#include "../src/statics/rest_row.hpp"
#include "../treadle.hpp"
#include "command.hpp"
#include "interrupt.hpp"
#include "parse.hpp"
#include "print.hpp"
#include "report_error.hpp"
#include "set_option.hpp"
#include "words.hpp"

#include <cmath>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>

namespace treadle::cli {

namespace {

struct StaticsWords {
  std::string model;
  std::vector<std::string> set;
  bool json = false, quiet = false;
};

const char* kind_word(ModeKind kind) {
  switch (kind) {
    case ModeKind::stable:
      return "stable";
    case ModeKind::neutral:
      return "neutral";
    case ModeKind::unstable:
      break;
  }
  return "unstable";
}

double frequency_of(const StaticMode& mode) {
  return std::sqrt(std::max(mode.square, 0.0)) / (2.0 * std::numbers::pi);
}

// `elbow.force.x` -> reactions.elbow.force[0]; `gear.load` -> reactions.gear.load
void put_reaction(nlohmann::ordered_json& reactions, const ShownValue& shown) {
  std::string name = shown.column.name, part;
  for (const char* const word : {".force", ".moment"}) {
    const std::size_t found = name.rfind(word);
    if (found == std::string::npos || found == 0) continue;
    part = word + 1;
    name.resize(found);
    break;
  }
  if (part.empty()) {
    const std::size_t dot = name.rfind('.');
    part = dot == std::string::npos ? "load" : name.substr(dot + 1);
    if (dot != std::string::npos) name.resize(dot);
    reactions[name][part] = shown.value;
    return;
  }
  const std::string rest = shown.column.name.substr(name.size() + 1 + part.size());
  if (rest.empty()) {
    reactions[name][part] = shown.value;
  } else {
    reactions[name][part].push_back(shown.value);
  }
}

nlohmann::ordered_json statics_json(const Mechanism& m, const Equilibrium& rest) {
  using Json = nlohmann::ordered_json;
  Json object;
  object["model"] = m.description.name;
  object["equilibrium"] = rest.found;
  object["stable"] = rest.stable;
  object["singular"] = rest.singular;
  object["residual"] = rest.residual;
  object["largest_load"] = rest.size;
  object["steps"] = rest.steps;
  object["relaxation_steps"] = rest.relaxations;
  Json q = Json::object(), reactions = Json::object(), forces = Json::object(),
       outputs = Json::object();
  for (const TreeBody& body : m.topology().bodies) {
    if (body.follows < 0) q[body.joint] = Json::array();
  }
  for (const ShownValue& shown : rest_row(m, rest)) {
    const std::string& group = shown.column.group;
    if (group == channel_group::coordinates) {
      const std::size_t end = shown.column.name.rfind(".q");
      q[shown.column.name.substr(0, end)].push_back(shown.value);
    } else if (group == channel_group::reactions) {
      put_reaction(reactions, shown);
    } else {
      (group == channel_group::forces ? forces : outputs)[shown.column.name] = shown.value;
    }
  }
  for (auto& numbers : q) {
    if (numbers.size() == 1) numbers = Json(numbers[0]);  // as run tells them
  }
  object["q"] = std::move(q);
  object["reactions"] = std::move(reactions);
  object["forces"] = std::move(forces);
  object["outputs"] = std::move(outputs);
  object["neutral"] = rest.words_of(ModeKind::neutral);
  object["unstable"] = rest.words_of(ModeKind::unstable);
  Json modes = Json::array();
  for (const StaticMode& mode : rest.modes) {
    modes.push_back({{"kind", kind_word(mode.kind)},
                     {"frequency_hz", frequency_of(mode)},
                     {"square", mode.square},
                     {"joints", mode.words}});
  }
  object["modes"] = std::move(modes);
  return object;
}

std::string stability_words(const Equilibrium& rest) {
  std::string text = rest.stable ? "  stable" : "  not stable";
  if (rest.modes.empty()) return text + ": nothing can move\n";
  text += "\n";
  for (const StaticMode& mode : rest.modes) {
    if (mode.kind == ModeKind::unstable) {
      text += "  runs away along " + mode.words +
              (mode.flutters ? ", swinging: a force that follows feeds it\n"
                             : ", growing by e in " +
                                   short_number(1.0 / std::sqrt(-mode.square), 3) + " s\n");
    } else if (mode.kind == ModeKind::neutral) {
      text += "  neutral along " + mode.words + ": nothing resists it\n";
    }
  }
  for (const StaticMode& mode : rest.modes) {
    if (mode.kind != ModeKind::stable) continue;
    text += "  softest way to swing: " + mode.words + ", " + short_number(frequency_of(mode), 4) +
            " Hz without dampers\n";
    break;
  }
  return text;
}

std::string statics_text(const Mechanism& m, const Equilibrium& rest) {
  std::string text =
      m.description.name + ": at rest after " + counted(static_cast<long>(rest.steps), "step") +
      (rest.relaxations > 0 ? " and " + std::to_string(rest.relaxations) + " of relaxation" : "") +
      "; a force of " + short_number(rest.residual, 2) + " N m is left, of " +
      short_number(rest.size, 2) + " N m\n" + stability_words(rest);
  const char* group = "";
  std::vector<std::vector<std::string>> rows;
  const auto flush = [&] {
    if (!rows.empty()) text += std::string(group) + "\n" + aligned(rows, 2);
    rows.clear();
  };
  for (const char* const wanted : {channel_group::coordinates, channel_group::forces,
                                   channel_group::reactions, channel_group::outputs}) {
    group = wanted;
    for (const ShownValue& shown : rest_row(m, rest)) {
      if (shown.column.group == group)
        rows.push_back({shown.column.name, short_number(shown.value, 6), shown.column.unit});
    }
    flush();
  }
  return text;
}

// What stability and frequencies are worth where loops say less than elsewhere. (ST7)
std::string singular_words(int directions) {
  return "it rests in a singular position, where loops say less than elsewhere: " +
         counted(directions, "direction") + (directions == 1 ? " is" : " are") +
         " free just there alone; ways to swing and how loops share the load may be others";
}

int statics(const StaticsWords& words) {
  const Mechanism mechanism = build_mechanism(read_model(words.model, overrides_of(words.set)));
  print_warnings(mechanism.warnings());
  Equilibrium rest;
  {
    const InterruptGuard guard;
    rest = find_equilibrium(mechanism, {0.0, [] { return InterruptGuard::requested(); }});
  }
  if (rest.interrupted) return interrupted;
  const Complaint complaint{rest.message, rest.where, words.model};
  if (!rest.found) std::cerr << to_text(complaint) << std::endl;
  if (rest.found && rest.singular > 0) print_warnings({singular_words(rest.singular)});
  if (words.json) {
    nlohmann::ordered_json object = statics_json(mechanism, rest);
    if (!rest.found) object["error"] = to_json(complaint);
    print_json(object);
  } else if (rest.found && !words.quiet) {
    print(statics_text(mechanism, rest));
  }
  return rest.found ? done : trouble;
}

}  // namespace

Command add_statics(CLI::App& app) {
  CLI::App* parser = app.add_subcommand(
      "statics", "Where the mechanism rests, whether it stays there, and what its joints carry");
  const auto words = std::make_shared<StaticsWords>();
  add_model_option(*parser, words->model);
  add_set_option(*parser, words->set);
  parser->add_flag("--json", words->json, "Print one JSON object instead of the tables");
  parser->add_flag("--quiet", words->quiet, "No tables; the exit code says whether it rests");
  parser->footer(
      "Functions of time stand still at their values at time 0. Dampers and dry friction give no "
      "force at rest.\nNo equilibrium is exit code 3.\n\n"
      "Examples:\n"
      "  treadle statics models/pendulum.json\n"
      "  treadle statics models/hmmwv.json --json");
  return {parser, [words] { return statics(*words); }};
}

}  // namespace treadle::cli
