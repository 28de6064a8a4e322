// The methods that compute with stages in the workspace, each of which proves its own answer
// (docs/theory/proof.md).
#pragma once

#include "acceleration_method.hpp"
#include "lane_accelerations.hpp"
#include "loop_keeper.hpp"
#include "proof.hpp"
#include "rest.hpp"

#include <memory>

namespace treadle {

/// What they have in common: forces written in C++, power, proofs.
class NumericMethod : public AccelerationMethod {
 public:
  explicit NumericMethod(const MethodParts& parts);

 protected:
  /// Adds forces written in C++, and contacts, to the loads.
  void add_custom(double t, Workspace<double>& w);
  /// Whether accelerations are numbers.
  [[nodiscard]] Report is_finite() const;
  /// All equations of the loops; where a step ends, the balance of forces.
  Answer prove(const AccelerationQuery& query, const Model<double>& model);
  /// Work done for each second by all that keeps no energy: forces, forces written in C++, and
  /// drivers, whose constraint acts with -Phi^T lambda on velocities that obey Phi_q v = -Phi_t.
  /// (F9)
  [[nodiscard]] double power() const;
  [[nodiscard]] bool wants_multipliers(const AccelerationQuery& query) const {
    return query.multipliers || query.prove || parts_.driven;
  }

  /// The equation of the loops that qdd misses most.
  int missed_row(const Model<double>& model);

  MethodParts parts_;
  BalanceProof balance_;
  double custom_power_ = 0.0;
  double inside_ = 0.0;  ///< accelerations that compiled parts cause by themselves
};

/// Inside the window of a singular position: along the smooth branch, or by a partition that was
/// asked for.
class KeptMethod final : public NumericMethod {
 public:
  KeptMethod(const MethodParts& parts, LoopKeeper& keeper)
      : NumericMethod(parts), keeper_(keeper) {}
  [[nodiscard]] std::string name() const override { return "near singular"; }
  Answer accelerate(const AccelerationQuery& query) override;
  Answer project(const AccelerationQuery& query, std::span<double> q, std::span<double> v) override;

 private:
  Answer prove_in_window(const AccelerationQuery& query);

  LoopKeeper& keeper_;
};

/// Equal branches side by side.
class LaneMethod final : public AccelerationMethod {
 public:
  LaneMethod(const MethodParts& parts, std::unique_ptr<LaneAccelerations> lanes)
      : parts_(parts), lanes_(std::move(lanes)) {}
  [[nodiscard]] std::string name() const override { return "lanes"; }
  void keep(Keep& keep) override { keep(lanes_); }
  Answer accelerate(const AccelerationQuery& query) override;
  Answer project(const AccelerationQuery& query, std::span<double> q, std::span<double> v) override;

 private:
  MethodParts parts_;
  std::unique_ptr<LaneAccelerations> lanes_;
};

/// Without M, cluster by cluster. It rests after refusals in a row, so that nothing flips at each
/// evaluation.
class RecursionMethod final : public NumericMethod {
 public:
  RecursionMethod(const MethodParts& parts, Recursion<double>& recursion);
  [[nodiscard]] std::string name() const override { return "recursion"; }
  void keep(Keep& keep) override { keep(recursion_, closing_, renewed_, rest_); }
  Answer accelerate(const AccelerationQuery& query) override;
  Answer project(const AccelerationQuery& query, std::span<double> q, std::span<double> v) override;
  /// Choices of splits that were made anew because an answer did not pass.
  [[nodiscard]] long renewed() const { return renewed_; }

 private:
  Answer try_it(const AccelerationQuery& query);
  /// Whether this is a state for splits that rely on healthy pivots.
  [[nodiscard]] bool is_off(const AccelerationQuery& query) const {
    return query.kept || (query.weak_loops && !ranks_);
  }

  Recursion<double>& recursion_;
  bool ranks_ = false;                          ///< by itself: no cluster is split
  std::unique_ptr<Recursion<double>> closing_;  ///< of projections, in the joints' own axes
  long renewed_ = 0;
  Rest rest_{500};
};

/// The augmented matrix, by the solver that was named or by the one behind the recursion.
class SolverMethod final : public NumericMethod {
 public:
  using NumericMethod::NumericMethod;
  [[nodiscard]] std::string name() const override { return "solver"; }
  Answer accelerate(const AccelerationQuery& query) override;
  Answer project(const AccelerationQuery& query, std::span<double> q, std::span<double> v) override;
};

/// Singular values, with the rank that the mechanism has in regular positions.
class SingularValueMethod final : public NumericMethod {
 public:
  SingularValueMethod(const MethodParts& parts, LoopKeeper& keeper)
      : NumericMethod(parts), keeper_(keeper) {}
  [[nodiscard]] std::string name() const override { return "singular values"; }
  Answer accelerate(const AccelerationQuery& query) override;
  Answer project(const AccelerationQuery& query, std::span<double> q, std::span<double> v) override;

 private:
  LoopKeeper& keeper_;
};

}  // namespace treadle
