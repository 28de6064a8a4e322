// Accelerations without M: an articulated-body recursion whose joints are plain joints or whole
// clusters of closed loops, linear in the number of bodies (docs/theory/dynamics.md).
#pragma once

#include "../base/crew.hpp"
#include "../base/report.hpp"
#include "../spatial/articulated.hpp"
#include "carried_loops.hpp"
#include "equations.hpp"
#include "recursion_plan.hpp"

namespace treadle {

template <Real S>
class Recursion {
 public:
  /// `vanishing`: equations without any entry wherever the mechanism goes, ascending.
  explicit Recursion(const Model<double>& model, std::span<const int> vanishing = {});
  /// Under a plan of its own for some of the bodies.
  Recursion(RecursionPlan plan, int velocities);

  /// False where clusters overlap so that only the augmented matrix serves.
  [[nodiscard]] bool possible() const { return plan_.possible; }
  /// Equations that depend on others wherever the mechanism goes, ascending.
  void leave_out(std::span<const int> dependent);
  /// Whether loops are carried along instead of being reduced with their clusters.
  [[nodiscard]] bool carries() const { return !plan_.carried.empty(); }
  [[nodiscard]] const RecursionPlan& plan() const { return plan_; }
  /// Bodies that are cut into shares are worked on side by side; numbers stay the same to the last
  /// bit. To be called once; the team must outlive the recursion.
  void work_with(const Team& team, const Model<double>& model);
  /// Splits are chosen anew when they are next needed.
  void choose_again() {
    for (Block& block : blocks_) block.chosen = false;
  }
  /// Takes over the splits that another recursion of the same model chose in its last solve(),
  /// since numbers that are traced cannot choose. False where it has none.
  bool adopt(const Recursion<double>& other);
  /// The splits.
  void keep(Keep& keep) {
    for (Block& block : blocks_) keep(block.front, block.chosen);
  }

  /// What is known of a state.
  struct State {
    const Model<S>& model;
    const PositionStage<S>& at;
    const InertiaStage<S>& inertia;
    const Loads<S>* loads;  ///< nullptr: bodies feel no force
    std::span<const S> phi, gamma;
    std::span<const Force<S>> wrench{};  ///< of each equation; where loops are carried
  };

  /// qdd and, unless `lambda` is empty, the multipliers. Trouble where a cluster has no healthy
  /// split: another method must take the step.
  Report solve(const State& state, std::span<S> qdd, std::span<S> lambda);

  /// What a body feels: its own inertia and force, and what outer bodies have handed on.
  struct Felt {
    ArticulatedInertia<S> k;
    Force<S> f;
  };
  /// What clusters bring to the interfaces of their root: inertia (n x n), coupling (n x 6), force.
  struct Brought {
    std::vector<S> mass, coupling, added;
  };

  /// The three parts of solve(), for branches that are handed on elsewhere: forget what was
  /// handed on, leaves to root, root to leaves.
  void clear();
  Report inward(const State& state);
  void outward(const State& state, std::span<S> qdd, std::span<S> lambda);
  /// Another right-hand side with the factors of the last solve(), and bodies that feel no force:
  /// of the state, places and gamma are read. In the same three parts; outward() is the last one.
  void solve_again(const State& state, std::span<S> qdd);
  void clear_forces();
  void inward_again(const State& state);
  /// The same as in the constructor of a plan: equations of each block that are independent.
  void set_ranks(std::span<const int> ranks);

  /// The given body of the plan: what it feels after inward(), how it moves before outward().
  [[nodiscard]] Felt& given() { return felt(plan_.given); }
  [[nodiscard]] Motion<S>& given_motion() { return moved(plan_.given); }
  /// By set of equal branches: what they hand to their root before inward(), how it moves after
  /// outward().
  struct TwinRoot {
    Felt felt;
    Motion<S> motion;
  };
  [[nodiscard]] TwinRoot& twin_root(int twins) { return twins_[static_cast<std::size_t>(twins)]; }
  [[nodiscard]] Brought& brought(int block) {
    return blocks_[static_cast<std::size_t>(block)].brought;
  }

