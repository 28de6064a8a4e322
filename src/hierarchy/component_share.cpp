#include "component_share.hpp"

#include "../base/at.hpp"

#include <algorithm>

namespace treadle {

namespace {

// Subtrees that are given away as a whole cost at most this part of what a process should do.
constexpr double part_of_share = 0.125;

std::vector<int> inner_components(const ComponentNode& node) {
  std::vector<int> list;
  for (const ComponentPiece& piece : node.pieces)
    if (!piece.is_fragment) list.push_back(piece.at);
  return list;
}

/// Subtrees from left to right, each to the process whose turn it is.
class Dealing {
 public:
  Dealing(const HierarchyPlan& plan, std::span<const double> cost, int ranks)
      : plan_(plan), ranks_(ranks), below_(cost.begin(), cost.end()), owner_(cost.size(), 0) {
    for (std::size_t n = 0; n < cost.size(); ++n) {
      const int around = plan.nodes[n].parent;
      if (around >= 0) below_[at(around)] += below_[n];
    }
    if (below_.empty()) return;
    small_ = part_of_share * below_.back() / ranks;
    all_ = sum_of_small(static_cast<int>(below_.size()) - 1);
  }
  std::vector<int> deal() {
    if (!owner_.empty()) give(static_cast<int>(owner_.size()) - 1);
    return std::move(owner_);
  }

 private:
  [[nodiscard]] bool is_small(int node, const std::vector<int>& inner) const {
    return inner.empty() || below_[at(node)] <= small_;
  }
  // What will be dealt; components that join these are not.
  [[nodiscard]] double sum_of_small(int node) const {
    const std::vector<int> inner = inner_components(plan_.nodes[at(node)]);
    if (is_small(node, inner)) return below_[at(node)];
    double sum = 0.0;
    for (const int k : inner) sum += sum_of_small(k);
    return sum;
  }
  // A subtree that is small enough goes to one process. Of others the inner ones are dealt, and
  // what joins them is done by whom the heaviest of these belongs to.
  int give(int node) {
    const std::vector<int> inner = inner_components(plan_.nodes[at(node)]);
    if (is_small(node, inner)) {
      const double middle = dealt_ + 0.5 * below_[at(node)];
      const int rank =
          all_ > 0.0 ? std::clamp(static_cast<int>(middle / all_ * ranks_), 0, ranks_ - 1) : 0;
      dealt_ += below_[at(node)];
      mark(node, rank);
      return rank;
    }
    double heaviest = -1.0;
    int rank = 0;
    for (const int k : inner) {
      const int given = give(k);
      if (below_[at(k)] > heaviest) {
        heaviest = below_[at(k)];
        rank = given;
      }
    }
    return owner_[at(node)] = rank;
  }
  void mark(int node, int rank) {
    owner_[at(node)] = rank;
    for (const int k : inner_components(plan_.nodes[at(node)])) mark(k, rank);
  }

  const HierarchyPlan& plan_;
  int ranks_;
  std::vector<double> below_;  ///< cost of a component and of all inside it
  std::vector<int> owner_;
  double small_ = 0.0, all_ = 0.0, dealt_ = 0.0;
};

}  // namespace

std::vector<int> cut_components(const HierarchyPlan& plan, std::span<const double> cost,
                                int ranks) {
  return Dealing(plan, cost, ranks).deal();
}

ComponentShare share_of(const Model<double>& model, const HierarchyPlan& plan,
                        std::span<const int> owner, int rank) {
  ComponentShare share;
  const auto owner_of_body = [&](int body) {
    return owner[at(plan.fragments[at(plan.fragment_of[at(body)])].node)];
  };
  for (std::size_t n = 0; n < plan.nodes.size(); ++n) {
    const ComponentNode& node = plan.nodes[n];
    const auto level = at(node.level);
    if (share.waves.size() < level) {
      for (auto* list : {&share.waves, &share.inside, &share.outside}) list->resize(level);
    }
    const bool mine = owner[n] == rank;
    if (mine) {
      share.waves[level - 1].push_back(static_cast<int>(n));
      for (const ComponentPiece& piece : node.pieces) {
        if (piece.is_fragment) {
          share.fragments.push_back(piece.at);
        } else if (owner[at(piece.at)] != rank) {
          share.inside[level - 1].push_back(piece.at);
        }
      }
      if (node.parent >= 0 && owner[at(node.parent)] != rank)
        share.outside[level - 1].push_back(static_cast<int>(n));
    }
    for (std::size_t k = 0; k < node.joints.size(); ++k) {
      const OuterPlace place{static_cast<int>(n), static_cast<int>(k)};
      const int carrier = model.links[at(node.joints[k])].parent,
                one = owner_of_body(node.joints[k]),
                other = carrier < 0 ? one : owner_of_body(carrier);
      if (one != other) share.mixed.push_back(place);
      if (one == rank && other == rank) share.own.push_back(place);
      if (mine || one == rank || one != other) share.looked.push_back(place);
    }
  }
  std::sort(share.fragments.begin(), share.fragments.end());
  return share;
}

}  // namespace treadle
