// Loops that lie wholly inside a fragment, closed there in the coordinates of its joints, so that
// nobody outside has to know of them. (H26)
#pragma once

#include "hierarchy.hpp"
#include "pivoted_rows.hpp"

#include <Eigen/Core>

#include <span>
#include <vector>

namespace treadle {

class InnerLoops {
 public:
  /// `freedom`: of the fragment, by velocity from `first_velocity` on; `dependent`: equations that
  /// are left out; `seen`: numbers of the bodies that others see.
  InnerLoops(const Model<double>& model, std::span<const int> loops,
             const std::vector<bool>& dependent, int first_velocity, std::span<const int> freedom,
             int freedoms, int seen);

  [[nodiscard]] int equations() const { return static_cast<int>(equations_.size()); }
  /// Columns of F that are passed on at most.
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] double flops() const;

  /// A = U^-1 Phi^T and its factors; `factor`: F of the fragment without loops; `passed`: that with
  /// them. False where fewer equations are independent than there is room for.
  bool close(const Hierarchy::State& state, const Eigen::MatrixXd& u,
             std::span<const Motion<double>> columns, const Eigen::MatrixXd& factor,
             Eigen::MatrixXd& passed);
  /// A row of an equation that depends on others here.
  [[nodiscard]] int lost_row() const;
  /// x = Q^T x, x being U^-1 times forces along the freedoms.
  void turn(Eigen::VectorXd& x) const { both_.turn(x.data()); }
  /// r of the bodies that are seen, from such an x and the right sides of the loops.
  void respond(std::span<const double> gamma, const Eigen::VectorXd& x, Eigen::VectorXd& alone);
  /// Forces on these bodies are known: the multipliers, and x becomes U^T times the accelerations.
  void finish(const Eigen::Ref<const Eigen::VectorXd>& tau, Eigen::VectorXd& x);
  /// After finish().
  void find_multipliers(std::span<double> lambda) const;

 private:
  struct Equation {
    int row = 0;
    int first = 0, last = 0;  ///< of its entries
    bool has_wrench = false;
  };
  struct Entry {
    int freedom = 0, value = 0;  ///< place among the values of Phi
  };
  int freedoms_ = 0, seen_ = 0, width_ = 0;
  std::vector<Equation> equations_;
  std::vector<Entry> entries_;
  PivotedRows both_, short_;
  std::vector<double> least_;
  Eigen::VectorXd left_, y_, lambda_;
};

}  // namespace treadle
