#include "mesh_points.hpp"

#include <algorithm>
#include <bit>

namespace treadle {

namespace {

// Mixes all bits of the coordinates, since round numbers differ in a few only.
std::uint64_t hash(const Triple& point) {
  std::uint64_t h = 0;
  for (const double x : point) {
    h = (h ^ std::bit_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15U;
    h ^= h >> 32U;
  }
  return h;
}

}  // namespace

MeshPointCollector::MeshPointCollector(std::vector<Triple>& points, std::size_t expected)
    : points_(points) {
  points_.reserve(expected);
  grow(std::bit_ceil(2 * std::max<std::size_t>(expected, 8)));
}

int MeshPointCollector::add(Triple point) {
  for (double& x : point) x += 0.0;  // -0 is the same place as 0
  std::size_t slot = slot_of(point);
  if (slots_[slot] < 0) {
    if (2 * points_.size() >= slots_.size()) {
      grow(2 * slots_.size());
      slot = slot_of(point);
    }
    slots_[slot] = static_cast<std::int32_t>(points_.size());
    points_.push_back(point);
  }
  return slots_[slot];
}

// Where the point is or would be.
std::size_t MeshPointCollector::slot_of(const Triple& point) const {
  std::size_t slot = hash(point) & (slots_.size() - 1);
  while (slots_[slot] >= 0 && points_[static_cast<std::size_t>(slots_[slot])] != point) {
    slot = (slot + 1) & (slots_.size() - 1);
  }
  return slot;
}

void MeshPointCollector::grow(std::size_t slots) {
  slots_.assign(slots, -1);
  for (std::size_t i = 0; i < points_.size(); ++i)
    slots_[slot_of(points_[i])] = static_cast<std::int32_t>(i);
}

}  // namespace treadle
