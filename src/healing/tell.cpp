#include "tell.hpp"

#include "../base/at.hpp"
#include "axis_relations.hpp"

#include <algorithm>

namespace treadle {

namespace {

constexpr double exact = 1e-9, rounded = 1e-13;

const std::string& name_of(const Description& d, const Drawn& item) {
  return item.is_joint() ? d.joints[at(item.item)].name : d.constraints[at(item.item)].name;
}

const char* words_of(AxisRelation relation) {
  switch (relation) {
    case AxisRelation::parallel:
      return "axes parallel";
    case AxisRelation::one_line:
      return "axes on one line";
    case AxisRelation::one_point:
      break;
  }
  return "axes through one point";
}

bool has(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

std::vector<Healed> tell_healed(const DrawnTwice& before, const DrawnTwice& after,
                                const LoopIsland& island, const DrawnGeometry& geometry,
                                double size) {
  const Description& d = after.drawn.description;
  const auto axes = [&](const DrawnTwice& of, const std::vector<double>& q) {
    return axes_of(of.drawn.description, of.drawn.built.model, of.drawn.built.placement, island, q);
  };
  const std::vector<JointAxis> drawn = axes(before, before.first), now = axes(after, after.first),
                               later = axes(after, after.second);
  const std::vector<DrawnGeometry::Change> changes = geometry.changes(
      d, after.drawn.built.placement, before.drawn.description, before.drawn.built.placement);
  std::vector<Healed> out;
  std::vector<std::string> told;
  const auto largest_change = [&](Healed& item) {
    for (std::size_t k = 0; k < changes.size(); ++k) {
      const std::string& name = name_of(d, geometry.items()[k]);
      if (!has(item.joints, name)) continue;
      item.turn = std::max(item.turn, changes[k].angle);
      if (!item.at.empty() && size * changes[k].length <= item.change) continue;
      item.change = size * changes[k].length;
      item.at = name;
    }
  };
  for (const AxisGroup& group : relations_among(now, exact, exact * size)) {
    const bool parallel = group.relation == AxisRelation::parallel;
    const double unit = parallel ? 1.0 : size;
    const double off = departure(drawn, group);
    // somewhere else too, and not as drawn
    if (departure(later, group) > exact * unit || off < rounded * unit) continue;
    Healed item;
    item.what = words_of(group.relation);
    for (const std::size_t k : group.members) item.joints.push_back(now[k].name);
    item.by = off;
    item.angle = parallel;
    largest_change(item);
    told.insert(told.end(), item.joints.begin(), item.joints.end());
    out.push_back(item);
  }
  // what moved and is in no such group
  Healed rest;
  rest.what = out.empty() ? "a linkage that moves" : "lengths and places that fit";
  for (std::size_t k = 0; k < changes.size(); ++k) {
    const std::string& name = name_of(d, geometry.items()[k]);
    if (has(told, name) || has(rest.joints, name)) continue;
    if (changes[k].angle > rounded || changes[k].length > rounded) rest.joints.push_back(name);
  }
  if (rest.joints.empty()) return out;
  largest_change(rest);
  rest.angle = rest.turn * size > rest.change;
  rest.by = rest.angle ? rest.turn : rest.change;
  out.push_back(rest);
  return out;
}

}  // namespace treadle
