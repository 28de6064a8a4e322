// Loops that lie inside a fragment, closed in the coordinates of its joints (H26): the same
// accelerations, multipliers and steps as by equations of the component around it; D and r of all
// components against a dense Schur complement; redundant rows, singular positions.
#include "src/acceleration/component_method.hpp"
#include "src/acceleration/component_steps.hpp"
#include "src/base/at.hpp"
#include "src/kinematics/advance.hpp"
#include "src/solve/registry.hpp"
#include "support/dense.hpp"
#include "support/places.hpp"
#include "support/random_mechanism.hpp"
#include "treadle.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <cmath>

namespace treadle::test {
namespace {

constexpr HierarchyChoice closed_inside{16, 2, ClosedLoops::inside},
    closed_outside{16, 2, ClosedLoops::outside};

int inner_loops(const HierarchyPlan& plan) {
  int count = 0;
  for (const Fragment& fragment : plan.fragments) count += static_cast<int>(fragment.loops.size());
  return count;
}

struct Solved {
  std::vector<double> qdd, reactions, step;
};

Solved by_components(const Mechanism& m, const HierarchyPlan& plan) {
  Workspace<double> w(m.model, m.functions.size());
  w.functions = m.functions_at(0.0);
  prepare_equations<double>(m.model, m.forces, m.start.q, m.start.v, w);
  Hierarchy hierarchy(m.model, plan, m.redundancy.rows);
  EXPECT_TRUE(
      hierarchy.solve({m.model, w.position, w.inertia, w.loads, w.loops, w.gamma}, w.qdd, w.lambda)
          .ok());
  Solved out{w.qdd, {}, std::vector<double>(w.qdd.size())};
  const Eigen::VectorXd reactions =
      dense_phi(m.model, w.loops.phi).transpose() * dense_vector(w.lambda);
  out.reactions.assign(reactions.data(), reactions.data() + reactions.size());
  // any right side that the loops can follow: how a motion opens them
  std::vector<double> right(w.gamma.size());
  std::vector<double> way(w.qdd.size());
  for (std::size_t k = 0; k < way.size(); ++k) way[k] = std::sin(1.0 + static_cast<double>(k));
  loop_rate<double>(m.model, w.loops, way, right);
  EXPECT_TRUE(hierarchy.solve_again(m.model, right, out.step).ok());
  std::vector<double> moved(right.size());
  loop_rate<double>(m.model, w.loops, out.step, moved);
  double most = 1.0;
  for (const double r : right) most = std::max(most, std::fabs(r));
  for (std::size_t r = 0; r < right.size(); ++r) EXPECT_NEAR(moved[r], right[r], 1e-9 * most) << r;
  return out;
}

void expect_equal(const std::vector<double>& one, const std::vector<double>& other, double allowed,
                  const std::string& what) {
  double most = 1e-12, off = 0.0;
  for (std::size_t k = 0; k < one.size(); ++k) {
    most = std::max(most, std::fabs(one[k]));
    off = std::max(off, std::fabs(one[k] - other[k]));
  }
  EXPECT_LT(off, allowed * most) << what;
}

TEST(InnerLoops, ClosedInsideOrOutsideAreTheSame) {
  int inside = 0, chosen = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    RandomChoice choice;
    choice.bodies = 4 + static_cast<int>(seed % 17);
    choice.loops = 1 + static_cast<int>(seed % 4);
    choice.free_root = seed % 3 == 0;
    const Mechanism m = build_mechanism(random_mechanism(seed + 6000, choice).description);
    const Solved outside = by_components(m, plan_hierarchy(m.model, {}, closed_outside));
    for (const int bodies : {16, 6, 3}) {
      const HierarchyPlan plan = plan_hierarchy(m.model, {}, {bodies, 2, ClosedLoops::inside});
      inside += inner_loops(plan);
      const std::string what = "seed " + std::to_string(seed) + ", " + std::to_string(bodies);
      const Solved found = by_components(m, plan);
      expect_equal(outside.qdd, found.qdd, 1e-9, what);
      expect_equal(outside.reactions, found.reactions, 1e-8, what + ", reactions");
      expect_equal(outside.step, found.step, 1e-8, what + ", step");
    }
    const Hierarchy cheaper(m.model, plan_hierarchy(m.model, {}, {}), m.redundancy.rows);
    chosen += inner_loops(cheaper.plan());
  }
  EXPECT_GT(inside, 200);
  EXPECT_GT(chosen, 30);
}

// Some loops inside fragments, the others equations of components: one hierarchy.
TEST(InnerLoops, BothKindsMix) {
  int mixed = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    RandomChoice choice;
    choice.bodies = 24;
    choice.loops = 5;
    const Mechanism m = build_mechanism(random_mechanism(seed + 6500, choice).description);
    HierarchyPlan plan = plan_hierarchy(m.model, {}, {8, 2, ClosedLoops::inside});
    bool in_components = false;
    for (const ComponentNode& node : plan.nodes)
      in_components = in_components || !node.loops.empty();
    mixed += in_components && inner_loops(plan) > 0 ? 1 : 0;
    expect_equal(by_components(m, plan_hierarchy(m.model, {}, {1, 4})).qdd,
                 by_components(m, plan).qdd, 1e-9, std::to_string(seed));
  }
  EXPECT_GT(mixed, 10);
}

