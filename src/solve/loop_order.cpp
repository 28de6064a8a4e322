#include "loop_order.hpp"

#include "../base/at.hpp"

#include <algorithm>
#include <cstddef>

namespace treadle {

namespace {

// Loops in chains; a meeting joins chains at their ends, so that earlier meetings stay together.
class Chains {
 public:
  explicit Chains(int loops) : chain_of_(static_cast<std::size_t>(loops)) {
    for (int i = 0; i < loops; ++i) {
      chains_.push_back({i});
      chain_of_[static_cast<std::size_t>(i)] = i;
    }
  }

  void join(const std::vector<int>& meeting) {
    std::vector<int> touched;
    for (const int loop : meeting) touched.push_back(chain_of_[static_cast<std::size_t>(loop)]);
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    if (touched.size() < 2) return;
    // whole chains go between the two that may be touched at one end only
    std::vector<int> left, whole, right;
    for (const int at : touched) {
      std::vector<int>& chain = chains_[static_cast<std::size_t>(at)];
      const auto meets = [&](int loop) {
        return std::binary_search(meeting.begin(), meeting.end(), loop);
      };
      const auto seen = std::count_if(chain.begin(), chain.end(), meets);
      if (seen == static_cast<std::ptrdiff_t>(chain.size())) {
        whole.insert(whole.end(), chain.begin(), chain.end());
        continue;
      }
      const bool at_end = std::all_of(chain.end() - seen, chain.end(), meets);
      const bool at_begin = std::all_of(chain.begin(), chain.begin() + seen, meets);
      if (!at_end && !at_begin) return;  // in the middle: this meeting stays in pieces
      if (left.empty()) {
        left = chain;
        if (!at_end) std::reverse(left.begin(), left.end());
      } else if (right.empty()) {
        right = chain;
        if (!at_begin) std::reverse(right.begin(), right.end());
      } else {
        return;
      }
    }
    left.insert(left.end(), whole.begin(), whole.end());
    left.insert(left.end(), right.begin(), right.end());
    if (left.front() > left.back()) std::reverse(left.begin(), left.end());
    for (const int at : touched) chains_[static_cast<std::size_t>(at)].clear();
    for (const int loop : left) chain_of_[static_cast<std::size_t>(loop)] = touched.front();
    chains_[static_cast<std::size_t>(touched.front())] = std::move(left);
  }

  [[nodiscard]] std::vector<int> order() const {
    std::vector<int> all;
    for (const auto& chain : chains_) all.insert(all.end(), chain.begin(), chain.end());
    return all;
  }

 private:
  std::vector<std::vector<int>> chains_;
  std::vector<int> chain_of_;
};

}  // namespace

std::vector<int> order_loops(int loops, std::vector<std::vector<int>> meetings) {
  std::sort(meetings.begin(), meetings.end(), [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  meetings.erase(std::unique(meetings.begin(), meetings.end()), meetings.end());
  Chains chains(loops);
  for (const auto& meeting : meetings) chains.join(meeting);
  return chains.order();
}

std::vector<std::vector<int>> meetings_of(const SaddlePattern& pattern) {
  std::vector<std::vector<int>> meetings(at(pattern.n));
  for (std::size_t c = 0; c < pattern.loops.size(); ++c) {
    for (const int position : pattern.loops[c].t_columns)
      meetings[at(position)].push_back(static_cast<int>(c));
  }
  return meetings;
}

std::vector<int> meeting_marks(const SaddlePattern& pattern) {
  const std::vector<std::vector<int>> meetings = meetings_of(pattern);
  std::vector<std::vector<int>> sources(at(pattern.n));
  for (std::size_t c = 0; c < pattern.loops.size(); ++c) {
    for (const int position : pattern.loops[c].columns)
      sources[at(position)].push_back(static_cast<int>(c));
  }
  std::vector<int> marks(at(pattern.n), 0);
  for (std::size_t j = 1; j < marks.size(); ++j) {
    const bool alike = meetings[j] == meetings[j - 1] && sources[j] == sources[j - 1];
    marks[j] = marks[j - 1] + (alike ? 0 : 1);
  }
  return marks;
}

}  // namespace treadle
