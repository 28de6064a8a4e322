// How far accelerations are from what all loops ask for, those equations included that a method has
// left out as dependent (docs/theory/proof.md).
#pragma once

#include "loops.hpp"

namespace treadle {

/// Whether |Phi_q qdd - gamma| is nothing but rounding in all rows, as it should be: needs no other
/// look. qdd along the columns of Phi, after close_loops and loop_bias.
template <Real S>
bool loops_are_exact(const Model<S>& model, const LoopStage<S>& loops, std::span<const S> gamma,
                     std::span<const S> qdd, double length);

/// Largest |Phi_q qdd - gamma| beyond what rounding makes of its terms. (P1)
template <Real S>
S loop_excess(const Model<S>& model, const LoopStage<S>& loops, std::span<const S> gamma,
              std::span<const S> qdd);

/// What of it loops that are open, or open with time, and the rounding of a drawing explain. v
/// along the columns of Phi, `length` the mechanism's. (P2)
template <Real S>
S allowed_excess(const Model<S>& model, const LoopStage<S>& loops, std::span<const S> gamma,
                 std::span<const S> v, std::span<const S> qdd, double length);

/// The equation with the largest excess, for a person.
int most_missed_row(const Model<double>& model, const LoopStage<double>& loops,
                    std::span<const double> gamma, std::span<const double> qdd);

}  // namespace treadle
