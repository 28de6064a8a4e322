#include "recursion_plan.hpp"
#include "../base/at.hpp"
#include "plan_cost.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace treadle {

namespace {

// An interface serves its clusters as it is where it sits on their root and carries none of them.
bool is_good(const Topology& t, BodyId i, const std::vector<int>& clusters) {
  return std::all_of(clusters.begin(), clusters.end(), [&](int c) {
    const Cluster& cluster = t.clusters[ClusterId{c}];
    return cluster.root == t.bodies[i].parent &&
           std::none_of(cluster.members.begin(), cluster.members.end(),
                        [&](BodyId m) { return t.is_ancestor(i, m); });
  });
}

// Clusters joined by other interfaces become one cluster with them inside.
std::vector<Cluster> joined_clusters(const Topology& t) {
  std::map<BodyId, std::vector<int>> seen_by;
  for (int c = 0; c < t.clusters.size(); ++c) {
    for (const BodyId i : t.clusters[ClusterId{c}].interfaces) seen_by[i].push_back(c);
  }
  std::vector<int> label(at(t.clusters.size()));
  std::iota(label.begin(), label.end(), 0);
  std::set<int> joined;
  const auto join = [&](int a, int b) {
    const int from = label[at(a)], to = label[at(b)];
    std::replace(label.begin(), label.end(), from, to);
  };
  for (const auto& [i, clusters] : seen_by) {
    if (is_good(t, i, clusters)) continue;
    for (const int c : clusters) {
      join(c, clusters.front());
      joined.insert(c);
    }
  }
  // a joined cluster takes all its interfaces inside, and with them all clusters that see these
  for (bool again = true; again;) {
    again = false;
    for (const auto& [i, clusters] : seen_by) {
      const bool any =
          std::any_of(clusters.begin(), clusters.end(), [&](int c) { return joined.contains(c); });
      for (const int c : clusters) {
        if (!any || (joined.contains(c) && label[at(c)] == label[at(clusters.front())])) continue;
        join(c, clusters.front());
        joined.insert(c);
        again = true;
      }
    }
  }
  std::map<int, Cluster> made;
  for (int c = 0; c < t.clusters.size(); ++c) {
    const Cluster& from = t.clusters[ClusterId{c}];
    const auto [it, fresh] = made.try_emplace(label[at(c)], Cluster{});
    Cluster& to = it->second;
    if (fresh) to.root = from.root;
    while (to.root.valid() && !t.is_ancestor(to.root, from.root))
      to.root = t.bodies[to.root].parent;
    if (!from.root.valid()) to.root = ground;
    to.members.insert(to.members.end(), from.members.begin(), from.members.end());
    to.loops.insert(to.loops.end(), from.loops.begin(), from.loops.end());
    auto& list = joined.contains(c) ? to.members : to.interfaces;
    for (const BodyId i : from.interfaces) {
      if (std::find(list.begin(), list.end(), i) == list.end()) list.push_back(i);
    }
  }
  std::vector<Cluster> out;
  for (auto& [number, cluster] : made) {
    // bodies between the members and the root belong to it as well
    for (std::size_t k = 0; k < cluster.members.size(); ++k) {
      const BodyId up = t.bodies[cluster.members[k]].parent;
      if (up == cluster.root) continue;
      if (std::find(cluster.members.begin(), cluster.members.end(), up) == cluster.members.end())
        cluster.members.push_back(up);
    }
    out.push_back(std::move(cluster));
  }
  return out;
}

// Null space and reduced inertia of a cluster on a border of so many: leading terms, and its own
// inertia.
double block_operations(double coordinates, double rows, double border) {
  const double n = coordinates, rank = std::min(n, rows), free = n - rank;
  return n * (60.0 + 6.0 * n) +
         2.0 *
             (rank * rank * (rank / 3.0 + free) + n * free * (rank + free) + rank * free * border) +
         free * (0.5 * free + border) * (0.5 * free + border + 3.0);
}

double block_operations(const Topology& t, const Cluster& cluster) {
  double n = 0.0, rows = 0.0;
  for (const BodyId i : cluster.members) n += t.bodies[i].nv;
  for (const LoopId c : cluster.loops) rows += t.loops[c].rows;
  return block_operations(n, rows, cluster.root.valid() ? 6.0 : 0.0);
}

// Loops of clusters that are cheaper to carry along than to reduce where they close, all clusters
// with common interfaces alike. What is left are the clusters that become blocks.
std::vector<LoopId> take_carried(const Model<double>& model, std::span<const int> vanishing,
                                 Carry carry, std::vector<Cluster>& clusters) {
  const Topology& t = *model.topology;
  std::vector<std::size_t> label(clusters.size());
  std::iota(label.begin(), label.end(), std::size_t{0});
  std::map<BodyId, std::size_t> owner;  // of a body: clusters that want the same one go together
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    for (const auto* list : {&clusters[c].interfaces, &clusters[c].members}) {
      for (const BodyId i : *list) {
        const auto [it, fresh] = owner.try_emplace(i, c);
        if (fresh || label[it->second] == label[c]) continue;
        const std::size_t from = label[c], to = label[it->second];
        std::replace(label.begin(), label.end(), from, to);
      }
    }
  }
  std::map<std::size_t, Cluster> together;
  std::map<std::size_t, double> reduced;
  std::set<BodyId> members;
  std::set<std::size_t> impossible;
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    Cluster& sum = together[label[c]];
    sum.loops.insert(sum.loops.end(), clusters[c].loops.begin(), clusters[c].loops.end());
    for (const auto* list : {&clusters[c].interfaces, &clusters[c].members})
      sum.members.insert(sum.members.end(), list->begin(), list->end());
    for (const BodyId i : clusters[c].members) {
      if (!members.insert(i).second) impossible.insert(label[c]);
    }
    reduced[label[c]] += block_operations(t, clusters[c]);
  }
  std::vector<LoopId> loops;
  std::set<std::size_t> taken;
  for (auto& [number, sum] : together) {
    std::sort(sum.members.begin(), sum.members.end());
    sum.members.erase(std::unique(sum.members.begin(), sum.members.end()), sum.members.end());
    if (carry != Carry::all && !impossible.contains(number) &&
        !(carried_operations(model, sum.loops, sum.members, vanishing) < reduced[number]))
      continue;
    taken.insert(number);
    loops.insert(loops.end(), sum.loops.begin(), sum.loops.end());
  }
  std::size_t kept = 0;
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    if (taken.contains(label[c])) continue;
    if (kept != c) clusters[kept] = std::move(clusters[c]);
    ++kept;
  }
  clusters.resize(kept);
  std::sort(loops.begin(), loops.end());
  return loops;
}

