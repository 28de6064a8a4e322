// Forces of loops that are still open, carried along the recursion: their number is that of the
// rows that are open at once, not that of the joints (docs/theory/dynamics.md).
#pragma once

#include "../spatial/articulated.hpp"
#include "carried_plan.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace treadle {

template <Real S>
class CarriedLoops {
 public:
  CarriedLoops() = default;
  explicit CarriedLoops(CarriedPlan plan);

  [[nodiscard]] const CarriedPlan& plan() const { return plan_; }
  /// Whether rows are known that depend on others without vanishing.
  void expect_dependence(bool known);

  void clear();
  /// Wrenches begin to act on a body, and loops that close there are eliminated from what it feels;
  /// `k` and `f` are nullptr for the ground. (R8) (R9)
  void meet(const CarriedPlan::Step& step, std::span<const Force<S>> wrench,
            std::span<const S> gamma, ArticulatedInertia<S>* k, Force<S>* f);
  /// A coordinate gives way: b its column, u = K b, `inverse` of D and `ratio` = u / D. (R7)
  void pass(const CarriedPlan::Joint& joint, int coordinate, const Motion<S>& b, const Force<S>& u,
            const S& inverse, const S& ratio, std::span<const S> phi);
  /// What open rows take of a coordinate's acceleration, known multipliers being those of rows that
  /// close further inboard. (R10)
  [[nodiscard]] S taken(const CarriedPlan::Joint& joint, int coordinate) const;
  /// Multipliers of the loops that close on a body which moves like this; nullptr: the ground. (R10)
  void back(const CarriedPlan::Step& step, std::span<const S> gamma, const Motion<S>* a);
  /// All of them, by equation.
  void multipliers(std::span<S> lambda) const;

 private:
  struct Sum {
    S z{};     ///< what forces do to the row
    S size{};  ///< of its diagonal entry, nothing taken off
    S inverse{};
    S lambda{};
  };

  CarriedPlan plan_;
  double least_ = 0.0;
  std::vector<Force<S>> force_;  ///< by place
  std::vector<Sum> rows_;
  std::vector<S> n_;       ///< by slot
  std::vector<S> passed_;  ///< g / D
  std::vector<S> seen_;    ///< g of the rows at one coordinate
};

}  // namespace treadle
