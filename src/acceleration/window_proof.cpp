#include "window_proof.hpp"

#include "../base/at.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

// As where nothing is singular (P1, P2), but all in plain numbers.
constexpr double part_of_row = 1e-7, bend_of_loops = 30.0, bend_of_drawing = 1e-11;
constexpr double part_of_bend = 1e-5;  // of accelerations: second differences of places lose digits

double largest_plain_of(const ScaledIsland& island, std::span<const double> numbers) {
  double most = 0.0;
  for (int j = 0; j < island.columns(); ++j)
    most = std::max(most,
                    std::fabs(numbers[at(island.parts.positions[at(j)])] / island.column[at(j)]));
  return most;
}

}  // namespace

Report loops_on_branch(const Model<double>& m, const ScaledIsland& island, const OffBranch& off,
                       std::span<const double> v, const Workspace<double>& w, double rounding) {
  const double fastest = largest_plain_of(island, v), strongest = largest_plain_of(island, w.qdd);
  double gap = 0.0, opening = 0.0, speed = 0.0, size = 0.0, excess = 0.0;
  Report report;
  std::size_t number = 0;
  for (const int c : island.parts.loops) {
    const LoopData<double>& loop = m.loops[at(c)];
    for (int r = 0; r < loop.row_count; ++r, ++number) {
      const std::size_t row = at(loop.first_row + r);
      double rest = w.gamma[row], terms = std::fabs(rest), rate = w.loops.drift[row],
             rates = std::fabs(rate);
      const double* phi = w.loops.phi.data() + loop.values_at + r;
      for (const int column : loop.columns) {
        const double a = *phi * w.qdd[at(column)], moved = *phi * v[at(column)];
        rest -= a;
        terms += std::fabs(a);
        rate += moved;
        rates += std::fabs(moved);
        phi += loop.row_count;
      }
      const double scale = island.row[number],
                   beyond = scale * (std::fabs(rest) - part_of_row * terms);
      gap = std::max(gap, scale * std::fabs(w.loops.residual[row]));
      opening = std::max(opening, scale * std::fabs(rate));
      speed = std::max(speed, scale * rates);
      size = std::max(size, scale * terms);
      if (beyond <= excess) continue;
      excess = beyond;
      report.index = static_cast<int>(row);
      report.value = rest;
    }
  }
  const double turning = fastest * fastest;
  const double allowed =
      bend_of_drawing * (strongest + turning) + part_of_row * fastest * speed + rounding +
      bend_of_loops * ((gap + off.position) * (size + fastest * speed + turning) +
                       (opening + off.velocity) * fastest);
  if (!(excess <= allowed)) report.trouble = Trouble::unproved;
  return report;
}

Report bends_with_branch(const ScaledIsland& island, const Matrix<double>& basis,
                         std::span<const double> bent, const OffBranch& off,
                         std::span<const double> v, const Workspace<double>& w, double rounding) {
  const double fastest = largest_plain_of(island, v), strongest = largest_plain_of(island, w.qdd);
  const double allowed =
      std::max(part_of_bend, 2.0 * off.bend) * (strongest + fastest * fastest) + rounding;
  Report report;
  double most = 0.0;
  for (int i = 0; i < basis.rows; ++i) {
    double beside = -bent[at(i)];
    for (int j = 0; j < basis.rows; ++j) {
      double kept = i == j ? 1.0 : 0.0;
      for (int c = 0; c < basis.cols; ++c) kept -= basis(i, c) * basis(j, c);
      beside += kept * w.qdd[at(island.parts.positions[at(j)])] / island.column[at(j)];
    }
    if (std::fabs(beside) <= most) continue;
    most = std::fabs(beside);
    report.index = island.parts.rows.front();
    report.value = beside;
  }
  if (!(most <= allowed)) report.trouble = Trouble::unproved;
  return report;
}

}  // namespace treadle
