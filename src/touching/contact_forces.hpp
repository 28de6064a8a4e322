// Contacts of one run: from poses to loads, and what points remember from step to step.
//
//   poses -> pairs that are near -> points and normals -> laws -> loads on bodies
//
// Within a step forces are functions of positions and velocities; settle() changes the memory
// between steps. (docs/theory/contact.md)
#pragma once

#include "../base/crew.hpp"
#include "../base/keep.hpp"
#include "../kinematics/move.hpp"
#include "contact_plan.hpp"
#include "contact_sum.hpp"
#include "sleepers.hpp"

#include <functional>
#include <memory>
#include <span>

namespace treadle {

/// One point that touches, for who wants to show it.
struct ContactView {
  int body_a = -1, body_b = -1;   ///< tree bodies, -1: the ground
  Vec3<double> place{}, force{};  ///< in the world; the force on the second body
  double depth = 0.0;
};

/// How the force of one point on the second body changes with the way and the speed of that body
/// against the first: what is a symmetric matrix, along the normal and across it (U13), and all.
struct ContactSlope {
  int body_a = -1, body_b = -1;
  Vec3<double> place{}, normal{};                       ///< in the world
  double stiffness = 0.0, damping = 0.0;                ///< along the normal
  double stiffness_across = 0.0, damping_across = 0.0;  ///< of friction
  /// Unless symmetric: force and moment on the second body about the place change by -by_a and
  /// -by_b times motions of the bodies about the place, and by -by_speed times the speed of the
  /// second against the first; by rows. (J22)
  std::array<double, 36> by_a{}, by_b{}, by_speed{};
  Vec3<double> force{}, moment{};  ///< on the second body, about the place
};

/// What slopes know: symmetric, all of the law with normal and place held, or all. (J22)
enum class SlopeForm { symmetric, law, exact };

class ContactForces {
 public:
  /// The plan must outlive it.
  explicit ContactForces(const ContactPlan& plan);
  ~ContactForces();

  /// Threads that share the pairs; numbers stay the same to the last bit.
  void work_with(Crew* crew);

  /// Energy of the springs of friction and rolling is not stored, but work. (U26)
  void count_springs_as_work();
  /// From now on bodies that rest may fall asleep; `forces_act` as Sleepers has it.
  void let_sleep(const Model<double>& model, const SleepingItem& rule, bool forces_act);
  /// nullptr: nobody may.
  [[nodiscard]] Sleepers* sleepers();
  /// Between two steps: whether somebody falls asleep or wakes. Then those who do stop, and
  bool choose_sleepers();
  /// the state is looked at without their velocities.
  void change_sleepers(const PositionStage<double>& at, const VelocityStage<double>& moving);

  /// Adds the loads to their bodies; returns the power of what keeps no energy.
  double apply(const PositionStage<double>& at, const VelocityStage<double>& moving,
               std::span<Force<double>> body);
  /// Energy of all springs. (U7, U10)
  double stored(const PositionStage<double>& at, const VelocityStage<double>& moving);
  /// Of each entry of the list; good until the next call.
  std::span<const ContactSum> sums(const PositionStage<double>& at,
                                   const VelocityStage<double>& moving);
  /// All points that touch, in the order of pairs.
  void visit(const PositionStage<double>& at, const VelocityStage<double>& moving,
             const std::function<void(const ContactView&)>& see);
  /// Slopes of all points that touch, in the order of pairs.
  void slopes(const PositionStage<double>& at, const VelocityStage<double>& moving, SlopeForm form,
              const std::function<void(const ContactSlope&)>& see);
  /// A step was accepted at this state.
  void settle(const PositionStage<double>& at, const VelocityStage<double>& moving);
  /// The same for the state that is looked at next, together with what is asked there.
  void settle_next();

  /// Energy that the memory let go so far, and who fell asleep. (U10, U24)
  [[nodiscard]] double lost() const;
  /// At the last step.
  [[nodiscard]] ContactFacts facts() const;
  void keep(Keep& keep);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace treadle
