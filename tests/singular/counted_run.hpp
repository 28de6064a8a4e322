// A run that computes on plain numbers and does all the arithmetic of its constraint method once
// more on numbers that count: equations, splits, accelerations, projections with their Newton
// steps, samples beside singular positions, energies of the hybrid's rules. Left out is the watch
// for singular positions, which 'projection' and 'hybrid' share.
#pragma once

#include "src/acceleration/choose_solver.hpp"
#include "src/acceleration/loop_keeper.hpp"
#include "src/integrate/fixed_step.hpp"
#include "src/keeping/partitioned.hpp"
#include "src/scalar/counted.hpp"
#include "src/simulation/mechanism_system.hpp"
#include "src/singular/smooth_branch.hpp"

#include <memory>
#include <vector>

namespace treadle::test {

class CountedSystem final : public System {
 public:
  CountedSystem(const Mechanism& mechanism, ConstraintMethod method, double step)
      : inner_(mechanism, "topology", method, step),
        model_(cast<Counted>(mechanism.model)),
        forces_(cast<Counted>(mechanism.forces)),
        islands_(scaled_islands(mechanism.model, mechanism.redundancy.rows)),
        base_(model_, islands_, "lu"),
        projection_(model_, islands_, "projection"),
        smooth_(model_, islands_),
        length_(length_scale(mechanism.model)),
        work_(model_),
        stage_(model_),
        q_(static_cast<std::size_t>(model_.nq())),
        v_(static_cast<std::size_t>(model_.nv())) {}

  [[nodiscard]] std::vector<double> start() const { return inner_.start(); }
  [[nodiscard]] long operations() const { return sum_; }
  [[nodiscard]] const LoopKeeper& keeper() const { return *inner_.keeper(); }

  [[nodiscard]] std::size_t state_size() const override { return inner_.state_size(); }
  [[nodiscard]] std::size_t tangent_size() const override { return inner_.tangent_size(); }
  void advance(std::span<const double> x, std::span<const double> dx,
               std::span<double> y) const override {
    inner_.advance(x, dx, y);
  }
  void chart_rate(std::span<const double> dx, std::span<double> rate) const override {
    inner_.chart_rate(dx, rate);
  }

  Report rate(double t, std::span<const double> x, std::span<double> dx) override {
    const Report report = inner_.rate(t, x, dx);
    copy(x);
    const Tally before = Counted::tally();
    PartitionedLoops<Counted>& loops = active();
    assemble_equations<Counted>(model_, forces_, q_, v_, work_);
    const Report counted =
        loops.accelerate(work_.matrix, work_.loops.phi, work_.q_force, work_.gamma, work_.qdd, {});
    add(before);
    return counted.ok() ? report : counted;
  }
  Report project(double t, std::span<double> x) override {
    copy(x);
    const Report report = inner_.project(t, x);
    const Tally before = Counted::tally();
    const Report counted = active().project(length_, {}, stage_, q_, v_);
    add(before);
    return counted.ok() ? report : counted;
  }
  bool accepted(const StepNews& news, std::span<const double> x) override {
    base_.choose_again();  // pivots are found by comparing, which is free
    if (keeper().wants_energy()) {
      copy(x);
      const Tally before = Counted::tally();
      place_bodies<Counted>(model_, q_, work_.position);
      move_bodies<Counted>(model_, v_, work_.position, work_.velocity);
      body_inertias<Counted>(model_, work_.position, work_.inertia);
      kinetic_energy<Counted>(model_, work_.inertia, work_.velocity);
      weight_energy<Counted>(model_, work_.position, work_.inertia);
      add(before);
    }
    return inner_.accepted(news, x);
  }

 private:
  void copy(std::span<const double> x) {
    for (std::size_t k = 0; k < q_.size(); ++k) q_[k] = x[k];
    for (std::size_t k = 0; k < v_.size(); ++k) v_[k] = x[q_.size() + k];
  }
  void add(const Tally& before) { sum_ += treadle::operations(Counted::tally() - before); }

  // What the keeper has just chosen for the state in q and v.
  PartitionedLoops<Counted>& active() {
    projection_.let_go();
    if (!keeper().projecting()) return base_;
    if (!keeper().watch().any_near()) return projection_;
    smooth_.sample(keeper().watch(), {}, q_, v_);
    for (std::size_t i = 0; i < islands_.size(); ++i) {
      if (smooth_.found(i)) projection_.hold(i, &smooth_.basis(i), smooth_.acceleration(i));
    }
    return projection_;
  }

  MechanismSystem inner_;
  Model<Counted> model_;
  Forces<Counted> forces_;
  std::vector<ScaledIsland> islands_;
  PartitionedLoops<Counted> base_, projection_;
  SmoothBranch<Counted> smooth_;
  double length_;
  Workspace<Counted> work_;
  ProjectionStage<Counted> stage_;
  std::vector<Counted> q_, v_;
  long sum_ = 0;
};

}  // namespace treadle::test
