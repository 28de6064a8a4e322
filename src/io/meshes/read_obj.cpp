#include "read_obj.hpp"

#include "mesh_lines.hpp"
#include "mesh_points.hpp"

#include <charconv>

namespace treadle {

namespace {

struct Counts {
  std::size_t points = 0, triangles = 0;
};

// Looks ahead, so that memory is taken once and no more than is needed.
Counts count(std::string_view text, const std::string& path) {
  Counts counts;
  for (MeshLines lines(text, path); lines.next();) {
    if (lines.words()[0] == "v") ++counts.points;
    if (lines.words()[0] == "f" && lines.words().size() > 3)
      counts.triangles += lines.words().size() - 3;
  }
  return counts;
}

// The vertex of "7", "7/1", "7//3" or "7/1/3"; "-1" is the last one so far.
std::size_t vertex_of(const MeshLines& lines, std::size_t at, std::size_t known) {
  const std::string_view word = lines.words()[at];
  const std::string_view number = word.substr(0, word.find('/'));
  long long index = 0;
  const auto [end, code] = std::from_chars(number.data(), number.data() + number.size(), index);
  const bool read = end == number.data() + number.size() && !number.empty();
  if (!read || code == std::errc::invalid_argument)
    lines.fail_at(at, "the index of a vertex is needed");
  const auto most = static_cast<long long>(known);
  if (code != std::errc{} || index == 0 || index > most || index < -most) {
    lines.fail_at(at, "the vertex is out of range; there are " + std::to_string(known) +
                          " so far, counted from 1");
  }
  return static_cast<std::size_t>(index > 0 ? index - 1 : most + index);
}

}  // namespace

MeshFile parse_obj(std::string_view text, const std::string& path) {
  const Counts counts = count(text, path);
  MeshFile mesh;
  mesh.triangles.reserve(counts.triangles);
  MeshPointCollector collect(mesh.points, counts.points);
  std::vector<int> vertices;  // the point of each vertex of the file
  vertices.reserve(counts.points);
  std::vector<int> face;
  for (MeshLines lines(text, path); lines.next();) {
    if (lines.words()[0] == "v") vertices.push_back(collect.add(lines.point(1)));
    if (lines.words()[0] != "f") continue;
    face.clear();
    for (std::size_t i = 1; i < lines.words().size(); ++i) {
      face.push_back(vertices[vertex_of(lines, i, vertices.size())]);
    }
    if (face.size() < 3) lines.fail("a face needs at least 3 vertices");
    for (std::size_t i = 2; i < face.size(); ++i)
      mesh.triangles.push_back({face[0], face[i - 1], face[i]});
  }
  return mesh;
}

}  // namespace treadle
