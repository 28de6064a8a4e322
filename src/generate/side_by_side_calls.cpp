#include "side_by_side_calls.hpp"

#include "copy_graph.hpp"
#include "elementary_code.hpp"
#include "statements.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace treadle {

namespace {

class Gathering final : public Remake {
 public:
  explicit Gathering(Program& whole) : Remake(whole), group_of_(from().nodes().size(), -1) {
    const std::vector<Node>& nodes = from().nodes();
    std::vector<int> level(nodes.size(), 0);  // functions that stand below one another
    std::map<std::pair<int, Op>, int> open;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (live()[i] == 0) continue;
      each_operand(nodes[i], [&](std::int32_t code) {
        level[i] = std::max(level[i], level[static_cast<std::size_t>(code >> 1)]);
      });
      if (!goes_side_by_side(nodes[i].op)) continue;
      ++level[i];
      const std::pair<int, Op> key{level[i], nodes[i].op};
      const auto found = open.find(key);
      if (found == open.end() ||
          groups_[static_cast<std::size_t>(found->second)].size() == most_side_by_side) {
        open[key] = static_cast<int>(groups_.size());
        groups_.emplace_back();
      }
      group_of_[i] = open[key];
      groups_[static_cast<std::size_t>(open[key])].push_back(i);
    }
  }

  [[nodiscard]] bool anything() const {
    return std::any_of(groups_.begin(), groups_.end(),
                       [](const auto& group) { return group.size() > 1; });
  }

 private:
  // All that the group needs has functions of lower levels alone.
  bool make_otherwise(std::size_t one) override {
    if (group_of_[one] < 0) return false;
    const std::vector<std::size_t>& group = groups_[static_cast<std::size_t>(group_of_[one])];
    for (const std::size_t i : group) {
      each_operand(from().nodes()[i],
                   [&](std::int32_t code) { make(static_cast<std::size_t>(code >> 1)); });
    }
    for (const std::size_t i : group) {
      copy().node(i);
      is_made(i);
    }
    return true;
  }

  std::vector<std::vector<std::size_t>> groups_;
  std::vector<int> group_of_;
};

}  // namespace

void gather_calls(Program& program) {
  Gathering gathering(program);
  if (gathering.anything()) gathering.apply();
}

}  // namespace treadle
