#include "self_stress.hpp"

#include "../keeping/closest.hpp"
#include "../keeping/dense_loops.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double nothing = 1e-7;

std::size_t at_index(int k) { return static_cast<std::size_t>(k); }

/// Self-balancing multipliers of one island and what they do to all reactions.
struct Stress {
  LoopIsland island;
  MatrixXd lambda;  ///< rows of the island x stresses
  MatrixXd
      reaction;  ///< six for each body of the island, then six for each of its loops, x stresses
};

// Columns of a whole: force, and moment about the joint's point over the length.
void put(const Force<double>& f, const Vec3<double>& point, double length, double* out) {
  const Vec3<double> m = (1.0 / length) * (f.ang - cross(point, f.lin));
  const double parts[6] = {f.lin.x, f.lin.y, f.lin.z, m.x, m.y, m.z};
  std::copy(parts, parts + 6, out);
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

// What loops with the multipliers of an island send through themselves and through the tree. What
// balances itself goes no further than the island's own joints. (D8)
VectorXd reactions_of(const Model<double>& model, const LoopIsland& island,
                      const PositionStage<double>& at, const LoopStage<double>& loops,
                      double length, const VectorXd& lambda) {
  const std::size_t bodies = island.bodies.size();
  std::vector<Force<double>> carried(bodies);
  const auto add = [&](int body, const Force<double>& f) {
    const auto found = std::lower_bound(island.bodies.begin(), island.bodies.end(), body);
    if (found != island.bodies.end() && *found == body)
      carried[static_cast<std::size_t>(found - island.bodies.begin())] += f;
  };
  VectorXd out = VectorXd::Zero(static_cast<Index>(6 * (bodies + island.loops.size())));
  Index next = 0;
  for (std::size_t c = 0; c < island.loops.size(); ++c) {
    const LoopData<double>& loop = model.loops[at_index(island.loops[c])];
    Force<double> sum;
    for (int r = 0; r < loop.row_count; ++r, ++next) {
      const Force<double> w = wrench_of(loop, r, at, loops);
      sum += {lambda[next] * w.lin, lambda[next] * w.ang};
    }
    if (loop.kind == LoopKind::coordinates && loop.teeth.empty()) continue;
    add(loop.teeth.empty() ? loop.from.body : loop.teeth.front().wheel.at, sum);
    add(loop.teeth.empty() ? loop.to.body : loop.teeth.front().mate.at, {-sum.lin, -sum.ang});
    put({-sum.lin, -sum.ang}, point_of(loop, at), length, out.data() + 6 * (bodies + c));
  }
  for (std::size_t k = bodies; k-- > 0;) {  // a body comes before those it carries
    const std::size_t i = at_index(island.bodies[k]);
    put(carried[k], at.x[i].p, length, out.data() + 6 * k);
    add(model.links[i].parent, carried[k]);
  }
  return out;
}

// The left null space of Phi: as many multipliers that balance themselves as rows are redundant,
// each row in units of its longest entry.
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
      const double size = norm(w.lin) + norm(w.ang - cross(point, w.lin)) / length;
      scale[next] = size > 0.0 ? size : 1.0 / length;
    }
  }
  phi = scale.cwiseInverse().asDiagonal() * phi;
  // the last columns of Q lie across all columns of Phi
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(phi);
  const MatrixXd q = qr.householderQ();
  out.lambda = scale.cwiseInverse().asDiagonal() * q.rightCols(count);
  out.reaction.resize(static_cast<Index>(6 * (island.bodies.size() + island.loops.size())), count);
  for (int k = 0; k < count; ++k)
    out.reaction.col(k) = reactions_of(model, island, at, loops, length, out.lambda.col(k));
  out.island = std::move(island);
  return out;
}

