// Where everything is: q -> poses and motion subspaces (docs/theory/kinematics.md).
#pragma once

#include "../joints/strut_place.hpp"
#include "../model/model.hpp"

#include <memory>
#include <span>
#include <vector>

namespace treadle {

template <Real S>
class CompositeStage;

/// What composite joints solve, by body: each stage has its own, and a copy begins anew.
template <Real S>
class CompositeStages {
 public:
  explicit CompositeStages(const Model<S>& model);
  CompositeStages();
  CompositeStages(const CompositeStages& other);
  CompositeStages(CompositeStages&& other) noexcept;
  CompositeStages& operator=(CompositeStages other) noexcept;
  ~CompositeStages();

  [[nodiscard]] CompositeStage<S>& operator[](std::size_t body) const { return *list_[body]; }

 private:
  std::vector<std::unique_ptr<CompositeStage<S>>> list_;  ///< empty where there is none
};

/// Known once q is known. Written by place_bodies.
template <Real S>
struct PositionStage {
  std::vector<Transform<S>> x;  ///< body frames in the frame of their group            (bodies)
  std::vector<Motion<S>> b;     ///< columns of B; not written for a root that carries the axes (nv)
  std::vector<Transform<S>> group;  ///< group frames in the world                          (groups)
  std::vector<Transform<S>> world;  ///< the world in group frames                          (groups)
  CompositeStages<S> composites;
  std::vector<StrutPlace<S>> struts;  ///< by body; empty where there are none

  explicit PositionStage(const Model<S>& model);
  PositionStage() = default;
};

/// Some bodies behind each other; by default all.
struct BodyRange {
  std::size_t first = 0, last = static_cast<std::size_t>(-1);

  [[nodiscard]] std::size_t end(std::size_t bodies) const { return last < bodies ? last : bodies; }
};

/// The frame of one group.
template <Real S>
void place_group(const Model<S>& model, std::span<const S> q, std::size_t group,
                 PositionStage<S>& out);
/// The groups' frames, then the bodies', or some of these: those before them must be in place.
template <Real S>
void place_groups(const Model<S>& model, std::span<const S> q, PositionStage<S>& out);
template <Real S>
void place_bodies(const Model<S>& model, std::span<const S> q, PositionStage<S>& out,
                  BodyRange range);
template <Real S>
void place_bodies(const Model<S>& model, std::span<const S> q, PositionStage<S>& out);

/// Pose of a frame on a body (-1: the ground) in the group's frame.
template <Real S>
Transform<S> place_on(const PositionStage<S>& at, int group, int body, const Transform<S>& frame) {
  return (body < 0 ? at.world[static_cast<std::size_t>(group)]
                   : at.x[static_cast<std::size_t>(body)]) *
         frame;
}

template <Real S>
Vec3<S> place_on(const PositionStage<S>& at, int group, int body, const Vec3<S>& point) {
  return (body < 0 ? at.world[static_cast<std::size_t>(group)]
                   : at.x[static_cast<std::size_t>(body)]) *
         point;
}

/// Pose of a body's internal frame in the world.
template <Real S>
Transform<S> world_pose(const Model<S>& model, const PositionStage<S>& at, int body) {
  const auto i = static_cast<std::size_t>(body);
  return at.group[static_cast<std::size_t>(model.links[i].group)] * at.x[i];
}

}  // namespace treadle
