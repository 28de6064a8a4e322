// A mechanism as a system to integrate: state (q, v, work), tangent (dq, dv, dwork).
#pragma once

#include "../constraints/closest.hpp"
#include "../integrate/system.hpp"
#include "choose_solver.hpp"
#include "constraint_method.hpp"
#include "mechanism.hpp"
#include "proof.hpp"
#include "step.hpp"

#include <memory>
#include <string>
#include <vector>

namespace treadle {

/// Energies at a state.
struct Energy {
  double kinetic = 0.0, potential = 0.0;
  [[nodiscard]] double total() const { return kinetic + potential; }
};

class LaneEvaluator;
class LoopKeeper;

class MechanismSystem final : public System {
 public:
  /// `evaluator`: asked first, the named solver where it refuses.
  MechanismSystem(const Mechanism& mechanism, const std::string& solver, ConstraintMethod method,
                  double step, std::shared_ptr<Evaluator> evaluator = nullptr);
  ~MechanismSystem() override;

  [[nodiscard]] std::size_t state_size() const override { return nq_ + nv_ + 1; }
  [[nodiscard]] std::size_t tangent_size() const override { return 2 * nv_ + 1; }
  [[nodiscard]] std::size_t positions() const override { return nv_; }
  /// The work of forces, measured by the largest kinetic energy: a stop that is touched makes its
  /// rate jump by any amount.
  [[nodiscard]] std::size_t quadratures() const override { return 1; }
  [[nodiscard]] double quadrature_scale() const override { return most_kinetic_; }

  Report rate(double t, std::span<const double> x, std::span<double> dx) override;
  /// The same, with multipliers in workspace() for certain: otherwise they are found only where
  /// drivers work.
  Report rate_with_multipliers(double t, std::span<const double> x, std::span<double> dx);
  void advance(std::span<const double> x, std::span<const double> dx,
               std::span<double> y) const override;
  void chart_rate(std::span<const double> dx, std::span<double> rate) const override;
  void plain_rate(std::span<const double> x, std::span<const double> dx,
                  std::span<double> numbers) const override;
  void difference(std::span<const double> x, std::span<const double> y,
                  std::span<double> dx) const override;
  Report project(double t, std::span<double> x) override;
  bool accepted(const StepNews& news, std::span<const double> x) override;
  void refused(double t, double h) override;
  void velocities(std::span<const double> x, std::span<double> v) const override;

  [[nodiscard]] std::span<const double> q(std::span<const double> x) const { return x.first(nq_); }
  [[nodiscard]] std::span<const double> v(std::span<const double> x) const {
    return x.subspan(nq_, nv_);
  }
  [[nodiscard]] double work(std::span<const double> x) const { return x[nq_ + nv_]; }
  [[nodiscard]] std::vector<double> start() const;

  /// Poses, velocities and functions of time at a state, left in workspace().
  void move(double t, std::span<const double> x);
  /// Energies and violations at a state. rate() leaves accelerations and multipliers in
  /// workspace().
  /// Work is measured by the largest kinetic energy that was noted: rows, which come or not, must
  /// not change the motion.
  Energy energy(double t, std::span<const double> x, bool note = true);
  Violation violation(double t, std::span<const double> x);
  /// Evaluations at singular positions that the recursion left to Alg-S.
  [[nodiscard]] long fallbacks() const { return fallbacks_; }
  /// What the proofs of accelerations and projections led to.
  struct ProofCounts {
    long refused = 0;          ///< answers that did not pass
    long renewed = 0;          ///< choices of splits made anew for that
    long singular_values = 0;  ///< evaluations and projections that only these could do
    long lanes = 0;            ///< accepted steps of lanes
    long compiled = 0;         ///< accepted steps of compiled code
  };
  [[nodiscard]] const ProofCounts& proofs() const { return proofs_; }
  /// What keeps the loops closed beside the solver; nullptr for 'closest' and 'stabilized'.
  [[nodiscard]] const LoopKeeper* keeper() const { return keeper_.get(); }
  /// Evaluations and projections that the evaluator refused.
  [[nodiscard]] long refusals() const { return refusals_; }
  [[nodiscard]] Workspace<double>& workspace() { return work_; }
  /// The solver that "auto" or a name led to.
  [[nodiscard]] const SolverChoice& solver_choice() const { return choice_; }

 private:
  const Mechanism& mechanism_;
  std::size_t nq_, nv_;
  ConstraintMethod method_;
  Stabilization feedback_;
  double length_;
  void set_time(double t);
  [[nodiscard]] double power() const;
  [[nodiscard]] const Model<double>& evaluated() const {
    return turned_ ? *turned_ : mechanism_.model;
  }
  /// A state at which accelerations are wanted.
  struct Asked {
    double t;
    std::span<const double> q, v;
    const Model<double>* model;  ///< that the answer is found along
    bool prove;                  ///< the balance of forces too
  };
  void apply_custom(double t, Workspace<double>& w);
  Report find_accelerations(const Asked& asked, bool kept, bool careful);
  bool by_lanes(const Asked& asked);
  Report by_recursion(const Asked& asked);
  Report by_solver(const Asked& asked);
  Report by_singular_values(const Asked& asked);
  Report near_singular(const Asked& asked);
  Report prove(const Asked& asked, bool balance);
  /// Compiled code: whether another way looks at this step too, and whether it says the same.
  bool is_sampled();
  [[nodiscard]] bool is_same(std::span<const double> qdd) const;
  bool ask_rate(std::span<const double> x, std::span<double> dx);
  Report place(double t, std::span<double> x);
  bool ask_projection(std::span<double> x);

  std::unique_ptr<const Model<double>> turned_;  ///< what evaluations use, where it differs
  SolverChoice choice_;
  std::unique_ptr<Recursion<double>> recursion_;  ///< of solver 'clustered'
  std::unique_ptr<LaneEvaluator> lanes_;          ///< asked before it where branches are equal
  std::unique_ptr<SaddleSolver<double>> solver_;  ///< of all others, and where the recursion fails
  bool multipliers_ = false;
  std::shared_ptr<Evaluator> evaluator_;
  std::vector<double> projected_;  ///< scratch of ask_projection
  long fallbacks_ = 0, refusals_ = 0;
  ProofCounts proofs_;
  int refused_in_row_ = 0, resting_ = 0;  ///< of the recursion
  bool due_ = false;                      ///< placed_ was not evaluated yet
  bool factored_ = false;                 ///< by the solver, where that was
  double custom_power_ = 0.0;
  double most_kinetic_ = 0.0;   ///< energy that was seen
  std::vector<double> placed_;  ///< state that was projected last
  std::vector<double> last_;    ///< state of the last accepted step
  Workspace<double> work_;
  ProjectionStage<double> projection_;
  BalanceProof balance_;
  std::unique_ptr<LoopKeeper> keeper_;
};

}  // namespace treadle
