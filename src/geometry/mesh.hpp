// Solids given by their surface: triangles, counter-clockwise as seen from outside.
#pragma once

#include "mass_of_shape.hpp"

#include <cstddef>
#include <vector>

namespace treadle {

using MeshPoints = std::vector<Triple>;
using MeshTriangles = std::vector<std::array<int, 3>>;

/// What is odd about a mesh. Counts of zero are good; `first_...` are meaningful only with a count.
struct MeshReport {
  std::size_t open_edges = 0;     ///< without a partner in another triangle
  std::size_t twisted_edges = 0;  ///< whose triangles disagree on which side is outside
  std::size_t degenerate = 0;     ///< triangles without area; they do no harm
  std::array<int, 2> first_open{}, first_twisted{};  ///< points at the ends of the edge
  std::size_t first_degenerate = 0;
  double volume = 0.0;  ///< negative where the surface is inside out

  [[nodiscard]] bool closed() const { return open_edges == 0 && twisted_edges == 0; }
};

/// Throws ShapeError for points that are not finite, indices out of range and for fewer than 4
/// points or no triangle at all.
MeshReport check_mesh(const MeshPoints& points, const MeshTriangles& triangles);

/// Throws ShapeError unless the mesh is closed, wound consistently and has its outside outside.
MassOfShape measure_mesh(const MeshPoints& points, const MeshTriangles& triangles);

}  // namespace treadle
