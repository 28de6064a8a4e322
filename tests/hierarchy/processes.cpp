// Components on several processes: the same bits for any number of them, no more numbers over a
// border than it has to tell, and nobody waits for a process that is lost.
#include "src/acceleration/component_method.hpp"
#include "src/acceleration/step.hpp"
#include "src/hierarchy/component_share.hpp"
#include "support/places.hpp"
#include "support/random_mechanism.hpp"
#include "support/thread_ranks.hpp"
#include "treadle.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

namespace treadle::test {
namespace {

// What comes out of an evaluation, and of a step towards closed loops with its factors.
struct Found {
  std::vector<double> qdd, lambda, step;
  ComponentTraffic traffic;
};

Found find(const Mechanism& m, const HierarchyPlan& plan, Ranks* ranks) {
  Workspace<double> w(m.model, m.functions.size());
  w.functions = m.functions_at(0.0);
  prepare_equations<double>(m.model, m.forces, m.start.q, m.start.v, w);
  Hierarchy hierarchy(m.model, plan, m.redundancy.rows);
  if (ranks != nullptr) hierarchy.work_with(m.model, *ranks);
  EXPECT_TRUE(
      hierarchy.solve({m.model, w.position, w.inertia, w.loads, w.loops, w.gamma}, w.qdd, w.lambda)
          .ok());
  Found out{w.qdd, w.lambda, std::vector<double>(w.qdd.size()), {}};
  std::vector<double> right(w.gamma.size());
  for (std::size_t k = 0; k < right.size(); ++k) right[k] = 0.01 * std::sin(1.0 + double(k));
  EXPECT_TRUE(hierarchy.solve_again(m.model, right, out.step).ok());
  out.traffic = hierarchy.traffic();
  return out;
}

// All numbers that went over borders: each message belongs to the border of one component.
void expect_little_traffic(const HierarchyPlan& plan, const ThreadMeeting& meeting,
                           const std::vector<Found>& found, const std::string& what) {
  long up = 0, down = 0;
  std::vector<int> messages(plan.nodes.size(), 0);
  std::vector<int> order_of_up(plan.nodes.size(), 0);
  for (const SentNumbers& sent : meeting.sent()) {
    const auto n = static_cast<std::size_t>(sent.tag);
    const auto b = static_cast<int>(plan.nodes[n].border.size());
    ++messages[n];
    EXPECT_NE(sent.from, sent.to) << what;
    // up with factors, up again without, down twice
    EXPECT_LE(sent.count, 6 * b * (6 * b + 1) / 2 + 6 * b + 13 * b) << what;
    if (sent.count > 6 * b) {
      up += sent.count;
      ++order_of_up[n];
    } else {
      EXPECT_EQ(sent.count, 6 * b) << what;
      down += sent.count;
    }
  }
  int borders = 0;
  for (std::size_t n = 0; n < messages.size(); ++n) {
    borders += messages[n] > 0 ? 1 : 0;
    if (messages[n] == 0) continue;
    EXPECT_EQ(messages[n], 4) << what;
    EXPECT_EQ(order_of_up[n], 1) << what << ": D goes up once";
  }
  const ComponentTraffic& said = found.front().traffic;
  EXPECT_EQ(said.solves, 1) << what;
  EXPECT_EQ(said.repeats, 1) << what;
  EXPECT_LE(borders, said.borders) << what;  // a component without border tells nothing
  EXPECT_EQ(said.up + said.down, up + down) << what;
  EXPECT_EQ(said.down, 2 * (said.up + said.down - up) / 3) << what;  // tau twice, r once
  EXPECT_EQ(said.gathered, meeting.gathered()) << what;
}

void expect_same_bits(const Mechanism& m, const HierarchyPlan& plan, int size,
                      const std::string& what) {
  const Found alone = find(m, plan, nullptr);
  ThreadMeeting meeting(size);
  std::vector<Found> found(static_cast<std::size_t>(size));
  in_all_ranks(meeting, [&](Ranks& ranks) {
    found[static_cast<std::size_t>(ranks.rank())] = find(m, plan, &ranks);
  });
  for (const Found& one : found) {
    EXPECT_EQ(one.qdd, alone.qdd) << what;
    EXPECT_EQ(one.lambda, alone.lambda) << what;
    EXPECT_EQ(one.step, alone.step) << what;
  }
  if (size > 1) expect_little_traffic(plan, meeting, found, what);
}

TEST(ComponentProcesses, GiveTheSameBits) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    RandomChoice choice;
    choice.bodies = 3 + static_cast<int>(seed % 14);
    choice.loops = static_cast<int>(seed % 4);
    choice.free_root = seed % 3 == 0;
    const Mechanism m = build_mechanism(random_mechanism(seed + 6000, choice).description);
    for (const HierarchyChoice cut : {HierarchyChoice{1, 2}, {2, 3}, {4, 2}}) {
      const HierarchyPlan plan = plan_hierarchy(m.model, {}, cut);
      for (const int size : {1, 2, 3, 5})
        expect_same_bits(m, plan, size,
                         "seed " + std::to_string(seed) + ", fragments of " +
                             std::to_string(cut.fragment) + ", " + std::to_string(size) +
                             " processes");
    }
  }
}

