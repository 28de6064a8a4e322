#include "self_stress.hpp"

#include "../keeping/closest.hpp"
#include "../keeping/dense_loops.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <array>
#include <cmath>

namespace treadle {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

std::size_t at_index(int k) { return static_cast<std::size_t>(k); }

/// Six numbers of a wrench: its force, and its moment about a point over the length.
using Six = std::array<double, 6>;

/// Self-balancing multipliers of one island and what they do.
struct Stress {
  LoopIsland island;
  MatrixXd lambda;    ///< rows of the island x stresses
  MatrixXd carried;   ///< six for each body of the island x stresses: what its joint transmits
  MatrixXd reaction;  ///< of that, what its joint holds; then six for each loop of the island; x
                      ///< stresses
};

/// What multipliers send through the joints and constraints of an island.
struct Flow {
  VectorXd carried, reaction;
};

Six six_of(const Force<double>& f, const Vec3<double>& point, double length) {
  const Vec3<double> m = (1.0 / length) * (f.ang - cross(point, f.lin));
  return {f.lin.x, f.lin.y, f.lin.z, m.x, m.y, m.z};
}

Force<double> force_of(const double* six, const Vec3<double>& point, double length) {
  const Vec3<double> f{six[0], six[1], six[2]},
      moment{length * six[3], length * six[4], length * six[5]};
  return {f, moment + cross(point, f)};
}

const Mat3<double>& axes_of(const Tooth<double>& tooth, int group,
                            const PositionStage<double>& at) {
  return tooth.carrier.valid() ? at.x[tooth.carrier.index()].r : at.world[at_index(group)].r;
}

Vec3<double> point_of(const LoopData<double>& loop, const PositionStage<double>& at) {
  for (const Tooth<double>& tooth : loop.teeth)
    return place_on(at, loop.group, tooth.carrier.at, tooth.point);
  if (loop.kind == LoopKind::coordinates) return {};
  return place_on(at, loop.group, loop.from.body, loop.from.frame.p);
}

// How far apart the joints lie, whichever of them are cut: forces and moments are compared by it.
double spread(const Model<double>& model, const PositionStage<double>& at) {
  std::vector<Vec3<double>> points;
  for (const Transform<double>& x : at.x) points.push_back(x.p);
  for (const LoopData<double>& loop : model.loops) {
    if (loop.kind != LoopKind::coordinates) points.push_back(point_of(loop, at));
  }
  Vec3<double> mean;
  for (const Vec3<double>& p : points) mean += (1.0 / static_cast<double>(points.size())) * p;
  double sum = 0.0;
  for (const Vec3<double>& p : points) sum += dot(p - mean, p - mean);
  const double size = std::sqrt(sum / static_cast<double>(points.size()));
  return size > 0.0 ? size : length_scale(model);
}

// The force of a unit multiplier on a loop's first body: teeth have theirs beside the rows. (L10)
Force<double> wrench_of(const LoopData<double>& loop, int row, const PositionStage<double>& at,
                        const LoopStage<double>& loops) {
  if (loop.teeth.empty()) return loops.wrench[at_index(loop.first_row + row)];
  const Tooth<double>& tooth = loop.teeth.front();
  return force_at(place_on(at, loop.group, tooth.carrier.at, tooth.point),
                  axes_of(tooth, loop.group, at) * tooth.pull);
}

// What teeth push apart grows with the size of a multiplier, whatever its sign, and is no part of
// what balances itself: `share` of it is added.
void push_wheels_apart(const Model<double>& model, const LoopIsland& island,
                       const PositionStage<double>& at, std::span<const double> lambda,
                       double share, std::span<Force<double>> joints) {
  for (const int c : island.loops) {
    const LoopData<double>& loop = model.loops[at_index(c)];
    for (const Tooth<double>& tooth : loop.teeth) {
      const double size = share * std::fabs(lambda[at_index(loop.first_row)]);
      const Force<double> f = force_at(place_on(at, loop.group, tooth.carrier.at, tooth.point),
                                       size * (axes_of(tooth, loop.group, at) * tooth.apart));
      const auto carry = [&](BodyId body, const Force<double>& by) {
        for (int i = body.at; i >= 0; i = model.links[at_index(i)].parent)
          joints[at_index(i)] += by;
      };
      carry(tooth.wheel, {-f.lin, -f.ang});
      carry(tooth.mate, f);
    }
  }
}

// Couplers and drivers have loads on coordinates and no wrench.
bool has_loads_alone(const LoopData<double>& loop) {
  return loop.kind == LoopKind::coordinates && loop.teeth.empty();
}

// What a joint of the tree holds of what it transmits. Along its own freedoms drives, springs and
// couplers push, not the joint.
void leave_to_freedoms(const Model<double>& model, const PositionStage<double>& at, int body,
                       double length, double* wrench) {
  const Link<double>& link = model.links[at_index(body)];
  std::array<Six, 6> ways{};
  for (int a = 0; a < link.nv; ++a) {
    const Motion<double> m = joint_motion(link, at, a);
    const Vec3<double> lin = m.lin + cross(m.ang, at.x[at_index(body)].p);
    Six& way = ways[at_index(a)];
    way = {lin.x, lin.y, lin.z, length * m.ang.x, length * m.ang.y, length * m.ang.z};
    const auto along = [&](const double* x) {
      double sum = 0.0;
      for (std::size_t k = 0; k < 6; ++k) sum += way[k] * x[k];
      return sum;
    };
    for (int b = 0; b < a; ++b) {
      const Six& before = ways[at_index(b)];
      const double part = along(before.data());
      for (std::size_t k = 0; k < 6; ++k) way[k] -= part * before[k];
    }
    const double size = std::sqrt(along(way.data()));
    if (!(size > 0.0)) continue;
    for (double& x : way) x /= size;
    const double part = along(wrench);
    for (std::size_t k = 0; k < 6; ++k) wrench[k] -= part * way[k];
  }
}

// The loads of a coupler or driver for a multiplier of one, on all its coordinates together:
// torques over the length.
double load_size(const Model<double>& model, int c, double length) {
  const LoopData<double>& loop = model.loops[at_index(c)];
  const Loop& item = model.topology->loops[LoopId{c}];
  double sum = 0.0;
  for (std::size_t k = 0; k < loop.coordinates.size(); ++k) {
    const auto& [body, index] = item.coordinates[k];
    const auto& names = velocity_names(model.topology->bodies[body].type);
    const bool turns = std::string_view(names[at_index(index)].unit) == "rad/s";
    const double load = loop.coordinates[k].factor / (turns ? length : 1.0);
    sum += load * load;
  }
  return std::sqrt(sum);
}

// What loops with the multipliers of an island send through themselves and through the tree. What
// balances itself goes no further than the island's own joints. (D8)
Flow flow_of(const Model<double>& model, const LoopIsland& island, const PositionStage<double>& at,
             const LoopStage<double>& loops, double length, const VectorXd& lambda) {
  const std::size_t bodies = island.bodies.size();
  std::vector<Force<double>> carried(bodies);
  const auto add = [&](int body, const Force<double>& f) {
    const auto found = std::lower_bound(island.bodies.begin(), island.bodies.end(), body);
    if (found != island.bodies.end() && *found == body)
      carried[static_cast<std::size_t>(found - island.bodies.begin())] += f;
  };
  Flow out{VectorXd::Zero(static_cast<Index>(6 * bodies)),
           VectorXd::Zero(static_cast<Index>(6 * (bodies + island.loops.size())))};
  Index next = 0;
  for (std::size_t c = 0; c < island.loops.size(); ++c) {
    const LoopData<double>& loop = model.loops[at_index(island.loops[c])];
    double* own = out.reaction.data() + 6 * (bodies + c);
    if (has_loads_alone(loop)) {
      *own = lambda[next] * load_size(model, island.loops[c], length);
      next += loop.row_count;
      continue;
    }
    Force<double> sum;
    for (int r = 0; r < loop.row_count; ++r, ++next) {
      const Force<double> w = wrench_of(loop, r, at, loops);
      sum += {lambda[next] * w.lin, lambda[next] * w.ang};
    }
    add(loop.teeth.empty() ? loop.from.body : loop.teeth.front().wheel.at, sum);
    add(loop.teeth.empty() ? loop.to.body : loop.teeth.front().mate.at, {-sum.lin, -sum.ang});
    const Six six = six_of({-sum.lin, -sum.ang}, point_of(loop, at), length);
    std::copy(six.begin(), six.end(), own);
  }
  for (std::size_t k = bodies; k-- > 0;) {  // a body comes before those it carries
    const std::size_t i = at_index(island.bodies[k]);
    const Six six = six_of(carried[k], at.x[i].p, length);
    std::copy(six.begin(), six.end(), out.carried.data() + 6 * k);
    std::copy(six.begin(), six.end(), out.reaction.data() + 6 * k);
    leave_to_freedoms(model, at, island.bodies[k], length, out.reaction.data() + 6 * k);
    add(model.links[i].parent, carried[k]);
  }
  return out;
}

// The left null space of Phi: as many multipliers that balance themselves as rows are redundant,
// each row in units of its longest entry, and each of them as large as its reactions are then.
Stress find_stress(const Model<double>& model, LoopIsland island, int count,
                   const PositionStage<double>& at, const LoopStage<double>& loops, double length) {
  Stress out;
  MatrixXd phi = dense_jacobian(model, island, loops.phi);
  VectorXd scale(phi.rows());
  Index next = 0;
  for (const int c : island.loops) {
    const LoopData<double>& loop = model.loops[at_index(c)];
    const Vec3<double> point = point_of(loop, at);
    for (int r = 0; r < loop.row_count; ++r, ++next) {
      const Force<double> w = wrench_of(loop, r, at, loops);
      const double size = has_loads_alone(loop)
                              ? load_size(model, c, length)
                              : norm(w.lin) + norm(w.ang - cross(point, w.lin)) / length;
      scale[next] = size > 0.0 ? size : 1.0 / length;
    }
  }
  phi = scale.cwiseInverse().asDiagonal() * phi;
  // the last columns of Q lie across all columns of Phi
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(phi);
  const MatrixXd q = qr.householderQ();
  out.lambda = scale.cwiseInverse().asDiagonal() * q.rightCols(count);
  const std::size_t bodies = island.bodies.size();
  out.carried.resize(static_cast<Index>(6 * bodies), count);
  out.reaction.resize(static_cast<Index>(6 * (bodies + island.loops.size())), count);
  for (int k = 0; k < count; ++k) {
    const Flow flow = flow_of(model, island, at, loops, length, out.lambda.col(k));
    out.carried.col(k) = flow.carried;
    out.reaction.col(k) = flow.reaction;
  }
  out.island = std::move(island);
  return out;
}

template <class F>
void for_each_stress(const Model<double>& model, const Redundancy& redundancy,
                     const PositionStage<double>& at, const LoopStage<double>& loops, double length,
                     F&& f) {
  std::vector<LoopIsland> islands = loop_islands(model);
  for (std::size_t k = 0; k < islands.size(); ++k) {
    const int count = redundancy.islands[k].rows - redundancy.islands[k].rank;
    if (count == 0) continue;
    f(find_stress(model, std::move(islands[k]), count, at, loops, length));
  }
}

SelfStress no_stress(const Model<double>& model, double length) {
  return {std::vector<double>(at_index(model.rows()), 0.0),
          std::vector<Force<double>>(model.links.size()), length};
}

// Adds a mixture of all stresses of an island.
void mix(const Stress& stress, const PositionStage<double>& at, SelfStress& out) {
  VectorXd share(stress.lambda.cols());
  for (Index k = 0; k < share.size(); ++k) {
    const double size = stress.reaction.col(k).norm();
    share[k] = size > 0.0 ? std::sin(1.0 + 2.39996323 * static_cast<double>(k)) / size : 0.0;
  }
  const VectorXd lambda = stress.lambda * share, carried = stress.carried * share;
  for (Index r = 0; r < lambda.size(); ++r)
    out.lambda[at_index(stress.island.rows[static_cast<std::size_t>(r)])] = lambda[r];
  for (std::size_t k = 0; k < stress.island.bodies.size(); ++k) {
    const std::size_t i = at_index(stress.island.bodies[k]);
    out.joints[i] = force_of(carried.data() + 6 * k, at.x[i].p, out.length);
  }
}

}  // namespace

