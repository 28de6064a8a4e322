#include "read_stl.hpp"

#include "../../base/error.hpp"
#include "mesh_lines.hpp"
#include "mesh_points.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace treadle {

namespace {

// A binary file is a header, a count and, for each triangle, normal, corners and two bytes.
constexpr std::size_t head = 84, count_at = 80, record = 50, normal = 12;

// Little-endian, whatever this machine is.
std::uint32_t stl_word_at(std::string_view bytes, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = 4; i-- > 0;) word = word << 8U | static_cast<unsigned char>(bytes[at + i]);
  return word;
}

MeshFile parse_binary(std::string_view bytes, const std::string& path) {
  const std::size_t count = stl_word_at(bytes, count_at);
  if (head + record * count != bytes.size()) {
    throw ModelError(path, "the file has " + std::to_string(bytes.size()) +
                               " bytes, which is not what its number of triangles takes: " +
                               std::to_string(head) + " and " + std::to_string(record) +
                               " for each; is it truncated?");
  }
  MeshFile mesh;
  mesh.triangles.reserve(count);
  MeshPointCollector collect(mesh.points,
                             count / 2);  // most closed surfaces have half as many points
  for (std::size_t t = 0; t < count; ++t) {
    std::array<int, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k) {
      Triple point{};
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t at = head + record * t + normal + 12 * k + 4 * i;
        point[i] = static_cast<double>(std::bit_cast<float>(stl_word_at(bytes, at)));
        if (std::isfinite(point[i])) continue;
        throw ModelError(path, "triangle " + std::to_string(t) + ": a corner is not finite");
      }
      corners[k] = collect.add(point);
    }
    mesh.triangles.push_back(corners);
  }
  return mesh;
}

void expect(MeshLines& lines, std::string_view word) {
  if (!lines.next())
    lines.fail("the file ends where '" + std::string(word) + "' is needed; is it truncated?");
  if (!lines.begins(word)) {
    lines.fail_at(0, "'" + std::string(word) + "' is needed");
  }
}

MeshFile parse_text(std::string_view text, const std::string& path) {
  MeshFile mesh;
  MeshPointCollector collect(mesh.points, 0);
  MeshLines lines(text, path);
  bool inside = false;  // between solid and endsolid; a file may hold several
  while (lines.next()) {
    if (lines.begins(inside ? "endsolid" : "solid")) {
      inside = !inside;
      continue;
    }
    if (!inside) lines.fail_at(0, "'solid' is needed");
    if (!lines.begins("facet")) lines.fail_at(0, "'facet' or 'endsolid' is needed");
    std::array<int, 3> corners{};
    expect(lines, "outer");
    for (int& corner : corners) {
      expect(lines, "vertex");
      corner = collect.add(lines.point(1));
    }
    expect(lines, "endloop");
    expect(lines, "endfacet");
    mesh.triangles.push_back(corners);
  }
  if (inside) lines.fail("the file ends without 'endsolid'; is it truncated?");
  return mesh;
}

// Text begins with "solid", but so do the headers of some binary files: those have the size that
// their count asks for, or bytes that no text has.
bool is_binary(std::string_view bytes) {
  if (bytes.size() >= head &&
      head + record * std::size_t{stl_word_at(bytes, count_at)} == bytes.size())
    return true;
  const std::string_view front = bytes.substr(0, 1024);
  MeshLines lines(front, "");
  return !lines.next() || !lines.begins("solid") || front.find('\0') != std::string_view::npos;
}

}  // namespace

MeshFile parse_stl(std::string_view bytes, const std::string& path) {
  if (!is_binary(bytes)) return parse_text(bytes, path);
  if (bytes.size() < head) {
    throw ModelError(
        path, "this is no STL file: it does not begin with 'solid' and is shorter than the " +
                  std::to_string(head) + " bytes of a binary header");
  }
  return parse_binary(bytes, path);
}

}  // namespace treadle
