#include "assemble.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../keeping/closest.hpp"
#include "../kinematics/advance.hpp"
#include "close_island.hpp"
#include "driver_conflict.hpp"
#include "meet_targets.hpp"
#include "orientation_gap.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

[[noreturn]] void fail(const Model<double>& model, const LoopIsland& island, const LoopWorkplace& w,
                       const std::vector<double>& q) {
  const Topology& t = *model.topology;
  int worst = island.loops.front();
  double gap = 0.0;
  for (const int c : island.loops) {
    const Loop& loop = t.loops[LoopId{c}];
    double size = 0.0;
    for (int r = 0; r < loop.rows; ++r) {
      size =
          std::max(size, std::fabs(w.loops.residual[static_cast<std::size_t>(loop.first_row + r)]));
    }
    if (size > gap) {
      gap = size;
      worst = c;
    }
  }
  const Loop& loop = t.loops[LoopId{worst}];
  const DriverConflict conflict = find_driver_conflict(model, w.functions, q, q, false);
  if (conflict.any())
    throw AssemblyError(place_of(t.loops[LoopId{conflict.driver}]),
                        "at t = 0 s: " + words_of(t, conflict));
  if (model.loops[static_cast<std::size_t>(worst)].function >= 0)
    throw AssemblyError(place_of(loop),
                        "driver '" + loop.name +
                            "' asks at t = 0 s for what the loops do not allow: the "
                            "nearest position found is off by " +
                            short_number(gap, 4) +
                            " (m or rad); let it begin where the mechanism stands");
  throw AssemblyError(
      place_of(loop),
      "the loop closed by " + std::string(loop.joint >= 0 ? "joint" : "constraint") + " '" +
          loop.name + "' cannot be assembled: between '" + loop.from_name + "' and '" +
          loop.to_name + "' a gap of " + short_number(gap, 4) +
          " remains (m, or rad for directions); check lengths, or give start values "
          "nearer to a closed position");
}

Eigen::VectorXd weights(const LoopIsland& island, const std::vector<bool>& asked,
                        double weight_of_asked) {
  Eigen::VectorXd weight(static_cast<Eigen::Index>(island.positions.size()));
  for (std::size_t k = 0; k < island.positions.size(); ++k) {
    const bool held = asked[static_cast<std::size_t>(island.positions[k])];
    weight[static_cast<Eigen::Index>(k)] = held ? weight_of_asked : 1.0;
  }
  return weight;
}

void close_positions(const Model<double>& model, const StartState& start,
                     const std::vector<LoopIsland>& islands, LoopWorkplace& w,
                     std::vector<double>& q) {
  const double tolerance = 1e-12 * length_scale(model);
  const std::vector<double> first = q;
  std::vector<double> best = q, dv(static_cast<std::size_t>(model.nv())), shaken(q);
  std::vector<Search> searches(islands.begin(), islands.end());
  const auto all_closed = [&] {
    return std::all_of(searches.begin(), searches.end(), [](const Search& s) { return s.closed; });
  };
  // what a person gave stays where it is, if the rest can close the loops; from several starts
  for (const double asked_weight : {0.0, 0.03}) {
    for (Search& s : searches) s.weight = weights(s.island, start.asked, asked_weight);
    for (int attempt = 0; attempt <= most_restarts && !all_closed(); ++attempt) {
      std::fill(dv.begin(), dv.end(), 0.0);
      for (Search& s : searches) {
        if (s.closed || attempt == 0) continue;
        Eigen::VectorXd shake(s.weight.size());
        for (double& x : shake) x = s.dice.throw_once();
        put_step(s.island, (0.15 * attempt) * (s.weight.array() * shake.array()).matrix(), dv);
      }
      advance<double>(model, first, dv, shaken);
      for (const Search& s : searches) {
        if (!s.closed) copy_island<double>(model, s.island, attempt > 0 ? shaken : first, q);
      }
      close_islands(model, tolerance, searches, w, q);
      for (Search& s : searches) {
        const double gap = s.closed ? 0.0 : s.r.cwiseAbs().maxCoeff();
        if (s.closed || gap >= s.smallest) continue;
        s.smallest = gap;
        copy_island<double>(model, s.island, q, best);
      }
    }
  }
  const auto open =
      std::find_if(searches.begin(), searches.end(), [](const Search& s) { return !s.closed; });
  if (open == searches.end()) return;
  // nothing closes it: tell the smallest gap that was found
  look_wide(model, best, w);
  fail(model, open->island, w, best);
}

