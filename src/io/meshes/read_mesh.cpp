#include "read_mesh.hpp"

#include "../../base/error.hpp"
#include "../tables/shown.hpp"
#include "../tables/text_file.hpp"
#include "read_obj.hpp"
#include "read_stl.hpp"

#include <filesystem>

namespace treadle {

namespace {

using Parse = MeshFile (*)(std::string_view, const std::string&);

Parse parser_of(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".stl" || ending == ".STL") return parse_stl;
  if (ending == ".obj" || ending == ".OBJ") return parse_obj;
  throw ModelError(path, "the name of a mesh file ends in .stl or .obj, not in " + shown(ending));
}

}  // namespace

MeshFile read_mesh(const std::string& path) {
  const Parse parse = parser_of(path);
  const std::string bytes = read_text_file(path);
  if (bytes.empty()) throw ModelError(path, "the file is empty");
  MeshFile mesh = parse(bytes, path);
  if (mesh.triangles.empty()) throw ModelError(path, "the file has no triangles");
  const std::size_t all = mesh.triangles.size();
  mesh.dropped = std::erase_if(mesh.triangles, [](const std::array<int, 3>& t) {
    return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
  });
  if (2 * mesh.dropped > all) {
    throw ModelError(path, std::to_string(mesh.dropped) + " of " + std::to_string(all) +
                               " triangles have two corners in the same place; was it written "
                               "with too few digits?");
  }
  return mesh;
}

}  // namespace treadle
