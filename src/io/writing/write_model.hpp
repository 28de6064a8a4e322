// A description becomes a model file: the way back of read_model.
#pragma once

#include "../../describe/description.hpp"
#include "../../describe/figure.hpp"

#include <string>

namespace treadle {

/// The text of a model file. Read again under the same `source`, it gives an equal description with
/// the same bits in every number, and writing that gives the same text. Parts are written as
/// ordinary items with their full names; numbers are in SI units. Parameters are a record of what
/// the numbers were computed from. What a file cannot say (a number that is not finite) is a
/// ModelError that names its place.
std::string write_model(const Description& model, const std::vector<FigureItem>& figures = {});

}  // namespace treadle
