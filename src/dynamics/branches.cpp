#include "branches.hpp"

#include "../base/at.hpp"

#include <algorithm>
#include <map>

namespace treadle {

namespace {

// The body that both stand on, itself included, and the bodies on it that lead to them.
struct Meeting {
  int root, a, b;
};

Meeting meeting_of(const Model<double>& model, int a, int b) {
  Meeting m{-1, a, b};
  // inner bodies have smaller numbers
  while (a != b) {
    int& outer = a > b ? a : b;
    (a > b ? m.a : m.b) = outer;
    outer = model.links[at(outer)].parent;
  }
  m.root = a;
  return m;
}

}  // namespace

Branches::Branches(const Model<double>& model, const RecursionPlan& plan,
                   std::span<const std::pair<int, int>> ties)
    : plan_(plan),
      children_(model.links.size() + 1),
      size_(model.links.size(), 1),
      step_of_(model.links.size(), -1),
      loop_of_(at(model.rows())),
      bound_(model.links.size(), 0),
      together_on_(model.links.size() + 1) {
  const std::size_t n = model.links.size();
  for (std::size_t i = 0; i < n; ++i) {
    const int up = model.links[i].parent;
    children_[up < 0 ? n : at(up)].push_back(static_cast<int>(i));
  }
  for (std::size_t i = n; i-- > 0;) {
    if (model.links[i].parent >= 0) size_[at(model.links[i].parent)] += size_[i];
  }
  for (std::size_t c = 0; c < model.loops.size(); ++c) {
    const LoopData<double>& loop = model.loops[c];
    std::fill_n(loop_of_.begin() + loop.first_row, loop.row_count, static_cast<int>(c));
  }
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    if (plan.steps[s].block < 0) {
      step_of_[at(plan.steps[s].body)] = static_cast<int>(s);
      continue;
    }
    const RecursionBlock& block = plan.blocks[at(plan.steps[s].block)];
    for (const auto& member : block.members) {
      step_of_[at(member.body)] = static_cast<int>(s);
      if (member.parent >= 0 || block.shape.equations == 0) bound_[at(member.body)] = 1;
    }
    if (block.shape.equations == 0) continue;
    Together held;
    for (const auto& member : block.members) {
      if (member.parent < 0) held.push_back(member.body);
    }
    together_on_[block.root < 0 ? n : at(block.root)].push_back(std::move(held));
  }
  for (const auto& [a, b] : ties) {
    if (a < 0 || b < 0) continue;
    const Meeting m = meeting_of(model, a, b);
    if (m.root != a && m.root != b) together_on_[m.root < 0 ? n : at(m.root)].push_back({m.a, m.b});
  }
}

const std::vector<int>& Branches::children(int body) const {
  return body < 0 ? children_.back() : children_[at(body)];
}

// Bodies, loops, steps and interfaces, from the bodies that stand on the root.
void Branches::fill(Branch& branch) const {
  for (std::size_t k = 0; k < branch.bodies.size(); ++k) {
    const std::vector<int>& outer = children(branch.bodies[k]);
    branch.bodies.insert(branch.bodies.end(), outer.begin(), outer.end());
  }
  std::sort(branch.bodies.begin(), branch.bodies.end());
  for (const int i : branch.bodies) branch.steps.push_back(step_of_[at(i)]);
  const auto once = [](std::vector<int>& a) {
    std::sort(a.begin(), a.end());
    a.erase(std::unique(a.begin(), a.end()), a.end());
  };
  once(branch.steps);
  for (const int s : branch.steps) {
    if (plan_.steps[at(s)].block < 0) continue;
    const RecursionBlock& block = plan_.blocks[at(plan_.steps[at(s)].block)];
    for (const int row : block.shape.rows) branch.loops.push_back(loop_of_[at(row)]);
    if (block.interfaces.empty() || block.root != branch.root) continue;
    branch.interface_block = block.interface_block;
  }
  once(branch.loops);
  if (branch.interface_block < 0) return;
  for (const auto& member : plan_.blocks[at(branch.interface_block)].members)
    branch.shared.push_back(member.body);
  once(branch.shared);
}

std::vector<Branch> Branches::on(int root) const {
  const std::vector<int>& tops = children(root);
  if (tops.size() < 2) return {};
  // tops that are held together lead to the same one
  std::map<int, int> leads;
  for (const int i : tops) leads[i] = i;
  const auto lead = [&](int i) {
    while (leads[i] != i) i = leads[i] = leads[leads[i]];
    return i;
  };
  for (const Together& held : root < 0 ? together_on_.back() : together_on_[at(root)]) {
    for (const int i : held) leads[lead(i)] = lead(held.front());
  }
  std::map<int, Branch> found;
  std::map<int, int> bodies;  // of each
  std::map<int, bool> tied;
  for (const int body : tops) {
    const int l = lead(body);
    found[l].bodies.push_back(body);
    bodies[l] += size_[at(body)];
    tied[l] = tied[l] || bound_[at(body)] != 0;
  }
  std::map<int, int> as_large;
  for (const auto& [l, branch] : found) as_large[bodies[l]] += tied[l] ? 0 : 1;
  std::vector<Branch> out;
  for (auto& [l, branch] : found) {
    if (tied[l] || as_large[bodies[l]] < 2) continue;
    branch.root = root;
    fill(branch);
    out.push_back(std::move(branch));
  }
  return out;
}

}  // namespace treadle
