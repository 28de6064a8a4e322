// What figures look at and in which units, found before a run.
#pragma once

#include "../base/table.hpp"
#include "../describe/figure.hpp"

#include <vector>

namespace treadle {

struct FigurePlan {
  std::vector<std::string> channels;  ///< that it looks at: those of `of`, then that of `over`
  std::vector<std::size_t> figures;   ///< of a ratio or difference: which two
  double to_shown = 1.0;              ///< from SI to the unit that is shown
  std::string unit;                   ///< that is shown; "1" for a pure number
};

/// In the order of the file. `columns` has all that a run can show, or at least what is looked at.
/// Throws ModelError at figures[i].
std::vector<FigurePlan> plan_figures(const std::vector<FigureItem>& figures,
                                     const std::vector<Column>& columns);

}  // namespace treadle
