#include "component_exchange.hpp"

#include "../base/at.hpp"

#include <algorithm>

namespace treadle {

ComponentExchange::ComponentExchange(const Model<double>& model, const HierarchyPlan& plan,
                                     const std::vector<ComponentLevel>& levels,
                                     const std::vector<bool>& dependent,
                                     std::span<const double> cost, Ranks& ranks)
    : plan_(plan),
      ranks_(ranks),
      owner_(cut_components(plan, cost, ranks.size())),
      share_(share_of(model, plan, owner_, ranks.rank())),
      found_(at(ranks.size())),
      border_(plan.nodes.size()),
      counts_(at(ranks.size())) {
  traffic_.ranks = ranks.size();
  for (std::size_t n = 0; n < plan.nodes.size(); ++n) {
    const int around = plan.nodes[n].parent;
    if (around < 0 || owner_[at(around)] == owner_[n]) continue;
    ++traffic_.borders;
    up_ += levels[n].packed_size(true);
    again_ += levels[n].packed_size(false);
    down_ += static_cast<long>(6 * plan.nodes[n].border.size());
    border_[n].resize(at(levels[n].packed_size(true)) + 6 * plan.nodes[n].border.size());
  }
  list_found(model, dependent);
}

// Rates of joints whose bodies are both its own, motions of bodies on both sides of the others,
// multipliers.
void ComponentExchange::list_found(const Model<double>& model, const std::vector<bool>& dependent) {
  const auto owner_of_body = [&](int body) {
    return owner_[at(plan_.fragments[at(plan_.fragment_of[at(body)])].node)];
  };
  std::vector<bool> is_mixed(model.links.size(), false), is_told = is_mixed;
  for (const OuterPlace& place : share_.mixed) {
    const int body = plan_.nodes[at(place.node)].joints[at(place.number)];
    is_mixed[at(body)] = true;
    for (const int b : touched_by_joint(model, body)) is_told[at(b)] = true;
  }
  for (std::size_t b = 0; b < model.links.size(); ++b) {
    Found& found = found_[at(owner_of_body(static_cast<int>(b)))];
    const Link<double>& link = model.links[b];
    for (int c = 0; c < link.nv && !is_mixed[b]; ++c) found.velocities.push_back(link.v_at + c);
    if (is_told[b]) found.bodies.push_back(static_cast<int>(b));
  }
  const auto add_rows = [&](const std::vector<int>& loops, int node) {
    for (const int c : loops) {
      const LoopData<double>& loop = model.loops[at(c)];
      for (int row = loop.first_row; row < loop.first_row + loop.row_count; ++row)
        if (!dependent[at(row)]) found_[at(owner_[at(node)])].rows.push_back(row);
    }
  };
  for (std::size_t n = 0; n < plan_.nodes.size(); ++n)
    add_rows(plan_.nodes[n].loops, static_cast<int>(n));
  for (const Fragment& fragment : plan_.fragments) add_rows(fragment.loops, fragment.node);
  std::size_t most = 0;
  for (const Found& f : found_)
    most += 1 + f.velocities.size() + 6 * f.bodies.size() + f.rows.size();
  all_.resize(most);
}

bool ComponentExchange::take_up(std::size_t level, bool factors,
                                std::vector<ComponentLevel>& levels) {
  for (const int n : share_.inside[level]) {
    std::vector<double>& numbers = border_[at(n)];
    const int count = levels[at(n)].packed_size(factors);
    if (count == 0) continue;
    if (!ranks_.receive(owner_[at(n)], n, numbers.data(), count)) return false;
    levels[at(n)].unpack(factors, numbers);
  }
  return true;
}

bool ComponentExchange::pass_up(std::size_t level, bool factors,
                                const std::vector<ComponentLevel>& levels) {
  for (const int n : share_.outside[level]) {
    std::vector<double>& numbers = border_[at(n)];
    const int count = levels[at(n)].packed_size(factors);
    if (count == 0) continue;
    levels[at(n)].pack(factors, numbers);
    if (!ranks_.send(owner_[at(plan_.nodes[at(n)].parent)], n, numbers.data(), count)) return false;
  }
  return true;
}

bool ComponentExchange::take_down(std::size_t level, std::span<const int> place,
                                  std::vector<ComponentLevel>& levels) {
  for (const int n : share_.outside[level]) {
    const int around = plan_.nodes[at(n)].parent;
    const auto tau = levels[at(around)].forces_into(place[at(n)]);
    if (tau.empty()) continue;
    if (!ranks_.receive(owner_[at(around)], n, tau.data(), static_cast<int>(tau.size())))
      return false;
  }
  return true;
}

bool ComponentExchange::pass_down(std::size_t level, std::span<const int> place,
                                  const std::vector<ComponentLevel>& levels) {
  for (const int n : share_.inside[level]) {
    const auto tau = levels[at(plan_.nodes[at(n)].parent)].forces_on(place[at(n)]);
    if (tau.size() == 0) continue;
    // behind what came up, which is used no more but may be on its way
    double* const numbers = border_[at(n)].data() + levels[at(n)].packed_size(true);
    std::copy(tau.data(), tau.data() + tau.size(), numbers);
    if (!ranks_.send(owner_[at(n)], n, numbers, static_cast<int>(tau.size()))) return false;
  }
  return true;
}

bool ComponentExchange::gather(bool factors, int& bad, std::span<double> qdd,
                               std::span<double> lambda, std::span<Six> motion) {
  std::size_t to = 0;
  for (std::size_t r = 0; r < found_.size(); ++r) {
    const Found& f = found_[r];
    const std::size_t first = to, rows = factors ? f.rows.size() : 0;
    counts_[r] = static_cast<int>(1 + f.velocities.size() + 6 * f.bodies.size() + rows);
    to += at(counts_[r]);
    if (static_cast<int>(r) != ranks_.rank()) continue;
    double* out = all_.data() + first;
    *out++ = bad;
    for (const int v : f.velocities) *out++ = qdd[at(v)];
    for (const int b : f.bodies) out = std::copy_n(motion[at(b)].data(), 6, out);
    for (std::size_t k = 0; k < rows; ++k) *out++ = lambda[at(f.rows[k])];
  }
  if (!ranks_.gather(all_.data(), counts_.data()) || !ranks_.settle()) return false;
  const double* in = all_.data();
  for (const Found& f : found_) {
    const int theirs = static_cast<int>(*in++);
    if (theirs >= 0 && (bad < 0 || theirs < bad)) bad = theirs;
    for (const int v : f.velocities) qdd[at(v)] = *in++;
    for (const int b : f.bodies) {
      std::copy_n(in, 6, motion[at(b)].data());
      in += 6;
    }
    for (std::size_t k = 0; factors && k < f.rows.size(); ++k) lambda[at(f.rows[k])] = *in++;
  }
  traffic_.gathered += static_cast<long>(to);
  traffic_.up += factors ? up_ : again_;
  traffic_.down += down_;
  ++(factors ? traffic_.solves : traffic_.repeats);
  return true;
}

}  // namespace treadle
