// Every file in models/ runs as it is, with the structure and within the bounds of this table.
#include "support.hpp"

#include "../../src/keeping/closest.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <filesystem>

namespace treadle {
namespace {

struct Expected {
  std::string name;
  int coordinates, equations, freedoms;
  std::vector<std::string> cuts;
};

// clang-format off
const std::vector<Expected> table{
    {"pendulum",            1, 0,  1, {}},
    {"double_pendulum",     2, 0,  2, {}},
    {"spherical_pendulum",  3, 0,  3, {}},
    {"free_body",           6, 0,  6, {}},
    {"slider_crank",        3, 5,  1, {"wristpin"}},
    {"four_bar",            3, 5,  1, {"rocker_pin"}},
    {"spatial_four_bar",    5, 3,  2, {"rocker_ball"}},
    {"bricard",             5, 5,  1, {"D"}},
    {"parallel_four_bar",   3, 5,  1, {"right_pin"}},
    {"quadruped",          14, 0, 14, {}},
    {"double_wishbone",     5, 4,  1, {"lower_ball", "tie_rod"}},
    {"hmmwv",              27, 16, 11,
     {"front.left.lower_ball", "front.right.lower_ball", "rear.left.lower_ball",
      "rear.right.lower_ball", "front.left.tie_rod", "front.right.tie_rod", "rear.left.tie_rod",
      "rear.right.tie_rod"}},
    {"hmmwv_tables",       27, 16, 11,
     {"front.left.lower_ball", "front.right.lower_ball", "rear.left.lower_ball",
      "rear.right.lower_ball", "front.left.tie_rod", "front.right.tie_rod", "rear.left.tie_rod",
      "rear.right.tie_rod"}},
    {"car_axis",            6, 3,  3, {"road", "contact", "axle"}},
};
// clang-format on

std::vector<std::string> model_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(models_folder())) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class ReadyModel : public testing::TestWithParam<std::string> {
 protected:
  static const Expected* expected() {
    const auto row = std::find_if(table.begin(), table.end(),
                                  [](const Expected& e) { return e.name == GetParam(); });
    return row == table.end() ? nullptr : &*row;
  }
};

TEST_P(ReadyModel, has_the_expected_structure) {
  ASSERT_NE(expected(), nullptr) << "models/" << GetParam() << ".json is not in the table";
  const Description d = ready(GetParam());
  const Mechanism mechanism = build_mechanism(d);
  EXPECT_EQ(d.name, GetParam());
  EXPECT_FALSE(d.text.empty()) << "say what to look at";
  EXPECT_EQ(mechanism.model.nv(), expected()->coordinates);
  EXPECT_EQ(mechanism.model.rows(), expected()->equations);
  EXPECT_EQ(mechanism.degrees_of_freedom(), expected()->freedoms);
  std::vector<std::string> cuts;
  for (const Loop& loop : mechanism.topology().loops) cuts.push_back(loop.name);
  EXPECT_EQ(cuts, expected()->cuts);
  EXPECT_EQ(check(mechanism.topology(), d), "");
  EXPECT_EQ(mechanism.warnings(), std::vector<std::string>{});
}

/// What one step may do to the energy and what it is measured by, along the path of another method:
/// steps of the file by the classical Runge-Kutta scheme. A step may move each number x_i by
/// w_i = rtol |x_i| + atol, projection included, and between steps the energy stays. So after n
/// steps it is off by no more than n times the largest sum of |dE/dx_i| w_i.
struct EnergyOfAStep {
  double change = 0.0, kinetic = 0.0;
  double speed = 0.0;  ///< largest velocity seen

  EnergyOfAStep(const Description& description, double duration, double tolerance) {
    constexpr int samples = 100;
    const double step = description.simulation.step;
    const long every = std::max(1L, std::lround(duration / step / samples));
    Stepper path(description, step, {"rk4", "auto", "clustered"});
    const double before = path.energy().potential;
    for (int k = 0; k <= samples; ++k) {
      const Energy energy = path.energy();
      kinetic = std::max({kinetic, energy.kinetic, std::fabs(energy.potential - before)});
      change = std::max(change, change_at(path, tolerance));
      for (const double v : path.system().v(path.state())) speed = std::max(speed, std::fabs(v));
      path.advance(every);
    }
    change += tolerance * (2.0 * kinetic + 1.0);  // of the work that is added up
  }

