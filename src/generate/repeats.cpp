#include "repeats.hpp"

#include "../base/at.hpp"

#include <algorithm>
#include <numeric>

namespace treadle {

namespace {}  // namespace

// By doubling: known order of h letters gives that of 2 h. Counting sort keeps a round linear.
void Repeats::sort_suffixes(std::span<const int> letters) {
  const int n = static_cast<int>(letters.size());
  suffixes_.resize(letters.size());
  std::iota(suffixes_.begin(), suffixes_.end(), 0);
  std::sort(suffixes_.begin(), suffixes_.end(), [&](int a, int b) {
    return letters[at(a)] != letters[at(b)] ? letters[at(a)] < letters[at(b)] : a < b;
  });
  rank_.assign(letters.size(), 0);
  for (int k = 1; k < n; ++k)
    rank_[at(suffixes_[at(k)])] =
        rank_[at(suffixes_[at(k - 1)])] +
        (letters[at(suffixes_[at(k)])] != letters[at(suffixes_[at(k - 1)])] ? 1 : 0);
  std::vector<int> by_second(letters.size()), begin, next(letters.size());
  for (int h = 1; n > 0 && rank_[at(suffixes_[at(n - 1)])] < n - 1; h *= 2) {
    const auto second = [&](int i) { return i + h < n ? rank_[at(i + h)] : -1; };
    int filled = 0;
    for (int i = std::max(0, n - h); i < n; ++i) by_second[at(filled++)] = i;
    for (const int i : suffixes_) {
      if (i >= h) by_second[at(filled++)] = i - h;
    }
    begin.assign(letters.size() + 1, 0);
    for (const int r : rank_) ++begin[at(r + 1)];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    for (const int i : by_second) suffixes_[at(begin[at(rank_[at(i)])]++)] = i;
    next[at(suffixes_[0])] = 0;
    for (int k = 1; k < n; ++k) {
      const int a = suffixes_[at(k - 1)], b = suffixes_[at(k)];
      const bool same = rank_[at(a)] == rank_[at(b)] && second(a) == second(b);
      next[at(b)] = next[at(a)] + (same ? 0 : 1);
    }
    rank_.swap(next);
  }
}

void Repeats::find_common(std::span<const int> letters) {
  const int n = static_cast<int>(letters.size());
  common_.assign(letters.size() + 1, 0);
  int shared = 0;
  for (int i = 0; i < n; ++i) {
    const int r = rank_[at(i)];
    if (r == 0) {
      shared = 0;
      continue;
    }
    const int before = suffixes_[at(r - 1)];
    while (i + shared < n && before + shared < n &&
           letters[at(i + shared)] == letters[at(before + shared)])
      ++shared;
    common_[at(r)] = shared;
    shared = std::max(0, shared - 1);
  }
}

Repeats::Repeats(std::span<const int> letters, int shortest) {
  sort_suffixes(letters);
  find_common(letters);
  struct Open {
    int length = 0, first = 0;
  };
  std::vector<Open> open;
  const int n = static_cast<int>(letters.size());
  for (int k = 1; k <= n; ++k) {
    const int length = k < n ? common_[at(k)] : 0;
    int first = k - 1;
    while (!open.empty() && open.back().length > length) {
      first = open.back().first;
      if (open.back().length >= shortest) all_.push_back({open.back().length, first, k - 1});
      open.pop_back();
    }
    if (length > 0 && (open.empty() || open.back().length < length))
      open.push_back({length, first});
  }
}

std::vector<int> Repeats::places(const Repeat& repeat) const {
  std::vector<int> list(suffixes_.begin() + repeat.first, suffixes_.begin() + repeat.last + 1);
  std::sort(list.begin(), list.end());
  return list;
}

}  // namespace treadle
