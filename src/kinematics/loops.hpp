// Loops: residual, Jacobian and the right-hand side of the acceleration equations, each constraint
// written relative to the common ancestor of its two bodies (docs/theory/kinematics.md).
#pragma once

#include "../base/crew.hpp"
#include "move.hpp"

namespace treadle {

/// The two ends of a loop in its group; one over the distance between them if that is kept.
template <Real S>
struct LoopPoints {
  Vec3<S> from, to;
  S inverse{};
};

/// Known once q is known. Written by close_loops.
template <Real S>
struct LoopStage {
  std::vector<S> residual;  ///< Phi(q, t), in metres and, for directions, as sines         (rows)
  std::vector<S> drift;     ///< Phi_t: how fast drivers move the constraint by themselves  (rows)
  std::vector<Force<S>>
      wrench;  ///< unit multiplier's force on the "from" body, in the group   (rows)
  std::vector<LoopPoints<S>> points;  ///< where the ends are                              (loops)
  std::vector<S> phi;  ///< entries of the Jacobian in the order of the pattern        (phi_values)

  explicit LoopStage(const Model<S>& model)
      : residual(static_cast<std::size_t>(model.rows())),
        drift(static_cast<std::size_t>(model.rows())),
        wrench(static_cast<std::size_t>(model.rows())),
        points(model.loops.size()),
        phi(static_cast<std::size_t>(model.phi_values)) {}
  LoopStage() = default;
};

/// Values of the functions of time that drivers follow; evaluated outside the kernels.
template <Real S>
struct FunctionValue {
  S value{}, rate{}, acceleration{};
};

/// Residual, its own rate and Jacobian, of one loop or all.
template <Real S>
void close_loop(const Model<S>& model, std::span<const S> q,
                std::span<const FunctionValue<S>> functions, const PositionStage<S>& at,
                std::size_t loop, LoopStage<S>& out);
template <Real S>
void close_loops(const Model<S>& model, std::span<const S> q,
                 std::span<const FunctionValue<S>> functions, const PositionStage<S>& at,
                 LoopStage<S>& out, Crew* crew = nullptr);

/// Entries of Phi from the wrenches: each column is the wrench's power on that joint's unit
/// velocity.
template <Real S>
void fill_jacobian(const Model<S>& model, const LoopData<S>& loop, const PositionStage<S>& at,
                   const Force<S>* wrench, S* phi);

/// gamma = -(Phi_q v)_q v - 2 Phi_qt v - Phi_tt, so that Phi_q qdd = gamma; after close_loop, of
/// one loop or all. (L6)
template <Real S>
void loop_bias(const Model<S>& model, std::span<const FunctionValue<S>> functions,
               const PositionStage<S>& at, const LoopStage<S>& loops,
               const VelocityStage<S>& moving, std::span<S> gamma);
template <Real S>
void loop_bias(const Model<S>& model, std::span<const FunctionValue<S>> functions,
               const PositionStage<S>& at, const LoopStage<S>& loops,
               const VelocityStage<S>& moving, std::size_t loop, std::span<S> gamma);

/// Phi_q v + Phi_t: how fast the loops open at velocity v.
template <Real S>
void loop_rate(const Model<S>& model, const LoopStage<S>& loops, std::span<const S> v,
               std::span<S> rate);

}  // namespace treadle
