// A mechanism's own code, compiled and loaded, as an evaluator that a run can use.
#pragma once

#include "../acceleration/evaluator.hpp"
#include "compile.hpp"
#include "emit_c.hpp"
#include "trace.hpp"

#include <memory>
#include <string>

namespace treadle {

struct GenerateOptions {
  TraceMethod method = TraceMethod::clustered;
  bool stabilized = false;  ///< for constraint method 'stabilized', else for 'closest'
  RoutineUse routines = RoutineUse::automatic;
  CompileOptions compile;
};

/// What making it took.
struct GenerateFacts {
  ProgramCount evaluation, projection;
  double trace_seconds = 0.0, load_seconds = 0.0;
  bool from_cache = false;
  std::string note;  ///< what was wrong with the cache; "" as a rule
};

/// Null where the method does not work for this mechanism, with the reason in `refusal`. Throws
/// EnvironmentError where code cannot be compiled or kept.
std::shared_ptr<Evaluator> make_generated(const Mechanism& mechanism,
                                          const GenerateOptions& options, std::string& refusal,
                                          GenerateFacts* facts = nullptr);

/// The same for a person's run: tries the recursion, then Alg-S; never throws. `message` says why
/// there is none, or what was wrong with the cache; else it is empty.
std::shared_ptr<Evaluator> try_generated(const Mechanism& mechanism, bool stabilized,
                                         std::string& message);

}  // namespace treadle
