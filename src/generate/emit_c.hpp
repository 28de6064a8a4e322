// Programs -> C99: statements in the order of the trace, cut into functions of bounded size; equal
// parts as routines where straight code would be too long (docs/theory/generate.md).
#pragma once

#include "c_words.hpp"
#include "program.hpp"

#include <string>
#include <vector>

namespace treadle {

/// Whether equal parts become routines with tables.
enum class RoutineUse {
  automatic,  ///< where straight code would be longer than the caches of instructions like
  on,
  off
};

struct EmitOptions {
  std::string prefix = "model";  ///< of all names, a C identifier
  int part = 6000;               ///< statements of one function at most
  bool comments = true;
  RoutineUse routines = RoutineUse::automatic;
};

/// The functions of one program: `int <prefix>_<name>(const double *q, ..., double *out)`.
std::string emit_program(const Program& program, const EmitOptions& options);

/// Declaration of the function.
std::string declare_program(const Program& program, const EmitOptions& options);

/// What all functions of a file share: includes and how tables are read.
std::string emit_preamble(const std::vector<const Program*>& programs, const EmitOptions& options);

/// How a program is written, without writing it.
struct CodeSize {
  long statements = 0;  ///< of straight code
  long written = 0;     ///< that stand in the file when routines are used
  int routines = 0, calls = 0;
  bool straight = true;  ///< what the options choose
};
CodeSize code_size(const Program& program, RoutineUse use);

}  // namespace treadle