// Members of one block, its coordinates and where M has entries.
void add_members(const Model<double>& model, std::vector<int> bodies, RecursionBlock& block) {
  std::sort(bodies.begin(), bodies.end(), std::greater<>());  // outermost first
  for (const int i : bodies) {
    const Link<double>& link = model.links[at(i)];
    RecursionBlock::Member member;
    member.body = i;
    member.first = static_cast<int>(block.shape.positions.size());
    member.count = link.nv;
    member.ball = link.group_axes;
    for (int a = 0; a < link.nv; ++a) block.shape.positions.push_back(link.v_at + a);
    const auto up = std::find(bodies.begin(), bodies.end(), link.parent);
    if (up != bodies.end()) member.parent = static_cast<int>(up - bodies.begin());
    block.members.push_back(member);
  }
  block.shape.coordinates = static_cast<int>(block.shape.positions.size());
  std::vector<int> coordinate;  // of the front, by inner column
  for (std::size_t m = 0; m < block.members.size(); ++m) {
    RecursionBlock::Member& member = block.members[m];
    member.inner_at = static_cast<int>(block.inner.size());
    for (int up = static_cast<int>(m); up >= 0; up = block.members[at(up)].parent) {
      const RecursionBlock::Member& inner = block.members[at(up)];
      const Link<double>& link = model.links[at(inner.body)];
      for (int a = 0; a < inner.count; ++a) {
        block.inner.push_back(link.carries_axes ? -1 - a : link.b_at + a);
        coordinate.push_back(inner.first + a);
      }
    }
    member.inner_count = static_cast<int>(block.inner.size()) - member.inner_at;
    if (member.parent >= 0) block.members[at(member.parent)].carries = true;
    for (int b = 0; b < member.count; ++b) {
      for (int k = b; k < member.inner_count; ++k) {
        const int i = coordinate[at(member.inner_at + k)], j = member.first + b;
        block.shape.mass.emplace_back(std::max(i, j), std::min(i, j));
      }
    }
  }
}

// Clusters couple all interfaces of a root with each other.
void add_cross_terms(RecursionBlock& block) {
  for (int j = 0; j < block.shape.coordinates; ++j) {
    for (int i = j + 1; i < block.shape.coordinates; ++i) {
      const std::pair<int, int> entry(i, j);
      if (std::find(block.shape.mass.begin(), block.shape.mass.end(), entry) !=
          block.shape.mass.end())
        continue;
      block.shape.mass.push_back(entry);
    }
  }
}

