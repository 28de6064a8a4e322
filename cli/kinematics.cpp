// treadle kinematics MODEL --drive JOINT=FROM:TO: the motion that one coordinate imposes, without
// forces.
#include "../src/analyses/follow_drivers.hpp"
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
  std::vector<std::string> drives;
  std::optional<std::string> speed, until, out, channels;
  int points = 181;
  std::vector<std::string> set;
  bool bodies = false, json = false, quiet = false;
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
DriveOptions::Other drive_of(const std::string& text, const Description& description) {
  const std::size_t equals = text.find('='), colon = text.find(':', equals);
  if (equals == std::string::npos || colon == std::string::npos || equals == 0)
    throw OptionError("--drive",
                      "'" + text + "' is not JOINT=FROM:TO, as in \"crankshaft=0:360 deg\"");
  DriveOptions::Other drive;
  drive.joint = text.substr(0, equals);
  const JointItem& joint = driven_joint(description, drive.joint);
  const Dimension& kind = is_slider(joint.type) ? dimension::length : dimension::angle;
  std::string from = text.substr(equals + 1, colon - equals - 1), to = text.substr(colon + 1);
  const std::size_t unit =
      to.find_first_of(" abcdefghijklmnopqrstuvwxyz", to.find_first_of("0123456789"));
  if (unit != std::string::npos &&
      from.find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos)
    from += to.substr(unit);
  drive.from = quantity("--drive", from, kind);
  drive.to = quantity("--drive", to, kind);
  if (drive.from == drive.to) throw OptionError("--drive", "FROM and TO are the same");
  return drive;
}

void check_points(const KinematicsWords& words) {
  if (words.points < 2 || words.points > 10'000'000)
    throw OptionError("--points", "give at least 2 and at most 10000000");
}

DriveOptions options_for(const KinematicsWords& words, const Description& description) {
  DriveOptions options;
  if (words.until) throw OptionError("--until", "with --drive the speed tells how long it takes");
  for (const std::string& text : words.drives)
    options.others.push_back(drive_of(text, description));
  const DriveOptions::Other first = options.others.front();
  options.others.erase(options.others.begin());
  options.joint = first.joint;
  options.from = first.from;
  options.to = first.to;
  check_points(words);
  options.points = words.points;
  options.channels = {words.bodies, false, channel_names(words.channels)};
  const bool slides = is_slider(driven_joint(description, options.joint).type);
  if (words.speed)
    options.speed = quantity("--speed", *words.speed,
                             slides ? dimension::velocity : dimension::angular_velocity);
  if (!(options.speed > 0.0))
    throw OptionError("--speed", "the speed must be positive; FROM and TO give the direction");
  return options;
}

