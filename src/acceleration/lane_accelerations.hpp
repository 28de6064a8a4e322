// Accelerations of a mechanism with equal branches: these go side by side through the kernels, each
// in its lane, and hand on their sums; everything else is evaluated as usual.
#pragma once

#include "../scalar/lanes.hpp"
#include "acceleration_method.hpp"
#include "proof.hpp"
#include "rest.hpp"
#include "twins.hpp"

#include <array>
#include <memory>
#include <vector>

namespace treadle {

class LaneAccelerations {
 public:
  /// None where find_twins() finds no equal branches.
  static std::unique_ptr<LaneAccelerations> make(const Mechanism& mechanism,
                                                 const Model<double>& model);

  /// Refuses where a pivot is too small for a lane or for the rest, where loops are not met, and
  /// on request where forces do not balance: another method must do it.
  RefusalReason accelerate(std::span<const double> q, std::span<const double> v,
                           std::span<const FunctionValue<double>> functions, bool prove,
                           std::span<double> qdd, std::span<double> rates, double& power);

  /// Sets are worked on side by side; numbers stay the same to the last bit.
  void work_with(Crew* crew) { crew_ = crew; }

  /// Steps towards closed loops, with the factors of the last evaluation: M x + Phi^T y = 0,
  /// Phi x = right.
  void solve_again(std::span<const double> right, std::span<double> x);

  /// Whether these accelerations balance the forces of the last state that was proved, with its
  /// multipliers. (P6)
  bool is_balanced(std::span<const double> qdd);

  [[nodiscard]] const Twins& twins() const { return twins_; }
  void keep(Keep& keep) {
    keep(recursion_, rest_);
    for (Set& set : sets_) keep(set.recursion);
  }

 private:
  LaneAccelerations(Twins twins, std::span<const int> dependent, std::size_t functions,
                    double length);

  /// One set of equal branches.
  struct Set {
    explicit Set(const std::vector<Excerpt>& excerpts);

    int lanes;
    std::size_t known;  ///< bodies at the beginning whose motion is known
    Model<Lanes> model;
    Forces<Lanes> forces;
    Recursion<Lanes> recursion;
    Workspace<Lanes> work;
    std::vector<Lanes> q, v, right;
    MissingForces<Lanes> missing;
    using From = std::array<int, Lanes::count>;
    std::vector<From> q_from, v_from, rows_from, functions_from;  ///< places in the mechanism
    std::vector<char> own;  ///< by velocity: of the branch, not of an interface
    /// A known body of the mechanism, and what lanes that lack it see instead, -1: the ground.
    struct Known {
      int body = -1, instead = -1;
      Lanes::Mask has{};
    };
    std::vector<Known> bodies;
    From group;
  };

  RefusalReason try_lanes(std::span<const double> q, std::span<const double> v, bool prove,
                          std::span<double> qdd, double& power);
  void tell(std::span<const double> q, std::span<const double> v, Set& set);
  void tell_known(Set& set, std::size_t k);
  bool reduce(std::size_t t, std::span<const double> q, std::span<const double> v);
  /// f of each set, side by side; false where one of them says so.
  template <class F>
  bool each_set(const F& f);
  void hand_on(std::size_t t);
  void hand_on_forces(std::size_t t);
  void lead(std::size_t t, std::span<const Lanes> gamma, std::span<const double> qdd,
            std::span<Lanes> lambda);
  static void spread(const Set& set, std::span<double> qdd);
  bool expand(std::size_t t, bool prove, std::span<double> qdd);
  void tell_rates(std::span<double> rates) const;
  bool is_balanced(Set& set, std::span<const double> qdd);

  Twins twins_;
  Recursion<double> recursion_;
  Workspace<double> work_;
  double length_;            ///< of the mechanism
  bool has_states_ = false;  ///< forces own some
  std::vector<Set> sets_;
  MissingForces<double> missing_;
  Rest rest_{1000};
  Crew* crew_ = nullptr;
  std::vector<char> went_well_;  ///< by set
};

}  // namespace treadle
