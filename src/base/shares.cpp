#include "shares.hpp"

#include "at.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace treadle {

namespace {

constexpr int most_shares = 16;        // more would only be more to wait for
constexpr double largest_part = 0.13;  // of all work: eight equal branches are not cut further
constexpr double least_gain = 1.5;
constexpr int most_cuts = 100;

/// Subtrees that belong together.
struct Part {
  std::vector<int> tops;
  double weight = 0.0;
};

class Cutting {
 public:
  Cutting(std::span<const int> parent, std::span<const double> weight,
          std::span<const std::vector<int>> ties)
      : parent_(parent),
        weight_(weight),
        ties_(ties),
        end_(parent.size()),
        sum_(weight.begin(), weight.end()) {
    for (std::size_t i = 0; i < end_.size(); ++i) end_[i] = static_cast<int>(i) + 1;
    for (std::size_t i = end_.size(); i-- > 0;) {
      if (parent_[i] < 0) {
        tops_.push_back(static_cast<int>(i));
        continue;
      }
      end_[at(parent_[i])] = std::max(end_[at(parent_[i])], end_[i]);
      sum_[at(parent_[i])] += sum_[i];
    }
    std::reverse(tops_.begin(), tops_.end());
    for (const int i : tops_) all_ += sum_[at(i)];
  }

  [[nodiscard]] bool is_consecutive() const {
    std::vector<int> nodes(parent_.size(), 1);
    for (std::size_t i = nodes.size(); i-- > 0;) {
      if (end_[i] != static_cast<int>(i) + nodes[i]) return false;
      if (parent_[i] >= 0) nodes[at(parent_[i])] += nodes[i];
    }
    return true;
  }

  Shares make(double largest_trunk) {
    std::vector<Part> parts = together();
    for (int cut = 0; cut < most_cuts && !parts.empty(); ++cut) {
      const auto heavy =
          std::max_element(parts.begin(), parts.end(),
                           [](const Part& a, const Part& b) { return a.weight < b.weight; });
      if (heavy->weight <= largest_part * all_) break;
      double stems = 0.0;
      for (const int i : heavy->tops) stems += weight_[at(i)];
      if (trunk_ + stems > largest_trunk * all_) break;
      trunk_ += stems;
      climb(heavy->tops);
      parts = together();
    }
    return bundle(std::move(parts));
  }

 private:
  // These nodes become trunk, and what stands on them takes their place.
  void climb(const std::vector<int>& tops) {
    std::vector<int> next;
    for (const int i : tops_) {
      if (std::find(tops.begin(), tops.end(), i) == tops.end()) {
        next.push_back(i);
        continue;
      }
      for (int k = i + 1; k < end_[at(i)]; k = end_[at(k)]) next.push_back(k);
    }
    tops_ = std::move(next);
  }

  // The top below which a node is; -1: it is in the trunk.
  [[nodiscard]] int top_of(int node) const {
    const auto after = std::upper_bound(tops_.begin(), tops_.end(), node);
    if (after == tops_.begin()) return -1;
    const int k = static_cast<int>(after - tops_.begin()) - 1;
    return node < end_[at(tops_[at(k)])] ? k : -1;
  }

  [[nodiscard]] std::vector<Part> together() const {
    std::vector<int> leads(tops_.size());
    std::iota(leads.begin(), leads.end(), 0);
    const auto lead = [&](int k) {
      while (leads[at(k)] != k) k = leads[at(k)] = leads[at(leads[at(k)])];
      return k;
    };
    for (const std::vector<int>& tie : ties_) {
      int first = -1;
      for (const int node : tie) {
        const int k = top_of(node);
        if (k < 0) continue;
        if (first < 0) first = lead(k);
        leads[at(lead(k))] = lead(first);
      }
    }
    std::map<int, Part> parts;
    for (std::size_t k = 0; k < tops_.size(); ++k) {
      Part& part = parts[lead(static_cast<int>(k))];
      part.tops.push_back(tops_[k]);
      part.weight += sum_[at(tops_[k])];
    }
    std::vector<Part> out;
    for (auto& [first, part] : parts) out.push_back(std::move(part));
    return out;
  }

  // The heaviest first, each to the share that has least.
  [[nodiscard]] Shares bundle(std::vector<Part> parts) const {
    Shares out;
    std::stable_sort(parts.begin(), parts.end(),
                     [](const Part& a, const Part& b) { return a.weight > b.weight; });
    std::vector<double> load(std::min<std::size_t>(parts.size(), most_shares), 0.0);
    std::vector<std::vector<int>> tops(load.size());
    for (const Part& part : parts) {
      const auto least =
          static_cast<std::size_t>(std::min_element(load.begin(), load.end()) - load.begin());
      load[least] += part.weight;
      tops[least].insert(tops[least].end(), part.tops.begin(), part.tops.end());
    }
    const double longest = load.empty() ? all_ : *std::max_element(load.begin(), load.end());
    const double left = trunk_ + longest;
    out.of.assign(parent_.size(), -1);
    if (load.size() < 2 || !(all_ >= least_gain * left)) return out;
    out.gain = all_ / left;
    out.nodes.resize(load.size());
    for (std::size_t s = 0; s < tops.size(); ++s) {
      std::sort(tops[s].begin(), tops[s].end());
      for (const int i : tops[s]) {
        std::fill(out.of.begin() + i, out.of.begin() + end_[at(i)], static_cast<int>(s));
        auto& ranges = out.nodes[s];
        if (!ranges.empty() && ranges.back().second == i) {
          ranges.back().second = end_[at(i)];
        } else {
          ranges.emplace_back(i, end_[at(i)]);
        }
      }
    }
    for (std::size_t i = 0; i < out.of.size(); ++i) {
      if (out.of[i] < 0) out.trunk.push_back(static_cast<int>(i));
    }
    return out;
  }

  std::span<const int> parent_;
  std::span<const double> weight_;
  std::span<const std::vector<int>> ties_;
  std::vector<int> end_;     // one behind the subtree of each node
  std::vector<double> sum_;  // weight of each subtree
  std::vector<int> tops_;    // of subtrees that stand on the trunk, ascending
  double all_ = 0.0, trunk_ = 0.0;
};

}  // namespace

Shares cut_shares(std::span<const int> parent, std::span<const double> weight,
                  std::span<const std::vector<int>> ties, double trunk) {
  Cutting cutting(parent, weight, ties);
  return cutting.is_consecutive() ? cutting.make(trunk) : Shares{};
}

}  // namespace treadle
