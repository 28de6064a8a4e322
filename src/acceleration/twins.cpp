#include "twins.hpp"

#include "../base/at.hpp"
#include "../scalar/lanes.hpp"

#include <algorithm>
#include <map>

namespace treadle {

namespace {

// Bodies that lanes must save, against the work of filling and emptying them.
constexpr int fewest_saved = 3;

void drop(std::vector<char>& kept, const std::vector<int>& those) {
  for (const int k : those) kept[at(k)] = 0;
}

template <class T>
std::vector<T> what_is_kept(const std::vector<T>& from, const std::vector<char>& kept) {
  std::vector<T> out;
  for (std::size_t k = 0; k < from.size(); ++k) {
    if (kept[k] != 0) out.push_back(from[k]);
  }
  return out;
}

// The forces that are in no excerpt.
Forces<double> forces_of_rest(const Forces<double>& forces, const Twins& twins) {
  std::array<std::vector<char>, force_kinds> kept;
  for_each_field([](auto& flags, const auto& all) { flags.assign(all.size(), 1); }, kept, forces);
  for (const auto& set : twins.sets) {
    for (const Excerpt& e : set) for_each_field(drop, kept, e.taken);
  }
  Forces<double> rest;
  for_each_field(
      [](auto& own, const auto& all, const auto& flags) { own = what_is_kept(all, flags); }, rest,
      forces, kept);
  return rest;
}

using Equal = std::map<std::vector<long>, std::vector<Excerpt>>;

// Branches whose loops end on the root join those whose loops end on an interface instead, where
// this is the only difference.
void join_without_interfaces(const ExcerptSource& source, Equal& equal) {
  for (auto& [structure, all] : equal) {
    if (all.empty() || all.front().interface_block < 0) continue;
    const auto hidden = excerpt_of(source, all.front().branch, true);
    const auto other = hidden ? equal.find(hidden->structure) : equal.end();
    if (other == equal.end()) continue;
    while (all.size() % Lanes::count != 0 && !other->second.empty()) {
      all.push_back(std::move(other->second.back()));
      other->second.pop_back();
    }
  }
}

// Takes sets of equal branches on one body out of those that stand there.
void take_equal(const ExcerptSource& source, const std::vector<Branch>& branches, Twins& twins) {
  Equal equal;
  for (const Branch& branch : branches) {
    if (auto e = excerpt_of(source, branch)) equal[e->structure].push_back(std::move(*e));
  }
  join_without_interfaces(source, equal);
  for (auto& [structure, all] : equal) {
    for (std::size_t first = 0; first + 1 < all.size(); first += Lanes::count) {
      const std::size_t last = std::min(all.size(), first + Lanes::count);
      const auto saved = static_cast<int>((last - first - 1) * all[first].branch.bodies.size());
      if (saved < fewest_saved) continue;
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first),
                 end = all.begin() + static_cast<std::ptrdiff_t>(last);
      twins.sets.emplace_back(std::make_move_iterator(begin), std::make_move_iterator(end));
    }
  }
}

// The recursion's steps without those of the sets; each set becomes one step.
RecursionPlan plan_of_rest(const Model<double>& model, const RecursionPlan& plan,
                           const Twins& twins) {
  RecursionPlan rest = plan;
  rest.steps.clear();
  std::vector<int> set_at(plan.steps.size(), -1);  // the step that a set stands for
  std::vector<char> kept(plan.steps.size(), 1);
  for (std::size_t t = 0; t < twins.sets.size(); ++t) {
    for (const Excerpt& e : twins.sets[t]) {
      drop(kept, e.branch.steps);
      for (const int s : e.branch.steps) {
        const int block = plan.steps[at(s)].block;
        if (block >= 0) rest.blocks[at(block)] = {};
      }
    }
    set_at[at(twins.sets[t].front().branch.steps.back())] = static_cast<int>(t);
    rest.twin_roots.push_back(twins.sets[t].front().branch.root);
  }
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    if (kept[s] != 0) rest.steps.push_back(plan.steps[s]);
    if (set_at[s] >= 0) rest.steps.push_back({-1, -1, set_at[s]});
  }
  give_places(model.links, rest);
  return rest;
}

// Bodies that one force looks at, in pairs.
std::vector<std::pair<int, int>> ties_of(const Forces<double>& forces) {
  std::vector<std::pair<int, int>> ties;
  const auto add = [&](const auto& force) {
    std::vector<int> bodies;
    for_each_part<BodyId>(force, [&](BodyId i) { bodies.push_back(i.at); });
    for (std::size_t k = 1; k < bodies.size(); ++k) ties.emplace_back(bodies[0], bodies[k]);
  };
  for_each_field([&](const auto& list) { std::for_each(list.begin(), list.end(), add); }, forces);
  return ties;
}

Remainder rest_of(const ExcerptSource& source, const Twins& twins) {
  const Model<double>& model = source.model;
  std::vector<char> bodies(model.links.size(), 1), loops(model.loops.size(), 1);
  for (const auto& set : twins.sets) {
    for (const Excerpt& e : set) {
      drop(bodies, e.branch.bodies);
      drop(loops, e.branch.loops);
    }
  }
  Remainder rest;
  rest.model = model;
  rest.model.loops = what_is_kept(model.loops, loops);
  std::erase_if(rest.model.turned, [&](int i) { return bodies[at(i)] == 0; });
  rest.forces = forces_of_rest(source.forces, twins);
  rest.plan = plan_of_rest(model, source.plan, twins);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i] == 0) continue;
    if (i == 0 || bodies[i - 1] == 0) rest.bodies.push_back({i, i});
    rest.bodies.back().last = i + 1;
  }
  return rest;
}

}  // namespace

Twins find_twins(const Mechanism& mechanism, const Model<double>& model) {
  Twins twins;
  if (!mechanism.custom.empty() || !mechanism.contacts.empty()) return twins;
  const RecursionPlan plan = plan_recursion(model, mechanism.redundancy.vanishing);
  if (!plan.possible || !plan.carried.empty()) return twins;
  const ForcesOnBodies on_bodies(model, mechanism.forces);
  const ExcerptSource source{model, mechanism.forces, on_bodies, plan, mechanism.redundancy.rows};
  const Branches branches(model, plan, ties_of(mechanism.forces));
  std::vector<char> free(model.links.size(), 1);
  for (int root = -1; root < static_cast<int>(model.links.size()); ++root) {
    if (root >= 0 && free[at(root)] == 0) continue;
    const std::size_t before = twins.sets.size();
    take_equal(source, branches.on(root), twins);
    for (std::size_t t = before; t < twins.sets.size(); ++t) {
      for (const Excerpt& e : twins.sets[t]) drop(free, e.branch.bodies);
    }
  }
  if (!twins.sets.empty()) twins.rest = rest_of(source, twins);
  return twins;
}

std::vector<std::string> twin_words(const Twins& twins, const Topology& topology) {
  const auto name = [&](int i) {
    return i < 0 ? std::string("the ground") : "'" + topology.bodies[BodyId{i}].name + "'";
  };
  std::vector<std::string> words;
  for (const auto& set : twins.sets) {
    const Branch& first = set.front().branch;
    const std::size_t bodies = first.bodies.size();
    std::string text = std::to_string(set.size()) + " branches of " + std::to_string(bodies) +
                       (bodies == 1 ? " body" : " bodies") + " on " + name(first.root) + ":";
    for (const Excerpt& e : set) {
      text += (&e == &set.front() ? " " : ", ") + name(e.branch.bodies.front());
    }
    words.push_back(std::move(text));
  }
  return words;
}

}  // namespace treadle
