// A mechanism as a system to integrate: state (q, v, z), tangent (dq, dv, dz).
#pragma once

#include "../acceleration/accelerations.hpp"
#include "../acceleration/state_layout.hpp"
#include "../control/control_loop.hpp"
#include "../integrate/system.hpp"
#include "../newton/jacobian_kind.hpp"
#include "../solve/fill_facts.hpp"

#include <memory>
#include <string>
#include <vector>

namespace treadle {

class NewtonMatrix;

/// Energies at a state.
struct Energy {
  double kinetic = 0.0, potential = 0.0;
  [[nodiscard]] double total() const { return kinetic + potential; }
};

class MechanismSystem final : public System {
 public:
  /// `evaluator`: asked first, the named solver where it refuses. `single_states`:
  /// accelerate_proved() will be asked.
  MechanismSystem(const Mechanism& mechanism, const std::string& solver, ConstraintMethod method,
                  double step, std::shared_ptr<Evaluator> evaluator = nullptr,
                  bool single_states = false, int threads = 1, bool by_components = false,
                  std::shared_ptr<Ranks> ranks = nullptr,
                  std::shared_ptr<const ComponentCode> component_code = nullptr);
  ~MechanismSystem() override;

  [[nodiscard]] std::size_t state_size() const override { return layout_.state_size(); }
  [[nodiscard]] std::size_t tangent_size() const override { return layout_.tangent_size(); }
  [[nodiscard]] std::size_t positions() const override { return layout_.nv; }
  /// The work of forces, measured by the largest kinetic energy: a stop that is touched makes its
  /// rate jump by any amount.
  [[nodiscard]] std::size_t quadratures() const override { return 1; }
  [[nodiscard]] double quadrature_scale() const override { return most_kinetic_; }
  /// Energy at 1 rad/s: a joule would be more than a small machine ever has. (I19)
  [[nodiscard]] double quadrature_unit() const override { return unit_energy_; }

  Report rate(double t, std::span<const double> x, std::span<double> dx) override;
  /// The same, with multipliers in workspace() for certain: otherwise they are found only where
  /// drivers work.
  Report rate_with_multipliers(double t, std::span<const double> x, std::span<double> dx);
  /// Accelerations and multipliers at a single state in workspace(), proved by all that is at hand.
  Report accelerate_proved(double t, std::span<const double> x);
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
  [[nodiscard]] double noise() const override;
  void velocities(std::span<const double> x, std::span<double> v) const override;
  Report drift(std::span<const double> x, double h, std::span<double> moved) override;

  /// What implicit methods take for the Jacobian; differences until it is said.
  void set_jacobian(JacobianKind asked);
  /// The kind that 'auto' or a name led to.
  [[nodiscard]] JacobianKind jacobian() const { return jacobian_; }
  /// Of the last matrix of implicit steps; zeros where it is dense or was not needed.
  [[nodiscard]] FillFacts jacobian_fill() const;
  Report linearize(double t, std::span<const double> x, std::span<const double> dx) override;
  Report factor_newton(double c_q, double c_v) override;
  Report solve_newton(std::span<double> r) override;
  [[nodiscard]] bool follows_time() const override;

  [[nodiscard]] const StateLayout& layout() const { return layout_; }
  [[nodiscard]] std::span<const double> q(std::span<const double> x) const { return layout_.q(x); }
  [[nodiscard]] std::span<const double> v(std::span<const double> x) const { return layout_.v(x); }
  [[nodiscard]] double work(std::span<const double> x) const {
    const ContactForces* const contacts = accelerations_.contacts();
    return layout_.z(x)[layout_.work_at()] - (contacts != nullptr ? contacts->lost() : 0.0);
  }
  /// Between two steps: contacts remember this state; `evaluates_next`: when the rate is asked for,
  /// which comes first.
  void settle_contacts(double t, std::span<const double> x, bool evaluates_next);
  /// For integrators with a history: contacts make no steps in the rate of work. (U26)
  void count_springs_as_work();
  /// From now on bodies that touch may fall asleep (U24). Throws ModelError where nothing touches.
  void let_sleep(const SleepingItem& rule);
  /// Between two steps, before contacts remember: whether somebody falls asleep or wakes,
  bool will_sleep_or_wake();
  /// and at this state they do.
  void sleep_or_wake(double t, std::span<double> x);
  [[nodiscard]] int asleep() const;
  /// Of each entry of the list at a state.
  std::span<const ContactSum> contact_sums(double t, std::span<const double> x);
  /// All points that touch.
  void visit_contacts(double t, std::span<const double> x,
                      const std::function<void(const ContactView&)>& see);
  [[nodiscard]] std::vector<double> start() const;

