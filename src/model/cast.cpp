#include "../scalar/instantiate_dual.hpp"
#include "../scalar/side_by_side.hpp"
#include "model.hpp"

namespace treadle {

template <Real To>
Model<To> cast(const Model<double>& model) {
  return cast_numbers<Model<To>>(model);
}

#define TREADLE_INSTANTIATE(S) template Model<S> cast<S>(const Model<double>&);
TREADLE_FOR_EACH_SCALAR_LANES_AND_DUAL(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
