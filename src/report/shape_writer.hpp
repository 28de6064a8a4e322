// Shapes of a scene as JSON for the viewer.
#pragma once

#include "../scene/scene.hpp"

#include <map>
#include <nlohmann/json.hpp>

namespace treadle {

/// Place, and quaternion w x y z.
nlohmann::ordered_json numbers_of(const Pose& pose);

/// Meshes that differ in size alone are written once.
class ShapeWriter {
 public:
  nlohmann::ordered_json to_json(const SceneShape& shape);
  nlohmann::ordered_json take_meshes() { return std::move(meshes_); }

 private:
  void add_mesh(const ShapeItem& item, nlohmann::ordered_json& object);

  nlohmann::ordered_json meshes_ = nlohmann::ordered_json::array();
  std::map<std::vector<float>, std::size_t> known_;  ///< by points of size 1, and corners
};

}  // namespace treadle
