#include "solids.hpp"

#include "../base/text.hpp"
#include "../geometry/mass_of_shape.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace treadle {

namespace {

using Vec = Vec3<double>;

constexpr double hollow_share = 1e-4;  // of the size: less of a hollow is taken for flat

double size_of(const std::vector<Vec>& points) {
  double size = 0.0;
  for (const Vec& p : points)
    size = std::max({size, std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
  return size;
}

// Numbers of the pieces that hang together by their triangles; corners at one place are one.
std::vector<int> pieces(const ShapeItem& item, int& count) {
  std::vector<int> root(item.points.size());
  std::iota(root.begin(), root.end(), 0);
  const auto top = [&](int k) {
    while (root[static_cast<std::size_t>(k)] != k) {
      int& up = root[static_cast<std::size_t>(k)];
      up = root[static_cast<std::size_t>(up)];
      k = up;
    }
    return k;
  };
  const auto join = [&](int a, int b) {
    const int x = top(a), y = top(b);
    root[static_cast<std::size_t>(std::max(x, y))] = std::min(x, y);
  };
  std::map<Triple, int> known;
  for (std::size_t k = 0; k < item.points.size(); ++k)
    join(static_cast<int>(k), known.emplace(item.points[k], static_cast<int>(k)).first->second);
  for (const auto& t : item.triangles) {
    join(t[0], t[1]);
    join(t[0], t[2]);
  }
  std::vector<char> used(item.points.size(), 0);
  for (const auto& t : item.triangles) used[static_cast<std::size_t>(top(t[0]))] = 1;
  std::vector<int> number(item.points.size(), -1);
  count = 0;
  for (std::size_t k = 0; k < item.points.size(); ++k) {
    const auto at = static_cast<std::size_t>(top(static_cast<int>(k)));
    if (used[at] == 0) continue;
    if (number[at] < 0) number[at] = count++;
    number[k] = number[at];
  }
  return number;
}

}  // namespace

TouchSolid Solids::hull_of(const std::vector<Vec>& points) {
  const double size = size_of(points);
  for (const std::size_t h : by_count_[points.size()]) {
    const std::vector<Vec>& other = points_[h];
    const double scale = size / size_of(other);
    bool same = true;
    for (std::size_t k = 0; k < points.size() && same; ++k)
      same = norm(points[k] - scale * other[k]) <= 1e-14 * size;
    if (same) {
      const Hull& hull = *plan_.hulls[h];
      return {hull_shape(hull, scale), scale * hull.middle};
    }
  }
  try {
    plan_.hulls.push_back(std::make_shared<const Hull>(make_hull(points)));
  } catch (const HullError& error) {
    throw ShapeError(error.what());
  }
  by_count_[points.size()].push_back(plan_.hulls.size() - 1);
  points_.push_back(points);
  const Hull& hull = *plan_.hulls.back();
  return {hull_shape(hull, 1.0), hull.middle};
}

std::vector<TouchSolid> Solids::pieces_of(const ShapeItem& item) {
  int count = 0;
  const std::vector<int> number = pieces(item, count);
  constexpr int most_pieces = 10000;
  if (count > most_pieces)
    throw ShapeError("the mesh has " + std::to_string(count) +
                     " pieces that do not hang together; at most 10000 can touch");
  std::vector<std::vector<Vec>> points(static_cast<std::size_t>(count));
  for (std::size_t k = 0; k < item.points.size(); ++k) {
    const Triple& p = item.points[k];
    if (number[k] >= 0) points[static_cast<std::size_t>(number[k])].push_back({p[0], p[1], p[2]});
  }
  std::vector<TouchSolid> out;
  for (const std::vector<Vec>& piece : points) {
    const std::size_t before = plan_.hulls.size();
    out.push_back(hull_of(piece));
    if (plan_.hulls.size() == before) continue;  // known, and so found convex
    const Hull& hull = *plan_.hulls.back();
    const double deep = hollow_of(hull, piece);
    if (deep > hollow_share * norm(hull.half))
      throw ShapeError(
          "the mesh is not convex: a point lies " + short_number(deep) +
          " m below its hull; make it of convex pieces that do not hang together, or put shapes of "
          "type 'hull' in its place (one with the same file takes the hull of it)");
  }
  return out;
}

// Points over a regular grid of x and y, each once, and triangles that do not close.
const HeightMap* Solids::map_of(const ShapeItem& item) {
  const std::size_t n = item.points.size();
  if (n < 9) return nullptr;
  std::vector<Triple> sorted = item.points;
  std::sort(sorted.begin(), sorted.end(), [](const Triple& a, const Triple& b) {
    return a[1] != b[1] ? a[1] < b[1] : a[0] < b[0];
  });
  std::size_t columns = 1;
  while (columns < n && sorted[columns][1] <= sorted[0][1]) ++columns;
  if (columns < 3 || n % columns != 0 || n / columns < 3) return nullptr;
  const std::size_t rows = n / columns;
  if (item.triangles.size() != 2 * (columns - 1) * (rows - 1)) return nullptr;
  HeightMap map;
  map.x = sorted[0][0];
  map.y = sorted[0][1];
  map.columns = static_cast<int>(columns);
  map.rows = static_cast<int>(rows);
  map.dx = (sorted[columns - 1][0] - map.x) / static_cast<double>(columns - 1);
  map.dy = (sorted[n - 1][1] - map.y) / static_cast<double>(rows - 1);
  if (!(map.dx > 0.0) || !(map.dy > 0.0)) return nullptr;
  for (std::size_t k = 0; k < n; ++k) {
    const double x = map.x + map.dx * static_cast<double>(k % columns),
                 y = map.y + map.dy * static_cast<double>(k / columns);
    if (std::fabs(sorted[k][0] - x) > 1e-4 * map.dx || std::fabs(sorted[k][1] - y) > 1e-4 * map.dy)
      return nullptr;
    map.heights.push_back(sorted[k][2]);
  }
  plan_.maps.push_back(std::make_shared<const HeightMap>(std::move(map)));
  return plan_.maps.back().get();
}

std::vector<TouchSolid> Solids::solids_of(const ShapeItem& item, bool on_ground) {
  switch (item.kind) {
    case ShapeKind::sphere:
      return {{sphere_shape(item.radius), {}}};
    case ShapeKind::capsule:
      return {{capsule_shape(item.radius, 0.5 * item.length), {}}};
    case ShapeKind::box:
      return {{box_shape(0.5 * to_vec(item.size)), {}}};
    case ShapeKind::cylinder:
      return {{cylinder_shape(item.radius, 0.5 * item.length), {}}};
    case ShapeKind::mesh: {
      const HeightMap* const map = on_ground ? map_of(item) : nullptr;
      if (map != nullptr) return {{heights_shape(*map), {}}};
      return pieces_of(item);
    }
    case ShapeKind::extrusion: {
      std::vector<Vec> points;
      for (const auto& corner : item.outline) {
        for (const double z : {-0.5, 0.5})
          points.push_back({corner[0], corner[1], z * item.length});
      }
      const TouchSolid out = hull_of(points);
      const double deep = hollow_of(*out.shape.hull, points);
      // all its corners lie on both ends: the hull shows a hollow by corners that it left out
      if (deep > 0.0 || out.shape.hull->corners.size() < points.size())
        throw ShapeError(
            "the outline of the extrusion is not convex, or has corners on a straight side; put "
            "several convex extrusions side by side");
      return {out};
    }
    case ShapeKind::tube:
      break;
  }
  throw ShapeError("a tube cannot touch, since it is hollow; put several hulls in its place");
}

}  // namespace treadle