void add_loops(const Model<double>& model, const std::vector<LoopId>& loops, RecursionBlock& block,
               const RecursionBlock* interfaces) {
  for (const LoopId c : loops) block.shape.equations += model.loops[at(c.at)].row_count;
  const auto column_of = [&](int position) {
    const std::vector<int>& inside = block.shape.positions;
    const auto own = std::find(inside.begin(), inside.end(), position);
    if (own != inside.end()) return static_cast<int>(own - inside.begin());
    const std::vector<int>& shared = interfaces->shape.positions;
    const int in_block =
        static_cast<int>(std::find(shared.begin(), shared.end(), position) - shared.begin());
    const auto seen = std::find(block.interfaces.begin(), block.interfaces.end(), in_block);
    if (seen == block.interfaces.end()) {
      block.interfaces.push_back(in_block);
      return block.shape.coordinates + static_cast<int>(block.interfaces.size()) - 1;
    }
    return block.shape.coordinates + static_cast<int>(seen - block.interfaces.begin());
  };
  for (const LoopId c : loops) {
    const LoopData<double>& loop = model.loops[at(c.at)];
    const std::vector<int> columns = loop_columns(*model.topology, model.topology->loops[c]);
    const int first_row = static_cast<int>(block.shape.rows.size());
    for (int r = 0; r < loop.row_count; ++r) block.shape.rows.push_back(loop.first_row + r);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const int column = column_of(columns[k]);
      for (int r = 0; r < loop.row_count; ++r) {
        block.shape.phi.push_back(
            {column, first_row + r, loop.values_at + static_cast<int>(k) * loop.row_count + r});
      }
    }
  }
  block.shape.interfaces = static_cast<int>(block.interfaces.size());
}

// The block that each body is a member of, or -1.
std::vector<int> blocks_of(const RecursionPlan& plan, std::size_t bodies) {
  std::vector<int> block_of(bodies, -1);
  for (std::size_t b = 0; b < plan.blocks.size(); ++b) {
    for (const auto& member : plan.blocks[b].members)
      block_of[at(member.body)] = static_cast<int>(b);
  }
  return block_of;
}

// Rigid blocks have no bodies of others on theirs.
void find_rigid(std::span<const Link<double>> links, RecursionPlan& plan) {
  const std::vector<int> block_of = blocks_of(plan, links.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    const int carrier = links[i].parent < 0 ? -1 : block_of[at(links[i].parent)];
    if (carrier >= 0 && carrier != block_of[i]) plan.blocks[at(carrier)].rigid = false;
  }
}

// Places that two threads write to at once share no line of the caches.
constexpr int apart = 3;

}  // namespace

// A body's place is in use from the first step that hands something to it until it has handed on
// itself; the way back to the leaves needs it for as long, in the other direction.
void give_places(std::span<const Link<double>> links, RecursionPlan& plan) {
  const std::vector<int> block_of = blocks_of(plan, links.size());
  plan.place.assign(links.size(), -1);
  plan.starts.clear();
  plan.places = 0;
  if (plan.given >= 0) plan.place[at(plan.given)] = plan.places++;
  // steps that are taken side by side have places of their own
  std::vector<std::size_t> share_of(plan.steps.size(), 0);
  for (std::size_t s = 0; s < plan.shares.size(); ++s) {
    for (const int k : plan.shares[s]) share_of[at(k)] = s + 1;
  }
  std::vector<std::vector<int>> all_free(plan.shares.size() + 1);
  std::size_t number = 0;
  const auto is_rigid = [&](int i) {
    return block_of[at(i)] >= 0 && plan.blocks[at(block_of[at(i)])].rigid;
  };
  for (RecursionStep& step : plan.steps) {
    std::vector<int>& free = all_free[share_of[number++]];
    step.starts_at = static_cast<int>(plan.starts.size());
    const auto take_room = [&](int i) {
      if (i < 0 || is_rigid(i) || plan.place[at(i)] >= 0) return false;
      if (free.empty()) {
        free.push_back(plan.places);
        plan.places += plan.shares.empty() ? 1 : apart;
      }
      plan.place[at(i)] = free.back();
      free.pop_back();
      return true;
    };
    const auto start = [&](int i) {
      if (take_room(i)) plan.starts.push_back(i);
    };
    const auto leave = [&](int i) {
      if (!is_rigid(i) && links[at(i)].parent >= 0) free.push_back(plan.place[at(i)]);
    };
    if (step.twins >= 0) {
      start(plan.twin_roots[at(step.twins)]);
    } else if (step.carried >= 0) {
      start(plan.carried.steps[at(step.carried)].body);
    } else if (step.block < 0) {
      const Link<double>& link = links[at(step.body)];
      start(step.body);
      step.first_to_parent = take_room(link.parent);
      step.parent = link.parent;
      step.place = plan.place[at(step.body)];
      step.parent_place = link.parent < 0 ? -1 : plan.place[at(link.parent)];
      step.v_at = link.v_at;
      step.b_at = link.b_at;
      step.nv = static_cast<signed char>(link.nv);
      step.carries_axes = link.carries_axes;
      leave(step.body);
    } else {
      for (const auto& member : plan.blocks[at(step.block)].members) {
        start(member.body);
        start(links[at(member.body)].parent);
      }
      start(plan.blocks[at(step.block)].root);
      for (const auto& member : plan.blocks[at(step.block)].members) leave(member.body);
    }
    step.starts_count = static_cast<int>(plan.starts.size()) - step.starts_at;
  }
}