  /// Poses, velocities and functions of time at a state, left in workspace().
  void move(double t, std::span<const double> x);
  /// Energies and violations at a state. rate() leaves accelerations and multipliers in
  /// workspace().
  /// Work is measured by the largest kinetic energy that was noted: rows, which come or not, must
  /// not change the motion.
  Energy energy(double t, std::span<const double> x, bool note = true);
  Violation violation(double t, std::span<const double> x);
  /// Residuals of all rows where violation() looked last.
  [[nodiscard]] const std::vector<double>& gaps() {
    return accelerations_.projection().loops.residual;
  }
  /// For steps of h that move the states of forces before velocities. (TY10)
  void look_ahead(double h) { accelerations_.look_ahead(h); }
  /// Where accelerations come from, with what was refused on the way.
  [[nodiscard]] const Accelerations& accelerations() const { return accelerations_; }
  /// What keeps the loops closed beside the solver; nullptr for 'closest' and 'stabilized'.
  [[nodiscard]] const LoopKeeper* keeper() const { return accelerations_.keeper(); }
  /// To be written to, and
  [[nodiscard]] Workspace<double>& workspace() {
    is_moved_ = false;
    return work_;
  }
  /// to be read only.
  [[nodiscard]] const Workspace<double>& stages() const { return work_; }
  /// The solver that "auto" or a name led to.
  [[nodiscard]] const SolverChoice& solver_choice() const { return accelerations_.solver_choice(); }
  /// Of Functions::inputs(). The walk must be begun anew after it.
  void set_input(std::size_t input, const InputValue& value) {
    accelerations_.projection().is_left_known = false;
    accelerations_.set_input(input, value);
  }
  /// Parts that are libraries, where there are some; and accelerations at a state first, where
  /// these look at them.
  [[nodiscard]] CompiledParts* parts() { return accelerations_.compiled(); }
  Report prepare_parts(double t, std::span<const double> x);
  /// Controllers, where there are some.
  [[nodiscard]] ControlLoop* control() { return control_.get(); }
  [[nodiscard]] ControlPoint control_point(double t, std::span<const double> x) const {
    return {t, q(x), v(x), layout_.states(x), accelerations_.inputs()};
  }
  void keep(Keep& keep) {
    keep(accelerations_, due_, most_kinetic_, placed_, last_, newton_counts_, last_solution_,
         control_);
  }

 private:
  [[nodiscard]] bool is_placed(double t, std::span<const double> x) const {
    return t == placed_time_ && std::equal(placed_.begin(), placed_.end(), x.begin());
  }
  Report find_rate(double t, std::span<const double> x, bool multipliers, std::span<double> dx);
  void set_time(double t, std::span<const double> x) {
    ask_controllers(t, x);
    accelerations_.set_time(t, layout_.states(x));
  }
  /// Inputs are what controllers say at a state.
  void ask_controllers(double t, std::span<const double> x);
  void feed(std::size_t block, double t);

  const Mechanism& mechanism_;
  JacobianKind jacobian_ = JacobianKind::differences;
  std::unique_ptr<NewtonMatrix> newton_;
  std::vector<double> last_solution_;  ///< with it, where it is found by iteration (J24)
  std::vector<double> linear_rate_;    ///< where J is found
  StateLayout layout_;
  std::unique_ptr<ControlLoop> control_;
  Accelerations accelerations_;
  Sleepers* sleepers_ = nullptr;  ///< of the contacts
  Workspace<double>& work_;       ///< of the accelerations
  LoopKeeper* keeper_;            ///< likewise
  bool provable_;                 ///< velocities keep the loops closed
  bool due_ = false;              ///< placed_ was not evaluated yet
  double most_kinetic_ = 0.0;     ///< energy that was seen
  double unit_energy_;            ///< a joule, or less
  std::vector<double> placed_;    ///< state that was projected last
  double placed_time_ = 0.0;      ///< and when
  bool is_moved_ = false;         ///< poses and velocities of the workspace are those of moved_
  std::vector<double> moved_;
  std::vector<double> last_;  ///< state of the last accepted step
  std::vector<double> parts_rate_;
};

}  // namespace treadle
