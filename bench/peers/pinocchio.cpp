// The problem in Pinocchio, in as many ways as it has:
// forwardDynamics     the loops' Jacobian and drift are assembled here from its joint Jacobians,
// since it
//                     has no constraint of a distance; its own solver then takes them.
// constraintDynamics  its own constraints, where all loops are closed by coinciding points.
// aba                 its recursion, where there are no loops.
#include <algorithm>
#include <memory>

#include <pinocchio/config.hpp>
#include <pinocchio/multibody.hpp>

#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/constrained-dynamics.hpp>
#include <pinocchio/algorithm/contact-dynamics.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include "problem.hpp"
#include "serve.hpp"

namespace {

using namespace peers;
namespace pin = pinocchio;
using Eigen::Vector3d;
using Eigen::VectorXd;

Vector3d vec(const Vector3& a) { return {a[0], a[1], a[2]}; }

// The velocities of its joints are ours; its quaternions end with w.
struct Engine {
  pin::Model model;
  std::unique_ptr<pin::Data> data;
  std::vector<pin::JointIndex> joints;
  std::vector<VectorXd> q, v, force;

  explicit Engine(const Problem& problem) {
    model.gravity = pin::Motion(vec(problem.gravity), Vector3d::Zero());
    for (const auto& b : problem.bodies) add(b);
    data = std::make_unique<pin::Data>(model);
    for (const auto& s : problem.states) add_state(problem, s);
  }

  pin::JointIndex at(int body) const {
    return body < 0 ? pin::JointIndex(0) : joints[static_cast<size_t>(body)];
  }

  void add(const Body& b) {
    const auto& r = b.turn;
    Eigen::Matrix3d turn, tensor;
    turn << r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8];
    const auto& i = b.inertia;
    tensor << i[0], i[3], i[4], i[3], i[1], i[5], i[4], i[5], i[2];
    const pin::SE3 seat(turn, vec(b.seat));
    const std::string name = "j" + std::to_string(joints.size());
    const auto parent = at(b.parent);
    pin::JointIndex id = 0;
    switch (b.joint) {
      case Joint::revolute:
        id = model.addJoint(parent, pin::JointModelRZ(), seat, name);
        break;
      case Joint::prismatic:
        id = model.addJoint(parent, pin::JointModelPZ(), seat, name);
        break;
      case Joint::spherical:
        id = model.addJoint(parent, pin::JointModelSpherical(), seat, name);
        break;
      case Joint::free:
        id = model.addJoint(parent, pin::JointModelFreeFlyer(), seat, name);
        break;
    }
    model.appendBodyToJoint(id, pin::Inertia(b.mass, vec(b.center), tensor), pin::SE3::Identity());
    joints.push_back(id);
  }

  void add_state(const Problem& problem, const State& s) {
    VectorXd x(model.nq), u(model.nv), f(model.nv);
    size_t from_q = 0, from_v = 0;
    for (size_t k = 0; k < joints.size(); ++k) {
      const auto joint = problem.bodies[k].joint;
      const int nq = coordinates(joint), nv = velocities(joint);
      const int to_q = model.joints[joints[k]].idx_q(), to_v = model.joints[joints[k]].idx_v();
      for (int i = 0; i < nq; ++i) x[to_q + i] = s.q[from_q + static_cast<size_t>(i)];
      if (nq > nv) {
        const double w = x[to_q + nq - 4];
        for (int i = nq - 4; i < nq - 1; ++i) x[to_q + i] = x[to_q + i + 1];
        x[to_q + nq - 1] = w;
      }
      for (int i = 0; i < nv; ++i) {
        u[to_v + i] = s.v[from_v + static_cast<size_t>(i)];
        f[to_v + i] = s.force[from_v + static_cast<size_t>(i)];
      }
      from_q += static_cast<size_t>(nq), from_v += static_cast<size_t>(nv);
    }
    q.push_back(x), v.push_back(u), force.push_back(f);
  }

  std::vector<double> answer(const Problem& problem) const {
    std::vector<double> a;
    for (size_t k = 0; k < joints.size(); ++k)
      for (int i = 0; i < velocities(problem.bodies[k].joint); ++i)
        a.push_back(data->ddq[model.joints[joints[k]].idx_v() + i]);
    return a;
  }
};

// One end of a loop, and the columns of its path as far as the other end does not share them.
struct End {
  pin::JointIndex joint;
  Vector3d at;
  std::vector<int> columns;
};

struct Row {
  End from, to;
  bool rod;
};

struct Assembled {
  Engine& engine;
  std::vector<Row> rows;
  Eigen::MatrixXd jacobian;
  VectorXd drift;

  Assembled(Engine& e, const Problem& problem) : engine(e) {
    Eigen::Index size = 0;
    for (const auto& l : problem.loops) {
      Row row{{e.at(l.from), vec(l.at_from), {}}, {e.at(l.to), vec(l.at_to), {}}, l.length > 0};
      row.from.columns = path(row.from.joint, row.to.joint);
      row.to.columns = path(row.to.joint, row.from.joint);
      size += row.rod ? 1 : 3;
      rows.push_back(row);
    }
    jacobian.setZero(size, e.model.nv);
    drift.setZero(size);
  }

