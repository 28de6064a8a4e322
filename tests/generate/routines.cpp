// Equal parts as routines: the same bits as straight code, and less of it.
#include "src/generate/routines.hpp"

#include "equal_parts.hpp"
#include "src/generate/compile.hpp"
#include "src/generate/emit_c.hpp"
#include "src/generate/repeats.hpp"
#include "support.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

namespace treadle::test {
namespace {

using Function = int (*)(const double*, const double*, const double*, const double*, double*);

TraceOptions with_power() {
  TraceOptions options;
  options.outputs.power = options.outputs.residual = true;
  return options;
}

std::string source(const Program& p, const std::string& prefix, RoutineUse use, int part) {
  EmitOptions emit;
  emit.prefix = prefix;
  emit.routines = use;
  emit.part = part;
  return emit_preamble({&p}, emit) + declare_program(p, emit) + emit_program(p, emit);
}

Mechanism vehicle() { return build_mechanism(read_model(models_folder() + "/hmmwv.json")); }

class Routines : public testing::Test {
 protected:
  void SetUp() override {
    if (find_compiler().empty()) GTEST_SKIP() << "no C compiler";
    options.cache = folder.path("cache");
    options.flags = {"-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror"};
  }
  // Straight code, routines, and routines in functions that are cut short.
  void expect_same_bits(const Mechanism& m, const Program& p, const std::string& name) {
    const auto library = load_sources({{"straight.c", source(p, "a", RoutineUse::off, 4500)},
                                       {"routines.c", source(p, "b", RoutineUse::on, 4500)},
                                       {"short.c", source(p, "c", RoutineUse::on, 150)}},
                                      options);
    for (unsigned seed = 0; seed < 5; ++seed) {
      const Given g = given_at(m, 0.0, seed);
      std::vector<std::vector<double>> out;
      for (const char* prefix : {"a_", "b_", "c_"}) {
        const auto f = reinterpret_cast<Function>(library->find(prefix + p.name));
        ASSERT_NE(f, nullptr);
        out.emplace_back(p.wanted.size(), 0.0);
        EXPECT_EQ(f(g.q.data(), g.v.data(), g.u.data(), nullptr, out.back().data()), 0) << name;
      }
      const std::size_t bytes = out[0].size() * sizeof(double);
      EXPECT_EQ(std::memcmp(out[0].data(), out[1].data(), bytes), 0) << name;
      EXPECT_EQ(std::memcmp(out[0].data(), out[2].data(), bytes), 0) << name;
    }
  }
  Folder folder;
  CompileOptions options;
};

TEST_F(Routines, GiveTheSameBits) {
  const std::pair<const char*, Mechanism> cases[] = {
      {"chain", link_chain(12)}, {"four-bars", four_bars(9)}, {"vehicle", vehicle()}};
  for (const auto& [name, m] : cases) {
    for (const TraceMethod method : {TraceMethod::clustered, TraceMethod::topology}) {
      if (method == TraceMethod::topology && m.model.nv() > 12) continue;  // compiles too long
      TraceOptions wanted = with_power();
      wanted.method = method;
      const std::optional<Program> p = trace_evaluation(m, wanted);
      ASSERT_TRUE(p) << name;
      expect_same_bits(m, *p, name);
    }
    if (const std::optional<Program> p = trace_projection(m, TraceMethod::clustered))
      expect_same_bits(m, *p, std::string(name) + ", projection");
  }
}

TEST_F(Routines, CompilersAgreeToTheBit) {
  std::vector<std::vector<double>> answers;
  const Mechanism m = vehicle();
  const std::optional<Program> p = trace_evaluation(m, with_power());
  ASSERT_TRUE(p);
  const Given g = given_at(m, 0.0, 3);
  options.flags = {"-O2"};
  for (const char* compiler : {"gcc", "clang"}) {
    if (std::system((std::string("command -v ") + compiler + " > /dev/null").c_str()) != 0)
      GTEST_SKIP() << "only one compiler";
    options.compiler = {compiler};
    const auto library = load_sources({{"a.c", source(*p, "a", RoutineUse::off, 4500)}}, options);
    answers.emplace_back(p->wanted.size(), 0.0);
    reinterpret_cast<Function>(library->find("a_evaluate"))(g.q.data(), g.v.data(), g.u.data(),
                                                            nullptr, answers.back().data());
  }
  EXPECT_EQ(std::memcmp(answers[0].data(), answers[1].data(), answers[0].size() * sizeof(double)),
            0);
}

// More equal parts do not make the code longer.
TEST(RoutineSizes, FallToThatOfOnePart) {
  const auto size = [](const Mechanism& m, RoutineUse use) {
    return code_size(*trace_evaluation(m, with_power()), use);
  };
  const CodeSize chain = size(link_chain(40), RoutineUse::on),
                 longer = size(link_chain(80), RoutineUse::on);
  EXPECT_LT(10 * chain.written, chain.statements + 10000);
  EXPECT_LT(longer.written, chain.written + chain.statements / 20);
  EXPECT_GT(longer.statements, 19 * chain.statements / 10);
  const CodeSize bars = size(four_bars(30), RoutineUse::on);
  EXPECT_LT(3 * bars.written, bars.statements);
  // the rule: short code stays straight, long code does not
  EXPECT_TRUE(size(link_chain(3), RoutineUse::automatic).straight);
  EXPECT_FALSE(size(link_chain(80), RoutineUse::automatic).straight);
  EXPECT_TRUE(size(link_chain(80), RoutineUse::off).straight);
}

// Runs agree operation by operation: replayed on the graph by the definition, not by the search.
TEST(RoutineSearch, FindsRunsThatDoTheSame) {
  const std::optional<Program> p = trace_evaluation(link_chain(12), with_power());
  const Statements s(*p);
  const std::vector<Node>& nodes = p->graph.nodes();
  std::set<int> taken;
  const std::vector<Routine> routines = find_routines(*p, s);
  ASSERT_FALSE(routines.empty());
  for (const Routine& r : routines) {
    for (const int start : r.starts) {
      for (int k = 0; k < r.length; ++k) {
        EXPECT_TRUE(taken.insert(start + k).second) << "runs overlap";
        const auto a =
            static_cast<std::size_t>(s.order()[static_cast<std::size_t>(r.starts.front() + k)]);
        const auto b = static_cast<std::size_t>(s.order()[static_cast<std::size_t>(start + k)]);
        EXPECT_EQ(nodes[a].op, nodes[b].op);
      }
    }
  }
}

// All repeats of random words against a search by hand.
TEST(RoutineSearch, RepeatsAreComplete) {
  std::mt19937 dice(5);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<int> word(2 + dice() % 30);
    for (int& letter : word) letter = static_cast<int>(dice() % (2 + trial % 3));
    const int n = static_cast<int>(word.size());
    const auto run = [&](int at, int length) {
      return std::vector<int>(word.begin() + at, word.begin() + at + length);
    };
    std::set<std::vector<int>> found;
    const Repeats repeats(word, 2);
    for (const Repeat& r : repeats.all()) {
      const std::vector<int> places = repeats.places(r);
      const std::vector<int> letters = run(places.front(), r.length);
      found.insert(letters);
      std::vector<int> by_hand;
      for (int i = 0; i + r.length <= n; ++i) {
        if (run(i, r.length) == letters) by_hand.push_back(i);
      }
      EXPECT_EQ(places, by_hand);
      EXPECT_GT(places.size(), 1U);
    }
    // the longest repeat of each pair of places is among them
    for (int i = 0; i < n; ++i) {
      for (int k = i + 1; k < n; ++k) {
        int length = 0;
        while (k + length < n && word[static_cast<std::size_t>(i + length)] ==
                                     word[static_cast<std::size_t>(k + length)])
          ++length;
        if (length >= 2) {
          EXPECT_TRUE(found.count(run(i, length)) == 1);
        }
      }
    }
  }
}

}  // namespace
}  // namespace treadle::test
