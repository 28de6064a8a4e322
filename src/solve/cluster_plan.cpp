#include "cluster_plan.hpp"
#include "../base/at.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace treadle {

namespace {

using Neighbours = std::vector<std::set<int>>;  // later indices that each index meets

// A cluster waits for its last coordinate, an interface for the last cluster that sees it.
std::vector<int> elimination_order(const SaddlePattern& pattern, std::vector<int>& cluster_of) {
  cluster_of.assign(at(pattern.n), -1);
  std::vector<int> time(at(pattern.n));
  std::iota(time.begin(), time.end(), 0);
  std::vector<int> waits(at(pattern.n), 0);
  for (std::size_t c = 0; c < pattern.clusters.size(); ++c) {
    const ClusterPattern& cluster = pattern.clusters[c];
    if (cluster.positions.empty()) continue;
    const int last = cluster.positions.back();
    for (const int p : cluster.positions) {
      cluster_of[at(p)] = static_cast<int>(c);
      time[at(p)] = last;
    }
    for (const int p : cluster.interfaces) {
      if (time[at(p)] > last) continue;
      time[at(p)] = last;
      waits[at(p)] = 1;
    }
  }
  std::vector<int> order(at(pattern.n));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return std::pair(time[at(a)], waits[at(a)]) < std::pair(time[at(b)], waits[at(b)]);
  });
  return order;
}

void connect(Neighbours& meets, int a, int b) {
  if (a != b) meets[at(std::min(a, b))].insert(std::max(a, b));
}

void connect_all(Neighbours& meets, const std::vector<int>& clique) {
  for (std::size_t a = 0; a < clique.size(); ++a) {
    for (std::size_t b = a + 1; b < clique.size(); ++b) connect(meets, clique[a], clique[b]);
  }
}

// Interfaces first, then all that the inertia of the cluster meets outside.
void find_border(const Neighbours& meets, const std::vector<int>& interfaces, ClusterPlan& plan) {
  std::set<int> outside;
  for (const int j : plan.shape.positions) outside.insert(meets[at(j)].begin(), meets[at(j)].end());
  for (const int j : plan.shape.positions) outside.erase(j);
  plan.border = interfaces;
  std::sort(plan.border.begin(), plan.border.end());
  plan.shape.interfaces = static_cast<int>(interfaces.size());
  plan.shape.coupled =
      std::any_of(interfaces.begin(), interfaces.end(), [&](int i) { return outside.contains(i); });
  for (const int i : interfaces) outside.erase(i);
  plan.border.insert(plan.border.end(), outside.begin(), outside.end());
  plan.shape.outside =
      static_cast<int>(outside.size()) + (plan.shape.coupled ? plan.shape.interfaces : 0);
}

int slot_of(const LowerPattern& work, int a, int b) {
  return a == b ? -1 - a : work.slot(std::max(a, b), std::min(a, b));
}

void find_entries(const SaddlePattern& pattern, const ClusterPattern& cluster,
                  const LowerPattern& work, const std::vector<int>& index, ClusterPlan& plan) {
  const int n = plan.shape.coordinates;
  const std::vector<int>& order = plan.shape.positions;
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < n; ++i) {
      const int slot = slot_of(work, order[at(i)], order[at(j)]);
      if (i != j && slot < 0) continue;
      plan.shape.mass.emplace_back(i, j);
      plan.mass.push_back(slot);
    }
  }
  const int first = plan.shape.coupled ? 0 : plan.shape.interfaces;
  for (int j = 0; j < n; ++j) {
    for (int r = 0; r < plan.shape.outside; ++r) {
      const int slot = slot_of(work, order[at(j)], plan.border[at(first + r)]);
      if (slot >= 0) plan.coupling.push_back({j, r, slot});
    }
  }
  for (std::size_t a = 0; a < plan.border.size(); ++a) {
    for (std::size_t b = a + 1; b < plan.border.size(); ++b)
      plan.triangle.push_back(slot_of(work, plan.border[a], plan.border[b]));
  }
  // columns of the front: its coordinates, then the interfaces
  std::vector<int> columns = order;
  columns.insert(columns.end(), plan.border.begin(), plan.border.begin() + plan.shape.interfaces);
  for (const int c : cluster.loops) {
    const LoopPattern& loop = pattern.loops[at(c)];
    const int first_row = static_cast<int>(plan.shape.rows.size());
    for (int r = 0; r < loop.rows; ++r) plan.shape.rows.push_back(loop.first_row + r);
    for (std::size_t k = 0; k < loop.columns.size(); ++k) {
      const auto found =
          std::find(columns.begin(), columns.end(), index[at(loop.columns[k])]) - columns.begin();
      for (int r = 0; r < loop.rows; ++r) {
        plan.shape.phi.push_back({static_cast<int>(found), first_row + r,
                                  loop.values_at + static_cast<int>(k) * loop.rows + r});
      }
    }
  }
}

}  // namespace

EliminationPlan plan_elimination(const SaddlePattern& pattern) {
  EliminationPlan plan;
  std::vector<int> cluster_of;
  plan.position = elimination_order(pattern, cluster_of);
  std::vector<int> index(at(pattern.n));
  for (int i = 0; i < pattern.n; ++i) index[at(plan.position[at(i)])] = i;

  Neighbours meets(at(pattern.n));
  for (int j = 0; j < pattern.n; ++j) {
    for (int s = pattern.inertia.begin[at(j)]; s < pattern.inertia.begin[at(j) + 1]; ++s)
      connect(meets, index[at(pattern.inertia.rows[at(s)])], index[at(j)]);
  }
  plan.clusters.resize(pattern.clusters.size());
  for (int i = 0; i < pattern.n;) {
    const int c = cluster_of[at(plan.position[at(i)])];
    if (c < 0) {
      connect_all(meets, {meets[at(i)].begin(), meets[at(i)].end()});
      if (plan.steps.empty() || plan.steps.back().cluster >= 0) plan.steps.push_back({-1, i, i});
      plan.steps.back().last = ++i;
      continue;
    }
    ClusterPlan& cluster = plan.clusters[at(c)];
    const ClusterPattern& from = pattern.clusters[at(c)];
    for (const int p : from.positions) cluster.shape.positions.push_back(index[at(p)]);
    std::vector<int> interfaces;
    for (const int p : from.interfaces) interfaces.push_back(index[at(p)]);
    cluster.shape.coordinates = static_cast<int>(cluster.shape.positions.size());
    for (const int l : from.loops) cluster.shape.equations += pattern.loops[at(l)].rows;
    find_border(meets, interfaces, cluster);
    connect_all(meets, cluster.border);
    plan.steps.push_back({c, 0, 0});
    i += cluster.shape.coordinates;
  }

  plan.work.n = pattern.n;
  for (const std::set<int>& column : meets) {
    plan.work.rows.insert(plan.work.rows.end(), column.begin(), column.end());
    plan.work.begin.push_back(plan.work.entries());
  }
  for (std::size_t c = 0; c < plan.clusters.size(); ++c)
    find_entries(pattern, pattern.clusters[c], plan.work, index, plan.clusters[c]);
  for (int j = 0; j < pattern.n; ++j) {
    for (int s = pattern.inertia.begin[at(j)]; s < pattern.inertia.begin[at(j) + 1]; ++s)
      plan.inertia_slots.push_back(
          slot_of(plan.work, index[at(pattern.inertia.rows[at(s)])], index[at(j)]));
  }
  bool same = std::is_sorted(plan.position.begin(), plan.position.end()) &&
              plan.work.entries() == pattern.inertia.entries();
  if (same) plan.inertia_slots.clear();
  return plan;
}

}  // namespace treadle
