// Sums of coordinates and wheels that mesh, as the reader takes them (read_sum.hpp).
#pragma once

#include "write_fields.hpp"

namespace treadle {

/// The name of a joint's coordinate, empty where it has only one; throws ModelError for a joint or
/// a coordinate that the model does not have.
std::string coordinate_word(const Description& model, const std::string& joint, int index);

/// {"joint", "coordinate"}
Value write_coordinate(const CoordinateRef& ref, const Description& model);

/// `turns`: whether the sum is an angle, where that has to be said.
void set_sum(Value& object, const std::vector<CoordinateRef>& coordinates,
             const std::vector<double>& factors, double offset, std::optional<bool> turns,
             const Description& model);

void set_gear(Value& object, const GearItem& gear, double offset);

}  // namespace treadle
