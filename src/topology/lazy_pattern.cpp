#include "lazy_pattern.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

namespace treadle {

struct LazyPattern::Made {
  std::shared_ptr<const Topology> topology;
  std::once_flag pattern_once, slots_once;
  SaddlePattern pattern;
  std::vector<int> slots;
};

namespace {

std::vector<int> find_slots(const Topology& t, const LowerPattern& pattern) {
  std::vector<int> slots;
  slots.reserve(pattern.rows.size());
  const bool in_order =
      t.numbering == Numbering::leaf_first;  // the columns of M are then its order
  const auto add = [&](int a, int b) {
    slots.push_back(pattern.slot(std::max(a, b), std::min(a, b)));
  };
  for (const TreeBody& body : t.bodies) {
    for (int a = 0; a < body.nv; ++a) {
      const int own = body.v_at + a;
      if (in_order) {
        const auto column = static_cast<std::size_t>(own);
        for (int s = pattern.begin[column]; s < pattern.begin[column + 1]; ++s) slots.push_back(s);
        continue;
      }
      for (int b = a + 1; b < body.nv; ++b) add(own, body.v_at + b);
      for (BodyId up = body.parent; up.valid(); up = t.bodies[up].parent) {
        for (int b = 0; b < t.bodies[up].nv; ++b) add(own, t.bodies[up].v_at + b);
      }
    }
  }
  return slots;
}

}  // namespace

LazyPattern::LazyPattern(std::shared_ptr<const Topology> topology)
    : made_(std::make_shared<Made>()) {
  made_->topology = std::move(topology);
}

const SaddlePattern& LazyPattern::operator*() const {
  std::call_once(made_->pattern_once, [this] { made_->pattern = make_pattern(*made_->topology); });
  return made_->pattern;
}

const std::vector<int>& LazyPattern::inertia_slots() const {
  const SaddlePattern& pattern = **this;
  std::call_once(made_->slots_once,
                 [&] { made_->slots = find_slots(*made_->topology, pattern.inertia); });
  return made_->slots;
}

}  // namespace treadle
