// Contacts of one run: from poses to loads, and what points remember from step to step.
//
//   poses -> pairs that are near -> points and normals -> laws -> loads on bodies
//
// Within a step forces are functions of positions and velocities; settle() changes the memory
// between steps. (docs/theory/contact.md)
#pragma once

#include "../base/keep.hpp"
#include "../contact/broad_phase.hpp"
#include "../contact/memory.hpp"
#include "../contact/normal_law.hpp"
#include "../kinematics/move.hpp"
#include "contact_plan.hpp"
#include "contact_sum.hpp"

#include <span>
#include <vector>

namespace treadle {

class ContactForces {
 public:
  /// The plan must outlive it.
  explicit ContactForces(const ContactPlan& plan);

  /// Adds the loads to their bodies; returns the power of what keeps no energy.
  double apply(const PositionStage<double>& at, const VelocityStage<double>& moving,
               std::span<Force<double>> body);
  /// Energy of all springs. (U7, U10)
  double stored(const PositionStage<double>& at, const VelocityStage<double>& moving);
  /// Of each entry of the list; good until the next call.
  std::span<const ContactSum> sums(const PositionStage<double>& at,
                                   const VelocityStage<double>& moving);
  /// A step was accepted at this state.
  void settle(const PositionStage<double>& at, const VelocityStage<double>& moving);

  /// Energy that the memory let go so far. (U10)
  [[nodiscard]] double lost() const { return lost_; }
  [[nodiscard]] const ContactFacts& facts() const { return facts_; }
  void keep(Keep& keep);

 private:
  /// Two shapes that are near, with the constants of their law.
  struct Pair {
    int a = 0, b = 0, law = 0;
    bool first_is_of = true;
    NormalLaw<double> normal;
    Friction<double> friction;
  };
  /// How a shape moves, in the world, at its origin; and what acts there.
  struct Moving {
    Vec3<double> lin{}, ang{};
  };
  struct Acting {
    Vec3<double> force{}, moment{};
  };
  /// One point that touches, with its forces on the second shape.
  struct Touch {
    Vec3<double> force{}, moment{};  ///< moment of rolling resistance
    double push = 0.0, power = 0.0, stored = 0.0;
  };

  void place(const PositionStage<double>& at, const VelocityStage<double>& moving);
  [[nodiscard]] bool is_far() const;
  void find_pairs();
  [[nodiscard]] Pair make_pair(int a, int b) const;
  [[nodiscard]] Vec3<double> velocity_at(int shape, const Vec3<double>& place) const;
  /// Whether two shapes went so far since the last step that they may have gone through each other.
  [[nodiscard]] bool is_quick(int a, int b) const;
  /// Where the shapes of a pair touch, also where one went through the other. (U21)
  bool touch_or_pass(const Pair& pair, const PairMemory& memory, double margin,
                     Manifold& manifold) const;
  /// Direction from the first to the second, in the frame of the second, where they met on their
  /// way since the last step; 0 where they did not.
  [[nodiscard]] Vec3<double> meeting_way(int a, int b) const;
  /// What is to be remembered of a way through. (U21)
  [[nodiscard]] Vec3<double> way_to_keep(const Pair& pair, const Manifold& manifold) const;
  void remember_poses();
  /// Manifold of a pair, and the memory of its points.
  bool look(std::size_t pair, double margin, Manifold& manifold, PairMemory& now) const;
  [[nodiscard]] Touch touch_at(const Pair& pair, const Manifold& manifold,
                               const ContactPoint& point, const StickPoint& stick) const;
  [[nodiscard]] NormalLaw<double> law_of(const Pair& pair, const StickPoint& stick) const;
  /// visit(pair, manifold, point, touch) for all points that touch.
  template <class Visit>
  void for_each_touch(const Visit& visit) const;

  const ContactPlan& plan_;
  BroadPhase broad_;
  std::vector<Transform<double>> poses_, found_at_;  ///< now, and where pairs were looked for
  std::vector<Transform<double>> settled_;           ///< at the end of the last step
  std::vector<double> gone_;                         ///< since then
  double most_gone_ = 0.0;
  std::vector<Moving> moving_;
  std::vector<Acting> acting_;
  std::vector<Bounds> bounds_;
  bool has_pairs_ = false;
  std::vector<Pair> pairs_, new_pairs_;  ///< rising
  std::vector<PairMemory> memory_, new_memory_;
  std::vector<ContactSum> sums_;
  ContactFacts facts_;
  double lost_ = 0.0;
};

}  // namespace treadle
