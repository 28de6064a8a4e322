// Loops that meet as the fields of a grid do: the loop matrix stays sparse, its order is one of
// least degrees, and the answer is that of a method which knows no structure.
#include "src/acceleration/step.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/mechanism/mechanism.hpp"
#include "src/solve/registry.hpp"
#include "src/solve/topology_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace treadle::test {
namespace {

// Pendulums on balls above a plane, rods between neighbours.
Description grid_of_pendulums(int side) {
  std::string bodies, joints, rods;
  const auto add = [](std::string& list, const std::string& item) {
    list += (list.empty() ? "" : ", ") + item;
  };
  const auto name = [](int a, int b) { return std::to_string(a) + "." + std::to_string(b); };
  for (int a = 0; a < side; ++a) {
    for (int b = 0; b < side; ++b) {
      const std::string at = std::to_string(a) + ", " + std::to_string(b) + ", ";
      add(bodies, R"({"name": ")" + name(a, b) +
                      R"(", "mass": 1, "inertia": [0.1, 0.12, 0.05], "position": [)" + at + "-1]}");
      add(joints, R"({"name": "j)" + name(a, b) +
                      R"(", "type": "spherical", "parent": "ground", "child": ")" + name(a, b) +
                      R"(", "position": [)" + at + "0]}");
      const auto rod = [&](int c, int d, double z) {
        if (c == side || d == side) return;
        add(rods, R"({"name": "r)" + name(a, b) + "-" + name(c, d) +
                      R"(", "type": "distance", "from": {"body": ")" + name(a, b) +
                      R"(", "position": [0.1, 0.05, )" + std::to_string(z) +
                      R"(]}, "to": {"body": ")" + name(c, d) +
                      R"(", "position": [-0.1, 0.02, 0.1]}})");
      };
      rod(a + 1, b, 0.2);
      rod(a, b + 1, -0.1);
    }
  }
  return read_model_text(R"({"bodies": [)" + bodies + R"(], "joints": [)" + joints +
                             R"(], "constraints": [)" + rods + "]}",
                         "grid");
}

TEST(GridOfLoops, IsSparseAndRight) {
  const Mechanism m = build_mechanism(grid_of_pendulums(9));
  ASSERT_EQ(m.model.rows(), 144);
  Workspace<double> w(m.model), by(m.model);
  const auto gauss = make_solver<double>("gauss", *m.model.pattern);
  TopologySolver<double> topology(*m.model.pattern);
  std::vector<double> v(static_cast<std::size_t>(m.model.nv()), 0.0);
  ASSERT_TRUE(evaluate<double>(m.model, m.forces, *gauss, {}, m.start.q, v, w).ok());
  ASSERT_TRUE(evaluate<double>(m.model, m.forces, topology, {}, m.start.q, v, by).ok());
  double most = 0.0;
  for (const double x : w.qdd) most = std::max(most, std::fabs(x));
  for (std::size_t k = 0; k < w.qdd.size(); ++k) EXPECT_NEAR(by.qdd[k], w.qdd[k], 1e-10 * most);
  // rows at one pendulum meet, four at most: at most six others for each; a band in file order
  // would have some 17 entries in each column
  const LowerPattern product = topology.t().product_pattern();
  EXPECT_LE(product.entries(), 3 * 144);
  EXPECT_LE(eliminate(product).entries(), 11 * 144);
}

}  // namespace
}  // namespace treadle::test
