// Work that is shared among threads gives the same numbers to the last bit, whatever their number.
#include "src/acceleration/accelerations.hpp"
#include "src/acceleration/step.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/simulation/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace treadle::test {
namespace {

struct Bar {
  std::string name, parent;
  double x, y;
};

// Bodies and hinges as text.
class Branches {
 public:
  void bar(const Bar& b, double length, double askew) {
    const auto number = [](double v) { return std::to_string(v); };
    bodies_ += (bodies_.empty() ? "" : ", ") + (R"({"name": ")" + b.name) +
               R"(", "mass": 1, "inertia": [0.01, 0.02, )" + number(0.02 + 0.001 * askew) +
               R"(], "position": [)" + number(b.x + 0.5 * length) + ", " + number(b.y) + ", 0]}";
    joint(b.name, b.parent, b.name, b.x, b.y, count_++ % 2 == 0);
  }
  void joint(const std::string& name, const std::string& parent, const std::string& child, double x,
             double y, bool upright) {
    joints_ += (joints_.empty() ? "" : ", ") + (R"({"name": "j.)" + name) +
               R"(", "type": "revolute", "parent": ")" + parent + R"(", "child": ")" + child +
               R"(", "position": [)" + std::to_string(x) + ", " + std::to_string(y) +
               R"(, 0], "axis": )" + (upright ? "[0, 0, 1]" : "[0, 1, 0]") + "}";
  }
  [[nodiscard]] Mechanism build() const {
    return build_mechanism(read_model_text(
        R"({"bodies": [)" + bodies_ + R"(], "joints": [)" + joints_ + "]}", "branches"));
  }

  /// Chains on the ground or on a hub; equal ones go side by side in lanes. `loops`: links of
  /// every chain carry a four-bar.
  static Mechanism make(int count, int length, bool hub, bool equal, bool loops) {
    Branches out;
    if (hub) out.bar({"hub", "ground", 0, 0}, 1.0, 0.0);
    for (int c = 0; c < count; ++c) {
      const double link = equal ? 0.5 : 0.5 + 0.03 * c, y = 3.0 * c;
      for (int k = 0; k < length; ++k) {
        const std::string name = "b" + std::to_string(c) + "." + std::to_string(k);
        const std::string up = k > 0 ? "b" + std::to_string(c) + "." + std::to_string(k - 1)
                               : hub ? "hub"
                                     : "ground";
        out.bar({name, up, link * k, y}, link, equal ? 0.0 : c);
        if (loops && k % 5 == 4) out.four_bar(name, link * k, y);
      }
    }
    return out.build();
  }

 private:
  void four_bar(const std::string& on, double x, double y) {
    const auto plain = [&](const std::string& name, double at, double length, double side) {
      bodies_ += R"(, {"name": ")" + name +
                 R"(", "mass": 0.3, "inertia": [0.003, 0.003, 0.003], "position": [)" +
                 std::to_string(at + 0.5 * length) + ", " + std::to_string(y + side) + ", 0]}";
    };
    plain(on + ".crank", x, 0.0, 0.1);
    plain(on + ".coupler", x, 0.4, 0.2);
    plain(on + ".rocker", x + 0.4, 0.0, 0.15);
    joint(on + ".A", on, on + ".crank", x, y, true);
    joint(on + ".B", on + ".crank", on + ".coupler", x, y + 0.2, true);
    joint(on + ".C", on + ".coupler", on + ".rocker", x + 0.4, y + 0.2, true);
    joint(on + ".D", on, on + ".rocker", x + 0.4, y - 0.1, true);
  }

  std::string bodies_, joints_;
  int count_ = 0;
};

bool is_same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b, {}, std::bit_cast<std::uint64_t, double>,
                            std::bit_cast<std::uint64_t, double>);
}

class SameBits : public testing::Test {
 protected:
  void SetUp() override {
    if (open_crews() == nullptr) GTEST_SKIP() << crew_refusal();
  }

