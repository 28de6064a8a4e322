// A mechanism as C99 that stands alone: header, sources, a page that explains the memory, a build
// file and a test with stored numbers.
#pragma once

#include "compile.hpp"
#include "emit_c.hpp"
#include "trace.hpp"

#include <string>
#include <vector>

namespace treadle {

struct StandaloneOptions {
  std::string prefix;  ///< of all names; made from the model's name where it is empty
  TraceMethod method = TraceMethod::clustered;  ///< topology where this one does not work
  TraceOutputs outputs;
  bool projection = false;
  bool implicit_step = false;
  RoutineUse routines = RoutineUse::automatic;
  std::vector<std::string> parameters;  ///< to be kept as inputs, by name
  BuildWith build;                      ///< needed for these
};

struct StandalonePackage {
  std::string prefix;
  TraceMethod method = TraceMethod::clustered;  ///< that was used
  std::vector<Program> programs;                ///< in the order in which they are called
  KeptParameters kept;
  std::vector<SourceFile> files;  ///< plain names, no folders
};

/// Names of outputs that can be asked for.
const std::vector<std::string>& output_names();
/// Switches one of them on; false for an unknown name.
bool add_output(const std::string& name, StandaloneOptions& options);

/// Throws ModelError where no method works.
StandalonePackage make_standalone(const Mechanism& mechanism, const StandaloneOptions& options);

}  // namespace treadle
