// A mechanism on Traced, and the methods by which its accelerations and steps towards closed loops
// are traced. The order in which they are tried stands in trace.hpp.
#pragma once

#include "../acceleration/step.hpp"
#include "parameters.hpp"
#include "trace.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace treadle {

/// Model and forces on Traced, some of their numbers from parameters.
struct TracedNumbers {
  TracedNumbers(const Mechanism& mechanism, const KeptParameters* kept);
  Model<Traced> model;
  Forces<Traced> forces;
};

/// Lives while its graph is traced.
struct TracedMechanism {
  /// `with_matrix`: the method needs M.
  TracedMechanism(const Mechanism& mechanism, const KeptParameters* kept, bool with_matrix);

  /// What ball joints, which turn about the axes of the group (X15), have in those axes.
  [[nodiscard]] std::vector<Traced> to_group(std::span<const Traced> own,
                                             const PositionStage<Traced>& at) const;

  TracedNumbers numbers;
  Model<Traced>& model = numbers.model;
  Forces<Traced>& forces = numbers.forces;
  Workspace<Traced> work;
  std::vector<Traced> q, v;
};

/// One way to accelerations, as AccelerationMethod is for numbers.
class TracedMethod {
 public:
  using More = std::function<void(Workspace<Traced>&)>;

  virtual ~TracedMethod() = default;
  /// Stages, accelerations and, where asked for, multipliers in the workspace; `more` is called
  /// when positions, velocities, loops and forces are known.
  virtual void evaluate(bool multipliers, const More& more) = 0;
  /// Before steps towards closed loops from the place that positions, loops and inertias of the
  /// workspace have.
  virtual void prepare() {}
  /// [M Phi^T; Phi 0] of that place; Q = 0. In axes of bodies.
  virtual std::vector<Traced> solve(std::span<const Traced> right) = 0;
};

[[nodiscard]] bool needs_matrix(TraceMethod method);

/// Null where the method does not work at the start of the mechanism.
std::unique_ptr<TracedMethod> make_traced_method(TraceMethod method, const Mechanism& mechanism,
                                                 TracedMechanism& traced);

}  // namespace treadle
