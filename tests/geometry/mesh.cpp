// Meshes far away, turned, hollow and broken.
#include "src/geometry/mesh.hpp"

#include "solids.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <string>
#include <utility>

namespace treadle {
namespace {

using namespace test;

MassOfShape measured(const ShapeItem& mesh) { return measure_mesh(mesh.points, mesh.triangles); }
MeshReport checked(const ShapeItem& mesh) { return check_mesh(mesh.points, mesh.triangles); }

std::string mesh_fault(const ShapeItem& mesh) {
  try {
    measured(mesh);
  } catch (const ShapeError& error) {
    return error.what();
  }
  return "";
}

bool says(const std::string& message, const char* words) {
  EXPECT_NE(message.find(words), std::string::npos) << message;
  return true;
}

Eigen::Matrix3d tensor(const std::array<double, 6>& j) {
  Eigen::Matrix3d m;
  m << j[0], j[3], j[4], j[3], j[1], j[5], j[4], j[5], j[2];
  return m;
}

TEST(Mesh, good_ones_have_no_faults) {
  for (const ShapeItem& mesh : {box_mesh({1, 2, 3}, {0, 0, 0}), sphere_mesh(1.0, 24)}) {
    const MeshReport report = checked(mesh);
    EXPECT_TRUE(report.closed());
    EXPECT_EQ(report.degenerate, 0U);
    EXPECT_GT(report.volume, 0.0);
  }
}

TEST(Mesh, a_kilometre_away_loses_nothing) {
  const ShapeItem near = sphere_mesh(0.05, 40);
  const ShapeItem far = moved_mesh(near, [](const Triple& p) {
    return Triple{p[0] + 1e3, p[1] - 1e3, p[2] + 700.0};
  });
  const MassOfShape a = measured(near), b = measured(far);
  EXPECT_NEAR(b.volume, a.volume, 1e-9 * a.volume);
  EXPECT_NEAR(b.center[0], 1e3, 1e-9);
  EXPECT_NEAR(b.center[1], -1e3, 1e-9);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(b.inertia[i], a.inertia[i], 1e-9 * a.inertia[0]);
}

TEST(Mesh, turns_with_its_points) {
  const Eigen::Matrix3d r =
      Eigen::AngleAxisd(0.7, Eigen::Vector3d(1.0, -2.0, 0.5).normalized()).toRotationMatrix();
  const ShapeItem mesh = box_mesh({1.0, 2.0, 3.0}, {0.3, -0.2, 5.0});
  const ShapeItem turned = moved_mesh(mesh, [&](const Triple& p) {
    const Eigen::Vector3d q = r * Eigen::Vector3d(p[0], p[1], p[2]);
    return Triple{q.x(), q.y(), q.z()};
  });
  const MassOfShape a = measured(mesh), b = measured(turned);
  EXPECT_NEAR(b.volume, 6.0, 1e-13);
  EXPECT_LT((tensor(b.inertia) - r * tensor(a.inertia) * r.transpose()).norm(), 1e-13);
  EXPECT_LT(
      (Eigen::Map<const Eigen::Vector3d>(b.center.data()) - r * Eigen::Vector3d(0.8, 0.8, 6.5))
          .norm(),
      1e-13);
}

// An inner surface that is turned inside out is a cavity.
TEST(Mesh, cavities_are_empty) {
  ShapeItem hollow = box_mesh({4.0, 4.0, 4.0}, {-2.0, -2.0, -2.0});
  const ShapeItem hole = box_mesh({2.0, 2.0, 2.0}, {-1.0, -1.0, -1.0});
  hollow.points.insert(hollow.points.end(), hole.points.begin(), hole.points.end());
  for (const auto& t : hole.triangles) hollow.triangles.push_back({t[2] + 8, t[1] + 8, t[0] + 8});
  const MassOfShape mass = measured(hollow);
  EXPECT_NEAR(mass.volume, 56.0, 1e-12);
  EXPECT_NEAR(mass.inertia[0], 64.0 * 32.0 / 12.0 - 8.0 * 8.0 / 12.0, 1e-12);
}

// Two boxes that share an edge: four triangles meet there, and it is closed all the same.
TEST(Mesh, edges_may_be_shared_by_more_than_two) {
  ShapeItem pair = box_mesh({1, 1, 1}, {0, 0, 0});
  const ShapeItem other = box_mesh({1, 1, 1}, {1, 1, 0});
  for (const auto& t : other.triangles) {
    std::array<int, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k) {
      const Triple& p = other.points[static_cast<std::size_t>(t[k])];
      const auto found = std::find(pair.points.begin(), pair.points.end(), p);
      corners[k] = static_cast<int>(found - pair.points.begin());
      if (found == pair.points.end()) pair.points.push_back(p);
    }
    pair.triangles.push_back(corners);
  }
  EXPECT_EQ(pair.points.size(), 14U);
  EXPECT_TRUE(checked(pair).closed());
  EXPECT_NEAR(measured(pair).volume, 2.0, 1e-14);
}

TEST(Mesh, open_is_refused) {
  ShapeItem mesh = box_mesh({1, 2, 3}, {0, 0, 0});
  mesh.triangles.pop_back();
  EXPECT_EQ(checked(mesh).open_edges, 3U);
  EXPECT_EQ(checked(mesh).twisted_edges, 0U);
  says(mesh_fault(mesh),
       "not closed: 3 edges without a partner, the first from (1, 2, 0) to (1, 0, 3)");
}

TEST(Mesh, inside_out_is_refused) {
  ShapeItem mesh = box_mesh({1, 2, 3}, {0, 0, 0});
  for (auto& t : mesh.triangles) std::swap(t[0], t[1]);
  EXPECT_NEAR(checked(mesh).volume, -6.0, 1e-14);
  says(mesh_fault(mesh), "inside out: its volume is -6 m^3; reverse the order");
}

TEST(Mesh, mixed_winding_is_refused) {
  ShapeItem mesh = box_mesh({1, 2, 3}, {0, 0, 0});
  std::swap(mesh.triangles[4][0], mesh.triangles[4][1]);
  EXPECT_EQ(checked(mesh).open_edges, 0U);
  EXPECT_EQ(checked(mesh).twisted_edges, 3U);
  says(mesh_fault(mesh), "wound inconsistently: at 3 edges");
}

// A triangle without area changes nothing, so that files with slivers can be used.
TEST(Mesh, degenerate_triangles_are_counted) {
  ShapeItem mesh = box_mesh({1, 2, 3}, {0, 0, 0});
  mesh.triangles.push_back({0, 0, 5});
  mesh.points.push_back({0.5, 0.0, 0.0});  // in the middle of the edge from point 0 to point 1
  mesh.triangles[0] = {0, 2, 8};
  mesh.triangles.push_back({8, 2, 1});
  mesh.triangles.push_back({0, 8, 1});
  const MeshReport report = checked(mesh);
  EXPECT_EQ(report.degenerate, 2U);
  EXPECT_EQ(report.first_degenerate, 12U);
  EXPECT_TRUE(report.closed());
  EXPECT_NEAR(measured(mesh).volume, 6.0, 1e-14);
}

TEST(Mesh, what_is_no_mesh_is_refused) {
  ShapeItem mesh = empty_mesh();
  says(mesh_fault(mesh), "0 points and 0 triangles");
  mesh = box_mesh({1, 2, 3}, {0, 0, 0});
  mesh.triangles[3][1] = 8;
  says(mesh_fault(mesh), "triangle 3 of the mesh has point 8, but there are 8");
  mesh.triangles[3][1] = -1;
  says(mesh_fault(mesh), "has point -1");
  mesh = box_mesh({1, 2, 3}, {0, 0, 0});
  mesh.points[2][1] = std::nan("");
  says(mesh_fault(mesh), "point 2 of the mesh is not finite");
}

}  // namespace
}  // namespace treadle
