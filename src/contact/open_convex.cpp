#include "../base/module.hpp"
#include "convex_library.hpp"

namespace treadle {

namespace {

struct OpenedConvex {
  std::string why;
  const ConvexLibrary* library = open_module<ConvexLibrary>("treadle_bullet", why);
};

const OpenedConvex& opened_convex() {
  static const OpenedConvex once;
  return once;
}

}  // namespace

const ConvexLibrary* convex_library() { return opened_convex().library; }

std::string convex_library_refusal() {
  if (convex_library() != nullptr) return {};
  return "there is no Bullet in double precision (Debian: libbullet-dev, when treadle is built): " +
         opened_convex().why;
}

bool needs_library(ContactShapeKind a, ContactShapeKind b) {
  if (a > b) return needs_library(b, a);
  if (b == ContactShapeKind::hull) return true;
  return b == ContactShapeKind::cylinder && a != ContactShapeKind::sphere;
}

}  // namespace treadle
