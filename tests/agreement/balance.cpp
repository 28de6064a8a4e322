// Clusters far from where their split was chosen, and of very unequal inertias: the recursion and
// its lanes against an LU in long double; and mechanisms whose numbers are all of another size.
#include "src/io/reading/read_model.hpp"
#include "src/kinematics/advance.hpp"
#include "src/simulation/mechanism_system.hpp"
#include "src/solve/registry.hpp"
#include "support/dense.hpp"
#include "support/random_mechanism.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include <cmath>
#include <map>
#include <memory>

namespace treadle::test {
namespace {

using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

std::string three(double x, double y, double z) {
  return "[" + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + "]";
}

// Arms of four bodies around a floating hub, each with ten coordinates and one rod back to the hub:
// which coordinate follows from the rod makes a large difference. Joints run from the tips inwards.
std::string arms(int count) {
  std::string bodies = R"({"name": "hub", "mass": 3, "inertia": [0.1, 0.2, 0.2]})",
              joints = R"({"name": "hub", "type": "free", "parent": "ground", "child": "hub"})",
              rods;
  for (int k = 0; k < count; ++k) {
    const double c = std::cos(1.6 * k), s = std::sin(1.6 * k);
    const auto at = [&](double x, double y, double z) {
      return three(c * x - s * y, s * x + c * y, z);
    };
    const std::string n = std::to_string(k);
    std::string before = "hub";
    const auto add = [&](const std::string& name, const std::string& type,
                         const std::string& center, const std::string& joint,
                         const std::string& axis) {
      bodies += ", {\"name\": \"" + name + n +
                "\", \"mass\": 1, \"inertia\": [0.004, 0.005, 0.006]" +
                ", \"position\": " + center + "}";
      joints += ", {\"name\": \"j" + name + n + "\", \"type\": \"" + type + "\", \"child\": \"" +
                before + "\", \"parent\": \"" + name + n + "\", \"position\": " + joint +
                (type == "spherical" ? "" : ", \"axis\": " + axis) + "}";
      before = name + n;
    };
    add("u", "universal", at(0.5, 0, 0.2), at(0.4, 0, 0), at(0, 1, 0));
    add("w", "planar", at(0.5, 0, 0.4), at(0.5, 0, 0.3), at(0, 1, 0.2));
    add("x", "cylindrical", at(0.6, 0, 0.4), at(0.5, 0, 0.3), at(0, 1, 0.2));
    add("y", "spherical", at(0.7, 0.1, 0.4), at(0.6, 0, 0.3), "");
    rods += (k == 0 ? "" : ", ") + ("{\"name\": \"rod" + n) +
            "\", \"type\": \"rod\", \"from\": {\"body\": \"y" + n +
            "\", \"position\": [0, 0, 0.2]}, \"to\": {\"body\": \"hub\", \"position\": " +
            at(0.9, 0.1, 0.9) + "}}";
  }
  return "{\"bodies\": [" + bodies + "], \"joints\": [" + joints + "], \"constraints\": [" + rods +
         "]}";
}

// Accelerations and multipliers, from the dense equations.
LongVector witness(const Mechanism& m, std::span<const double> q, std::span<const double> v) {
  Workspace<double> w(m.model, m.functions.size());
  w.functions = m.functions_at(0.0);
  assemble_equations<double>(m.model, m.forces, q, v, w);
  const LongMatrix mass = dense_inertia(m.model, w.matrix).cast<long double>();
  const LongMatrix phi = dense_phi(m.model, w.loops.phi).cast<long double>();
  const auto n = mass.rows(), r = phi.rows();
  LongMatrix whole = LongMatrix::Zero(n + r, n + r);
  whole.topLeftCorner(n, n) = mass;
  whole.bottomLeftCorner(r, n) = phi;
  whole.topRightCorner(n, r) = phi.transpose();
  LongVector right(n + r);
  right << dense_vector(w.q_force).cast<long double>(), dense_vector(w.gamma).cast<long double>();
  return whole.partialPivLu().solve(right);
}

// By solver: largest difference of the accelerations by the largest of them, over states all around
// that each solver goes through.
std::map<std::string, double> worst_around(const Mechanism& m,
                                           const std::vector<std::string>& solvers, unsigned seed,
                                           int states) {
  std::vector<std::unique_ptr<MechanismSystem>> systems;
  for (const std::string& name : solvers)
    systems.push_back(std::make_unique<MechanismSystem>(m, name, ConstraintMethod::closest, 1e-3));
  MechanismSystem& first = *systems.front();
  std::mt19937 dice(seed);
  const auto nv = static_cast<std::size_t>(m.model.nv());
  const std::vector<double> x = first.start();
  std::vector<double> at(x.size()), move(first.tangent_size(), 0.0), rate(first.tangent_size());
  std::map<std::string, double> worst;
  for (int s = 0; s < states; ++s) {
    for (std::size_t k = 0; k < nv; ++k) {
      move[k] = uniform(dice, -0.7, 0.7);
      move[nv + k] = uniform(dice, -3.0, 3.0);
    }
    first.advance(x, move, at);
    const LongVector found = witness(m, first.q(at), first.v(at));
    for (std::size_t t = 0; t < systems.size(); ++t) {
      EXPECT_TRUE(systems[t]->rate(0.0, at, rate).ok()) << solvers[t];
      double scale = 0.0, off = 0.0;
      for (std::size_t k = 0; k < nv; ++k) {
        const auto exact = static_cast<double>(found[static_cast<Eigen::Index>(k)]);
        scale = std::max(scale, std::fabs(exact));
        off = std::max(off, std::fabs(rate[nv + k] - exact));
      }
      double& most = worst[solvers[t]];
      most = std::max(most, off / scale);
    }
  }
  return worst;
}

TEST(Balance, ArmsThatMoveFarKeepTheirDigits) {
  for (const int count : {1, 4}) {
    const Mechanism m = build_mechanism(read_model_text(arms(count), "arms"));
    for (const auto& [solver, error] :
         worst_around(m, {"clustered", "topology", "gauss"}, 7, count == 1 ? 100 : 300))
      EXPECT_LT(error, 5e-11) << solver << ", arms " << count;
  }
}

TEST(Balance, RandomMechanismsOfUnequalMasses) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    RandomChoice choice;
    choice.bodies = 4 + static_cast<int>(seed % 6);
    choice.loops = 1 + static_cast<int>(seed % 2);
    choice.free_root = seed % 2 == 0;
    Description d = random_mechanism(seed + 700, choice).description;
    std::mt19937 dice(seed);
    for (BodyItem& b : d.bodies) {
      const double factor = std::pow(10.0, uniform(dice, -2.0, 2.0));
      b.mass *= factor;
      for (double& i : b.inertia) i *= factor;
    }
    const Mechanism m = build_mechanism(d);
    if (!m.redundancy.rows.empty()) continue;
    EXPECT_LT(worst_around(m, {"clustered"}, seed, 20).at("clustered"), 2e-12) << "seed " << seed;
  }
}