SelfStress self_stress(const Model<double>& model, const Redundancy& redundancy,
                       const PositionStage<double>& at, const LoopStage<double>& loops) {
  SelfStress out = no_stress(model, spread(model, at));
  for_each_stress(model, redundancy, at, loops, out.length,
                  [&](const Stress& stress) { mix(stress, at, out); });
  return out;
}

SelfStress least_reactions(const Model<double>& model, const Redundancy& redundancy,
                           const PositionStage<double>& at, const LoopStage<double>& loops,
                           std::span<double> lambda, std::span<Force<double>> joints) {
  SelfStress out = no_stress(model, spread(model, at));
  const double length = out.length;
  for_each_stress(model, redundancy, at, loops, length, [&](const Stress& stress) {
    const std::vector<int>& bodies = stress.island.bodies;
    VectorXd own(stress.lambda.rows());
    for (Index r = 0; r < own.size(); ++r)
      own[r] = lambda[at_index(stress.island.rows[static_cast<std::size_t>(r)])];
    VectorXd now = flow_of(model, stress.island, at, loops, length, own).reaction;
    push_wheels_apart(model, stress.island, at, lambda, -1.0, joints);
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      const std::size_t i = at_index(bodies[k]);
      const Six six = six_of(joints[i], at.x[i].p, length);
      std::copy(six.begin(), six.end(), now.data() + 6 * k);
      leave_to_freedoms(model, at, bodies[k], length, now.data() + 6 * k);
    }
    const VectorXd amount =
        Eigen::CompleteOrthogonalDecomposition<MatrixXd>(stress.reaction).solve(-now);
    const VectorXd change = stress.lambda * amount, moved = stress.carried * amount;
    for (Index r = 0; r < own.size(); ++r)
      lambda[at_index(stress.island.rows[static_cast<std::size_t>(r)])] += change[r];
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      const std::size_t i = at_index(bodies[k]);
      joints[i] += force_of(moved.data() + 6 * k, at.x[i].p, length);
    }
    push_wheels_apart(model, stress.island, at, lambda, 1.0, joints);
    mix(stress, at, out);
  });
  return out;
}

}  // namespace treadle
