#include "read_mesh.hpp"

#include "../base/error.hpp"
#include "read_obj.hpp"
#include "read_stl.hpp"
#include "shown.hpp"
#include "text_file.hpp"

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
  // A pipe or a device might never end.
  std::error_code code;
  const std::filesystem::file_status status = std::filesystem::status(path, code);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw ModelError(path, "this is no file; a mesh file is needed");
  }
  const std::string bytes = read_text_file(path);
  if (bytes.empty()) throw ModelError(path, "the file is empty");
  MeshFile mesh = parse(bytes, path);
  if (mesh.triangles.empty()) throw ModelError(path, "the file has no triangles");
  return mesh;
}

}  // namespace treadle
