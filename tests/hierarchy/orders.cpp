// Factors of components in an order that was chosen once: the same accelerations as with pivots
// that are chosen anew, Table 1 of the paper, compiled code against the kernel that it was made of.
#include "src/acceleration/component_method.hpp"
#include "src/acceleration/component_orders.hpp"
#include "src/acceleration/step.hpp"
#include "src/generate/component_code.hpp"
#include "src/kinematics/advance.hpp"
#include "support/places.hpp"
#include "support/random_mechanism.hpp"
#include "treadle.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <cmath>
#include <random>

namespace treadle::test {
namespace {

std::vector<double> accelerations(const Mechanism& m, Hierarchy& hierarchy, double way) {
  Workspace<double> w(m.model, m.functions.size());
  w.functions = m.functions_at(0.0);
  std::vector<double> q = m.start.q, step(w.qdd.size());
  for (std::size_t k = 0; k < step.size(); ++k) step[k] = way * std::cos(1.3 * double(k));
  advance<double>(m.model, m.start.q, step, q);
  prepare_equations<double>(m.model, m.forces, q, m.start.v, w);
  EXPECT_TRUE(
      hierarchy.solve({m.model, w.position, w.inertia, w.loads, w.loops, w.gamma}, w.qdd, w.lambda)
          .ok());
  return w.qdd;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 1e-300, off = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    most = std::max(most, std::fabs(a[k]));
    off = std::max(off, std::fabs(a[k] - b[k]));
  }
  return off / most;
}

TEST(ComponentOrders, GiveTheSameAccelerations) {
  int planned = 0, all = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    RandomChoice choice;
    choice.bodies = 3 + static_cast<int>(seed % 12);
    choice.loops = static_cast<int>(seed % 3);
    choice.free_root = seed % 3 == 0;
    const Mechanism m = build_mechanism(random_mechanism(seed + 8000, choice).description);
    for (const HierarchyChoice cut : {HierarchyChoice{1, 2}, {1, 4}, {3, 3}}) {
      const HierarchyPlan plan = plan_hierarchy(m.model, {}, cut);
      Hierarchy numeric(m.model, plan, m.redundancy.rows),
          ordered(m.model, plan, m.redundancy.rows);
      ordered.use(order_components(m, ordered));
      const std::vector<double> one = accelerations(m, numeric, 0.0),
                                other = accelerations(m, ordered, 0.0);
      EXPECT_LT(distance(one, other), 1e-9) << seed << ", fragments of " << cut.fragment;
      for (std::size_t n = 0; n < plan.nodes.size(); ++n, ++all)
        planned += ordered.is_planned(static_cast<int>(n)) ? 1 : 0;
    }
  }
  EXPECT_EQ(planned, all);  // at the start every order serves
}

// A dense QR is the witness: R^T R = A^T A for the equations that were taken, F F^T = D.
TEST(ComponentOrders, FactorMatricesWithZeros) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  for (int turn = 0; turn < 50; ++turn) {
    ComponentOrder sizes;
    sizes.rows = 8 + turn % 7;
    sizes.columns = 3 + turn % 5;
    sizes.height = sizes.rows + turn % 4;
    sizes.seen = 6;
    const int width = sizes.columns + sizes.seen;
    std::vector<char> there(static_cast<std::size_t>(sizes.height * width));
    const bool full = turn % 4 == 1;
    for (char& x : there) x = full || number(random) > 0.3 ? 1 : 0;
    std::vector<BorderedMatrix> positions;
    for (int k = 0; k < 3; ++k) {
      Eigen::MatrixXd m(sizes.height, width);
      for (Eigen::Index i = 0; i < m.size(); ++i)
        m.data()[i] = there[static_cast<std::size_t>(i)] != 0 ? number(random) : 0.0;
      m.bottomLeftCorner(sizes.height - sizes.rows, sizes.columns).setZero();
      if (turn % 3 == 0) m.col(1) = m.col(0) + 2.0 * m.col(2);  // depends on others
      positions.emplace_back(m.data(), m.data() + m.size());
    }
    const ComponentOrder order = choose_order(sizes, positions);
    const Eigen::Map<const Eigen::MatrixXd> m(positions[1].data(), sizes.height, width);
    const Eigen::MatrixXd a = m.leftCols(sizes.columns), w = m.rightCols(sizes.seen);
    const auto rank = Eigen::FullPivHouseholderQR<Eigen::MatrixXd>(a).setThreshold(1e-9).rank();
    ASSERT_EQ(order.rank(), rank) << turn;
    std::vector<double> work = positions[1], out;
    ASSERT_TRUE(factor_in_order<double>(order, work)) << turn;
    take_factors<double>(order, work, out);
    Eigen::MatrixXd r = Eigen::MatrixXd::Zero(rank, rank), taken(sizes.height, rank);
    const double* in = out.data();
    for (int k = 0; k < rank; ++k) {
      for (int j = k; j < rank; ++j) r(k, j) = *in++;
      taken.col(k) = a.col(order.equations[static_cast<std::size_t>(k)].column);
    }
    EXPECT_LT((r.transpose() * r - taken.transpose() * taken).norm(), 1e-12) << turn;
    in += rank * sizes.seen;
    Eigen::MatrixXd f = Eigen::MatrixXd::Zero(sizes.seen, sizes.seen);
    for (std::size_t k = 0; k < order.border.size(); ++k)
      for (int j = order.border[k].column - sizes.columns; j < sizes.seen; ++j)
        f(j, static_cast<Eigen::Index>(k)) = *in++;
    const Eigen::MatrixXd q1 =
        taken * (taken.transpose() * taken).ldlt().solve(taken.transpose() * w);
    EXPECT_LT((f * f.transpose() - w.transpose() * (w - q1)).norm(), 1e-10) << turn;
    // a pivot that degenerates is seen, and an equation that is no longer dependent
    std::vector<double> broken = positions[1];
    const int lost = order.equations.back().column;
    for (int i = 0; i < sizes.height && full; ++i)
      broken[order.place(i, lost)] = broken[order.place(i, order.equations.front().column)];
    if (full) {
      EXPECT_FALSE(factor_in_order<double>(order, broken)) << turn;
    }
    if (order.left_out.empty()) continue;
    broken = positions[1];
    for (int i = 0; i < sizes.rows; ++i)
      broken[order.place(i, order.left_out.front())] += 0.1 * number(random);
    EXPECT_FALSE(factor_in_order<double>(order, broken)) << turn;
  }
}

