// Every file in models/ runs as it is, with the structure and within the bounds of this table.
#include "support.hpp"

#include <algorithm>
#include <filesystem>

namespace treadle {
namespace {

struct Expected {
  std::string name;
  int coordinates, equations, freedoms;
  std::vector<std::string> cuts;
  double energy_drift;        // error of RK4 with the step of the file; rounding where below 1e-11
  double position_violation;  // m
  double velocity_violation;  // m/s
};

// clang-format off
const std::vector<Expected> table{
    {"pendulum",            1, 0,  1, {}, 3e-12, 0.0, 0.0},
    {"double_pendulum",     2, 0,  2, {}, 2e-8, 0.0, 0.0},
    {"spherical_pendulum",  3, 0,  3, {}, 2e-12, 0.0, 0.0},
    {"free_body",           6, 0,  6, {}, 2e-12, 0.0, 0.0},
    {"slider_crank",        3, 5,  1, {"wristpin"}, 5e-8, 1e-12, 1e-11},
    {"four_bar",            3, 5,  1, {"rocker_pin"}, 1e-7, 1e-12, 1e-11},
    {"spatial_four_bar",    5, 3,  2, {"rocker_ball"}, 5e-8, 1e-12, 1e-11},
    {"bricard",             5, 5,  1, {"D"}, 2e-12, 1e-12, 1e-11},
    // near its flat position velocities follow a branch whose direction is known to 1e-11, at up to 6 m/s
    {"parallel_four_bar",   3, 5,  1, {"right_pin"}, 3e-11, 1e-12, 1e-10},
    {"quadruped",          14, 0, 14, {}, 2e-6, 0.0, 0.0},
    {"double_wishbone",     5, 4,  1, {"lower_ball", "tie_rod"}, 5e-7, 1e-12, 1e-11},
    {"hmmwv",              27, 16, 11,
     {"front.left.lower_ball", "front.right.lower_ball", "rear.left.lower_ball",
      "rear.right.lower_ball", "front.left.tie_rod", "front.right.tie_rod", "rear.left.tie_rod",
      "rear.right.tie_rod"}, 5e-5, 1e-11, 1e-10},
    {"hmmwv_tables",       27, 16, 11,
     {"front.left.lower_ball", "front.right.lower_ball", "rear.left.lower_ball",
      "rear.right.lower_ball", "front.left.tie_rod", "front.right.tie_rod", "rear.left.tie_rod",
      "rear.right.tie_rod"}, 1e-5, 1e-11, 1e-10},
    {"car_axis",            6, 3,  3, {"road", "contact", "axle"}, 2e-10, 1e-12, 1e-11},
};
// clang-format on

std::vector<std::string> model_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(TREADLE_MODELS)) {
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

TEST_P(ReadyModel, runs_within_its_bounds) {
  ASSERT_NE(expected(), nullptr);
  const Mechanism mechanism = build_mechanism(ready(GetParam()));
  RunOptions options = options_of(mechanism.description.simulation);
  const RunResult free = run(mechanism, options);  // with steps as long as accuracy allows
  ASSERT_EQ(free.end, RunEnd::done) << free.message;
  options.max_step = options.step;
  const RunResult result = run(mechanism, options);
  ASSERT_EQ(result.end, RunEnd::done) << result.message;
  EXPECT_EQ(result.time, options.duration);
  const auto within = [](const char* what, double value, double bound) {
    Worst worst(what);
    worst.see(value);
    worst.check(bound);
  };
  // of some thousand steps, each wrong by less than the tolerance here or there
  within("free energy drift", free.energy_drift, 40.0 * options.rtol);
  within("free position violation", free.position_violation, expected()->position_violation);
  within("free velocity violation", free.velocity_violation, expected()->velocity_violation);
  within("energy drift", result.energy_drift, expected()->energy_drift);
  within("position violation", result.position_violation, expected()->position_violation);
  within("velocity violation", result.velocity_violation, expected()->velocity_violation);
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