  std::vector<int> path(pin::JointIndex joint, pin::JointIndex other) const {
    const auto& supports = engine.model.supports;
    std::vector<int> columns;
    for (const auto j : supports[joint]) {
      if (j == 0 || std::count(supports[other].begin(), supports[other].end(), j)) continue;
      for (int i = 0; i < engine.model.joints[j].nv(); ++i)
        columns.push_back(engine.model.joints[j].idx_v() + i);
    }
    return columns;
  }

  struct Moving {
    Vector3d p, v, a;
  };

  // Position, velocity and acceleration, the latter with all joint accelerations zero.
  Moving move(const End& end) const {
    const auto& d = *engine.data;
    if (end.joint == 0) return {end.at, Vector3d::Zero(), -engine.model.gravity.linear()};
    const auto& x = d.oMi[end.joint];
    const auto& s = d.v[end.joint];
    const auto& c = d.a_gf[end.joint];
    const Vector3d v = s.linear() + s.angular().cross(end.at);
    const Vector3d a = c.linear() + c.angular().cross(end.at) + s.angular().cross(v);
    return {x.act(end.at), x.rotation() * v, x.rotation() * a};
  }

  void evaluate(size_t k) {
    auto& d = *engine.data;
    pin::crba(engine.model, d, engine.q[k], pin::Convention::WORLD);
    pin::nonLinearEffects(engine.model, d, engine.q[k], engine.v[k]);
    Eigen::Index r = 0;
    for (const auto& row : rows) {
      const Moving from = move(row.from), to = move(row.to);
      const Vector3d gap = from.p - to.p, speed = from.v - to.v, bias = from.a - to.a;
      const Vector3d u = row.rod ? Vector3d(gap.normalized()) : Vector3d::Zero();
      const auto fill = [&](const End& end, const Vector3d& p, double sign) {
        for (const int c : end.columns) {
          const auto column = d.J.col(c);
          const Vector3d motion = column.head<3>() + Vector3d(column.tail<3>()).cross(p);
          if (row.rod)
            jacobian(r, c) = sign * u.dot(motion);
          else
            jacobian.block<3, 1>(r, c) = sign * motion;
        }
      };
      fill(row.from, from.p, 1), fill(row.to, to.p, -1);
      if (row.rod) {
        const double along = u.dot(speed);
        drift[r] = u.dot(bias) + (speed.squaredNorm() - along * along) / gap.norm();
        r += 1;
      } else {
        drift.segment<3>(r) = bias;
        r += 3;
      }
    }
    pin::forwardDynamics(engine.model, d, engine.force[k], jacobian, drift, 0.0);
  }
};

struct Stock {
  Engine& engine;
  std::vector<pin::RigidConstraintModel> models;
  std::vector<pin::RigidConstraintData> datas;
  pin::ProximalSettings settings{1e-12, 0.0, 1};

  Stock(Engine& e, const Problem& problem) : engine(e) {
    for (const auto& l : problem.loops) {
      const auto seat = [](const Vector3& p) {
        return pin::SE3(Eigen::Matrix3d::Identity(), vec(p));
      };
      models.emplace_back(pin::CONTACT_3D, e.model, e.at(l.from), seat(l.at_from), e.at(l.to),
                          seat(l.at_to), pin::LOCAL);
    }
    for (const auto& m : models) datas.emplace_back(m);
    pin::initConstraintDynamics(e.model, *e.data, models, datas);
  }

  void evaluate(size_t k) {
    pin::constraintDynamics(engine.model, *engine.data, engine.q[k], engine.v[k], engine.force[k],
                            models, datas, settings);
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  try {
    const Problem problem = read_problem(argv[1]);
    bool rods = false;
    for (const auto& l : problem.loops) rods = rods || l.length > 0;
    Engine by_hand(problem), own(problem);
    Assembled assembled(by_hand, problem);
    std::vector<Method> methods{{"forwardDynamics", [&](size_t k) { assembled.evaluate(k); },
                                 [&](size_t) { return by_hand.answer(problem); }}};
    std::unique_ptr<Stock> stock;
    if (!rods && !problem.loops.empty()) {
      stock = std::make_unique<Stock>(own, problem);
      methods.push_back({"constraintDynamics", [&](size_t k) { stock->evaluate(k); },
                         [&](size_t) { return own.answer(problem); }});
    }
    if (problem.loops.empty())
      methods.push_back(
          {"aba",
           [&](size_t k) { pin::aba(own.model, *own.data, own.q[k], own.v[k], own.force[k]); },
           [&](size_t) { return own.answer(problem); }});
    serve(PINOCCHIO_VERSION, problem.states.size(), methods);
  } catch (const std::exception& trouble) {
    std::fprintf(stderr, "pinocchio: %s\n", trouble.what());
    return 1;
  }
}
