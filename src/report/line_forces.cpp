#include "line_forces.hpp"

#include "../spatial/quaternion.hpp"
#include "report.hpp"

#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::ordered_json;
using Vec = Vec3<double>;

Vec vector_of(const ordered_json& list) {
  return {list.at(0).get<double>(), list.at(1).get<double>(), list.at(2).get<double>()};
}

Transform<double> pose_at(const Frames& frames, std::size_t f, const PoseColumns& columns) {
  if (columns.empty()) return {};
  const auto number = [&](std::size_t k) { return frames.value(f, columns[k]); };
  const Quaternion<double> turn{number(3), number(4), number(5), number(6)};
  return {turn.matrix(), {number(0), number(1), number(2)}};
}

}  // namespace

std::vector<float> line_force(const Frames& frames, const ordered_json& arrow,
                              const std::vector<PoseColumns>& poses, std::size_t column) {
  const auto pose_of = [&](const ordered_json& place, std::size_t f) {
    return pose_at(frames, f, poses.at(place.at("body").get<std::size_t>()));
  };
  const ordered_json& along = arrow.at("along");
  const bool pulls = along.contains("point");
  const Vec point = vector_of(arrow.at("point"));
  const Vec other = vector_of(along.at(pulls ? "point" : "direction"));
  std::vector<float> numbers;
  numbers.reserve(3 * frames.count());
  for (std::size_t f = 0; f < frames.count(); ++f) {
    const Transform<double> there = pose_of(along, f);
    const Vec line = pulls ? there * other - pose_of(arrow, f) * point : there.r * other;
    const double length = norm(line);
    const double factor = length > 0.0 ? frames.value(f, column) / length : 0.0;
    for (const double x : {line.x, line.y, line.z})
      numbers.push_back(static_cast<float>(factor * x));
  }
  return numbers;
}

}  // namespace treadle
