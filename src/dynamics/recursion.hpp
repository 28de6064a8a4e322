// Accelerations without M: an articulated-body recursion whose joints are plain joints or whole
// clusters of closed loops, linear in the number of bodies (docs/theory/dynamics.md).
#pragma once

#include "../base/report.hpp"
#include "../spatial/articulated.hpp"
#include "equations.hpp"
#include "recursion_plan.hpp"

namespace treadle {

template <Real S>
class Recursion {
 public:
  explicit Recursion(const Model<double>& model);

  /// False where clusters overlap so that only the augmented matrix serves.
  [[nodiscard]] bool possible() const { return plan_.possible; }
  /// Equations that depend on others wherever the mechanism goes, ascending.
  void leave_out(std::span<const int> dependent);
  /// Takes over the splits that another recursion of the same model chose in its last solve(),
  /// since numbers that are traced cannot choose. False where it has none.
  bool adopt(const Recursion<double>& other);

  /// qdd and, unless `lambda` is empty, the multipliers. `carried` holds the force that each body
  /// needs with all joint accelerations zero (body_forces) and is used up. Trouble where a cluster
  /// has no healthy split: another method must take the step.
  Report solve(const Model<S>& model, const PositionStage<S>& at, const InertiaStage<S>& inertia,
               std::span<const S> joint_loads, std::span<const S> phi, std::span<const S> gamma,
               std::span<Force<S>> carried, std::span<S> qdd, std::span<S> lambda);

 private:
  template <Real>
  friend class Recursion;
  struct Block {
    explicit Block(const FrontShape& shape) : front(shape) {}
    ClusterFront<S> front;
    int rank = 0;
    bool chosen = false;
    std::vector<Force<S>> force;                  ///< K B of each coordinate
    std::vector<Inertia<S>> rigid;                ///< by member, with all it carries, ...
    std::vector<ArticulatedInertia<S>> yielding;  ///< ... or where others are carried too
    std::vector<Force<S>> load;
    std::vector<S> right, border, y, rows;
    std::vector<S> mass, coupling, added;  ///< what clusters brought to interfaces
  };

  void joint(const Model<S>& model, const PositionStage<S>& at, int body,
             std::span<const S> joint_loads, std::span<Force<S>> carried);
  bool collect(const PositionStage<S>& at, const InertiaStage<S>& inertia, std::size_t b,
               std::span<const S> joint_loads, std::span<const S> phi, std::span<const S> gamma,
               std::span<Force<S>> carried);
  template <class K>
  void gather(const PositionStage<S>& at, std::size_t b, std::span<const S> joint_loads,
              std::span<Force<S>> carried, std::vector<K>& inertia);
  bool reduce(Block& block);
  void hand_on(std::size_t b, std::span<Force<S>> carried);

  RecursionPlan plan_;
  std::vector<Block> blocks_;
  std::vector<ArticulatedInertia<S>> felt_;  ///< by body
  std::vector<Force<S>> scaled_;             ///< by coordinate: U / D
  std::vector<S> ratio_;                     ///< by coordinate: u / D
  std::vector<Motion<S>> a_;                 ///< by body
};

}  // namespace treadle