TEST(ComponentProcesses, ReadyAssemblies) {
  for (const char* name : {"insulator/double_chain", "hmmwv/corners"}) {
    const Mechanism m = build_mechanism(read_model(models_folder() + "/" + name + ".json"));
    for (const int size : {2, 3, 4})
      expect_same_bits(m, plan_hierarchy(m.model, parts_of(m)), size, name);
  }
}

// A tree of equal components, two in each: as many borders as processes need, equal work.
TEST(ComponentProcesses, AreCutAlongTheHierarchy) {
  HierarchyPlan plan;
  constexpr int leaves = 64;
  std::vector<int> row;
  for (int k = 0; k < leaves; ++k) {
    plan.nodes.emplace_back();
    row.push_back(k);
  }
  while (row.size() > 1) {
    std::vector<int> next;
    for (std::size_t k = 0; k < row.size(); k += 2) {
      ComponentNode node;
      for (const std::size_t j : {k, k + 1}) {
        node.pieces.push_back({false, row[j]});
        plan.nodes[static_cast<std::size_t>(row[j])].parent = static_cast<int>(plan.nodes.size());
      }
      next.push_back(static_cast<int>(plan.nodes.size()));
      plan.nodes.push_back(node);
    }
    row = next;
  }
  const std::vector<double> cost(plan.nodes.size(), 1.0);
  for (const int size : {1, 2, 4, 8, 3}) {
    const std::vector<int> owner = cut_components(plan, cost, size);
    std::vector<int> work(static_cast<std::size_t>(size), 0);
    int borders = 0;
    for (std::size_t n = 0; n < owner.size(); ++n) {
      ++work[static_cast<std::size_t>(owner[n])];
      const int around = plan.nodes[n].parent;
      borders += around >= 0 && owner[static_cast<std::size_t>(around)] != owner[n] ? 1 : 0;
    }
    const double share = static_cast<double>(owner.size()) / size;
    for (const int w : work) EXPECT_NEAR(w, share, 0.125 * share + 3.0) << size;
    if (size != 3) {
      EXPECT_EQ(borders, size - 1);
    }
  }
}

RunOptions short_run() {
  RunOptions options;
  options.duration = 0.1;
  options.formulation = "component";
  return options;
}

TEST(ComponentProcesses, RunAsOne) {
  const std::string path = models_folder() + "/insulator/double_chain.json";
  const RunResult alone = run(build_mechanism(read_model(path)), short_run());
  ThreadMeeting meeting(2);
  std::vector<RunResult> results(2);
  in_all_ranks(meeting, [&](Ranks& ranks) {
    RunOptions options = short_run();
    options.ranks = std::shared_ptr<Ranks>(std::shared_ptr<void>(), &ranks);
    results[static_cast<std::size_t>(ranks.rank())] =
        run(build_mechanism(read_model(path)), options);
  });
  for (const RunResult& one : results) {
    EXPECT_EQ(one.q, alone.q);
    EXPECT_EQ(one.v, alone.v);
    EXPECT_EQ(one.steps, alone.steps);
    EXPECT_GT(one.traffic.solves, 10);
  }
}

// The one that is left goes on by itself, from the middle of an evaluation.
TEST(ComponentProcesses, OneIsLost) {
  const std::string path = models_folder() + "/insulator/double_chain.json";
  const RunResult alone = run(build_mechanism(read_model(path)), short_run());
  ThreadMeeting meeting(2);
  std::vector<RunResult> results(2);
  in_all_ranks(meeting, [&](Ranks& ranks) {
    RunOptions options = short_run();
    options.ranks = std::shared_ptr<Ranks>(std::shared_ptr<void>(), &ranks);
    Listener listener;
    listener.progress = [&](double t) {
      if (ranks.rank() == 0 || t < 0.03) return true;
      meeting.lose();
      return false;
    };
    results[static_cast<std::size_t>(ranks.rank())] =
        run(build_mechanism(read_model(path)), options, listener);
  });
  EXPECT_EQ(results[1].end, RunEnd::interrupted);
  ASSERT_EQ(results[0].end, RunEnd::done) << results[0].message;
  for (const auto& [joint, q] : alone.q)
    for (std::size_t k = 0; k < q.size(); ++k)
      EXPECT_NEAR(results[0].q.at(joint)[k], q[k], 1e-6) << joint;
}

TEST(ComponentProcesses, WantComponents) {
  ThreadMeeting meeting(1);
  ThreadRanks ranks(meeting, 0);
  RunOptions options;
  options.ranks = std::shared_ptr<Ranks>(std::shared_ptr<void>(), &ranks);
  const Mechanism m = build_mechanism(read_model(models_folder() + "/four_bar.json"));
  EXPECT_THROW(run(m, options), ModelError);
}

}  // namespace
}  // namespace treadle::test