TEST(InnerLoops, ReadyModels) {
  int inside = 0;
  for (const char* name : {"four_bar", "slider_crank", "quadruped", "hmmwv", "double_wishbone",
                           "bricard", "spatial_four_bar", "insulator/double_chain"}) {
    const Mechanism m = build_mechanism(read_model(models_folder() + "/" + name + ".json"));
    const HierarchyPlan plan = plan_hierarchy(m.model, {}, closed_inside);
    inside += inner_loops(plan);
    const Solved found = by_components(m, plan),
                 outside = by_components(m, plan_hierarchy(m.model, {}, closed_outside));
    expect_equal(outside.qdd, found.qdd, 1e-9, name);
    expect_equal(outside.reactions, found.reactions, 1e-8, name);
  }
  EXPECT_GT(inside, 6);
}

/// Bodies of a component and of all inside it.
std::vector<int> bodies_of(const HierarchyPlan& plan, int node) {
  std::vector<int> list;
  for (const ComponentPiece& piece : plan.nodes[at(node)].pieces) {
    const std::vector<int> inner =
        piece.is_fragment ? plan.fragments[at(piece.at)].bodies : bodies_of(plan, piece.at);
    list.insert(list.end(), inner.begin(), inner.end());
  }
  std::sort(list.begin(), list.end());
  return list;
}

Eigen::Matrix<double, 6, 1> as_six(const Force<double>& f) {
  Eigen::Matrix<double, 6, 1> s;
  s << f.lin.x, f.lin.y, f.lin.z, f.ang.x, f.ang.y, f.ang.z;
  return s;
}

// B of the joint that carries a body, about a point.
Eigen::MatrixXd columns_at(const Mechanism& m, const Workspace<double>& w, int body,
                           const Vec3<double>& p) {
  const Link<double>& link = m.model.links[at(body)];
  Eigen::MatrixXd columns = Eigen::MatrixXd::Identity(6, link.nv);
  for (int c = 0; c < link.nv && !link.carries_axes; ++c) {
    const Motion<double>& b = w.position.b[at(link.b_at + c)];
    const Vec3<double> lin = b.lin + cross(b.ang, p);
    columns.col(c) << lin.x, lin.y, lin.z, b.ang.x, b.ang.y, b.ang.z;
  }
  return columns;
}

