// Programs -> C99: statements in the order of the trace, cut into functions of bounded size
// (docs/theory/generate.md).
#pragma once

#include "program.hpp"

#include <string>
#include <vector>

namespace treadle {

struct EmitOptions {
  std::string prefix = "model";  ///< of all names, a C identifier
  int part = 4500;               ///< statements of one function at most
  bool comments = true;
};

/// The functions of one program: `int <prefix>_<name>(const double *q, ..., double *out)`.
std::string emit_program(const Program& program, const EmitOptions& options);

/// Declaration of the function.
std::string declare_program(const Program& program, const EmitOptions& options);

/// What all functions of a file share: includes, tables and how they are read.
std::string emit_preamble(const std::vector<const Program*>& programs, const EmitOptions& options);

/// A number as C reads it, to the last bit.
std::string c_number(double x);

/// A name as a C identifier.
std::string c_identifier(const std::string& name);

}  // namespace treadle