// All masses and forces times a number: the same accelerations, with every solver.
TEST(Balance, UnitsDoNotDecideWhatIsSingular) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    RandomChoice choice;
    choice.loops = static_cast<int>(seed % 3);
    choice.free_root = seed % 2 == 0;
    choice.springs = choice.dampers = false;
    const Description d = random_mechanism(seed + 300, choice).description;
    const Mechanism plain = build_mechanism(d);
    for (const double factor : {1e-14, 1e14}) {
      Description other = d;
      for (BodyItem& b : other.bodies) {
        b.mass *= factor;
        for (double& i : b.inertia) i *= factor;
      }
      const Mechanism m = build_mechanism(other);
      for (const std::string& name : usable_solvers()) {
        MechanismSystem a(plain, name, ConstraintMethod::closest, 1e-3),
            b(m, name, ConstraintMethod::closest, 1e-3);
        std::vector<double> x = a.start(), one(a.tangent_size()), two(one.size());
        ASSERT_TRUE(a.rate(0.0, x, one).ok()) << name << " seed " << seed;
        ASSERT_TRUE(b.rate(0.0, x, two).ok()) << name << " seed " << seed << " times " << factor;
        double scale = 0.0;
        for (const double number : one) scale = std::max(scale, std::fabs(number));
        for (std::size_t k = 0; k + 1 < one.size(); ++k)
          EXPECT_NEAR(one[k], two[k], 1e-9 * scale) << name << " seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace treadle::test