// What acts along the coordinates of a joint, as one force on its body: shortest about the joint's
// own point. (H8)
Eigen::Matrix<double, 6, 1> along_joint(const Mechanism& m, const Workspace<double>& w, int body) {
  const Link<double>& link = m.model.links[at(body)];
  const Vec3<double> p = w.position.x[at(body)].p;
  const Eigen::MatrixXd columns = columns_at(m, w, body, p);
  Eigen::VectorXd along(link.nv);
  for (int c = 0; c < link.nv; ++c) along[c] = w.loads.joint[at(link.v_at + c)];
  const Eigen::VectorXd f = columns * (columns.transpose() * columns).fullPivLu().solve(along);
  const Vec3<double> lin{f[0], f[1], f[2]}, turn = cross(p, lin);
  return as_six(Force<double>{lin, Vec3<double>{f[3], f[4], f[5]} + turn});
}

/// D and r of bodies in absolute coordinates, their joints and loops as equations: nothing of the
/// tree, and no factor, is shared with the hierarchy.
struct Schur {
  Eigen::MatrixXd d;
  Eigen::VectorXd r;
  double size = 0.0;  ///< of D if nothing held its bodies
};

Schur dense_schur(const Mechanism& m, const Workspace<double>& w, const std::vector<int>& bodies,
                  const std::vector<int>& border) {
  const auto place = [&](int body) {
    const auto found = std::find(bodies.begin(), bodies.end(), body);
    return found == bodies.end() ? Eigen::Index(-1) : Eigen::Index(6 * (found - bodies.begin()));
  };
  const auto n = static_cast<Eigen::Index>(6 * bodies.size());
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(n, n);
  Eigen::VectorXd force = Eigen::VectorXd::Zero(n);
  std::vector<Eigen::VectorXd> rows;
  std::vector<double> right;
  for (const int b : bodies) {
    const Inertia<double>& k = w.inertia.own[at(b)];
    for (int c = 0; c < 6; ++c) {
      const Vec3<double> e{c % 3 == 0 ? 1.0 : 0.0, c % 3 == 1 ? 1.0 : 0.0, c % 3 == 2 ? 1.0 : 0.0};
      const Motion<double> unit = c < 3 ? Motion<double>{e, {}} : Motion<double>{{}, e};
      mass.col(place(b) + c).segment<6>(place(b)) = as_six(k * unit);
    }
    force.segment<6>(place(b)) += as_six(w.loads.body[at(b)]);
    if (m.model.links[at(b)].parent >= 0 && place(m.model.links[at(b)].parent) < 0) continue;
    const Link<double>& link = m.model.links[at(b)];
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(columns_at(m, w, b, {}), Eigen::ComputeFullU);
    for (Eigen::Index c = link.nv; c < 6; ++c) {
      Eigen::VectorXd row = Eigen::VectorXd::Zero(n);
      row.segment<6>(place(b)) = svd.matrixU().col(c);
      if (link.parent >= 0) row.segment<6>(place(link.parent)) = -svd.matrixU().col(c);
      rows.push_back(row);
      right.push_back(0.0);
    }
  }
  for (std::size_t b = 0; b < m.model.links.size(); ++b) {
    const auto body = static_cast<int>(b);
    const int up = m.model.links[b].parent;
    if (m.model.links[b].nv == 0) continue;
    const Eigen::Matrix<double, 6, 1> acts = along_joint(m, w, body);
    if (place(body) >= 0) force.segment<6>(place(body)) += acts;
    if (up >= 0 && place(up) >= 0) force.segment<6>(place(up)) -= acts;
  }
  for (std::size_t c = 0; c < m.model.loops.size(); ++c) {
    const LoopData<double>& loop = m.model.loops[c];
    const std::vector<int> touched = touched_by_loop(m.model, static_cast<int>(c));
    if (std::any_of(touched.begin(), touched.end(), [&](int b) { return place(b) < 0; })) continue;
    EXPECT_TRUE(loop.kind != LoopKind::coordinates);
    for (int row = loop.first_row; row < loop.first_row + loop.row_count; ++row) {
      Eigen::VectorXd one = Eigen::VectorXd::Zero(n);
      if (loop.from.body >= 0)
        one.segment<6>(place(loop.from.body)) += as_six(w.loops.wrench[at(row)]);
      if (loop.to.body >= 0) one.segment<6>(place(loop.to.body)) -= as_six(w.loops.wrench[at(row)]);
      rows.push_back(one);
      right.push_back(w.gamma[at(row)]);
    }
  }
  Eigen::MatrixXd g(static_cast<Eigen::Index>(rows.size()), n), j(6 * border.size(), n);
  for (std::size_t k = 0; k < rows.size(); ++k) g.row(static_cast<Eigen::Index>(k)) = rows[k];
  j.setZero();
  for (std::size_t b = 0; b < border.size(); ++b)
    j.block<6, 6>(static_cast<Eigen::Index>(6 * b), place(border[b])).setIdentity();
  const Eigen::LLT<Eigen::MatrixXd> llt(mass);
  const Eigen::MatrixXd inverse = llt.solve(Eigen::MatrixXd::Identity(n, n));
  if (rows.empty()) return {j * inverse * j.transpose(), j * inverse * force, inverse.norm()};
  const Eigen::MatrixXd a = llt.matrixL().solve(g.transpose());  // L^-1 G^T
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> qr(a.transpose() * a);
  qr.setThreshold(1e-11);
  const Eigen::VectorXd free = inverse * force, lambda = qr.solve(dense_vector(right) - g * free);
  const Eigen::MatrixXd held = inverse * g.transpose();
  return {j * (inverse - held * qr.solve(held.transpose())) * j.transpose(),
          j * (free + held * lambda), inverse.norm()};
}

