// How stiff a force is where it acts: stiffness and damping for small motions of one body against
// the other, 6 x 6, or of one sum of coordinates (docs/theory/stiff.md).
#pragma once

#include "../forces/forces.hpp"
#include "../kinematics/functions.hpp"
#include "../scalar/dual.hpp"

#include <array>
#include <vector>

namespace treadle {

/// By rows: force and moment for unit motions, linear part first, about the group's origin.
using Square6 = std::array<double, 36>;

/// Of a force between two bodies: f on `from` and -f on `to` change by -stiffness times the motion
/// of `from` against `to`, and by -damping times its velocity. (J7)
struct PairJacobian {
  GroupId group{0};
  BodyId from, to;
  Square6 stiffness{}, damping{};
  /// A number that the force remembers: z' = -along . motion - rate z, and the force on `from`
  /// is pull z along. (J10)
  int state = -1;  ///< among the states of forces
  Force<double> along{};
  double state_pull = 0.0, state_rate = 0.0;
};

/// Of a force along a sum of coordinates.
struct SumJacobian {
  struct Term {
    int v_at = 0;
    double factor = 1.0;
  };
  std::vector<Term> terms;
  double stiffness = 0.0, damping = 0.0;
};

/// exact: by forward differentiation of the law itself; symmetric: what pulls back, without what
/// depends on preload and turning.
enum class LocalForm { exact, symmetric };

/// All forces of a mechanism that can be stiff; those that follow time alone are none.
class LocalJacobians {
 public:
  LocalJacobians(const Forces<double>& forces, const Functions& functions, std::size_t bodies,
                 std::size_t groups, LocalForm form);

  [[nodiscard]] const std::vector<PairJacobian>& pairs() const { return pairs_; }
  [[nodiscard]] const std::vector<SumJacobian>& sums() const { return sums_; }

  /// At a state; positions and velocities are those of bodies.
  void look(const ForceState<double>& state);

 private:
  template <class Law>
  void look_exact(const Law& law, const ForceState<double>& s, PairJacobian& out);
  template <class Law, class Plain>
  void look_at_pair(const Law& law, const Plain& plain, const ForceState<double>& s,
                    PairJacobian& out);
  template <class Law, class Plain>
  void look_at_sum(const Law& law, const Plain& given, const ForceState<double>& s,
                   SumJacobian& out);

  const Forces<double>& forces_;
  LocalForm form_;
  Forces<Dual> laws_;
  std::vector<PairJacobian> pairs_;  ///< in the order of the lists of forces
  std::vector<SumJacobian> sums_;
  PositionStage<Dual> at_;
  VelocityStage<Dual> moving_;
  std::vector<Force<Dual>> pushed_;
  std::vector<FunctionValue<Dual>> functions_;
  std::vector<Dual> rates_;
};

}  // namespace treadle
