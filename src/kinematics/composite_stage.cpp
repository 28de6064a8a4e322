#include "composite_stage.hpp"

#include "../scalar/instantiate_dual.hpp"

namespace treadle {

template <Real S>
CompositeStages<S>::CompositeStages() = default;
template <Real S>
CompositeStages<S>::~CompositeStages() = default;
template <Real S>
CompositeStages<S>::CompositeStages(CompositeStages&& other) noexcept = default;

template <Real S>
CompositeStages<S>::CompositeStages(const Model<S>& model) {
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    if (!model.links[i].inside) continue;
    list_.resize(model.links.size());
    list_[i] = std::make_unique<CompositeStage<S>>(model.links[i].inside);
  }
}

template <Real S>
CompositeStages<S>::CompositeStages(const CompositeStages& other) {
  for (const auto& stage : other.list_)
    list_.push_back(stage ? std::make_unique<CompositeStage<S>>(*stage) : nullptr);
}

template <Real S>
CompositeStages<S>& CompositeStages<S>::operator=(CompositeStages other) noexcept {
  list_ = std::move(other.list_);
  return *this;
}

#define TREADLE_INSTANTIATE(S) template class CompositeStages<S>;
TREADLE_FOR_EACH_SCALAR_LANES_AND_DUAL(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
