// How one point of contact changes as its bodies move: the laws on numbers that carry their slope.
// (docs/theory/stiff.md, J22)
#pragma once

#include "contact_point.hpp"

namespace treadle {

/// How place, normal and depth of a point change along a motion.
struct PointMove {
  Vec3<double> place{}, normal{};
  double depth = 0.0;
};

/// For the six unit motions of the second body about the point, in the axes of the world, linear
/// ones first.
using PointMoves = std::array<PointMove, 6>;

/// Normal and place are held.
PointMoves held_moves(const Vec3<double>& normal);

/// How the points of one pair move with its second body: in closed form for spheres and planes,
/// by differences of the search for all others.
class PointGeometry {
 public:
  explicit PointGeometry(const NearPairs& near) : near_(near) {}

  [[nodiscard]] PointMoves moves(const NearPair& pair, const Vec3<double>& place,
                                 const PointState& point);

 private:
  void look_around(const NearPair& pair);

  const NearPairs& near_;
  int first_ = -1;        ///< of the pair that was looked at
  Vec3<double> about_{};  ///< what it was turned about
  std::array<std::array<Manifold, 2>, 6> around_{};
};

/// How what the points of one pair push together changes, so far.
struct PushSlopes {
  std::array<double, 6> by_a{}, by_b{}, by_speed{};
  int first = -1;  ///< of the pair

  void look_at(const NearPair& pair) {
    if (first != pair.first) *this = {{}, {}, {}, pair.first};
  }
};

/// Fills by_a, by_b and by_speed; the points of a pair come one after the other.
void add_full_slopes(const NearPair& pair, const NearPairs& near, const PointState& point,
                     const Touch& touch, const PointMoves& moves, SlopeForm form,
                     PushSlopes& pushed, ContactSlope& out);

}  // namespace treadle
