// How everything moves: v -> velocity states and the accelerations that remain when all joint
// accelerations are zero (docs/theory/kinematics.md).
#pragma once

#include "place.hpp"

namespace treadle {

/// Motion as another body sees it: velocity, and acceleration with qdd = 0.
template <Real S>
struct SeenMotion {
  Motion<S> v, c;
};

/// Known once q and v are known. Written by move_bodies.
template <Real S>
struct VelocityStage {
  std::vector<Motion<S>> v;  ///< velocity state of each body, in its group's frame (bodies)
  std::vector<Motion<S>>
      c;  ///< sum of D_j from the root to the body: acceleration with qdd = 0     (bodies)
  std::vector<SeenMotion<S>>
      seen;  ///< of Link::watched bodies, by the root         (bodies or none)

  explicit VelocityStage(const Model<S>& model) : v(model.links.size()), c(model.links.size()) {
    for (const Link<S>& link : model.links) {
      if (link.watched) seen.resize(model.links.size());
    }
  }
  VelocityStage() = default;
};

template <Real S>
void move_bodies(const Model<S>& model, std::span<const S> v, const PositionStage<S>& at,
                 VelocityStage<S>& out, BodyRange range = {});

/// Motion of every body for given joint accelerations: c + sum of B qdd along the path from the
/// root.
template <Real S>
void accelerate_bodies(const Model<S>& model, std::span<const S> qdd, const PositionStage<S>& at,
                       const VelocityStage<S>& moving, std::span<Motion<S>> out);

/// What forces on links inside composite joints do to the joints' coordinates, beyond what they
/// would do on the child. (CJ7)
template <Real S>
void load_followers(const Model<S>& model, const PositionStage<S>& at,
                    std::span<const Force<S>> body, std::span<S> joint);

}  // namespace treadle
