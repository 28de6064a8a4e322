// A routine that stands for equal parts of a program, and its tables.
#pragma once

#include "layout.hpp"
#include "program.hpp"

#include <string>

namespace treadle {

struct RoutineText {
  std::string definition;  ///< tables and function
  std::string call;        ///< with `ROW` for the row of the tables
};

/// `stem` begins its names. Reads and writes the scratch `s`.
RoutineText emit_routine(const Program& program, const Statements& statements, const Layout& layout,
                         const Routine& routine, const std::string& prefix, const std::string& stem,
                         bool comments);

}  // namespace treadle
