// The parameters of a model file, and values for them from outside.
#pragma once

#include "../../base/error.hpp"
#include "fields.hpp"

#include <vector>

namespace treadle {

/// A value that takes the place of the one in the file.
struct GivenParameter {
  std::string name;
  Quantity quantity;
  Place place;                ///< where it was given, for messages
  bool from_outside = false;  ///< not by the file that includes, but further out
};
using GivenParameters = std::vector<GivenParameter>;

/// A value from outside that does not fit: its place is outside, too.
class GivenError : public ModelError {
 public:
  GivenError(const ModelError& error, bool from_outside)
      : ModelError(error), from_outside_(from_outside) {}

  [[nodiscard]] bool from_outside() const { return from_outside_; }

 private:
  bool from_outside_;
};

/// A number or an expression, of any kind.
Quantity read_any_quantity(const nlohmann::json& value, const Place& place);

/// The unit of such a number where what it is compared with is not known yet; empty for a plain
/// number.
std::string written_unit(const Quantity& quantity);

/// The object "parameters" of an include.
GivenParameters read_given(const Fields& fields);

/// Takes those out of `given` whose names are paths to a part of this file.
GivenParameters take_given_of_parts(const Fields& top, GivenParameters& given);

/// Enters the object "parameters" into the scope and lists it in the model. Given values win; they
/// must be of the kind in the file, and name parameters that are there; else a GivenError tells
/// where they are from.
void read_parameters(const Fields& top, const GivenParameters& given, Scope& scope,
                     Description& model);

}  // namespace treadle
