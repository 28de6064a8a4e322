// Points of a mesh, each place once.
#pragma once

#include "read_mesh.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace treadle {

/// Collects points in order of appearance and finds those that were there before, bit by bit.
class MeshPointCollector {
 public:
  /// `expected` points need no moving of memory.
  MeshPointCollector(std::vector<Triple>& points, std::size_t expected);

  /// The index of a point.
  int add(Triple point);

 private:
  std::size_t slot_of(const Triple& point) const;
  void grow(std::size_t slots);

  std::vector<Triple>& points_;
  std::vector<std::int32_t>
      slots_;  ///< index of a point by its hash, -1: free; at least half are free
};

}  // namespace treadle
