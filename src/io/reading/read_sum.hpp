// A sum of factor times coordinate, as couplers have it, and the bearings of wheels that mesh.
#pragma once

#include "name_book.hpp"

namespace treadle {

struct SumOfCoordinates {
  std::vector<CoordinateRef> coordinates;
  std::vector<double> factors;
  double offset = 0.0;
  std::optional<Dimension> kind;  ///< none where units do not tell
};

/// The keys "coordinates" and "offset". Where factors have units, all terms must be of one kind.
SumOfCoordinates read_sum(const Fields& fields, const NameBook& book);

/// The keys of a gear; `coordinates` takes those of its joints.
GearItem read_gear(const Fields& fields, const NameBook& book,
                   std::vector<CoordinateRef>& coordinates);

}  // namespace treadle
