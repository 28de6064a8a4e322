// The steps of the recursion, cut as the bodies are cut: what touches one share alone belongs to
// it.
#include "../base/at.hpp"
#include "recursion_plan.hpp"

namespace treadle {

namespace {

// Bodies whose places a step reads or writes.
std::vector<int> touched_by(std::span<const Link<double>> links, const RecursionPlan& plan,
                            const RecursionStep& step) {
  std::vector<int> out;
  const auto add = [&](int body) {
    if (body >= 0) out.push_back(body);
  };
  if (step.block < 0) {
    add(step.body);
    if (step.body >= 0) add(links[at(step.body)].parent);
    return out;
  }
  const auto add_members = [&](const RecursionBlock& block) {
    for (const auto& member : block.members) {
      add(member.body);
      add(links[at(member.body)].parent);
    }
    add(block.root);
  };
  const RecursionBlock& block = plan.blocks[at(step.block)];
  add_members(block);
  if (!block.interfaces.empty()) add_members(plan.blocks[at(block.interface_block)]);
  return out;
}

}  // namespace

std::vector<std::vector<int>> ties_of(const RecursionPlan& plan) {
  std::vector<std::vector<int>> ties;
  for (const RecursionBlock& block : plan.blocks) {
    std::vector<int>& tie = ties.emplace_back();
    for (const auto& member : block.members) tie.push_back(member.body);
    if (block.interfaces.empty()) continue;
    for (const auto& member : plan.blocks[at(block.interface_block)].members)
      tie.push_back(member.body);
  }
  return ties;
}

void cut_steps(std::span<const Link<double>> links, const Shares& bodies, RecursionPlan& plan) {
  plan.shares.clear();
  plan.trunk.clear();
  if (bodies.count() == 0 || !plan.carried.empty()) return;
  plan.shares.resize(at(bodies.count()));
  std::vector<char> later(links.size(), 0);  // by body: steps of the trunk hand something to it
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    const std::vector<int> touched = touched_by(links, plan, plan.steps[k]);
    int share = touched.empty() ? -1 : bodies.of[at(touched.front())];
    for (const int i : touched) {
      if (bodies.of[at(i)] != share || later[at(i)] != 0) share = -1;
    }
    (share < 0 ? plan.trunk : plan.shares[at(share)]).push_back(static_cast<int>(k));
    for (const int i : touched) later[at(i)] = share < 0 ? 1 : later[at(i)];
  }
}

}  // namespace treadle
