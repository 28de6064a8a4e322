// One way to accelerations, and to closed loops: it answers, or it refuses with a reason.
// accelerations.hpp has all of them in order.
#pragma once

#include "../keeping/closest.hpp"
#include "../mechanism/mechanism.hpp"
#include "../touching/contact_forces.hpp"
#include "step.hpp"

#include <array>
#include <span>
#include <string>

namespace treadle {

/// A state at which accelerations are wanted. Functions of time are in the workspace.
struct AccelerationQuery {
  double t = 0.0;
  std::span<const double> q, v;
  std::span<const double> states{};  ///< of forces; none where only loops are closed
  bool multipliers = false;          ///< they are wanted too
  bool prove = false;                ///< a step ends here: the balance of forces too
  bool thorough = false;             ///< by a second opinion, where somebody may need one
  bool kept = false;                 ///< the keeper of the loops has this state
  bool singular = false;             ///< it is inside the window of a singular position
  bool weak_loops = false;  ///< on the way there: only who ranks by himself is to be trusted
  bool evaluated = false;   ///< loops are to be closed near the state that was evaluated last, by
                            ///< this method
};

/// Why a method left an answer to the next.
enum class RefusalReason {
  none,     ///< it answered
  off,      ///< not its kind of state, or not its kind of answer
  resting,  ///< it was refused too often just now
  pivot,    ///< no usable pivot, or a margin that is too small
  loops,    ///< its answer does not fulfil the equations of the loops
  balance,  ///< its answer does not balance the forces
  other,    ///< the next method found another answer
};
inline constexpr std::size_t refusal_kinds = 7;
/// The reason as a word.
inline const char* refusal_word(RefusalReason refusal) {
  constexpr const char* words[refusal_kinds]{"none",  "off",     "resting", "pivot",
                                             "loops", "balance", "other"};
  return words[static_cast<std::size_t>(refusal)];
}

struct Answer {
  RefusalReason refusal = RefusalReason::none;
  Report report{};
  double power = 0.0;           ///< work for each second of all that keeps no energy
  bool second_opinion = false;  ///< the next method has to find the same

  [[nodiscard]] bool ok() const { return refusal == RefusalReason::none; }
  /// There is one, but it does not pass.
  [[nodiscard]] bool is_unproved() const {
    return refusal == RefusalReason::loops || refusal == RefusalReason::balance;
  }
};

/// What all methods share.
struct MethodParts {
  const Mechanism& mechanism;
  const Model<double>& model;  ///< of evaluations: ball joints turn about the axes of groups (K10)
  Stabilization feedback;
  double length;                 ///< of the mechanism
  bool driven;                   ///< drivers work, by their multipliers
  bool can_care;                 ///< singular values stand behind all others
  SaddleSolver<double>* solver;  ///< that projects and proves; nullptr: nothing has loops
  Workspace<double>& work;
  ProjectionStage<double>& stage;
  const Team* team;                   ///< nullptr: bodies are not cut
  ContactForces* contacts = nullptr;  ///< nullptr: nothing touches
  Crew* crew = nullptr;               ///< threads that share loops over bodies
};

inline Answer refused(RefusalReason why, const Report& report = {}) { return {why, report}; }

class AccelerationMethod {
 public:
  virtual ~AccelerationMethod() = default;
  [[nodiscard]] virtual std::string name() const = 0;

  /// qdd and, where asked for, lambda in the workspace. All but lanes and generated code leave the
  /// stages of the evaluation there.
  virtual Answer accelerate(const AccelerationQuery& query) = 0;

  /// Closes loops in positions, then in velocities. What it refuses may have moved.
  virtual Answer project(const AccelerationQuery& query, std::span<double> q,
                         std::span<double> v) = 0;

  /// What its next answers depend on beside the state.
  virtual void keep(Keep& /*keep*/) {}
};

/// How often a method answered, and why it did not.
struct MethodCount {
  std::string name;
  long answered = 0, projected = 0;
  std::array<long, refusal_kinds> refused{}, not_projected{};

  void keep(Keep& keep) { keep(answered, projected, refused, not_projected); }
  [[nodiscard]] long refused_for(RefusalReason reason) const {
    return refused[static_cast<std::size_t>(reason)];
  }
  /// Evaluations and projections that somebody else did, but for those of another kind.
  [[nodiscard]] long left_to_others() const {
    long sum = 0;
    for (std::size_t k = 2; k < refusal_kinds; ++k) sum += refused[k] + not_projected[k];
    return sum;
  }
  /// Answers that were there and did not pass.
  [[nodiscard]] long unproved() const {
    return refused_for(RefusalReason::loops) + refused_for(RefusalReason::balance) +
           refused_for(RefusalReason::other);
  }
};

}  // namespace treadle
