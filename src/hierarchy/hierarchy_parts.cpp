#include "hierarchy_parts.hpp"

#include "../base/at.hpp"

#include <map>

namespace treadle {

namespace {

// Bodies of a fragment that some equation outside of it touches, by place in the fragment.
std::vector<int> seen_of(const Fragment& fragment, const std::vector<bool>& touched) {
  std::vector<int> seen;
  for (std::size_t k = 0; k < fragment.bodies.size(); ++k) {
    if (touched[at(fragment.bodies[k])] || fragment.foreign >= 0)
      seen.push_back(static_cast<int>(k));
  }
  return seen;
}

}  // namespace

void Hierarchy::Parts::make_level(const Model<double>& model, const HierarchyPlan& plan,
                                  std::size_t n) {
  const ComponentNode& node = plan.nodes[n];
  std::vector<ComponentLevel::Inside> pieces;
  std::vector<ComponentLevel::Slot> slots;
  std::map<int, int> slot_of;
  for (const ComponentPiece& piece : node.pieces) {
    ComponentLevel::Inside inside;
    const auto add = [&](int body, int reach) {
      slot_of[body] = static_cast<int>(slots.size());
      slots.push_back({body, static_cast<int>(pieces.size()), inside.rows, reach});
      inside.rows += 6;
    };
    if (piece.is_fragment) {
      const TreeFragment& fragment = fragments[at(piece.at)];
      inside.width = fragment.width();
      for (std::size_t k = 0; k < fragment.seen().size(); ++k)
        add(plan.fragments[at(piece.at)].bodies[at(fragment.seen()[k])], fragment.reach()[k]);
    } else {
      const ComponentLevel& level = levels[at(piece.at)];
      inside.width = level.width();
      inside.triangular = true;
      place[at(piece.at)] = static_cast<int>(pieces.size());
      const std::vector<int>& bodies = plan.nodes[at(piece.at)].border;
      for (std::size_t k = 0; k < bodies.size(); ++k)
        add(bodies[k], level.reach(static_cast<int>(k)));
    }
    pieces.push_back(inside);
  }
  const auto slot = [&](int body) { return body < 0 ? -1 : slot_of.at(body); };
  for (const int b : node.joints)
    for (const int t : touched_by_joint(model, b)) slots[at(slot(t))].touched = true;
  for (const int c : node.loops)
    for (const int t : touched_by_loop(model, c)) slots[at(slot(t))].touched = true;
  const auto joint_at = [&](int body) {
    OuterJoint joint;
    joint.body = body;
    joint.carrier = model.links[at(body)].parent;
    joint.slot = slot(body);
    joint.carrier_slot = slot(joint.carrier);
    return joint;
  };
  int equations = 0;
  std::vector<OuterJoint> outer;
  for (const int b : node.joints) {
    outer.push_back(joint_at(b));
    equations += 6 - model.links[at(b)].nv;
  }
  std::vector<OuterLoop> closed;
  for (const int c : node.loops) {
    const LoopData<double>& data = model.loops[at(c)];
    OuterLoop one;
    one.loop = c;
    if (data.kind == LoopKind::coordinates) {
      for (const auto& coordinate : data.coordinates)
        one.joints.push_back(joint_at(body_of(model, coordinate.v_at)));
    } else {
      one.from_slot = slot(data.from.body);
      one.to_slot = slot(data.to.body);
    }
    for (int r = 0; r < data.row_count; ++r) equations += dependent[at(data.first_row + r)] ? 0 : 1;
    closed.push_back(std::move(one));
  }
  std::vector<int> border;
  for (const int body : node.border) border.push_back(slot(body));
  levels.emplace_back(std::move(pieces), std::move(slots), std::move(border), equations);
  joints.push_back(std::move(outer));
  loops.push_back(std::move(closed));
}

// Counted operations of a component and its fragments. (H10)
double Hierarchy::Parts::cost_of(const Model<double>& model, const HierarchyPlan& plan,
                                 std::size_t n) {
  make_level(model, plan, n);
  double sum = levels.back().expected_flops();
  levels.pop_back();
  joints.pop_back();
  loops.pop_back();
  for (const ComponentPiece& piece : plan.nodes[n].pieces)
    if (piece.is_fragment) sum += fragments[at(piece.at)].flops();
  return sum;
}

// Loops inside fragments of a component become its own equations where that costs less.
void Hierarchy::Parts::choose_loops(const Model<double>& model, HierarchyPlan& plan,
                                    std::size_t n) {
  for (const ComponentPiece& piece : plan.nodes[n].pieces) {
    if (!piece.is_fragment || plan.fragments[at(piece.at)].loops.empty()) continue;
    const double inside = cost_of(model, plan, n);
    Fragment& fragment = plan.fragments[at(piece.at)];
    std::vector<int>& own = plan.nodes[n].loops;
    const std::vector<bool> before = touched;
    const std::size_t count = own.size();
    std::vector<int> moved;
    std::swap(moved, fragment.loops);
    own.insert(own.end(), moved.begin(), moved.end());
    for (const int c : moved)
      for (const int t : touched_by_loop(model, c)) touched[at(t)] = true;
    TreeFragment with_loops(model, fragment, seen_of(fragment, touched), dependent);
    std::swap(fragments[at(piece.at)], with_loops);
    if (cost_of(model, plan, n) < inside) continue;
    std::swap(fragments[at(piece.at)], with_loops);
    std::swap(moved, fragment.loops);
    own.resize(count);
    touched = before;
  }
}

Hierarchy::Hierarchy(const Model<double>& model, HierarchyPlan plan, std::span<const int> dependent,
                     std::span<ForeignPiece* const> foreign)
    : plan_(std::move(plan)), parts_(std::make_unique<Parts>()) {
  Parts& p = *parts_;
  p.dependent.assign(at(model.rows()), false);
  for (const int row : dependent) p.dependent[at(row)] = true;
  p.extra.assign(model.links.size(), Six::Zero());
  p.motion.assign(model.links.size(), Six::Zero());
  p.place.assign(plan_.nodes.size(), 0);
  p.trouble.assign(plan_.fragments.size(), Trouble::none);
  std::vector<bool>& touched = p.touched;
  touched.assign(model.links.size(), false);
  for (const ComponentNode& node : plan_.nodes) {
    for (const int b : node.joints)
      for (const int t : touched_by_joint(model, b)) touched[at(t)] = true;
    for (const int c : node.loops)
      for (const int t : touched_by_loop(model, c)) touched[at(t)] = true;
  }
  for (const Fragment& fragment : plan_.fragments)
    p.fragments.emplace_back(model, fragment, seen_of(fragment, touched), p.dependent,
                             fragment.foreign < 0 ? nullptr : foreign[at(fragment.foreign)]);
  for (std::size_t n = 0; n < plan_.nodes.size(); ++n) {
    if (plan_.loops == ClosedLoops::where_cheaper) p.choose_loops(model, plan_, n);
    p.make_level(model, plan_, n);
  }
  p.all = share_of(model, plan_, std::vector<int>(plan_.nodes.size(), 0), 0);
}

}  // namespace treadle