TimeOptions times_for(const KinematicsWords& words, const Description& description) {
  if (!has_drivers(description))
    throw OptionError("--drive",
                      "say what moves: --drive JOINT=FROM:TO, as in "
                      "--drive \"crankshaft=0:360 deg\"; the model has no driver of its own");
  if (words.speed) throw OptionError("--speed", "this is the speed of a --drive");
  check_points(words);
  TimeOptions options{description.simulation.duration,
                      words.points,
                      {words.bodies, false, channel_names(words.channels)}};
  if (words.until) options.until = quantity("--until", *words.until, dimension::time);
  if (!(options.until > 0.0)) throw OptionError("--until", "must be positive");
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
  if (options.joint.empty()) {
    object["drive"] = {{"until", options.to}, {"reached", result.reached}};
  } else {
    object["drive"] = {{"joint", options.joint},
                       {"from", options.from},
                       {"to", options.to},
                       {"speed", options.speed},
                       {"reached", result.reached}};
    for (const DriveOptions::Other& other : options.others)
      object["drive"]["with"].push_back(
          {{"joint", other.joint}, {"from", other.from}, {"to", other.to}});
  }
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
                     (options.joint.empty() ? "its drivers over " + short_number(options.to) + " s"
                                            : options.joint) +
                     "\n";
  if (options.joint.empty()) return text;
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

// What is moved by hand, or by the drivers of the file.
struct Moved {
  std::optional<Mechanism> mechanism;
  DriveOptions options;  ///< of drivers: no joint, and `to` is the time
  DriveResult result;
};

Moved move(const KinematicsWords& words, const Description& description) {
  Moved moved;
  if (!words.drives.empty()) {
    moved.options = options_for(words, description);
    moved.mechanism = build_mechanism(with_drive(description, moved.options));
    print_warnings(moved.mechanism->warnings());
    moved.result = follow_drive(*moved.mechanism, moved.options);
    return moved;
  }
  const TimeOptions options = times_for(words, description);
  moved.options.to = options.until;
  moved.mechanism = build_mechanism(description);
  print_warnings(moved.mechanism->warnings());
  moved.result = follow_drivers(*moved.mechanism, options);
  return moved;
}

int kinematics(const KinematicsWords& words) {
  const bool on_screen = words.out && is_standard_output(*words.out);
  if (on_screen && words.json) need_file("--out", *words.out, "--json prints there");
  if (words.out) check_writable("--out", *words.out, words.model);
  const FilesRead files;
  const Description description = read_model(words.model, overrides_of(words.set));
  if (words.out) check_not_read({{"--out", *words.out}}, files);
  Moved moved;
  try {
    moved = move(words, description);
  } catch (const ModelError& error) {
    if (error.where() == "drive") throw OptionError("--drive", error.what());
    if (error.where() == "channels") throw OptionError("--channels", error.what());
    throw;
  }
  const DriveResult& result = moved.result;
  if (words.out) {
    CsvWriter writer = CsvWriter::to(*words.out, result.columns);
    for (const auto& row : result.rows) writer.row(row);
    writer.close();
  }
  const Complaint complaint{result.message, moved.options.joint, words.model};
  if (!result.message.empty()) std::cerr << to_text(complaint) << std::endl;
  if (words.json) {
    nlohmann::ordered_json object = json_of(*moved.mechanism, moved.options, result);
    if (!result.message.empty()) object["error"] = to_json(complaint);
    print_json(object);
  } else if (!words.quiet) {
    const bool slides = !moved.options.joint.empty() &&
                        is_slider(driven_joint(description, moved.options.joint).type);
    print_beside(summary(*moved.mechanism, moved.options, result, slides), on_screen);
  }
  return result.message.empty() ? done : trouble;
}

}  // namespace

Command add_kinematics(CLI::App& app) {
  CLI::App* parser = app.add_subcommand(
      "kinematics",
      "Move joints without forces and see what follows: positions, velocities, dead points");
  const auto words = std::make_shared<KinematicsWords>();
  add_model_option(*parser, words->model);
  parser
      ->add_option("--drive", words->drives,
                   "What moves, from where to where: \"shaft=0:360 deg\"; several move together. "
                   "Without it the drivers of the model move it over time")
      ->type_name("JOINT=FROM:TO")
      ->allow_extra_args(false);
  parser->add_option("--until", words->until, "Time to follow the drivers of the model")
      ->type_name("T");
  parser->add_option("--points", words->points, "Positions to write, both ends included; 181")
      ->type_name("N");
  parser->add_option("--speed", words->speed, "Speed of the drive, 1 rad/s or 1 m/s if not given")
      ->type_name("W");
  parser
      ->add_option("--out", words->out,
                   "Write a table: positions, velocities, accelerations of all joints, and the "
                   "outputs of the model; - is standard output")
      ->type_name("FILE.csv");
  parser->add_flag("--bodies", words->bodies, "Add position and orientation of every body");
  parser
      ->add_option("--channels", words->channels,
                   "Columns by name, separated by commas, as for treadle run")
      ->type_name("LIST");
  add_set_option(*parser, words->set);
  parser->add_flag("--json", words->json, "Print one JSON object instead of the summary");
  parser->add_flag("--quiet", words->quiet, "No summary");
  parser->footer(
      "Examples:\n"
      "  treadle kinematics models/slider_crank.json --drive \"crankshaft=0:360 deg\"\n"
      "  treadle kinematics models/four_bar.json --drive \"crank_pivot=0:90 deg\" --out m.csv\n"
      "  treadle kinematics arm.json --drive \"shoulder=0:90 deg\" --drive \"elbow=10:40 deg\" "
      "--channels time,tip --out -\n"
      "  treadle kinematics driven.json --until \"2 s\" --out motion.csv");
  return {parser, [words] { return kinematics(*words); }};
}

}  // namespace treadle::cli