  // Accelerations, multipliers and what a projection makes of a state that is slightly off.
  static void compare(const Mechanism& m, const std::string& solver, const std::string& method,
                      bool by_components = false) {
    SCOPED_TRACE(solver);
    std::vector<double> qdd, lambda, q, v;
    for (const int threads : {1, 2, 3, 8}) {
      Accelerations by(m, {.solver = solver,
                           .method = ConstraintMethod::closest,
                           .threads = threads,
                           .by_components = by_components});
      EXPECT_EQ(by.threads(), threads);
      std::vector<double> speed(static_cast<std::size_t>(m.model.nv()));
      for (std::size_t k = 0; k < speed.size(); ++k)
        speed[k] = 0.1 * std::sin(1.0 + static_cast<double>(k));
      std::vector<double> place = m.start.q;
      ASSERT_TRUE(by.project(0.0, place, speed).ok());
      for (int again = 0; again < 3; ++again) {
        ASSERT_TRUE(by.find({.t = 0.0,
                             .q = place,
                             .v = speed,
                             .multipliers = method != "lanes",
                             .prove = again == 0})
                        .ok());
      }
      ASSERT_NE(by.count_of(method), nullptr) << method;
      EXPECT_EQ(by.count_of(method)->answered, 3) << method;
      if (threads == 1) {
        qdd = by.workspace().qdd;
        lambda = by.workspace().lambda;
        q = place;
        v = speed;
        continue;
      }
      EXPECT_TRUE(is_same_bits(qdd, by.workspace().qdd)) << threads << " threads";
      EXPECT_TRUE(method == "lanes" || is_same_bits(lambda, by.workspace().lambda))
          << threads << " threads";
      EXPECT_TRUE(is_same_bits(q, place) && is_same_bits(v, speed)) << threads << " threads";
    }
  }
};

TEST_F(SameBits, RecursionOverBranches) {
  for (const bool hub : {false, true})
    compare(Branches::make(6, 30, hub, false, false), "clustered", "recursion");
}

TEST_F(SameBits, RecursionOverBranchesWithLoops) {
  for (const bool hub : {false, true})
    compare(Branches::make(5, 15, hub, false, true), "clustered", "recursion");
}

TEST_F(SameBits, EqualBranchesInLanes) {
  for (const bool hub : {false, true})
    compare(Branches::make(9, 20, hub, true, false), "clustered", "lanes");
}

TEST_F(SameBits, ComponentsOfBranchesAndChains) {
  compare(Branches::make(5, 15, true, false, true), "auto", "components", true);
  // one long chain: bodies are placed by one thread, all else is shared
  compare(Branches::make(1, 120, false, false, true), "auto", "components", true);
}

TEST_F(SameBits, LoopsOfALongChain) {
  compare(Branches::make(1, 120, false, false, true), "clustered", "recursion");
}

TEST_F(SameBits, FactorsOfBranches) {
  for (const bool hub : {false, true}) {
    for (const char* solver : {"topology", "topology-ldl"})
      compare(Branches::make(6, 20, hub, false, true), solver, "solver");
  }
}

TEST_F(SameBits, WholeRuns) {
  const Mechanism m = Branches::make(5, 15, true, false, true);
  RunOptions options;
  options.duration = 0.02;
  std::vector<double> end;
  for (const int threads : {1, 2, 4}) {
    options.threads = threads;
    const RunResult result = run(m, options, {});
    ASSERT_EQ(result.end, RunEnd::done) << result.message;
    EXPECT_EQ(result.threads, threads);
    std::vector<double> here;
    for (const auto& [joint, q] : result.q) here.insert(here.end(), q.begin(), q.end());
    for (const auto& [joint, v] : result.v) here.insert(here.end(), v.begin(), v.end());
    if (threads == 1) end = here;
    EXPECT_TRUE(is_same_bits(end, here)) << threads << " threads";
  }
}

// Several runs with threads of their own at the same time.
TEST_F(SameBits, CrewsDoNotMeet) {
  const auto first = open_crews()->make(2), second = open_crews()->make(3);
  EXPECT_EQ(first->threads(), 2);
  EXPECT_EQ(second->threads(), 3);
  std::vector<int> seen(1000, 0);
  for (Crew* crew : {first.get(), second.get()})
    share(crew, 1000, [&](int k) { ++seen[static_cast<std::size_t>(k)]; });
  for (const int count : seen) EXPECT_EQ(count, 2);
}

// "auto" stays at one thread where little is to be done.
TEST_F(SameBits, FewCoordinatesGetOneThread) {
  const Mechanism m = Branches::make(2, 5, false, false, false);
  EXPECT_EQ(Accelerations(m, {.threads = 0}).threads(), 1);
}

}  // namespace
}  // namespace treadle::test