Mechanism double_chain() {
  return build_mechanism(read_model(models_folder() + "/insulator/double_chain.json"));
}

TEST(ComponentOrders, ReproduceTableOne) {
  const std::vector<ComponentCost> costs = count_components(double_chain());
  ASSERT_EQ(costs.size(), 2U);
  const ComponentCost &chain = costs[0], &top = costs[1];
  EXPECT_EQ(chain.alike, 2);  // two chains, one routine
  EXPECT_EQ(chain.rows, 24);
  EXPECT_EQ(chain.columns, 15);
  EXPECT_EQ(chain.rank, 15);
  EXPECT_LE(chain.entries, 120);  // 30 % in the paper, whose equations of a hinge are others
  EXPECT_LT(chain.moving_entries, chain.entries);
  EXPECT_LT(flops_of(chain.moving_qr), flops_of(chain.qr));
  EXPECT_EQ(chain.dense, 14640.0);
  EXPECT_LE(flops_of(chain.qr), 5165);
  EXPECT_EQ(top.rows, 42);
  EXPECT_EQ(top.columns, 30);
  EXPECT_EQ(top.rank, 27);
  EXPECT_EQ(top.filled_rows, 36);  // D of each chain has rank 9
  EXPECT_EQ(top.dense, 92190.0);
  EXPECT_LE(flops_of(top.qr), 27301);
}

TEST(ComponentOrders, AreCompiled) {
  if (find_compiler().empty()) GTEST_SKIP() << "no compiler";
  for (const char* name : {"insulator/double_chain", "hmmwv/corners", "four_bar"}) {
    const Mechanism m = build_mechanism(read_model(models_folder() + "/" + name + ".json"));
    const std::shared_ptr<ComponentCode> code = make_component_code(m);
    const HierarchyPlan plan = plan_hierarchy(m.model, parts_of(m));
    Hierarchy kernel(m.model, plan, m.redundancy.rows), compiled(m.model, plan, m.redundancy.rows),
        numeric(m.model, plan, m.redundancy.rows);
    compiled.use(*code);
    ComponentCode orders = *code;
    orders.functions.clear();
    kernel.use(orders);
    EXPECT_LE(code->routines, static_cast<int>(plan.nodes.size())) << name;
    for (const double way : {0.0, 0.01, 0.2}) {
      const std::vector<double> one = accelerations(m, kernel, way),
                                other = accelerations(m, compiled, way);
      EXPECT_LT(distance(one, other), 1e-11) << name << ", " << way;
      EXPECT_LT(distance(accelerations(m, numeric, way), other), 1e-8) << name << ", " << way;
      for (std::size_t n = 0; n < plan.nodes.size(); ++n)
        EXPECT_TRUE(compiled.is_planned(static_cast<int>(n))) << name << ", component " << n;
    }
  }
}

TEST(ComponentOrders, MoveAsOthers) {
  if (find_compiler().empty()) GTEST_SKIP() << "no compiler";
  const Mechanism m = double_chain();
  RunOptions options;
  options.duration = 0.5;
  options.formulation = "component";
  const RunResult numeric = run(m, options);
  options.solver = "generated";
  EXPECT_THROW(run(m, options), ModelError);
  options.component_code = make_component_code(m);
  const RunResult generated = run(m, options);
  ASSERT_EQ(generated.end, RunEnd::done) << generated.message;
  EXPECT_EQ(generated.refused_answers, 0);
  for (const auto& [joint, q] : numeric.q)
    for (std::size_t k = 0; k < q.size(); ++k)
      EXPECT_NEAR(generated.q.at(joint)[k], q[k], 1e-7) << joint;
}

}  // namespace
}  // namespace treadle::test
