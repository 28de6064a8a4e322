#include "group_axes.hpp"

#include "../joints/dispatch.hpp"
#include "../scalar/instantiate.hpp"

namespace treadle {

template <Real S>
void turn_about_group_axes(Model<S>& model) {
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    Link<S>& link = model.links[i];
    if (link.group_axes || !traits_of(link.type).ball) continue;
    link.group_axes = true;
    model.turned.push_back(static_cast<int>(i));
  }
}

std::unique_ptr<const Model<double>> turned_model(const Model<double>& model) {
  auto turned = std::make_unique<Model<double>>(model);
  turn_about_group_axes(*turned);
  if (turned->turned.empty()) return nullptr;
  return turned;
}

#define TREADLE_INSTANTIATE(S) template void turn_about_group_axes<S>(Model<S>&);
TREADLE_FOR_EACH_SCALAR(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
