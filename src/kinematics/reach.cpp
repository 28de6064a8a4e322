#include "reach.hpp"

#include "../base/at.hpp"
#include "../scalar/instantiate.hpp"
#include "advance.hpp"

#include <algorithm>

namespace treadle {

namespace {

void keep_once(std::vector<int>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

std::vector<BodyRange> ranges_of(const std::vector<int>& bodies) {
  std::vector<BodyRange> ranges;
  for (const int i : bodies) {
    if (ranges.empty() || ranges.back().last != at(i)) ranges.push_back({at(i), at(i)});
    ++ranges.back().last;
  }
  return ranges;
}

}  // namespace

template <Real S>
std::vector<Reach> reaches_of(const Model<S>& model, std::span<const std::vector<int>> loops) {
  std::vector<int> body_of(at(model.nv()));  // by position in v
  for (std::size_t i = 0; i < model.links.size(); ++i)
    std::fill_n(body_of.begin() + model.links[i].v_at, model.links[i].nv, static_cast<int>(i));
  std::vector<Reach> out;
  for (const std::vector<int>& seen : loops) {
    Reach part;
    part.loops = seen;
    std::vector<int> bodies;
    const auto add = [&](int body) {
      for (; body >= 0; body = model.links[at(body)].parent) bodies.push_back(body);
    };
    for (const int c : seen) {
      const LoopData<S>& loop = model.loops[at(c)];
      part.groups.push_back(loop.group);
      add(loop.from.body);
      add(loop.to.body);
      for (const int position : loop.columns) part.moving.push_back(body_of[at(position)]);
    }
    keep_once(part.groups);
    keep_once(part.moving);
    keep_once(bodies);
    part.bodies = ranges_of(bodies);
    out.push_back(std::move(part));
  }
  return out;
}

template <Real S>
void place_bodies(const Model<S>& model, const Reach& part, std::span<const S> q,
                  PositionStage<S>& out) {
  for (const int g : part.groups) place_group(model, q, at(g), out);
  for (const BodyRange& range : part.bodies) place_bodies(model, q, out, range);
}

template <Real S>
void close_loops(const Model<S>& model, const Reach& part, std::span<const S> q,
                 std::span<const FunctionValue<S>> functions, const PositionStage<S>& at_q,
                 LoopStage<S>& out) {
  for (const int c : part.loops) close_loop(model, q, functions, at_q, at(c), out);
}

template <Real S>
void advance(const Model<S>& model, const Reach& part, std::span<const S> q, std::span<const S> dv,
             std::span<S> out) {
  for (const int i : part.moving) advance(model.links[at(i)], q, dv, out);
}

template <Real S>
void difference(const Model<S>& model, const Reach& part, std::span<const S> from,
                std::span<const S> to, std::span<S> dv) {
  for (const int i : part.moving) difference(model.links[at(i)], from, to, dv);
}

#define TREADLE_INSTANTIATE(S)                                                                    \
  template std::vector<Reach> reaches_of<S>(const Model<S>&, std::span<const std::vector<int>>);  \
  template void place_bodies<S>(const Model<S>&, const Reach&, std::span<const S>,                \
                                PositionStage<S>&);                                               \
  template void close_loops<S>(const Model<S>&, const Reach&, std::span<const S>,                 \
                               std::span<const FunctionValue<S>>, const PositionStage<S>&,        \
                               LoopStage<S>&);                                                    \
  template void advance<S>(const Model<S>&, const Reach&, std::span<const S>, std::span<const S>, \
                           std::span<S>);                                                         \
  template void difference<S>(const Model<S>&, const Reach&, std::span<const S>,                  \
                              std::span<const S>, std::span<S>);
TREADLE_FOR_EACH_DECIDABLE(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
