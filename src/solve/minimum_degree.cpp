#include "minimum_degree.hpp"

#include <algorithm>

namespace treadle {

namespace {

void empty_all(std::vector<std::vector<int>>& lists, std::size_t n) {
  if (lists.size() < n) lists.resize(n);
  for (std::vector<int>& list : lists) list.clear();
}

}  // namespace

void MinimumDegree::begin(std::span<const int> sizes,
                          std::span<const std::pair<int, int>> couples) {
  const std::size_t n = sizes.size();
  empty_all(near_, n);
  empty_all(cliques_, n);
  empty_all(members_, n);
  weight_.assign(sizes.begin(), sizes.end());
  for (auto* numbers : {&degree_, &clique_weight_, &outside_, &mark_, &outside_mark_})
    numbers->assign(n, 0);
  gone_.assign(n, 0);
  absorbed_.assign(n, 0);
  joined_.assign(n, -1);
  last_joined_.resize(n);
  for (std::size_t i = 0; i < n; ++i) last_joined_[i] = static_cast<int>(i);
  next_.assign(n, -1);
  previous_.assign(n, -1);
  order_.clear();
  stamp_ = 0;
  for (const auto& [a, b] : couples) {
    if (a == b) continue;
    near_[no(a)].push_back(b);
    near_[no(b)].push_back(a);
  }
  left_ = 0;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<int>& list = near_[i];
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    left_ += weight_[i];
  }
  head_.assign(no(left_) + 1, -1);
  lowest_ = 0;
  for (std::size_t i = n; i-- > 0;) {
    int degree = 0;
    for (const int k : near_[i]) degree += weight_[no(k)];
    put(static_cast<int>(i), degree);
  }
}

void MinimumDegree::put(int i, int degree) {
  degree_[no(i)] = degree;
  previous_[no(i)] = -1;
  next_[no(i)] = head_[no(degree)];
  if (next_[no(i)] >= 0) previous_[no(next_[no(i)])] = i;
  head_[no(degree)] = i;
  lowest_ = std::min(lowest_, degree);
}

void MinimumDegree::take(int i) {
  const int before = previous_[no(i)], after = next_[no(i)];
  (before >= 0 ? next_[no(before)] : head_[no(degree_[no(i)])]) = after;
  if (after >= 0) previous_[no(after)] = before;
}

int MinimumDegree::least() {
  while (head_[no(lowest_)] < 0) ++lowest_;
  return head_[no(lowest_)];
}

void MinimumDegree::finish(int i) {
  for (; i >= 0; i = joined_[no(i)]) order_.push_back(i);
}

std::span<const int> MinimumDegree::order(std::span<const int> sizes,
                                          std::span<const std::pair<int, int>> couples) {
  begin(sizes, couples);
  while (left_ > 0) {
    const int p = least();
    take(p);
    gone_[no(p)] = 1;
    left_ -= weight_[no(p)];
    eliminate(p);
    finish(p);
  }
  return order_;
}

// The neighbours of p become a clique, which takes the place of all cliques that p was in.
void MinimumDegree::eliminate(int p) {
  ++stamp_;
  std::vector<int>& clique = members_[no(p)];
  int weight = 0;
  const auto add = [&](int i) {
    if (gone_[no(i)] != 0 || mark_[no(i)] == stamp_) return;
    mark_[no(i)] = stamp_;
    clique.push_back(i);
    weight += weight_[no(i)];
  };
  for (const int i : near_[no(p)]) add(i);
  for (const int e : cliques_[no(p)]) {
    if (absorbed_[no(e)] != 0) continue;
    for (const int i : members_[no(e)]) add(i);
    absorbed_[no(e)] = 1;
    members_[no(e)].clear();
  }
  clique_weight_[no(p)] = weight;
  find_outside(clique);
  for (const int i : clique) {
    take(i);
    prune(i, p, weight);
  }
  join_equals(clique);
  for (const int i : clique)
    if (gone_[no(i)] == 0) put(i, degree_[no(i)]);
}

// What other cliques hold besides this one.
void MinimumDegree::find_outside(const std::vector<int>& clique) {
  for (const int i : clique) {
    for (const int e : cliques_[no(i)]) {
      if (absorbed_[no(e)] != 0) continue;
      if (outside_mark_[no(e)] != stamp_) {
        outside_mark_[no(e)] = stamp_;
        outside_[no(e)] = clique_weight_[no(e)];
      }
      outside_[no(e)] -= weight_[no(i)];
    }
  }
}

// Neighbours that the clique holds anyway are forgotten; the degree is bounded from above.
void MinimumDegree::prune(int i, int p, int clique_weight) {
  std::vector<int>&near = near_[no(i)], &cliques = cliques_[no(i)];
  int degree = clique_weight - weight_[no(i)];
  std::size_t kept = 0;
  for (const int k : near) {
    if (gone_[no(k)] != 0 || mark_[no(k)] == stamp_) continue;
    near[kept++] = k;
    degree += weight_[no(k)];
  }
  near.resize(kept);
  kept = 0;
  for (const int e : cliques) {
    if (absorbed_[no(e)] != 0) continue;
    if (outside_[no(e)] == 0) {
      absorbed_[no(e)] = 1;  // all of it is in the new one
      continue;
    }
    cliques[kept++] = e;
    degree += outside_[no(e)];
  }
  cliques.resize(kept);
  cliques.push_back(p);
  degree_[no(i)] = std::min(degree, left_ - weight_[no(i)]);
}

// Blocks with the same neighbours go together.
void MinimumDegree::join_equals(const std::vector<int>& clique) {
  sums_.clear();
  for (const int i : clique) {
    std::size_t sum = 0;
    for (const int k : near_[no(i)]) sum += no(k);
    for (const int e : cliques_[no(i)]) sum += 3 * no(e);
    sums_.emplace_back(sum, i);
  }
  std::sort(sums_.begin(), sums_.end());
  for (std::size_t a = 0; a < sums_.size(); ++a) {
    const int i = sums_[a].second;
    if (gone_[no(i)] != 0) continue;
    for (std::size_t b = a + 1; b < sums_.size() && sums_[b].first == sums_[a].first; ++b) {
      const int j = sums_[b].second;
      if (gone_[no(j)] != 0 || !are_equal(i, j)) continue;
      gone_[no(j)] = 1;
      weight_[no(i)] += weight_[no(j)];
      degree_[no(i)] -= weight_[no(j)];
      weight_[no(j)] = 0;
      joined_[no(last_joined_[no(i)])] = j;
      last_joined_[no(i)] = last_joined_[no(j)];
    }
  }
}

// Both lists keep their order.
bool MinimumDegree::are_equal(int i, int j) const {
  return near_[no(i)] == near_[no(j)] && cliques_[no(i)] == cliques_[no(j)];
}

}  // namespace treadle
