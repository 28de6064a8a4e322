// The shapes of a body as shapes that can touch: hulls of meshes and extrusions, maps of heights.
#pragma once

#include "../describe/description.hpp"
#include "contact_plan.hpp"

#include <map>
#include <string>
#include <vector>

namespace treadle {

/// A shape and where it lies in the frame of the item it came from.
struct TouchSolid {
  ContactShape shape;
  Vec3<double> middle{};
};

/// Makes solids of a plan's bodies. Hulls that differ in size alone are shared.
class Solids {
 public:
  explicit Solids(ContactPlan& plan) : plan_(plan) {}

  /// A mesh that is convex is one hull, one of several convex pieces a hull for each; an open grid
  /// on the ground is a map of heights. Throws ShapeError for what cannot touch.
  std::vector<TouchSolid> solids_of(const ShapeItem& item, bool on_ground);

 private:
  TouchSolid hull_of(const std::vector<Vec3<double>>& points);
  std::vector<TouchSolid> pieces_of(const ShapeItem& item);
  [[nodiscard]] const HeightMap* map_of(const ShapeItem& item);

  ContactPlan& plan_;
  std::map<std::size_t, std::vector<std::size_t>> by_count_;  ///< hulls by their number of points
  std::vector<std::vector<Vec3<double>>> points_;             ///< that each was made of
};

}  // namespace treadle
