// Triangle surfaces from STL files (binary and text) and OBJ files.
//
// Corners at the same place become one point, so that a surface whose triangles were written one by
// one is closed if it was meant to be. Triangles that collapse
// thereby are left out: a closed surface stays closed without them. Normals, colours, groups and
// materials are passed over.
#pragma once

#include "../../describe/description.hpp"

#include <array>
#include <string>
#include <vector>

namespace treadle {

struct MeshFile {
  std::vector<Triple> points;  ///< as written: the file knows no unit
  std::vector<std::array<int, 3>> triangles;
  std::size_t dropped = 0;  ///< triangles with two corners in the same place, which are left out
};

/// The surface in the file at `path`, whose name ends in .stl or .obj. What cannot be read is a
/// ModelError whose `where` is the path; its message names the line or the triangle.
MeshFile read_mesh(const std::string& path);

}  // namespace treadle
