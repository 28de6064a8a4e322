// Distance and overlap of two convex cores by a library of others, which is opened when it is first
// needed: Bullet's collision, built with numbers of double precision. (U20)
#pragma once

#include "shape.hpp"

#include <string>

namespace treadle {

/// How far two cores are apart.
struct CoreGap {
  Vec3<double> normal{};        ///< from the first to the second
  double gap = 0.0;             ///< negative: they overlap
  Vec3<double> on_a{}, on_b{};  ///< closest points; where they overlap, deepest ones
};

class ConvexLibrary {
 public:
  virtual ~ConvexLibrary() = default;
  /// Both shapes in one frame; `guess` is a direction from the first to the second. false: it found
  /// no answer. Allocates nothing and may be called by several threads.
  virtual bool look(const ContactShape& a, const Transform<double>& at_a, const ContactShape& b,
                    const Transform<double>& at_b, const Vec3<double>& guess,
                    CoreGap& out) const = 0;
};

/// nullptr where there is none.
const ConvexLibrary* convex_library();
/// What to install where there is none; empty where there is one.
std::string convex_library_refusal();
/// Whether a pair of shapes is left to the library.
bool needs_library(ContactShapeKind a, ContactShapeKind b);

}  // namespace treadle