template <class F>
void for_each_stress(const Model<double>& model, const Redundancy& redundancy,
                     const PositionStage<double>& at, const LoopStage<double>& loops, F&& f) {
  const double length = spread(model, at);
  std::vector<LoopIsland> islands = loop_islands(model);
  for (std::size_t k = 0; k < islands.size(); ++k) {
    const int count = redundancy.islands[k].rows - redundancy.islands[k].rank;
    if (count == 0) continue;
    f(find_stress(model, std::move(islands[k]), count, at, loops, length), length);
  }
}

}  // namespace

OpenReactions open_reactions(const Model<double>& model,
                             std::span<const FunctionValue<double>> functions,
                             const Redundancy& redundancy) {
  OpenReactions out;
  out.joints.resize(model.links.size());
  out.loops.resize(model.loops.size());
  if (redundancy.rows.empty()) return out;
  LoopWorkplace w(model, functions);
  w.look(model, redundancy.q);
  for_each_stress(model, redundancy, w.at, w.loops, [&](const Stress& stress, double) {
    const double least = nothing * std::max(stress.reaction.cwiseAbs().maxCoeff(), 1e-30);
    const auto mark = [&](std::size_t block, OpenReaction& open) {
      const auto first = static_cast<Index>(6 * block);
      open.force = open.force || stress.reaction.middleRows(first, 3).cwiseAbs().maxCoeff() > least;
      open.moment =
          open.moment || stress.reaction.middleRows(first + 3, 3).cwiseAbs().maxCoeff() > least;
    };
    const std::size_t bodies = stress.island.bodies.size();
    for (std::size_t k = 0; k < bodies; ++k) mark(k, out.joints[at_index(stress.island.bodies[k])]);
    Index next = 0;
    for (std::size_t c = 0; c < stress.island.loops.size(); ++c) {
      const LoopData<double>& loop = model.loops[at_index(stress.island.loops[c])];
      OpenReaction& open = out.loops[at_index(stress.island.loops[c])];
      mark(bodies + c, open);
      // a coupler or driver has no wrench; its multiplier is its force
      if (loop.kind == LoopKind::coordinates && loop.teeth.empty())
        open.force = stress.lambda.row(next).cwiseAbs().maxCoeff() >
                     nothing * stress.lambda.cwiseAbs().maxCoeff();
      next += loop.row_count;
    }
  });
  return out;
}

void least_reactions(const Model<double>& model, const Redundancy& redundancy,
                     const PositionStage<double>& at, const LoopStage<double>& loops,
                     std::span<double> lambda, std::span<Force<double>> joints) {
  for_each_stress(model, redundancy, at, loops, [&](const Stress& stress, double length) {
    const std::vector<int>& bodies = stress.island.bodies;
    VectorXd now(stress.reaction.rows()), own(stress.lambda.rows());
    for (Index r = 0; r < own.size(); ++r)
      own[r] = lambda[at_index(stress.island.rows[static_cast<std::size_t>(r)])];
    now = reactions_of(model, stress.island, at, loops, length, own);
    push_wheels_apart(model, stress.island, at, lambda, -1.0, joints);
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      const std::size_t i = at_index(bodies[k]);
      put(joints[i], at.x[i].p, length, now.data() + 6 * k);
    }
    const VectorXd amount =
        Eigen::CompleteOrthogonalDecomposition<MatrixXd>(stress.reaction).solve(-now);
    const VectorXd change = stress.lambda * amount;
    for (Index r = 0; r < own.size(); ++r)
      lambda[at_index(stress.island.rows[static_cast<std::size_t>(r)])] += change[r];
    const VectorXd moved = stress.reaction * amount;
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      const std::size_t i = at_index(bodies[k]);
      const double* m = moved.data() + 6 * k;
      const Vec3<double> f{m[0], m[1], m[2]}, moment{length * m[3], length * m[4], length * m[5]};
      joints[i] += {f, moment + cross(at.x[i].p, f)};
    }
    push_wheels_apart(model, stress.island, at, lambda, 1.0, joints);
  });
}

}  // namespace treadle
