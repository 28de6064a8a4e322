#include "healed_words.hpp"

#include "../base/at.hpp"
#include "../base/text.hpp"
#include "../healing/lock.hpp"

#include <algorithm>
#include <numbers>

namespace treadle {

namespace {

// `12 um`, `0.3 mm`
std::string small_length(double metres) {
  if (metres < 1e-7) return short_number(1e9 * metres, 3) + " nm";
  if (metres < 1e-4) return short_number(1e6 * metres, 3) + " um";
  return short_number(1e3 * metres, 3) + " mm";
}

std::string amount(double by, bool angle) {
  return angle ? short_number(by, 3) + " rad" : small_length(by);
}

std::string degrees(double angle) {
  return short_number(angle * 180.0 / std::numbers::pi, 3) + " deg";
}

// What axes have in common, as an adjective.
const char* common(AxisRelation relation) {
  switch (relation) {
    case AxisRelation::parallel:
      return "parallel";
    case AxisRelation::one_line:
      return "on one line";
    case AxisRelation::one_point:
      break;
  }
  return "through one point";
}

}  // namespace

std::string quoted(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (k > 0) text += k + 1 == names.size() ? " and " : ", ";
    text += "'" + names[k] + "'";
  }
  return text;
}

std::vector<std::string> healed_words(const std::vector<Healed>& healed) {
  std::vector<std::string> list;
  for (const Healed& item : healed) {
    const std::string change =
        "largest change " + (item.change > 0.0 ? small_length(item.change) + " at '" + item.at + "'"
                                               : short_number(item.turn, 3) + " rad");
    const std::string axes = "axes ";
    if (item.what.compare(0, axes.size(), axes) == 0) {
      const std::string what = item.what.substr(axes.size());
      list.push_back("axes of " + quoted(item.joints) + " were " + what + " within " +
                     amount(item.by, item.angle) + "; taken as " + what + "; " + change);
    } else {
      list.push_back("the drawing of " + quoted(item.joints) + " was off by " +
                     amount(item.by, item.angle) + "; taken as " + item.what + "; " + change);
    }
  }
  return list;
}

std::vector<std::string> lock_words(const Mechanism& mechanism) {
  std::vector<std::string> list;
  if (mechanism.description.locked || !mechanism.is_locked()) return list;
  const std::vector<LoopIsland> islands = loop_islands(mechanism.model);
  constexpr std::size_t most_told = 3, most_rows = 1000;
  for (const LoopIsland& island : islands) {
    if (list.size() == most_told || island.rows.size() > most_rows) break;
    const Lock lock = explain_lock(mechanism.description, mechanism.model, mechanism.placement,
                                   island, mechanism.start.q);
    std::string text = "the machine is locked: 0 degrees of freedom, and nothing drives it. ";
    if (lock.relation) {
      const bool angle = *lock.relation == AxisRelation::parallel;
      const std::string what = common(*lock.relation);
      const double off = angle ? lock.off * lock.size : lock.off;
      text += "Axes of " + quoted(lock.axes) + " are " + what + " only within " +
              (angle ? degrees(lock.off) : small_length(lock.off)) +
              ": make them exactly so, or say \"tolerance\": \"" + short_number(2e3 * off, 2) +
              " mm\" to have that done";
    } else {
      text += "The equations of " + quoted(lock.joints) +
              " hold it (the weakest with a strength of " + short_number(lock.strength, 2) +
              "): leave one of these joints out, or give one more freedom";
    }
    list.push_back(text + "; where a structure is meant, say \"locked\": true");
  }
  if (list.empty())
    list.emplace_back(
        "the machine is locked: 0 degrees of freedom, and nothing drives it; where a structure is "
        "meant, say \"locked\": true");
  return list;
}

}  // namespace treadle
