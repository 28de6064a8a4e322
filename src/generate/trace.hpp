// The step of acceleration/step.hpp run once on Traced: what a mechanism computes, as programs
// (docs/theory/generate.md).
#pragma once

#include "../mechanism/mechanism.hpp"
#include "parameters.hpp"
#include "program.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace treadle {

/// How accelerations are found.
enum class TraceMethod {
  clustered,  ///< recursion over bodies and clusters; splits as they are at the start
  topology,   ///< Alg-S without roots
};

/// The order in which they are tried: the order of accelerations.hpp.
inline constexpr std::array<TraceMethod, 2> trace_order{TraceMethod::clustered,
                                                        TraceMethod::topology};
/// `clustered`, `topology`
[[nodiscard]] const char* trace_word(TraceMethod method);

/// What an evaluation gives.
struct TraceOutputs {
  bool accelerations = true, multipliers = false, power = false, residual = false,
       constraint_jacobian = false, energy = false,
       jacobian = false,  ///< of the accelerations by increments of q, and by v
      margin = false;     ///< of the smallest pivot
};

struct TraceOptions {
  TraceMethod method = TraceMethod::clustered;
  TraceOutputs outputs;
  const KeptParameters* kept = nullptr;  ///< numbers that are inputs; all are constants if null
  bool stabilized = false;  ///< reads the two gains of Baumgarte's feedback after the functions
};

/// Accelerations and what else is asked for, as `evaluate`. Nothing where the method does not work
/// at the start of the mechanism, or where no code can hold it.
std::optional<Program> trace_evaluation(const Mechanism& mechanism, const TraceOptions& options);

/// The same by the first method, from that of the options on, that works; it is told in the
/// options.
std::optional<Program> trace_first(const Mechanism& mechanism, TraceOptions& options);

/// One step towards closed loops, as `project`: positions by one Newton step in the mass metric,
/// then velocities; gives q, v and the largest gaps that remain.
std::optional<Program> trace_projection(const Mechanism& mechanism, TraceMethod method,
                                        const KeptParameters* kept = nullptr);

}  // namespace treadle
