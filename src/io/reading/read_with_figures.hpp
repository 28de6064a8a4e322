// A model file with what it wants to be read off a run, which is no part of the mechanism.
#pragma once

#include "../../describe/figure.hpp"
#include "read_model.hpp"

namespace treadle {

struct ModelWithFigures {
  Description model;
  std::vector<FigureItem> figures;  ///< those of parts first
};

ModelWithFigures read_with_figures(const std::string& path, const Overrides& overrides = {});
ModelWithFigures read_with_figures_text(const std::string& text, const std::string& source,
                                        const Overrides& overrides = {});

}  // namespace treadle