 private:
  template <Real>
  friend class Recursion;
  struct Block {
    explicit Block(const FrontShape& shape) : front(shape) {}
    ClusterFront<S> front;
    int rank = 0;
    bool chosen = false;
    std::vector<Inertia<S>> rigid;  ///< by member that carries others, with these
    std::vector<Force<S>> load;     ///< likewise
    std::vector<S> border;
    Brought brought;  ///< of a block of interfaces
  };

  [[nodiscard]] Felt& felt(int body) {
    return felt_[static_cast<std::size_t>(plan_.place[static_cast<std::size_t>(body)])];
  }
  [[nodiscard]] Motion<S>& moved(int body) {
    return a_[static_cast<std::size_t>(plan_.place[static_cast<std::size_t>(body)])];
  }
  [[nodiscard]] static Force<S> own_force(const State& state, int body);
  [[nodiscard]] static S joint_load(const State& state, int v) {
    return state.loads != nullptr ? state.loads->joint[static_cast<std::size_t>(v)] : S(0.0);
  }
  bool step_inward(const State& state, const RecursionStep& step);
  void step_outward(const State& state, const RecursionStep& step, std::span<S> qdd,
                    std::span<S> lambda);
  void step_again(const State& state, const RecursionStep& step);
  Report no_split(const RecursionStep& step) const;
  /// f of each step, those of shares side by side: leaves to root, or root to leaves.
  template <class F>
  void each_inward(const F& f);
  template <class F>
  void each_outward(const F& f);
  void joint(const State& state, const RecursionStep& step);
  void back(const State& state, const RecursionStep& step, std::span<S> qdd);
  bool collect(const State& state, std::size_t b);
  template <class K>
  void gather(const State& state, const RecursionBlock& plan, const RecursionBlock::Member& member,
              const K& k, const Force<S>& load, ClusterFront<S>& front, std::size_t& slot);
  bool close(Block& block, const S* phi);
  bool balance(Block& block, const S* phi);
  void take_interfaces(const RecursionBlock& plan, Block& block, std::size_t gathered);
  void back(const State& state, int body, std::span<const S> qdd);
  void hand_on(const State& state, std::size_t b);
  void hand_on_forces(std::span<const S> gamma, std::size_t b);
  void joint_again(const State& state, const RecursionStep& step);
  void collect_again(const State& state, std::size_t b);

  RecursionPlan plan_;
  CarriedLoops<S> carried_;
  std::vector<Block> blocks_;
  std::vector<TwinRoot> twins_;
  std::vector<Felt> felt_;    ///< by place
  std::vector<Motion<S>> a_;  ///< by place
  struct Eliminated {
    Force<S> scaled;  ///< U / D
    S ratio;          ///< u / D
    S inverse;        ///< 1 / D
  };
  std::vector<Eliminated> eliminated_;  ///< by coordinate
  Crew* crew_ = nullptr;
  std::vector<int> failed_;  ///< by share: the step that found no split, -1: none
};

template <Real S>
template <class F>
void Recursion<S>::each_inward(const F& f) {
  if (plan_.shares.empty()) {
    for (const RecursionStep& step : plan_.steps) f(step);
    return;
  }
  share(crew_, static_cast<int>(plan_.shares.size()), [&](int s) {
    for (const int k : plan_.shares[static_cast<std::size_t>(s)])
      f(plan_.steps[static_cast<std::size_t>(k)]);
  });
  for (const int k : plan_.trunk) f(plan_.steps[static_cast<std::size_t>(k)]);
}

template <Real S>
template <class F>
void Recursion<S>::each_outward(const F& f) {
  const auto back = [&](const std::vector<int>& steps) {
    for (std::size_t k = steps.size(); k-- > 0;) f(plan_.steps[static_cast<std::size_t>(steps[k])]);
  };
  if (plan_.shares.empty()) {
    for (std::size_t k = plan_.steps.size(); k-- > 0;) f(plan_.steps[k]);
    return;
  }
  back(plan_.trunk);
  share(crew_, static_cast<int>(plan_.shares.size()),
        [&](int s) { back(plan_.shares[static_cast<std::size_t>(s)]); });
}

}  // namespace treadle
