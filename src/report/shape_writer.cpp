#include "shape_writer.hpp"

#include "base64.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

using nlohmann::ordered_json;

const char* kind_word(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::box:
      return "box";
    case ShapeKind::cylinder:
      return "cylinder";
    case ShapeKind::sphere:
      return "sphere";
    case ShapeKind::capsule:
      return "capsule";
    case ShapeKind::tube:
      return "tube";
    case ShapeKind::extrusion:
      return "extrusion";
    case ShapeKind::mesh:
      break;
  }
  return "mesh";
}

}  // namespace

ordered_json numbers_of(const Pose& pose) {
  const auto& [x, y, z] = pose.position;
  const auto& [w, i, j, k] = pose.orientation;
  return {x, y, z, w, i, j, k};
}

// Points in parts of the farthest one, to six digits: what is scaled has the same.
void ShapeWriter::add_mesh(const ShapeItem& item, ordered_json& object) {
  double size = 0.0;
  for (const Triple& p : item.points) {
    for (const double c : p) size = std::max(size, std::fabs(c));
  }
  if (!(size > 0.0)) size = 1.0;
  std::vector<float> numbers;
  for (const Triple& p : item.points) {
    for (const double c : p)
      numbers.push_back(static_cast<float>(std::round(1e6 * c / size) / 1e6));
  }
  std::vector<std::uint32_t> corners;
  for (const auto& triangle : item.triangles) {
    for (const int c : triangle) corners.push_back(static_cast<std::uint32_t>(c));
  }
  std::vector<float> key = numbers;
  for (const std::uint32_t c : corners) key.push_back(static_cast<float>(c));
  const auto [found, is_new] = known_.emplace(std::move(key), meshes_.size());
  if (is_new) {
    meshes_.push_back({{"points", {{"f32", base64(std::span<const float>(numbers))}}},
                       {"triangles", {{"u32", base64(std::span<const std::uint32_t>(corners))}}}});
  }
  object["mesh"] = found->second;
  object["scale"] = size;
}

ordered_json ShapeWriter::to_json(const SceneShape& shape) {
  const ShapeItem& item = shape.item;
  ordered_json object{{"kind", kind_word(item.kind)}};
  switch (item.kind) {
    case ShapeKind::box:
      object["size"] = item.size;
      break;
    case ShapeKind::sphere:
      object["radius"] = item.radius;
      break;
    case ShapeKind::tube:
      object["inner_radius"] = item.inner_radius;
      [[fallthrough]];
    case ShapeKind::cylinder:
    case ShapeKind::capsule:
      object["radius"] = item.radius;
      object["length"] = item.length;
      break;
    case ShapeKind::extrusion:
      object["outline"] = item.outline;
      object["length"] = item.length;
      break;
    case ShapeKind::mesh:
      add_mesh(item, object);
      break;
  }
  object["pose"] = numbers_of(item.pose);
  if (!item.color.empty()) object["color"] = item.color;
  if (shape.automatic) object["automatic"] = true;
  return object;
}

}  // namespace treadle
