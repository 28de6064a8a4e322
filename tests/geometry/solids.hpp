// Triangle surfaces of simple solids, made without the engine.
#pragma once

#include "src/describe/description.hpp"

#include <cmath>
#include <functional>
#include <numbers>

namespace treadle::test {

inline ShapeItem empty_mesh() {
  ShapeItem mesh;
  mesh.kind = ShapeKind::mesh;
  return mesh;
}

/// A box from a corner on, with its outside outside.
inline ShapeItem box_mesh(const Triple& size, const Triple& corner) {
  ShapeItem mesh = empty_mesh();
  for (int i = 0; i < 8; ++i) {
    mesh.points.push_back({corner[0] + ((i & 1) != 0 ? size[0] : 0.0),
                           corner[1] + ((i & 2) != 0 ? size[1] : 0.0),
                           corner[2] + ((i & 4) != 0 ? size[2] : 0.0)});
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

/// What turning a closed profile (radius, height) about z leaves; the profile runs
/// counter-clockwise in the half plane of positive radius, with z up, and may begin and end on the
/// axis.
inline ShapeItem turned_mesh(const std::vector<std::array<double, 2>>& profile, int around,
                             bool closed) {
  ShapeItem mesh = empty_mesh();
  const int n = static_cast<int>(profile.size());
  for (int j = 0; j < around; ++j) {
    const double angle = 2.0 * std::numbers::pi * j / around;
    for (const auto& p : profile)
      mesh.points.push_back({p[0] * std::cos(angle), p[0] * std::sin(angle), p[1]});
  }
  // points on the axis are the same for all angles
  const auto at = [&](int j, int i) {
    return profile[static_cast<std::size_t>(i)][0] == 0.0 ? i : (j % around) * n + i;
  };
  const auto add = [&](int a, int b, int c) {
    if (a != b && b != c && c != a) mesh.triangles.push_back({a, b, c});
  };
  for (int j = 0; j < around; ++j) {
    for (int i = 0; i < (closed ? n : n - 1); ++i) {
      const int next = (i + 1) % n;
      add(at(j, i), at(j + 1, i), at(j + 1, next));
      add(at(j, i), at(j + 1, next), at(j, next));
    }
  }
  return mesh;
}

/// An arc of a profile about a point of the axis, from one latitude to another, ends included.
inline void add_arc(std::vector<std::array<double, 2>>& profile, double radius, double height,
                    double from, double to, int steps) {
  for (int i = 0; i <= steps; ++i) {
    const double latitude = from + (to - from) * i / steps;
    const bool pole = std::abs(std::abs(latitude) - std::numbers::pi / 2.0) < 1e-12;
    profile.push_back(
        {pole ? 0.0 : radius * std::cos(latitude), height + radius * std::sin(latitude)});
  }
}

inline ShapeItem sphere_mesh(double radius, int around) {
  std::vector<std::array<double, 2>> profile;
  add_arc(profile, radius, 0.0, -std::numbers::pi / 2.0, std::numbers::pi / 2.0, around / 2);
  return turned_mesh(profile, around, false);
}

inline ShapeItem moved_mesh(ShapeItem mesh, const std::function<Triple(const Triple&)>& move) {
  for (Triple& p : mesh.points) p = move(p);
  return mesh;
}

}  // namespace treadle::test