 private:
  static double change_at(Stepper& path, double tolerance) {
    std::vector<double> x(path.state().begin(), path.state().end());
    double sum = 0.0;
    for (double& number : x) {
      const double at = number, far = 1e-5 * (1.0 + std::fabs(at)),
                   w = tolerance * (1.0 + std::fabs(at));
      number = at + far;
      const double ahead = path.system().energy(path.time(), x, false).total();
      number = at - far;
      const double behind = path.system().energy(path.time(), x, false).total();
      number = at;
      sum += std::fabs(ahead - behind) / (2.0 * far) * w;
    }
    return sum;
  }
};

void within(const char* what, double value, double bound) {
  Worst worst(what);
  worst.see(value);
  worst.check(bound);
}

TEST_P(ReadyModel, runs_within_its_bounds) {
  const Description description = ready(GetParam());
  const Mechanism mechanism = build_mechanism(description);
  const double length = length_scale(mechanism.model);
  RunOptions options = options_of(mechanism.description.simulation);
  for (const double tolerance : {1e-8, 1e-13}) {
    SCOPED_TRACE(tolerance);
    options.rtol = options.atol = tolerance;
    const RunResult result = run(mechanism, options);
    ASSERT_EQ(result.end, RunEnd::done) << result.message;
    EXPECT_EQ(result.time, options.duration);
    const EnergyOfAStep step(description, options.duration, tolerance);
    // twice: the path was looked at a hundred times
    within("energy drift", result.energy_drift,
           2.0 * static_cast<double>(result.steps) * step.change / step.kinetic);
    // what a projection accepts where it has another way to go on (C1, C2)
    within("position violation", result.position_violation, hardly_unmet * length);
    within("velocity violation", result.velocity_violation,
           hardly_unmet * 2.0 * step.speed * (1.0 + length));
  }
}

// Neither the solver nor the numbering of the matrices changes the motion.
TEST_P(ReadyModel, moves_alike_with_any_solver_and_numbering) {
  const Description leaf = ready(GetParam());
  Description root = leaf;
  root.numbering = Numbering::root_first;
  RunOptions options = options_of(leaf.simulation);
  options.duration = 0.2;
  options.integrator = "rk4";  // whose steps do not depend on rounding
  const RunResult first = run(build_mechanism(leaf), options);
  options.solver = "gauss";
  const RunResult dense = run(build_mechanism(leaf), options);
  options.solver = "topology";
  const RunResult bad = run(build_mechanism(root), options);
  Worst q("coordinates"), v("velocities");
  for (const RunResult* other : {&dense, &bad}) {
    ASSERT_EQ(other->end, RunEnd::done) << other->message;
    for (const auto& [joint, values] : first.q) {
      for (std::size_t k = 0; k < values.size(); ++k) q.see(values[k] - other->q.at(joint)[k]);
    }
    for (const auto& [joint, values] : first.v) {
      for (std::size_t k = 0; k < values.size(); ++k) v.see(values[k] - other->v.at(joint)[k]);
    }
  }
  q.check(1e-12);
  v.check(2e-11);
}

INSTANTIATE_TEST_SUITE_P(models, ReadyModel, testing::ValuesIn(model_files()),
                         [](const auto& p) { return p.param; });

TEST(ReadyModels, every_row_of_the_table_has_a_file) {
  const std::vector<std::string> files = model_files();
  for (const Expected& e : table) {
    EXPECT_TRUE(std::binary_search(files.begin(), files.end(), e.name)) << e.name;
  }
}

// Three redundant equations in each planar loop of spatial hinges, named by their joint.
TEST(ReadyModels, planar_loops_in_space_are_redundant_on_purpose) {
  for (const char* name : {"slider_crank", "four_bar", "parallel_four_bar"}) {
    const Mechanism mechanism = build_mechanism(ready(name));
    EXPECT_EQ(mechanism.redundancy.rows.size(), 3U) << name;
    EXPECT_TRUE(mechanism.redundancy.singular_here.empty()) << name;
    EXPECT_EQ(mechanism.redundant_names().size(), 1U) << name;
  }
}

}  // namespace
}  // namespace treadle
