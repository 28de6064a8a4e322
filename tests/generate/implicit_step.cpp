// The generated implicit step against the numeric one, which finds accelerations first and factors
// another matrix for them.
#include "src/base/error.hpp"
#include "src/generate/standalone.hpp"
#include "src/generate/statements.hpp"
#include "src/generate/trace_step.hpp"
#include "src/integrate/fixed_step.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/simulation/mechanism_system.hpp"
#include "support.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

namespace treadle {
namespace {

using test::Given;
using Numbers = std::vector<double>;

Mechanism machine_of(const std::string& text) {
  return build_mechanism(read_model_text(text, "test"));
}

// q and v after one step by the graph; loops are not closed.
Numbers by_graph(const Mechanism& m, const Program& p, Given g, double h) {
  g.u.clear();
  for (const FunctionValue<double>& f : m.functions_at(g.time + h))
    g.u.insert(g.u.end(), {f.value, f.rate, f.acceleration});
  g.u.push_back(h);
  const auto numbers = evaluate_graph(p.graph, live_nodes(p.graph, p.wanted), g.arrays());
  Numbers out;
  for (const Ref r : p.wanted) out.push_back(value_of(numbers, r));
  return out;
}

// The largest difference of q and v after one step, measured by the velocities.
double difference_of_steps(const Mechanism& m, double time, unsigned seed, double h) {
  const Program p = trace_implicit_step(m);
  Given g = test::given_at(m, time, seed);
  MechanismSystem system(m, "auto", ConstraintMethod::closest, h);
  system.set_jacobian(JacobianKind::approximate_symmetric);
  Numbers x = g.q;
  x.insert(x.end(), g.v.begin(), g.v.end());
  x.push_back(0.0);
  EXPECT_TRUE(system.project(time, x).ok());
  std::copy_n(x.begin(), g.q.size(), g.q.begin());
  std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(g.q.size()), g.v.size(), g.v.begin());
  Numbers y = by_graph(m, p, g, h);
  y.push_back(0.0);
  EXPECT_TRUE(system.project(time + h, y).ok());
  const auto euler = make_integrator("implicit-euler", system);
  EXPECT_TRUE(euler->step(system, time, h, x).ok());
  double most = 0.0, size = 1.0;
  for (std::size_t k = 0; k + 1 < x.size(); ++k) {
    most = std::fmax(most, std::fabs(x[k] - y[k]));
    size = std::fmax(size, std::fabs(x[k]));
  }
  return most / size;
}

TEST(GeneratedImplicitStep, IsTheNumericOneForReadyModels) {
  int checked = 0;
  for (const std::string& file : test::model_files()) {
    const Mechanism m = build_mechanism(read_model(file));
    if (m.model.links.size() > 60 || !m.functions.states().empty() || !m.control.empty()) continue;
    for (const double h : {1e-3, 3e-3}) {
      EXPECT_LT(difference_of_steps(m, 0.0, 1, h), 1e-12) << file << " " << h;
      ++checked;
    }
  }
  EXPECT_GT(checked, 20);
}

// Stiff forces of every kind on ball joints, sums of coordinates and between trees.
TEST(GeneratedImplicitStep, IsTheNumericOneForStiffForcesOfAllKinds) {
  const std::string bodies = R"("bodies": [
    {"name": "a", "mass": 2, "inertia": [0.1, 0.2, 0.3], "center": [0.5, 0, 0]},
    {"name": "b", "mass": 1, "inertia": [0.2, 0.1, 0.15], "position": [1, 0, 0], "center": [0.4, 0.1, 0]},
    {"name": "c", "mass": 3, "inertia": [0.3, 0.2, 0.1], "position": [1, 1, 0.5]},
    {"name": "d", "mass": 1.5, "inertia": [0.1, 0.1, 0.2], "position": [0, 2, 0.2]}])";
  const std::string joints = R"("joints": [
    {"name": "ja", "type": "revolute", "parent": "ground", "child": "a", "position": [0, 0, 0], "axis": [0, 0.6, 0.8],
     "limits": {"lower": -0.1, "upper": -0.01, "stiffness": 1e5, "damping": 10}},
    {"name": "jb", "type": "spherical", "parent": "a", "child": "b", "position": [1, 0, 0], "damping": 7},
    {"name": "jc", "type": "prismatic", "parent": "ground", "child": "c", "position": [1, 1, 0.5], "axis": [1, 2, 2],
     "spring": {"stiffness": 1e6}, "damping": 30}])";
  const std::string forces = R"("forces": [
    {"name": "k1", "type": "bushing", "from": {"body": "b"}, "to": {"body": "d", "position": [1, -2, -0.2]},
     "stiffness": [3e7, 2e6, 1e5, 300, 200, 100], "damping": [30, 20, 10, 3, 2, 1]},
    {"name": "k2", "type": "spring", "from": {"body": "a", "position": [0.5, 0, 0]}, "to": {"body": "c"},
     "law": {"stretch": [-1, 0, 0.5, 2], "force": [-2e5, 0, 1e5, 9e5]}, "damping": 200},
    {"name": "floor", "type": "plane", "from": {"body": "d"}, "to": {"body": "ground", "position": [0, 0, 0.15]},
     "radius": 0.1, "stiffness": 1e7, "damping": 100}])";
  const std::string rod =
      R"("constraints": [{"name": "rod", "type": "distance", "from": {"body": "b", "position": [1, 0.5, 0.2]},
    "to": {"body": "c"}}],)";
  for (const std::string& loop : {std::string(), rod}) {
    const Mechanism m = machine_of(R"({"treadle": 1, "name": "machine", )" + loop + bodies + "," +
                                   joints + "," + forces + "}");
    for (unsigned seed = 1; seed <= 5; ++seed) {
      for (const double h : {1e-4, 1e-2})
        EXPECT_LT(difference_of_steps(m, 0.0, seed, h), 1e-12) << loop << " " << seed << " " << h;
    }
  }
}

TEST(GeneratedImplicitStep, StandsAlone) {
  StandaloneOptions options;
  EXPECT_TRUE(add_output("implicit_step", options));
  const Mechanism m = build_mechanism(read_model(models_folder() + "/four_bar.json"));
  const StandalonePackage package = make_standalone(m, options);
  EXPECT_EQ(package.programs.back().name, "implicit_step");
  const auto readme = std::find_if(package.files.begin(), package.files.end(),
                                   [](const SourceFile& f) { return f.name == "README.md"; });
  EXPECT_NE(readme->text.find("length of the step"), std::string::npos);
}

}  // namespace
}  // namespace treadle
