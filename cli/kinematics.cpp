// treadle kinematics MODEL --drive JOINT=FROM:TO: the motion that one coordinate imposes, without
// forces.
#include "../src/analyses/follow_drive.hpp"
#include "../src/base/text.hpp"
#include "../src/describe/units.hpp"
#include "../treadle.hpp"
#include "channel_list.hpp"
#include "command.hpp"
#include "output_path.hpp"
#include "parse.hpp"
#include "print.hpp"
#include "report_error.hpp"
#include "set_option.hpp"
#include "words.hpp"

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>

namespace treadle::cli {

namespace {

/// The options as they were typed.
struct KinematicsWords {
  std::string model;
  std::optional<std::string> drive, speed, out;
  int points = 181;
  std::vector<std::string> set;
  bool json = false, quiet = false;
};

double quantity(const char* option, const std::string& text, const Dimension& dimension) {
  try {
    return parse_quantity(text, dimension);
  } catch (const UnitError& error) {
    throw OptionError(option, error.what());
  }
}

const JointItem& driven_joint(const Description& description, const std::string& name) {
  std::vector<std::string> names;
  for (const JointItem& joint : description.joints) {
    if (joint.name == name) return joint;
    names.push_back(joint.name);
  }
  throw OptionError("--drive", "no joint '" + name + "'" + suggestion(name, names));
}

// `crankshaft=0:360 deg`; a unit behind TO serves FROM too.
DriveOptions options_for(const KinematicsWords& words, const Description& description) {
  if (!words.drive)
    throw OptionError("--drive",
                      "say what moves: --drive JOINT=FROM:TO, as in "
                      "--drive \"crankshaft=0:360 deg\"");
  const std::string& text = *words.drive;
  const std::size_t equals = text.find('='), colon = text.find(':', equals);
  if (equals == std::string::npos || colon == std::string::npos || equals == 0)
    throw OptionError("--drive",
                      "'" + text + "' is not JOINT=FROM:TO, as in \"crankshaft=0:360 deg\"");
  DriveOptions options;
  options.joint = text.substr(0, equals);
  const JointItem& joint = driven_joint(description, options.joint);
  const bool slides = is_slider(joint.type);
  std::string from = text.substr(equals + 1, colon - equals - 1), to = text.substr(colon + 1);
  const std::size_t unit =
      to.find_first_of(" abcdefghijklmnopqrstuvwxyz", to.find_first_of("0123456789"));
  if (unit != std::string::npos &&
      from.find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos)
    from += to.substr(unit);
  options.from = quantity("--drive", from, slides ? dimension::length : dimension::angle);
  options.to = quantity("--drive", to, slides ? dimension::length : dimension::angle);
  if (options.from == options.to) throw OptionError("--drive", "FROM and TO are the same");
  if (words.points < 2 || words.points > 10'000'000)
    throw OptionError("--points", "give at least 2 and at most 10000000");
  options.points = words.points;
  if (words.speed)
    options.speed = quantity("--speed", *words.speed,
                             slides ? dimension::velocity : dimension::angular_velocity);
  if (!(options.speed > 0.0))
    throw OptionError("--speed", "the speed must be positive; FROM and TO give the direction");
  return options;
}

const char* kind_word(DeadPointKind kind) {
  switch (kind) {
    case DeadPointKind::end:
      return "end of the drive";
    case DeadPointKind::reversal:
      return "reversal";
    case DeadPointKind::branch:
      break;
  }
  return "branch";
}

std::string dead_point_words(const DeadPoint& point, const DriveOptions& options, bool slides) {
  std::string at = options.joint + " = " + short_number(point.at, 10) + (slides ? " m" : " rad");
  if (!slides) at += " (" + short_number(point.at * 180.0 / std::numbers::pi, 8) + " deg)";
  switch (point.kind) {
    case DeadPointKind::end:
      return at + ": dead point of the drive, it can go no further";
    case DeadPointKind::reversal:
      return at + ": joint '" + point.joint +
             "' stands still and turns back; as a drive it would be stuck";
    case DeadPointKind::branch:
      break;
  }
  return at + ": the loop of '" + point.joint +
         "' is singular and could go on in more than one way; the smooth one was followed";
}

nlohmann::ordered_json json_of(const Mechanism& mechanism, const DriveOptions& options,
                               const DriveResult& result) {
  nlohmann::ordered_json object;
  object["model"] = mechanism.description.name;
  object["drive"] = {{"joint", options.joint},
                     {"from", options.from},
                     {"to", options.to},
                     {"speed", options.speed},
                     {"reached", result.reached}};
  object["dead_points"] = nlohmann::ordered_json::array();
  for (const DeadPoint& point : result.dead_points)
    object["dead_points"].push_back(
        {{"at", point.at}, {"kind", kind_word(point.kind)}, {"joint", point.joint}});
  object["columns"] = channels_json(result.columns);
  object["rows"] = result.rows;
  object["warnings"] = mechanism.warnings();
  return object;
}

std::string summary(const Mechanism& mechanism, const DriveOptions& options,
                    const DriveResult& result, bool slides) {
  std::string text = mechanism.description.name + ": " +
                     counted(static_cast<long>(result.rows.size()), "position") + " of " +
                     options.joint + "\n";
  for (const DeadPoint& point : result.dead_points)
    text += "  " + dead_point_words(point, options, slides) + "\n";
  if (result.dead_points.empty()) text += "  no dead points\n";
  for (std::size_t c = 0; c < result.columns.size(); ++c) {
    if (result.columns[c].name != "drive.angle") continue;
    double least = 10.0;
    for (const auto& row : result.rows) least = std::min(least, row[c]);
    text += "  smallest transmission angle " + short_number(least * 180.0 / std::numbers::pi, 4) +
            " deg\n";
  }
  return text;
}

int kinematics(const KinematicsWords& words) {
  if (words.out) check_writable("--out", *words.out, words.model);
  const FilesRead files;
  const Description description = read_model(words.model, overrides_of(words.set));
  if (words.out) check_not_read({{"--out", *words.out}}, files);
  const DriveOptions options = options_for(words, description);
  const bool slides = is_slider(driven_joint(description, options.joint).type);
  std::optional<Mechanism> mechanism;
  DriveResult result;
  try {
    mechanism = build_mechanism(with_drive(description, options));
    print_warnings(mechanism->warnings());
    result = follow_drive(*mechanism, options);
  } catch (const ModelError& error) {
    if (error.where() == "drive") throw OptionError("--drive", error.what());
    throw;
  }
  if (words.out) {
    CsvWriter writer(*words.out, result.columns);
    for (const auto& row : result.rows) writer.row(row);
    writer.close();
  }
  const Complaint complaint{result.message, options.joint, words.model};
  if (!result.message.empty()) std::cerr << to_text(complaint) << std::endl;
  if (words.json) {
    nlohmann::ordered_json object = json_of(*mechanism, options, result);
    if (!result.message.empty()) object["error"] = to_json(complaint);
    print_json(object);
  } else if (!words.quiet) {
    print(summary(*mechanism, options, result, slides));
  }
  return result.message.empty() ? done : trouble;
}

}  // namespace

Command add_kinematics(CLI::App& app) {
  CLI::App* parser = app.add_subcommand(
      "kinematics", "Move one joint and see what follows: positions, velocities, dead points");
  const auto words = std::make_shared<KinematicsWords>();
  add_model_option(*parser, words->model);
  parser
      ->add_option("--drive", words->drive, "What moves, from where to where: \"shaft=0:360 deg\"")
      ->type_name("JOINT=FROM:TO");
  parser->add_option("--points", words->points, "Positions to write, both ends included; 181")
      ->type_name("N");
  parser->add_option("--speed", words->speed, "Speed of the drive, 1 rad/s or 1 m/s if not given")
      ->type_name("W");
  parser->add_option("--out", words->out, "Write a table: positions, velocities, accelerations")
      ->type_name("FILE.csv");
  add_set_option(*parser, words->set);
  parser->add_flag("--json", words->json, "Print one JSON object instead of the summary");
  parser->add_flag("--quiet", words->quiet, "No summary");
  parser->footer(
      "Examples:\n"
      "  treadle kinematics models/slider_crank.json --drive \"crankshaft=0:360 deg\"\n"
      "  treadle kinematics models/four_bar.json --drive \"crank_pivot=0:90 deg\" --out m.csv");
  return {parser, [words] { return kinematics(*words); }};
}

}  // namespace treadle::cli
