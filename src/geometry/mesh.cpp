#include "mesh.hpp"

#include "../base/text.hpp"
#include "../linalg/small.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace treadle {

namespace {

using Vec = Vec3<double>;

std::string show(const Triple& p) {
  return "(" + short_number(p[0]) + ", " + short_number(p[1]) + ", " + short_number(p[2]) + ")";
}

void check_indices(const MeshPoints& points, const MeshTriangles& triangles) {
  if (points.size() < 4 || triangles.empty()) {
    throw ShapeError("the mesh has " + std::to_string(points.size()) + " points and " +
                     std::to_string(triangles.size()) +
                     " triangles; a solid needs at least 4 of each");
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Triple& p = points[i];
    if (std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2])) continue;
    throw ShapeError("point " + std::to_string(i) + " of the mesh is not finite");
  }
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (const int i : triangles[t]) {
      if (i >= 0 && static_cast<std::size_t>(i) < points.size()) continue;
      throw ShapeError("triangle " + std::to_string(t) + " of the mesh has point " +
                       std::to_string(i) + ", but there are " + std::to_string(points.size()));
    }
  }
}

// An edge as one number, so that both its directions lie side by side when sorted.
std::uint64_t edge_key(int from, int to) {
  const auto low = static_cast<std::uint64_t>(std::min(from, to));
  const auto high = static_cast<std::uint64_t>(std::max(from, to));
  return low << 32U | high << 1U | (from < to ? 1U : 0U);
}

// Around a closed surface each edge is passed as often in one direction as in the other.
void check_edges(const MeshTriangles& triangles, MeshReport& report) {
  std::vector<std::uint64_t> edges;
  edges.reserve(3 * triangles.size());
  for (const auto& t : triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const int from = t[k], to = t[(k + 1) % 3];
      if (from != to) edges.push_back(edge_key(from, to));
    }
  }
  std::sort(edges.begin(), edges.end());
  for (std::size_t i = 0, next = 0; i < edges.size(); i = next) {
    std::size_t forth = 0;
    for (next = i; next < edges.size() && edges[next] >> 1U == edges[i] >> 1U; ++next)
      forth += edges[next] & 1U;
    const std::size_t both = next - i;
    if (2 * forth == both) continue;
    const std::array<int, 2> ends{static_cast<int>(edges[i] >> 32U),
                                  static_cast<int>((edges[i] & 0xffffffffU) >> 1U)};
    const bool open = both % 2 == 1;
    std::size_t& count = open ? report.open_edges : report.twisted_edges;
    if (count++ == 0) (open ? report.first_open : report.first_twisted) = ends;
  }
}

// The point that integrals refer to: the middle of the box around the mesh.
Vec middle_of(const MeshPoints& points) {
  Triple low = points[0], high = points[0];
  for (const Triple& p : points) {
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  }
  return {low[0] / 2.0 + high[0] / 2.0, low[1] / 2.0 + high[1] / 2.0, low[2] / 2.0 + high[2] / 2.0};
}

struct Corners {
  Vec a, b, c;
};

Corners corners_of(const MeshPoints& points, const std::array<int, 3>& t, const Vec& middle) {
  const auto corner = [&](int i) {
    const Triple& p = points[static_cast<std::size_t>(i)];
    return Vec{p[0], p[1], p[2]} - middle;
  };
  return {corner(t[0]), corner(t[1]), corner(t[2])};
}

double six_volumes(const Corners& t) { return dot(t.a, cross(t.b, t.c)); }

bool has_no_area(const Corners& t) {
  const Vec u = t.b - t.a, v = t.c - t.a, w = t.c - t.b;
  const double longest = std::max({dot(u, u), dot(v, v), dot(w, w)});
  return norm(cross(u, v)) <= 1e-14 * longest;
}

std::string edge_text(const MeshPoints& points, const std::array<int, 2>& edge) {
  return show(points[static_cast<std::size_t>(edge[0])]) + " to " +
         show(points[static_cast<std::size_t>(edge[1])]);
}

std::string edges_text(std::size_t count) {
  return count == 1 ? "1 edge" : std::to_string(count) + " edges";
}

void refuse(const MeshPoints& points, const MeshReport& report) {
  if (report.open_edges > 0) {
    throw ShapeError(
        "the mesh is not closed: " + edges_text(report.open_edges) +
        " without a partner, the first from " + edge_text(points, report.first_open) +
        "; close the surface, or leave out its density and give mass, center and inertia");
  }
  if (report.twisted_edges > 0) {
    throw ShapeError("the mesh is wound inconsistently: at " + edges_text(report.twisted_edges) +
                     " neighbouring triangles run in opposite senses, the first from " +
                     edge_text(points, report.first_twisted) +
                     "; make all triangles run counter-clockwise as seen from outside");
  }
  if (report.volume < 0.0) {
    throw ShapeError("the mesh is inside out: its volume is " + short_number(report.volume) +
                     " m^3; reverse the order of the points of each triangle (flip the normals)");
  }
}

}  // namespace

MeshReport check_mesh(const MeshPoints& points, const MeshTriangles& triangles) {
  check_indices(points, triangles);
  MeshReport report;
  check_edges(triangles, report);
  const Vec middle = middle_of(points);
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const Corners t = corners_of(points, triangles[i], middle);
    report.volume += six_volumes(t) / 6.0;
    if (has_no_area(t) && report.degenerate++ == 0) report.first_degenerate = i;
  }
  return report;
}

MassOfShape measure_mesh(const MeshPoints& points, const MeshTriangles& triangles) {
  refuse(points, check_mesh(points, triangles));

  // Signed tetrahedra from the middle to each triangle: integrals of 1, x and x x^T.
  const Vec middle = middle_of(points);
  double volume = 0.0;
  Vec first{};
  Sym3<double> second{};
  for (const auto& triangle : triangles) {
    const Corners t = corners_of(points, triangle, middle);
    const double d = six_volumes(t), f = d / 120.0;
    const Vec sum = t.a + t.b + t.c;
    volume += d / 6.0;
    first += (d / 24.0) * sum;
    for (const Vec& p : {t.a, t.b, t.c, sum}) {
      const Vec q = f * p;
      second =
          second + Sym3<double>{q.x * p.x, q.y * p.y, q.z * p.z, q.x * p.y, q.x * p.z, q.y * p.z};
    }
  }

  // To the centre, and from x x^T to the inertia.
  const Vec c = (1.0 / volume) * first;
  const double xx = second.xx - first.x * c.x, yy = second.yy - first.y * c.y,
               zz = second.zz - first.z * c.z;
  return {volume,
          {middle.x + c.x, middle.y + c.y, middle.z + c.z},
          {yy + zz, xx + zz, xx + yy, first.x * c.y - second.xy, first.x * c.z - second.xz,
           first.y * c.z - second.yz}};
}

}  // namespace treadle
