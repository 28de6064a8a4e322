#include "equal_clusters.hpp"

#include "../base/at.hpp"

#include <algorithm>

namespace treadle {

namespace {

// Entries of Phi in the cluster's own columns come first, those of its interfaces follow.
std::vector<FrontShape::PhiEntry> sorted_phi(const FrontShape& shape) {
  std::vector<FrontShape::PhiEntry> phi = shape.phi;
  std::stable_partition(phi.begin(), phi.end(),
                        [&](const auto& e) { return e.column < shape.coordinates; });
  return phi;
}

// The same coordinates outside, and the same interfaces or none.
bool border_alike(const ClusterPlan& a, const ClusterPlan& b) {
  return !a.shape.coupled && !b.shape.coupled && a.shape.outside == b.shape.outside &&
         a.border.size() >= b.border.size() &&
         (b.shape.interfaces == 0 || b.shape.interfaces == a.shape.interfaces) &&
         std::equal(b.border.rbegin(), b.border.rend(), a.border.rbegin());
}

// Whether b may sit in a lane beside a.
bool are_alike(const ClusterPlan& a, const ClusterPlan& b) {
  if (a.shape.coordinates != b.shape.coordinates || a.shape.equations != b.shape.equations ||
      a.shape.mass != b.shape.mass || !border_alike(a, b))
    return false;
  const auto same_coupling = [](const CouplingEntry& x, const CouplingEntry& y) {
    return x.coordinate == y.coordinate && x.row == y.row;
  };
  if (!std::equal(a.coupling.begin(), a.coupling.end(), b.coupling.begin(), b.coupling.end(),
                  same_coupling))
    return false;
  const auto pa = sorted_phi(a.shape), pb = sorted_phi(b.shape);
  const auto same_place = [](const auto& x, const auto& y) {
    return x.column == y.column && x.row == y.row;
  };
  return pa.size() >= pb.size() && std::equal(pb.begin(), pb.end(), pa.begin(), same_place) &&
         (pa.size() == pb.size() || pa[pb.size()].column >= a.shape.coordinates);
}

void fill(const ClusterPlan& from, std::size_t lane, EqualClusters& set) {
  const auto phi = sorted_phi(from.shape);
  for (std::size_t k = 0; k < set.phi.size(); ++k)
    set.phi[k][lane] = k < phi.size() ? phi[k].value : -1;
  for (std::size_t k = 0; k < set.positions.size(); ++k)
    set.positions[k][lane] = from.shape.positions[k];
  for (std::size_t k = 0; k < set.rows.size(); ++k) set.rows[k][lane] = from.shape.rows[k];
  for (std::size_t k = 0; k < set.mass.size(); ++k) set.mass[k][lane] = from.mass[k];
  for (std::size_t k = 0; k < set.coupling.size(); ++k)
    set.coupling[k].slots[lane] = from.coupling[k].slot;
}

EqualClusters set_of(const EliminationPlan& plan, const std::vector<int>& clusters) {
  EqualClusters set;
  set.clusters = clusters;
  const ClusterPlan& first = plan.clusters[at(clusters.front())];
  set.shape = first.shape;
  set.border = first.border;
  set.shape.phi = sorted_phi(first.shape);
  for (std::size_t k = 0; k < set.shape.phi.size(); ++k)
    set.shape.phi[k].value = static_cast<int>(k);
  for (std::size_t k = 0; k < set.shape.positions.size(); ++k)
    set.shape.positions[k] = static_cast<int>(k);
  for (std::size_t k = 0; k < set.shape.rows.size(); ++k) set.shape.rows[k] = static_cast<int>(k);
  set.phi.resize(set.shape.phi.size());
  set.positions.resize(set.shape.positions.size());
  set.rows.resize(set.shape.rows.size());
  set.mass.resize(first.mass.size());
  for (const CouplingEntry& e : first.coupling) set.coupling.push_back({e.coordinate, e.row, {}});
  for (std::size_t l = 0; l < Lanes::count; ++l)
    fill(plan.clusters[at(clusters[l < clusters.size() ? l : 0])], l, set);
  return set;
}

}  // namespace

std::vector<EqualClusters> find_equal_clusters(const EliminationPlan& plan) {
  std::vector<EqualClusters> sets;
  // clusters that follow each other, those with interfaces first: none borders on another, since
  // all border on the same coordinates
  for (std::size_t s = 0; s < plan.steps.size();) {
    std::vector<int> run;
    for (; s < plan.steps.size() && plan.steps[s].cluster >= 0; ++s)
      run.push_back(plan.steps[s].cluster);
    if (run.empty()) ++s;
    std::stable_partition(run.begin(), run.end(),
                          [&](int c) { return plan.clusters[at(c)].shape.interfaces > 0; });
    while (run.size() > 1) {
      std::vector<int> alike{run.front()}, others;
      for (std::size_t k = 1; k < run.size(); ++k) {
        const bool fits = alike.size() < Lanes::count &&
                          are_alike(plan.clusters[at(run.front())], plan.clusters[at(run[k])]);
        (fits ? alike : others).push_back(run[k]);
      }
      if (alike.size() > 1) sets.push_back(set_of(plan, alike));
      run = std::move(others);
    }
  }
  return sets;
}

}  // namespace treadle
