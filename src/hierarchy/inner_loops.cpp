#include "inner_loops.hpp"

#include "../base/at.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treadle {

namespace {

// Equations that may lose their independence at some position before another method has to help: a
// mechanism that lies flat loses one.
constexpr int may_be_lost = 1;
// An equation that no joint moves: what its terms would add up to leaves this much rounding.
constexpr double no_joint_moves = 1e-12;

double square_of(const Motion<double>& m) { return dot(m.lin, m.lin) + dot(m.ang, m.ang); }
double square_of(const Force<double>& f) { return dot(f.lin, f.lin) + dot(f.ang, f.ang); }

}  // namespace

InnerLoops::InnerLoops(const Model<double>& model, std::span<const int> loops,
                       const std::vector<bool>& dependent, int first_velocity,
                       std::span<const int> freedom, int freedoms, int seen)
    : freedoms_(freedoms), seen_(seen) {
  for (const int c : loops) {
    const LoopData<double>& loop = model.loops[at(c)];
    for (int r = 0; r < loop.row_count; ++r) {
      if (dependent[at(loop.first_row + r)]) continue;
      Equation equation{loop.first_row + r, static_cast<int>(entries_.size()), 0,
                        loop.kind != LoopKind::coordinates};
      for (std::size_t k = 0; k < loop.columns.size(); ++k)
        entries_.push_back({freedom[at(loop.columns[k] - first_velocity)],
                            loop.values_at + static_cast<int>(k) * loop.row_count + r});
      equation.last = static_cast<int>(entries_.size());
      equations_.push_back(equation);
    }
  }
  const int free = std::max(0, freedoms_ - equations());
  width_ = std::min(seen_, std::min(freedoms_, free + may_be_lost));
  both_ = PivotedRows(freedoms_, freedoms_, equations(), seen_);
  short_ = PivotedRows(0, freedoms_, 0, seen_);
  least_.resize(at(equations()));
  left_.setZero(equations());
  y_.setZero(equations());
  lambda_.setZero(equations());
}

// U^-1 Phi^T, reflections on it and on what is seen, the triangle. (H10)
double InnerLoops::flops() const {
  const double n = freedoms_, m = equations(), s = seen_;
  const double rank = std::min(n, m), left = n - rank;
  double sum = m * n * n;
  for (int k = 0; k < rank; ++k) sum += 4.0 * (n - k) * (m - k - 1 + s);
  for (int k = 0; k < std::min(s, left - 1); ++k) sum += 4.0 * (left - k) * (s - k - 1);
  return sum;
}

bool InnerLoops::close(const Hierarchy::State& state, const Eigen::MatrixXd& u,
                       std::span<const Motion<double>> columns, const Eigen::MatrixXd& factor,
                       Eigen::MatrixXd& passed) {
  const int m = equations();
  both_.clear();
  for (int e = 0; e < m; ++e) {
    const Equation& equation = equations_[at(e)];
    double size = 0.0, largest = 0.0;
    for (int k = equation.first; k < equation.last; ++k) {
      const Entry& entry = entries_[at(k)];
      const double value = state.loops.phi[at(entry.value)];
      both_.row(entry.freedom)[e] = value;
      size += value * value;
      largest = std::max(largest, square_of(columns[at(entry.freedom)]));
    }
    const double terms =
        equation.has_wrench ? largest * square_of(state.loops.wrench[at(equation.row)]) : 0.0;
    least_[at(e)] = size > no_joint_moves * no_joint_moves * terms
                        ? 0.0
                        : std::numeric_limits<double>::infinity();
  }
  // A = U^-1 Phi^T
  for (int j = freedoms_; j-- > 0;) {
    double* const __restrict own = both_.row(j);
    const double* const above = u.col(j).data();
    const double inverse = 1.0 / above[j];
    for (int e = 0; e < m; ++e) own[e] *= inverse;
    for (int i = 0; i < j; ++i) {
      const double part = above[i];
      if (part == 0.0) continue;
      double* const __restrict other = both_.row(i);
      for (int e = 0; e < m; ++e) other[e] -= part * own[e];
    }
  }
  for (int i = 0; i < freedoms_; ++i) std::copy_n(factor.col(i).data(), seen_, both_.row_of_w(i));
  both_.eliminate(least_);
  const int left = freedoms_ - both_.rank();
  if (left > width_ && width_ < seen_) return false;
  for (int i = 0; i < left; ++i)
    std::copy_n(both_.row_of_w(both_.rank() + i), seen_, short_.row(i));
  for (int i = left; i < freedoms_; ++i) std::fill_n(short_.row(i), seen_, 0.0);
  short_.make_triangle();
  short_.pass_on(passed);
  return true;
}

int InnerLoops::lost_row() const {
  const int rank = both_.rank();
  return equations() == 0 ? -1
                          : equations_[at(both_.order()[at(std::min(rank, equations() - 1))])].row;
}

void InnerLoops::respond(std::span<const double> gamma, const Eigen::VectorXd& x,
                         Eigen::VectorXd& alone) {
  for (int e = 0; e < equations(); ++e) left_[e] = gamma[at(equations_[at(e)].row)];
  both_.solve_transposed(left_, y_);
  alone.setZero();
  both_.add_seen(y_, alone);
  for (int i = both_.rank(); i < freedoms_; ++i) {
    const double* const line = both_.row_of_w(i);
    for (int j = 0; j < seen_; ++j) alone[j] += x[i] * line[j];
  }
}

// R lambda = y - (Q^T (U^-1 Q + F^T tau))_1
void InnerLoops::finish(const Eigen::Ref<const Eigen::VectorXd>& tau, Eigen::VectorXd& x) {
  for (int i = 0; i < freedoms_; ++i) {
    const double* const line = both_.row_of_w(i);
    double sum = 0.0;
    for (int j = 0; j < seen_; ++j) sum += line[j] * tau[j];
    x[i] += sum;
  }
  const int rank = both_.rank();
  for (int k = 0; k < rank; ++k) {
    lambda_[k] = y_[k] - x[k];
    x[k] = y_[k];
  }
  both_.solve(lambda_);
  both_.turn_back(x.data());
}

void InnerLoops::find_multipliers(std::span<double> lambda) const {
  for (int k = 0; k < both_.rank(); ++k)
    lambda[at(equations_[at(both_.order()[at(k)])].row)] = -lambda_[k];
}

}  // namespace treadle