TEST(InnerLoops, DAndROfComponentsAreDenseSchurComplements) {
  int compared = 0, with_inner_loops = 0;
  for (unsigned seed = 0; seed < 30; ++seed) {
    RandomChoice random;
    random.bodies = 6 + static_cast<int>(seed % 8);
    random.loops = static_cast<int>(seed % 4);
    random.free_root = seed % 3 == 0;
    const Mechanism m = build_mechanism(random_mechanism(seed + 7000, random).description);
    Workspace<double> w(m.model, m.functions.size());
    w.functions = m.functions_at(0.0);
    prepare_equations<double>(m.model, m.forces, m.start.q, m.start.v, w);
    for (const HierarchyChoice choice :
         {HierarchyChoice{4, 2, ClosedLoops::inside}, {6, 2, ClosedLoops::inside}, {1, 2}}) {
      Hierarchy hierarchy(m.model, plan_hierarchy(m.model, {}, choice), m.redundancy.rows);
      ASSERT_TRUE(
          hierarchy
              .solve({m.model, w.position, w.inertia, w.loads, w.loops, w.gamma}, w.qdd, w.lambda)
              .ok());
      for (std::size_t node = 0; node < hierarchy.plan().nodes.size(); ++node) {
        const std::vector<int>& border = hierarchy.plan().nodes[node].border;
        if (border.empty()) continue;
        for (const ComponentPiece& piece : hierarchy.plan().nodes[node].pieces)
          with_inner_loops +=
              piece.is_fragment && !hierarchy.plan().fragments[at(piece.at)].loops.empty() ? 1 : 0;
        std::vector<double> d, r;
        hierarchy.passed_on(static_cast<int>(node), d, r);
        const Schur dense =
            dense_schur(m, w, bodies_of(hierarchy.plan(), static_cast<int>(node)), border);
        ASSERT_EQ(d.size(), static_cast<std::size_t>(dense.d.size()));
        const std::string what = "seed " + std::to_string(seed) + ", component " +
                                 std::to_string(node) + ", fragments of " +
                                 std::to_string(choice.fragment);
        EXPECT_LT((dense_vector(d) - dense.d.reshaped()).norm(),
                  1e-9 * dense.d.norm() + 1e-11 * dense.size)
            << what;
        EXPECT_LT((dense_vector(r) - dense.r).norm(), 1e-8 * (1.0 + dense.r.norm())) << what;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 200);
  EXPECT_GT(with_inner_loops, 10);
}

// The loops of a fragment are closed by the same recursion, with old factors and new ones.
TEST(InnerLoops, ProjectionEqualsThatOfTheAugmentedMatrix) {
  int compared = 0;
  for (const char* name :
       {"four_bar", "slider_crank", "double_wishbone", "bricard", "spatial_four_bar"}) {
    const Mechanism m = build_mechanism(read_model(models_folder() + "/" + name + ".json"));
    const auto functions = m.functions_at(0.0);
    ProjectionStage<double> stage(m.model);
    const double length = length_scale(m.model);
    const auto solver = make_solver<double>("symmetric", *m.model.pattern);
    solver->leave_out(m.redundancy.rows, m.redundancy.vanishing);
    FactoredSteps<double> factored(m.model, *solver);
    const HierarchyPlan plan = plan_hierarchy(m.model, {}, closed_inside);
    EXPECT_GT(inner_loops(plan), 0) << name;
    Hierarchy hierarchy(m.model, plan, m.redundancy.rows);
    const Loads<double> nothing(m.model);
    ComponentSteps components(m.model, hierarchy, nothing);
    std::vector<double> way(at(m.model.nv())), q = m.start.q, v(way.size());
    for (std::size_t k = 0; k < way.size(); ++k) {
      way[k] = 1e-4 * std::sin(1.0 + static_cast<double>(k));
      v[k] = std::cos(2.0 * static_cast<double>(k));
    }
    advance<double>(m.model, m.start.q, way, q);
    std::vector<double> other_q = q, other_v = v;
    if (!project_closest<double>(m.model, factored, length, functions, stage, q, v).ok())
      continue;  // the gap was too large
    ++compared;
    ASSERT_TRUE(
        project_closest<double>(m.model, components, length, functions, stage, other_q, other_v)
            .ok());
    for (std::size_t k = 0; k < q.size(); ++k) EXPECT_NEAR(q[k], other_q[k], 1e-9) << name;
    for (std::size_t k = 0; k < v.size(); ++k) EXPECT_NEAR(v[k], other_v[k], 1e-8) << name;
  }
  EXPECT_GE(compared, 3);
}

// A parallelogram hung up, drawn with hinges: three of its equations say nothing new, and where it
// lies flat one more depends on the others, inside the fragment.
std::string parallelogram(double angle) {
  const auto number = [](double x) { return std::to_string(x); };
  const double x = 0.3 * std::cos(angle), z = 0.3 * std::sin(angle);
  const std::string there = "[" + number(x) + ", 0, " + number(z) + "]",
                    beyond = "[" + number(1.0 + x) + ", 0, " + number(z) + "]";
  return R"({"bodies": [
    {"name": "left", "mass": 1, "inertia": [0.01, 0.02, 0.02], "center": [)" +
         number(0.5 * x) + ", 0, " + number(0.5 * z) + R"(]},
    {"name": "bar", "mass": 2, "inertia": [0.01, 0.2, 0.2], "center": [)" +
         number(0.5 + x) + ", 0, " + number(z) + R"(]},
    {"name": "right", "mass": 1, "inertia": [0.01, 0.02, 0.02], "center": [)" +
         number(1.0 + 0.5 * x) + ", 0, " + number(0.5 * z) + R"(]}],
   "joints": [
    {"name": "a", "type": "revolute", "parent": "ground", "child": "left", "position": [0, 0, 0], "axis": [0, 1, 0], "velocity": 1},
    {"name": "b", "type": "revolute", "parent": "left", "child": "bar", "position": )" +
         there + R"(, "axis": [0, 1, 0]},
    {"name": "c", "type": "revolute", "parent": "bar", "child": "right", "position": )" +
         beyond + R"(, "axis": [0, 1, 0]},
    {"name": "d", "type": "revolute", "parent": "ground", "child": "right", "position": [1, 0, 0], "axis": [0, 1, 0]}]})";
}

TEST(InnerLoops, PassesAFlatParallelogram) {
  const Mechanism m = build_mechanism(read_model_text(parallelogram(0.3), "parallelogram"));
  EXPECT_EQ(inner_loops(plan_hierarchy(m.model, {}, closed_inside)), 1);
  RunOptions options;
  options.duration = 1.0;  // it passes the flat position
  options.rtol = options.atol = 1e-10;
  const RunResult joint = run(m, options);
  options.formulation = "component";
  const RunResult component = run(m, options);
  ASSERT_EQ(component.end, joint.end) << component.message;
  for (const auto& [joint_name, q] : joint.q) {
    for (std::size_t k = 0; k < q.size(); ++k)
      EXPECT_NEAR(component.q.at(joint_name)[k], q[k], 1e-6) << joint_name;
  }
}

// Flat from the start: the hierarchy finds the rank and still answers, whichever way it closes.
TEST(InnerLoops, KnowTheRankOfAFlatParallelogram) {
  const Mechanism m = build_mechanism(read_model_text(parallelogram(0.3), "parallelogram"));
  Workspace<double> w(m.model, m.functions.size());
  w.functions = m.functions_at(0.0);
  std::vector<double> q = m.start.q;
  for (std::size_t i = 0; i < m.model.links.size(); ++i) {  // crank to the horizontal
    const std::string& name = m.topology().bodies[BodyId{static_cast<int>(i)}].joint;
    q[at(m.model.links[i].q_at)] += name == "a" || name == "d" ? 0.3 : name == "b" ? -0.3 : 0.3;
  }
  const std::vector<double> still(at(m.model.nv()), 0.0);
  prepare_equations<double>(m.model, m.forces, q, still, w);
  double open = 0.0;
  for (const double r : w.loops.residual) open = std::max(open, std::fabs(r));
  ASSERT_LT(open, 1e-9);
  for (const ClosedLoops where : {ClosedLoops::inside, ClosedLoops::outside}) {
    Hierarchy hierarchy(m.model, plan_hierarchy(m.model, {}, {16, 2, where}), m.redundancy.rows);
    ASSERT_TRUE(
        hierarchy
            .solve({m.model, w.position, w.inertia, w.loads, w.loops, w.gamma}, w.qdd, w.lambda)
            .ok());
    std::vector<double> opens(w.gamma.size());
    loop_rate<double>(m.model, w.loops, w.qdd, opens);
    for (std::size_t r = 0; r < opens.size(); ++r) EXPECT_NEAR(opens[r], w.gamma[r], 1e-8);
  }
}

// Where more equations depend on others than a border has room for, another method has to answer.
TEST(InnerLoops, RefuseWhatLosesManyEquations) {
  int refused = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    RandomChoice choice;
    choice.bodies = 14;
    choice.loops = 3;
    const Mechanism m = build_mechanism(random_mechanism(seed + 6000, choice).description);
    const HierarchyPlan plan = plan_hierarchy(m.model, {}, {6, 2, ClosedLoops::inside});
    Workspace<double> w(m.model, m.functions.size());
    w.functions = m.functions_at(0.0);
    prepare_equations<double>(m.model, m.forces, m.start.q, m.start.v, w);
    for (double& x : w.loops.phi) x = 0.0;  // no joint moves any loop
    Hierarchy hierarchy(m.model, plan, m.redundancy.rows);
    const Report report = hierarchy.solve(
        {m.model, w.position, w.inertia, w.loads, w.loops, w.gamma}, w.qdd, w.lambda);
    if (report.ok()) continue;
    EXPECT_EQ(report.trouble, Trouble::singular_constraint) << seed;
    ASSERT_GE(report.index, 0) << seed;
    EXPECT_LT(report.index, m.model.rows()) << seed;
    ++refused;
  }
  EXPECT_GT(refused, 5);
}

}  // namespace
}  // namespace treadle::test
