// What a person should know before running, in words.
#include "../base/text.hpp"
#include "../keeping/closest.hpp"
#include "../kinematics/relative_coordinates.hpp"
#include "healed_words.hpp"
#include "mechanism.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

namespace treadle {

namespace {

// Whether a velocity of the tree is that of a hinge or slide turned round.
bool is_reversed(const Topology& t, int position) {
  return std::any_of(t.bodies.begin(), t.bodies.end(), [&](const TreeBody& body) {
    return body.nv == 1 && body.v_at == position && body.reversed;
  });
}

std::string length_words(double metres) {
  return metres < 1.0 ? short_number(1e3 * metres, 4) + " mm" : short_number(metres, 4) + " m";
}

}  // namespace

std::string Mechanism::target_words(const TargetItem& target) const {
  if (target.joint.empty()) {
    const char* what = !target.orientation ? "position"
                       : !target.position  ? "orientation"
                                           : "position and orientation";
    return "body '" + target.frame.body + "', " + what;
  }
  std::string text = "joint '" + target.joint + "'";
  for (const JointItem& joint : description.joints) {
    if (joint.name != target.joint) continue;
    const std::string_view suffix =
        coordinate_names(joint.type)[static_cast<std::size_t>(target.index)].suffix;
    if (!suffix.empty()) text += ", " + std::string(suffix);
  }
  return text;
}

std::string Mechanism::target_excuse(const TargetResult& result) const {
  constexpr double degree = std::numbers::pi / 180.0;
  std::string text = "off by ";
  const bool length = result.position_off > 1e-9 * length_scale(model);
  if (length) text += length_words(result.position_off);
  if (length && result.angle_off > 1e-9) text += " and ";
  if (!length || result.angle_off > 1e-9)
    text += short_number(result.angle_off / degree, 4) + " deg";
  std::vector<std::string> reasons, loops;
  for (const int c : result.loops) loops.push_back(topology().loops[LoopId{c}].name);
  if (!loops.empty())
    reasons.push_back((loops.size() == 1 ? "loop " : "loops ") + quoted(loops) +
                      (loops.size() == 1 ? " does" : " do") + " not allow more");
  const int rank = description.targets[static_cast<std::size_t>(result.target)].rank;
  for (const int other : result.targets) {
    const bool first = description.targets[static_cast<std::size_t>(other)].rank < rank;
    reasons.push_back("target " + std::to_string(other + 1) +
                      (first ? " comes first" : " of the same priority asks otherwise"));
  }
  if (result.starts) reasons.emplace_back("start values ask otherwise");
  if (reasons.empty()) reasons.emplace_back("its joints reach no further");
  for (const std::string& reason : reasons) text += "; " + reason;
  return text;
}

std::string Mechanism::branch_words(const StartBranches& one) const {
  constexpr std::size_t most_ways = 6, most_joints = 4;
  std::vector<std::string> names;
  for (const int c : one.loops) names.push_back(topology().loops[LoopId{c}].name);
  if (names.size() > most_joints) names.resize(most_joints);
  std::string text = "the loop of " + quoted(names);
  if (one.ways.empty())
    return one.moving ? ""
                      : text +
                            " starts in a singular position at rest: give velocities to "
                            "choose how it leaves it";
  text += " can leave its singular start in " + std::to_string(one.ways.size()) +
          (one.ways.size() == 1 ? " way" : " ways");
  for (std::size_t k = 0; k < one.ways.size() && k < most_ways; ++k) {
    text += (k == 0 ? ": (" : "; (") + std::to_string(k + 1) + ")";
    std::size_t shown = 0;
    for (std::size_t p = 0; p < one.ways[k].size() && shown < most_joints; ++p) {
      const bool moves = std::any_of(one.ways.begin(), one.ways.end(),
                                     [&](const auto& way) { return std::fabs(way[p]) > 1e-9; });
      if (!moves) continue;
      const double sign = is_reversed(topology(), static_cast<int>(p)) ? -1.0 : 1.0;
      text += (shown++ == 0 ? " " : ", ") + coordinate_name(static_cast<int>(p)) + " " +
              short_number(std::fabs(one.ways[k][p]) > 1e-9 ? sign * one.ways[k][p] : 0.0, 4);
    }
  }
  if (one.ways.size() > most_ways) text += "; ...";
  if (one.taken < 0) return text + "; at rest nothing chooses: give velocities";
  text += "; the velocities given ";
  const std::string taken = "(" + std::to_string(one.taken + 1) + ")";
  if (!one.open) return text + "choose " + taken;
  return text + "fit several, " + taken +
         " is taken as the slowest: give the velocity of another joint to choose";
}

std::vector<std::string> Mechanism::warnings() const {
  std::vector<std::string> list = healed_words(healed);
  const std::vector<std::string> locks = lock_words(*this);
  list.insert(list.end(), locks.begin(), locks.end());
  // where start values were given, closing the loops with the other joints is what was asked for
  const bool asked = std::any_of(description.joints.begin(), description.joints.end(),
                                 [](const JointItem& joint) { return !joint.start.empty(); });
  if (!asked && start.first_gap > 1e-6 * length_scale(model)) {
    list.push_back("the start position left a gap of " + short_number(start.first_gap, 3) +
                   " m (or rad) in the loops; it was closed");
  }
  for (const Unmet& unmet : start.unmet) {
    list.push_back(std::string("start ") + (unmet.velocity ? "velocity" : "value") + " of '" +
                   coordinate_name(unmet.position) +
                   "' could not be met with closed loops: changed by " +
                   short_number(unmet.change, 4));
  }
  for (const TargetResult& result : start.targets) {
    if (result.met) continue;
    list.push_back("target " + std::to_string(result.target + 1) + " (" +
                   target_words(description.targets[static_cast<std::size_t>(result.target)]) +
                   "): " + target_excuse(result));
  }
  for (const std::string& name : description.unused_parameters) {
    list.push_back("parameter '" + name + "' is not used");
  }
  for (const int row : redundancy.singular_here) {
    list.push_back("the start is a singular configuration: " + row_name(row) +
                   " says nothing new just here");
  }
  for (const StartBranches& one : branches) {
    if (std::string text = branch_words(one); !text.empty()) list.push_back(std::move(text));
  }
  for (const IslandRank& island : redundancy.islands) {
    if (!island.is_doubtful()) continue;
    std::vector<std::string> names;
    for (const int c : island.nearly) names.push_back(topology().loops[LoopId{c}].name);
    list.push_back("the equations of " + quoted(names) + " are nearly dependent: rank " +
                   std::to_string(island.rank) + " of " + std::to_string(island.rows) +
                   " with a gap of " + short_number(island.gap(), 2) + " (smallest pivot kept " +
                   short_number(island.smallest_kept, 2) + ", largest dropped " +
                   short_number(island.largest_dropped, 2) +
                   "); make parallel axes and equal lengths exact, or clearly different");
  }
  PositionStage<double> at(model);
  place_bodies<double>(model, start.q, at);
  for (const Loop& loop : topology().loops) {
    if (loop.joint < 0) continue;
    const JointItem& joint = description.joints[static_cast<std::size_t>(loop.joint)];
    if (!joint.start.empty()) {
      const LoopData<double>& data =
          model.loops[static_cast<std::size_t>(&loop - topology().loops.items().data())];
      const std::vector<double> now = relative_coordinates(
          joint.type, joint.pitch, place_on(at, data.group, data.to.body, data.to.frame),
          place_on(at, data.group, data.from.body, data.from.frame), joint.start);
      double change = 0.0;
      for (std::size_t k = 0; k < now.size(); ++k) {
        if (!std::isnan(joint.start[k]))
          change = std::max(change, std::fabs(now[k] - joint.start[k]));
      }
      if (change > 1e-6) {
        list.push_back("start value of joint '" + loop.name +
                       "', which was cut, is not met: it differs by " + short_number(change, 4));
      }
    }
    if (!joint.start_velocity.empty()) {
      list.push_back("start velocity of joint '" + loop.name +
                     "' is not used, since it was cut; give it to another "
                     "joint of its loop, or set \"tree\": \"keep\"");
    }
  }
  for (const TreeBody& body : topology().bodies) {
    // what touches is meant to be free
    if (!body.item.valid() && body.follows < 0 && contacts.empty()) {
      list.push_back("body '" + body.name + "' has no way to the ground: it got a free joint '" +
                     body.joint + "'");
    }
  }
  return list;
}

}  // namespace treadle
