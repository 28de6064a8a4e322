// The matrix of implicit steps where bodies touch: what is planned once and the points of contact,
// factored in a pattern that follows who touches whom (docs/theory/stiff.md, J23).
#pragma once

#include "../solve/block_factors.hpp"
#include "contact_terms.hpp"
#include "newton_plan.hpp"

namespace treadle {

class TouchingFactors {
 public:
  TouchingFactors(const NewtonPlan& plan, bool symmetric) : plan_(plan), symmetric_(symmetric) {}

  /// `fixed`: numbers in the pattern of the plan, without contacts.
  Report factor(std::span<const double> fixed, const ContactTerms& contacts,
                const PositionStage<double>& at);
  void solve(std::span<double> x) { factors_.solve(x); }
  [[nodiscard]] const FillFacts& facts() const { return factors_.facts(); }

 private:
  void plan_again(const ContactTerms& contacts);
  void couple(const ContactTerms& contacts, int a, int b);
  void place_fixed();
  void add_point(std::span<const ContactTerms::PointColumn> columns);

  const NewtonPlan& plan_;
  bool symmetric_;
  bool planned_ = false;
  std::vector<std::pair<int, int>> known_;  ///< bodies that touch in the present pattern
  StaticPlan blocks_;
  BlockFactors factors_;
  std::vector<int> first_;         ///< unknown of each block
  std::vector<double*> fixed_to_;  ///< by slot of the plan; nullptr: fill-in
  std::vector<int> near_blocks_;
};

}  // namespace treadle
