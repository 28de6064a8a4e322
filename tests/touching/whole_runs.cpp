// Several bodies: what must hold whatever the numbers are.
#include "support.hpp"

#include "src/base/error.hpp"

namespace treadle::test {
namespace {

std::string heap(const std::string& gravity, const std::string& normal, const char* count = "12",
                 const char* more = "") {
  return R"({"gravity": )" + gravity + R"(, "bodies": [{"name": "s",
    "shapes": [{"type": "sphere", "radius": 0.05, "density": 2000}],
    "repeat": {"count": )" +
         count + R"(, "grid": [2, 2], "spacing": [0.101, 0.101, 0.101], "scatter": 0.004}}],
    "contacts": [{"name": "c", "of": ["s*"], "with": ["s*"],
      "planes": [{"point": [0, 0, 0], "normal": )" +
         normal + R"(}], "stiffness": 1e5, "damping": 1, "friction": 0.5)" + more + "}]}";
}

TEST(Touching, ASavedRunGoesOnWithTheSameBits) {
  for (const char* integrator : {"semi-implicit-euler", "adams"}) {
    const Mechanism m = contact_model(heap("[0, 0, -9.81]", "[0, 0, 1]"));
    Simulation run(m, fixed_options(0.4, 1e-3, integrator));
    run.advance_to(0.2);
    const std::vector<std::byte> here = run.save();
    Simulation other(m, fixed_options(0.4, 1e-3, integrator));
    other.restore(here);
    run.advance_to(0.4);
    other.advance_to(0.4);
    ASSERT_EQ(run.state().size(), other.state().size());
    for (std::size_t k = 0; k < run.state().size(); ++k)
      EXPECT_EQ(run.state()[k], other.state()[k]) << integrator << " " << k;
    EXPECT_GT(run.result().time, 0.39);
  }
}

// What pushes a body pushes another one back: without gravity and ground the momentum stays.
TEST(Touching, MomentumStays) {
  const Mechanism m = contact_model(R"({"gravity": [0, 0, 0],
    "bodies": [{"name": "a", "mass": 2, "inertia": [0.1, 0.1, 0.1], "position": [0, 0, 0],
                "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]},
               {"name": "b", "mass": 1, "inertia": [0.05, 0.05, 0.05], "position": [0.3, 0.05, 0],
                "shapes": [{"type": "capsule", "radius": 0.05, "length": 0.2}]}],
    "joints": [{"name": "fa", "type": "free", "parent": "ground", "child": "a",
                "velocity": {"linear": [1, 0, 0]}},
               {"name": "fb", "type": "free", "parent": "ground", "child": "b",
                "velocity": {"angular": [0, 0, 3]}}],
    "contacts": [{"name": "c", "of": ["a"], "with": ["b"], "stiffness": 1e5,
                  "restitution": 0.5, "friction": 0.4}]})");
  RunOptions options = fixed_options(0.5, 1e-4, "rk4");
  Simulation run(m, options);
  while (run.step()) {
  }
  const RunResult result = run.finish();
  ASSERT_TRUE(result.contacts);
  EXPECT_GT(result.contacts->most, 0);
  // velocities of free joints are in the axes of the body: energy and the sum of squares would
  // hide a wrong sign, so both are turned back
  const auto momentum = [&](const char* joint, double mass) {
    const std::vector<double>&q = result.q.at(joint), &v = result.v.at(joint);
    const double w = q[3], x = q[4], y = q[5], z = q[6];
    const double r[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                            {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                            {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    std::array<double, 3> p{};
    for (std::size_t i = 0; i < 3; ++i)
      p[i] = mass * (r[i][0] * v[0] + r[i][1] * v[1] + r[i][2] * v[2]);
    return p;
  };
  const auto a = momentum("fa", 2.0), b = momentum("fb", 1.0);
  EXPECT_NEAR(a[0] + b[0], 2.0, 1e-9);
  EXPECT_NEAR(a[1] + b[1], 0.0, 1e-9);
  EXPECT_NEAR(a[2] + b[2], 0.0, 1e-9);
  EXPECT_LT(result.energy_drift, 1e-3);
}

// Balls that start in each other part with about 1 m/s; rolling resistance stops them with
// 5/7 g b/r = 0.7 m/s^2, and below 0.05 rad/s they creep to rest.
TEST(Touching, AHeapComesToRestAndCountsItsEnergy) {
  const Mechanism m =
      contact_model(heap("[0, 0, -9.81]", "[0, 0, 1]", "4", R"(, "rolling": 0.005)"));
  Simulation run(m, fixed_options(6.0, 2e-4, "rk4"));
  while (run.step()) {
  }
  // nothing resists spinning about the normal
  double fastest = 0.0;
  for (std::size_t k = 0; k < run.v().size(); ++k)
    if (k % 6 < 3) fastest = std::max(fastest, std::fabs(run.v()[k]));
  const RunResult result = run.finish();
  EXPECT_LT(result.energy_drift, 0.05);  // of first order in the step
  ASSERT_TRUE(result.contacts);
  EXPECT_EQ(result.contacts->count, 4);
  EXPECT_LT(fastest, 1e-3);
}

TEST(Touching, TheSameMotionAlongAnotherAxis) {
  // gravity and floor along x instead of z: depth and count are the same
  const auto run_of = [](const char* gravity, const char* normal) {
    const Mechanism m = contact_model(std::string(R"({"gravity": )") + gravity + R"(,
      "bodies": [{"name": "s", "position": [0.06, 0.06, 0.06],
        "shapes": [{"type": "sphere", "radius": 0.05, "density": 2000}]}],
      "contacts": [{"name": "c", "of": ["s"], "planes": [{"normal": )" +
                                      normal + R"(}], "young": 1e7, "restitution": 0.7,
        "friction": 0.5}]})");
    Simulation run(m, fixed_options(0.3, 1e-4));
    while (run.step()) {
    }
    return std::vector<double>(run.q().begin(), run.q().begin() + 3);
  };
  const auto z = run_of("[0, 0, -9.81]", "[0, 0, 1]"), x = run_of("[-9.81, 0, 0]", "[1, 0, 0]");
  EXPECT_NEAR(z[2], x[0], 1e-12);
  EXPECT_NEAR(z[0], x[1], 1e-12);
}

TEST(Touching, WrongInputIsRefusedWithItsPlace) {
  const auto where = [](const std::string& contact) {
    try {
      contact_model(R"({"bodies": [{"name": "a", "shapes": [{"type": "sphere", "radius": 1,
        "density": 1}]}, {"name": "c", "shapes": [{"type": "tube", "radius": 1,
        "inner_radius": 0.5, "length": 1, "density": 1}]}], "contacts": [)" +
                    contact + "]}");
    } catch (const ModelError& error) {
      return error.where();
    }
    return std::string("accepted");
  };
  EXPECT_EQ(where(R"({"name": "x", "of": ["a"], "planes": [{}], "stiffness": 1})"), "accepted");
  EXPECT_EQ(where(R"({"name": "x", "of": ["b"], "planes": [{}], "stiffness": 1})"),
            "contacts[0].of[0]");
  EXPECT_EQ(where(R"({"name": "x", "of": ["c"], "planes": [{}], "stiffness": 1})"),
            "contacts[0].of");
  EXPECT_EQ(where(R"({"name": "x", "of": ["a"], "stiffness": 1})"), "contacts[0].with");
  EXPECT_EQ(where(R"({"name": "x", "of": ["a"], "planes": [{}]})"), "contacts[0].stiffness");
  EXPECT_EQ(where(R"({"name": "x", "of": ["a"], "planes": [{"normal": [0, 0, 0]}],
                     "stiffness": 1})"),
            "contacts[0].planes[0].normal");
  EXPECT_EQ(where(R"({"name": "x", "of": ["a"], "planes": [{}], "young": 1, "restitution": 2})"),
            "contacts[0].restitution");
}

}  // namespace
}  // namespace treadle::test