double operations_of(const RecursionPlan& plan) {
  double sum = 0.0;
  for (const RecursionStep& step : plan.steps) {
    if (step.block >= 0) {
      const FrontShape& shape = plan.blocks[at(step.block)].shape;
      sum += block_operations(shape.coordinates, shape.equations, shape.interfaces + shape.outside);
    } else if (step.body >= 0) {
      const int open =
          step.open < 0 ? 0 : plan.carried.sets[at(plan.carried.joints[at(step.open)].set)].count;
      sum += step.nv * operations_of_coordinate(open);
    }
  }
  for (const CarriedPlan::Closing& closing : plan.carried.closings)
    sum += operations_of_closing(closing.others_count);
  return sum;
}

RecursionPlan plan_recursion(const Model<double>& model, std::span<const int> vanishing,
                             Carry carry) {
  const Topology& t = *model.topology;
  std::vector<Cluster> clusters = joined_clusters(t);
  const std::vector<LoopId> carried = take_carried(model, vanishing, carry, clusters);
  RecursionPlan plan;
  plan.carried = plan_carried(model, carried, vanishing);
  std::vector<int> block_at(model.links.size(), -1);  // first member of a block -> block
  std::vector<char> taken(model.links.size(), 0);
  std::map<BodyId, std::vector<int>> interfaces;  // root -> bodies
  for (const Cluster& cluster : clusters) {
    for (const BodyId i : cluster.interfaces) {
      auto& list = interfaces[cluster.root];
      if (std::find(list.begin(), list.end(), i.at) == list.end()) list.push_back(i.at);
    }
  }
  std::map<BodyId, int> interface_block;
  for (const auto& [root, bodies] : interfaces) {
    RecursionBlock block;
    block.root = root.at;
    block.shape.outside = root.valid() ? 6 : 0;
    add_members(model, bodies, block);
    add_cross_terms(block);
    interface_block[root] = static_cast<int>(plan.blocks.size());
    for (const int i : bodies) taken[at(i)] = 1;
    plan.blocks.push_back(std::move(block));
  }
  for (const Cluster& cluster : clusters) {
    RecursionBlock block;
    block.root = cluster.root.at;
    block.shape.outside = cluster.root.valid() ? 6 : 0;
    std::vector<int> bodies;
    for (const BodyId i : cluster.members) bodies.push_back(i.at);
    add_members(model, bodies, block);
    const auto shared = interface_block.find(cluster.root);
    if (!cluster.interfaces.empty()) block.interface_block = shared->second;
    add_loops(model, cluster.loops, block,
              block.interface_block >= 0 ? &plan.blocks[at(block.interface_block)] : nullptr);
    for (const int i : bodies) {
      if (taken[at(i)] != 0) plan.possible = false;  // two clusters want the same body
      taken[at(i)] = 1;
    }
    block_at[at(block.members.back().body)] = static_cast<int>(plan.blocks.size());
    plan.blocks.push_back(std::move(block));
  }
  // leaves to root; interfaces just before their root
  std::size_t met = 0, passed = 0;
  for (int i = static_cast<int>(model.links.size()) - 1; i >= -1; --i) {
    if (met < plan.carried.steps.size() && plan.carried.steps[met].body == i)
      plan.steps.emplace_back().carried = static_cast<int>(met++);
    const auto shared = interface_block.find(BodyId{i});
    if (shared != interface_block.end()) plan.steps.push_back({-1, shared->second, -1});
    if (i < 0) break;
    if (block_at[at(i)] >= 0) {
      plan.steps.push_back({-1, block_at[at(i)], -1});
    } else if (taken[at(i)] == 0) {
      plan.steps.push_back({i, -1, -1});
      if (passed < plan.carried.joints.size() && plan.carried.joints[passed].body == i)
        plan.steps.back().open = static_cast<int>(passed++);
    }
  }
  find_rigid(model.links, plan);
  give_places(model.links, plan);
  return plan;
}

}  // namespace treadle
