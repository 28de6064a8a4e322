// Islands are closed together, and the pattern of M is made on demand: the same answers as one by
// one.
#include "src/io/reading/read_model.hpp"
#include "src/simulation/run.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace treadle {
namespace {

std::string number(double x) { return std::to_string(x); }

// Four-bars side by side, each with its own start, closed again by the assembly. In a row each
// stands on the follower of the one before.
std::string four_bars(int first, int count, bool row) {
  std::string bodies, joints;
  for (int k = first; k < first + count; ++k) {
    const std::string n = std::to_string(k), y = number(0.5 * k);
    const std::string base = row && k > first ? "f" + std::to_string(k - 1) : "ground";
    const auto add_body = [&](const char* name, const char* center, const std::string& position) {
      bodies += std::string(bodies.empty() ? "" : ", ") + R"({"name": ")" + name + n +
                R"(", "mass": 1, "inertia": [0.01, 0.01, 0.01], "center": )" + center +
                R"(, "position": )" + position + "}";
    };
    const auto add_joint = [&](const char* name, const std::string& parent, const char* child,
                               const std::string& x, const std::string& z,
                               const std::string& more) {
      joints += std::string(joints.empty() ? "" : ", ") + R"({"name": ")" + name + n +
                R"(", "type": "revolute", "parent": ")" + parent + R"(", "child": ")" + child + n +
                R"(", "position": [)" + x + ", " + y + ", " + z + R"(], "axis": [0, 1, 0])" + more +
                "}";
    };
    add_body("c", "[0, 0, 0.05]", "[0, " + y + ", 0]");
    add_body("l", "[0.1, 0, 0]", "[0, " + y + ", 0.1]");
    add_body("f", "[0, 0, 0.1]", "[0.2, " + y + ", 0]");
    add_joint("A", base, "c", "0", "0", R"(, "start": )" + number(0.1 + 0.05 * k));
    add_joint("B", "c" + n, "l", "0", "0.1", "");
    add_joint("C", "l" + n, "f", "0.2", "0.1", "");
    add_joint("D", base, "f", "0.2", "0", "");
  }
  return R"({"bodies": [)" + bodies + R"(], "joints": [)" + joints +
         R"(], "simulation": {"duration": 0.05}})";
}

Mechanism build_row(const std::string& text) {
  return build_mechanism(read_model_text(text, "test.json"));
}

TEST(ManyIslands, are_closed_as_each_alone) {
  const Mechanism all = build_row(four_bars(0, 6, false));
  EXPECT_EQ(all.topology().islands.size(), 6U);
  EXPECT_EQ(all.redundancy.rows.size(), 18U);
  EXPECT_EQ(all.degrees_of_freedom(), 6);
  const RunResult together = run(all, options_of(all.description.simulation));
  for (int k = 0; k < 6; ++k) {
    const Mechanism one = build_row(four_bars(k, 1, false));
    const RunResult alone = run(one, options_of(one.description.simulation));
    for (const auto& [joint, q] : alone.q)
      EXPECT_NEAR(together.q.at(joint)[0], q[0], 1e-9) << joint;
  }
}

TEST(ManyIslands, in_a_row_stay_apart) {
  const Mechanism row = build_row(four_bars(0, 5, true));
  EXPECT_EQ(row.topology().islands.size(), 5U);
  EXPECT_EQ(row.degrees_of_freedom(), 5);
  const RunResult result = run(row, options_of(row.description.simulation));
  EXPECT_EQ(result.end, RunEnd::done);
  EXPECT_LT(result.position_violation, 1e-12);
}

// Positions in which M is computed, found one by one in both numberings.
TEST(PatternOnDemand, has_the_slots_of_the_pattern) {
  for (const Numbering numbering : {Numbering::leaf_first, Numbering::root_first}) {
    Description d = read_model(models_folder() + "/quadruped.json");
    d.numbering = numbering;
    const Mechanism mechanism = build_mechanism(d);
    const LowerPattern& pattern = mechanism.model.pattern->inertia;
    const std::vector<int>& slots = mechanism.model.pattern.inertia_slots();
    std::size_t next = 0;
    const auto expect = [&](int a, int b) {
      ASSERT_LT(next, slots.size());
      EXPECT_EQ(slots[next++], pattern.slot(std::max(a, b), std::min(a, b)));
    };
    const Topology& t = mechanism.topology();
    for (const TreeBody& body : t.bodies) {
      for (int a = 0; a < body.nv; ++a) {
        for (int b = a + 1; b < body.nv; ++b) expect(body.v_at + a, body.v_at + b);
        for (BodyId up = body.parent; up.valid(); up = t.bodies[up].parent) {
          for (int b = 0; b < t.bodies[up].nv; ++b) expect(body.v_at + a, t.bodies[up].v_at + b);
        }
      }
    }
    EXPECT_EQ(next, slots.size());
    EXPECT_EQ(static_cast<int>(next), pattern.entries());
  }
}

TEST(PatternOnDemand, is_made_once_for_all_threads) {
  const Mechanism mechanism = build_row(four_bars(0, 3, true));
  std::vector<const SaddlePattern*> seen(8);
  std::vector<const int*> slots(8);
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    threads.emplace_back([&, k] {
      slots[k] = mechanism.model.pattern.inertia_slots().data();
      seen[k] = &*mechanism.model.pattern;
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t k = 1; k < seen.size(); ++k) {
    EXPECT_EQ(seen[k], seen[0]);
    EXPECT_EQ(slots[k], slots[0]);
  }
}

}  // namespace
}  // namespace treadle
