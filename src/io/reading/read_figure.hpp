// Figures of a model file.
#pragma once

#include "../../describe/figure.hpp"
#include "fields.hpp"

namespace treadle {

/// `model` has the events that a figure may name.
FigureItem read_figure(const nlohmann::json& value, const Place& place, const Description& model);

}  // namespace treadle