// Velocities: those asked for stay, the others change by the least amount, each in units of its own
// inertia (the diagonal of M). (C4)
void close_velocities(const Model<double>& model, const StartState& start, const LoopIsland& island,
                      const LoopWorkplace& w, std::vector<double>& v) {
  const Eigen::MatrixXd phi = dense_jacobian(model, island, w.loops.phi);
  Eigen::VectorXd now(phi.cols()), inverse_root(phi.cols());
  for (Eigen::Index k = 0; k < phi.cols(); ++k) {
    const auto position = static_cast<std::size_t>(island.positions[static_cast<std::size_t>(k)]);
    now[k] = v[position];
    inverse_root[k] = 1.0 / std::sqrt(w.diagonal[position]);
  }
  Eigen::VectorXd drift(phi.rows());
  for (Eigen::Index r = 0; r < drift.size(); ++r) {
    drift[r] = w.loops.drift[static_cast<std::size_t>(island.rows[static_cast<std::size_t>(r)])];
  }
  if (now.cwiseAbs().maxCoeff() == 0.0 && drift.cwiseAbs().maxCoeff() == 0.0) return;
  for (const double asked_weight : {0.0, 1e-2, 1.0}) {
    const Eigen::VectorXd weight =
        weights(island, start.asked_velocity, asked_weight).cwiseProduct(inverse_root);
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
    solver.setThreshold(1e-9);
    solver.compute(phi * weight.asDiagonal());
    Eigen::VectorXd next = now;
    for (int refine = 0; refine < 3; ++refine)
      next -= weight.asDiagonal() * solver.solve(phi * next + drift);
    const double left = (phi * next + drift).cwiseAbs().maxCoeff();
    if (left > 1e-9 * (1.0 + (phi * now + drift).cwiseAbs().maxCoeff()) && asked_weight < 1.0)
      continue;
    for (Eigen::Index k = 0; k < phi.cols(); ++k) {
      v[static_cast<std::size_t>(island.positions[static_cast<std::size_t>(k)])] = next[k];
    }
    return;
  }
}

void note_unmet(const Model<double>& model, const StartState& start, Assembly& out) {
  std::vector<double> change(static_cast<std::size_t>(model.nv()));
  difference<double>(model, start.q, out.q, change);
  for (int k = 0; k < model.nv(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    if (start.asked[i] && std::fabs(change[i]) > 1e-9) out.unmet.push_back({k, change[i], false});
    const double dv = out.v[i] - start.v[i];
    if (start.asked_velocity[i] && std::fabs(dv) > 1e-9 * (1.0 + std::fabs(start.v[i]))) {
      out.unmet.push_back({k, dv, true});
    }
  }
}

}  // namespace

Assembly assemble(const Model<double>& model, std::span<const FunctionValue<double>> functions,
                  const StartState& start, std::span<const Target> targets) {
  Assembly out{start.q, start.v, {}, 0.0, {}};
  LoopWorkplace w(model, functions);
  look_wide(model, out.q, w);
  for (const double r : w.loops.residual) out.first_gap = std::max(out.first_gap, std::fabs(r));
  const std::vector<LoopIsland> islands = loop_islands(model);
  close_positions(model, start, islands, w, out.q);
  out.targets = meet_targets(model, functions, start, targets, out.q);
  w.look(model, out.q);
  for (const LoopIsland& island : islands) close_velocities(model, start, island, w, out.v);
  note_unmet(model, start, out);
  return out;
}

}  // namespace treadle
