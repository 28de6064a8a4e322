// Where accelerations come from. Whoever wants them asks this list; the first method that can prove
// its answer gives it (docs/theory/proof.md):
//
//   generated        code that was made for the mechanism, where it was asked for
//   near singular    inside the window of a singular position, and partitions that were asked for
//   lanes            equal branches side by side, of solver 'clustered'
//   recursion        without M, of solver 'clustered'
//   solver           the one that was named; 'topology' behind the recursion
//   singular values  what no other method can prove
#pragma once

#include "../base/ranks.hpp"
#include "acceleration_method.hpp"
#include "choose_solver.hpp"
#include "constraint_method.hpp"
#include "evaluator.hpp"

#include <memory>
#include <string>
#include <vector>

namespace treadle {

class CompiledParts;
class ComponentMethod;
struct ComponentCode;
struct ComponentTraffic;
class LoopKeeper;
class SingleStates;

struct AccelerationOptions {
  std::string solver = "auto";
  ConstraintMethod method = ConstraintMethod::automatic;
  double step = 1e-3;  ///< of the integrator: feedback of 'stabilized' stays far below 1 / step
  std::shared_ptr<Evaluator> evaluator = nullptr;
  bool single_states = false;  ///< find_proved() will be asked; with 'closest'
  int threads = 1;             ///< 0: as many as pay
  bool by_components = false;  ///< formulation 'component': the hierarchy is asked first
  std::shared_ptr<Ranks> ranks = nullptr;  ///< processes that share its components
  std::shared_ptr<const ComponentCode> component_code = nullptr;  ///< straight code for them
};

class Accelerations {
 public:
  /// Throws ModelError for unknown names and where factors would need too much memory. The
  /// mechanism must outlive it.
  Accelerations(const Mechanism& mechanism, const AccelerationOptions& options);
  ~Accelerations();
  Accelerations(const Accelerations&) = delete;
  Accelerations& operator=(const Accelerations&) = delete;

  /// qdd and, where asked for, lambda in workspace(). With multipliers, or where it says so, all
  /// stages of the evaluation are there as well.
  Answer find(AccelerationQuery query);
  /// The same with multipliers at a single state, proved by all that is at hand: the rank of the
  /// state, the balance of forces, and singular values as a second opinion. (P7)
  Answer find_proved(AccelerationQuery query);
  /// Closes loops in positions, then in velocities.
  Report project(double t, std::span<double> q, std::span<double> v);
  /// The same where parts are compiled, with the states of their insides; bordering bodies are
  /// where these say.
  Report project(double t, std::span<double> q, std::span<double> v, std::span<double> states);
  /// nullptr where no part is compiled.
  [[nodiscard]] CompiledParts* compiled() { return compiled_.get(); }
  [[nodiscard]] const CompiledParts* compiled() const { return compiled_.get(); }
  /// nullptr where nothing touches.
  [[nodiscard]] ContactForces* contacts() { return contacts_.get(); }
  [[nodiscard]] const ContactForces* contacts() const { return contacts_.get(); }
  /// Functions of time and states of forces in workspace(), for others than the methods: what the
  /// last evaluation left there may be gone.
  void set_time(double t, std::span<const double> states) {
    forget_evaluation();
    tell_time(t, states);
  }
  /// For a run with steps of h that moves states before velocities. (TY10)
  void look_ahead(double h);
  /// Loops are no longer closed by the factors of the last evaluation: a step ends, and what comes
  /// then must not depend on them.
  void forget_evaluation() { evaluated_ = nobody; }
  /// Of Functions::inputs(); functions follow it from the next set_time() on.
  void set_input(std::size_t input, const InputValue& value) { inputs_[input] = value; }
  [[nodiscard]] const InputValue& input(std::size_t input) const { return inputs_[input]; }
  [[nodiscard]] std::span<const InputValue> inputs() const { return inputs_; }

  [[nodiscard]] Workspace<double>& workspace() { return work_; }
  [[nodiscard]] ProjectionStage<double>& projection() { return stage_; }
  /// Ways that were gone and refused, in order.
  [[nodiscard]] const std::vector<MethodCount>& counts() const { return counts_; }
  [[nodiscard]] const MethodCount* count_of(const std::string& method) const;
  /// Answers that did not pass their proof.
  [[nodiscard]] long unproved() const;
  /// What keeps the loops closed beside the solver; nullptr for 'closest' and 'stabilized'.
  [[nodiscard]] LoopKeeper* keeper() { return keeper_.get(); }
  [[nodiscard]] const LoopKeeper* keeper() const { return keeper_.get(); }
  /// The solver that "auto" or a name led to.
  [[nodiscard]] const SolverChoice& solver_choice() const { return choice_; }

  /// How many threads work on an evaluation.
  [[nodiscard]] int threads() const { return crew_ ? crew_->threads() : 1; }

  /// What processes told each other, where several share the work.
  [[nodiscard]] ComponentTraffic traffic() const;

  /// Choices, rests and counts of all methods.
  void keep(Keep& keep);

 private:
  [[nodiscard]] const Model<double>& evaluated() const {
    return turned_ ? *turned_ : mechanism_.model;
  }
  void tell_time(double t, std::span<const double> states);
  void look(AccelerationQuery& query);
  Report set_driven(std::span<double> q, std::span<double> v);
  [[nodiscard]] bool driver_jumps(std::span<const double> v) const;
  void tell_driven(double t);
  Report stand_as_compiled(AccelerationQuery& query);
  void cut_bodies();
  Answer find_any(AccelerationQuery query, std::size_t& by);
  Answer compare_with_singular_values(const AccelerationQuery& query, std::size_t by,
                                      const Answer& given, const struct Weakest& weakest);

  const Mechanism& mechanism_;
  double length_;
  bool projects_;
  bool sets_driven_;  ///< all loops are drivers of coordinates, which are set (C17)
  std::unique_ptr<const Model<double>> turned_;  ///< what evaluations use, where it differs
  SolverChoice choice_;
  std::shared_ptr<Ranks> ranks_;                  ///< nullptr: one process
  std::unique_ptr<Crew> crew_;                    ///< nullptr: nobody else
  Team team_;                                     ///< without shares where little would be gained
  std::unique_ptr<Recursion<double>> recursion_;  ///< of solver 'clustered'
  std::unique_ptr<SaddleSolver<double>> solver_;
  Workspace<double> work_;
  ProjectionStage<double> stage_;
  std::vector<InputValue> inputs_;
  double ahead_ = 0.0;                ///< how far forces look ahead with their states
  std::vector<double> start_states_;  ///< of forces
  std::unique_ptr<LoopKeeper> keeper_;
  std::unique_ptr<CompiledParts> compiled_;
  std::unique_ptr<ContactForces> contacts_;
  ComponentMethod* components_ = nullptr;  ///< among the methods
  std::vector<std::unique_ptr<AccelerationMethod>> methods_;
  std::vector<MethodCount> counts_;
  const class RecursionMethod* recursive_ = nullptr;  ///< among the methods
  std::unique_ptr<SingleStates> single_;
  std::vector<double> first_, first_lambda_;  ///< answer that waits for a second opinion
  std::vector<double> q_, v_;                 ///< what a projection began with
  long proofs_ = 0;
  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);
  std::size_t evaluated_ = nobody;  ///< method whose evaluation is at hand
};

}  // namespace treadle
