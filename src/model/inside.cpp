#include "inside.hpp"

#include "../base/error.hpp"
#include "../describe/names.hpp"
#include "../topology/composites.hpp"
#include "build.hpp"

#include <algorithm>
#include <string_view>

namespace treadle {

namespace {

constexpr double cell_share = 0.005;  // rad, and of the size of what is inside

[[noreturn]] void fail_composite(const JointItem& joint, int index, const char* key,
                                 const std::string& message) {
  throw ModelError("joints[" + std::to_string(index) + "]." + key,
                   "composite '" + joint.name + "': " + message);
}

bool is_length(const CoordinateName& name) {
  return std::string_view(name.unit) == "m" || std::string_view(name.unit) == "m/s";
}

// The greatest distance of a joint or of a point that is tied from the child's origin.
double size_of(const Description& d, const Placement& p, const Vec3<double>& origin) {
  double most = 0.0;
  const auto reach = [&](const Vec3<double>& point) {
    most = std::max(most, norm(point - origin));
  };
  for (std::size_t j = 0; j < d.joints.size(); ++j) {
    if (!is_weld(d.joints[j].type)) reach(p.design_frame(d.joints[j].child) * p.joints[j].child.p);
  }
  for (const ConstraintItem& c : d.constraints) {
    if (!c.coordinates.empty()) continue;
    reach(p.design_point(c.from));
    reach(p.design_point(c.to));
  }
  return most > 0.0 ? most : 1.0;
}

}  // namespace

std::shared_ptr<const Inside> make_inside(const Description& d, const Placement& p,
                                          const Topology& t, BodyId body) {
  const TreeBody& carried = t.bodies[body];
  const int index = carried.item.at;
  const JointItem& joint = d.joints[static_cast<std::size_t>(index)];
  if (carried.reversed)
    fail_composite(joint, index, "parent",
                   "the tree reaches '" + joint.child + "' before '" + joint.parent +
                       "'; a composite needs its parent nearer to the ground, so hang the machine "
                       "on '" +
                       joint.parent + "' by a joint of its own or cut another joint");
  auto inside = std::make_shared<Inside>();
  inside->name = joint.name;
  const Description drawn = inside_of(d, static_cast<std::size_t>(index));
  BuiltModel built;
  try {
    built = build_model(drawn);
  } catch (const ModelError& error) {
    fail_composite(joint, index, "links", std::string("inside of it, ") + error.what());
  }
  inside->model = std::move(built.model);
  inside->q = std::move(built.start.q);
  const Topology& own = *inside->model.topology;
  const auto& frames = p.joints[static_cast<std::size_t>(index)];
  const Frame seat = p.design_frame(joint.child) * frames.child;
  inside->origin = seat.p;
  inside->size = size_of(drawn, built.placement, seat.p);

  std::vector<char> independent(static_cast<std::size_t>(own.nv), 0);
  for (const std::string& name : joint.composite->independent) {
    const CoordinateRef ref = find_coordinate(d, name);
    const auto found = std::find_if(own.bodies.begin(), own.bodies.end(), [&](const TreeBody& b) {
      return b.joint == ref.joint && b.item.valid();
    });
    if (found == own.bodies.end())
      fail_composite(joint, index, "independent", "'" + name + "' does not move anything");
    inside->q_at.push_back(found->q_at + ref.index);
    inside->v_at.push_back(found->v_at + ref.index);
    independent[static_cast<std::size_t>(found->v_at + ref.index)] = 1;
    const CoordinateName& word = coordinate_names(found->type)[static_cast<std::size_t>(ref.index)];
    inside->unit_of_independent.push_back(is_length(word) ? inside->size : 1.0);
    inside->cell.push_back(cell_share * inside->unit_of_independent.back());
  }
  for (const TreeBody& b : own.bodies) {
    for (int k = 0; k < b.nv; ++k) {
      if (independent[static_cast<std::size_t>(b.v_at + k)] != 0) continue;
      inside->dependent.push_back(b.v_at + k);
      const CoordinateName& word = velocity_names(b.type)[static_cast<std::size_t>(k)];
      inside->unit.push_back(is_length(word) ? inside->size : 1.0);
    }
  }

  const auto add = [&](const std::string& name, const Frame& frame) {
    const PlacedBody placed = built.placement.find(name);
    inside->carried.push_back({placed.body.at, placed.frame * frame});
  };
  add(joint.child, frames.child);
  if (inside->carried.front().body < 0)
    fail_composite(joint, index, "child", "'" + joint.child + "' is held by the parent");
  for (BodyId i{0}; i.at < t.bodies.size(); ++i) {
    if (t.bodies[i].follows == index) add(t.bodies[i].name, Frame{});
  }
  return inside;
}

void refuse_cut_composite(const JointItem& joint, int index) {
  fail_composite(joint, index, "tree",
                 "has to stay in the tree, but the other joints that are kept already connect its "
                 "bodies; remove \"tree\": \"keep\" from one of them");
}

}  // namespace treadle
