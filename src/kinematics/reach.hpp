// The part of a mechanism that some of its loops see, so that one island of many can be looked at
// alone.
#pragma once

#include "loops.hpp"

#include <span>
#include <vector>

namespace treadle {

struct Reach {
  std::vector<int> groups;        ///< of the loops
  std::vector<BodyRange> bodies;  ///< on the loops' paths, and all that carry these; root first
  std::vector<int> loops;         ///< indices in Model::loops
  std::vector<int> moving;        ///< bodies whose joints the loops see
};

/// One for each list of loops.
template <Real S>
std::vector<Reach> reaches_of(const Model<S>& model, std::span<const std::vector<int>> loops);

/// What place_bodies, close_loops, advance and difference do, for a part alone; the rest of what
/// they write stays as it is.
template <Real S>
void place_bodies(const Model<S>& model, const Reach& part, std::span<const S> q,
                  PositionStage<S>& out);
template <Real S>
void close_loops(const Model<S>& model, const Reach& part, std::span<const S> q,
                 std::span<const FunctionValue<S>> functions, const PositionStage<S>& at,
                 LoopStage<S>& out);
template <Real S>
void advance(const Model<S>& model, const Reach& part, std::span<const S> q, std::span<const S> dv,
             std::span<S> out);
template <Real S>
void difference(const Model<S>& model, const Reach& part, std::span<const S> from,
                std::span<const S> to, std::span<S> dv);

}  // namespace treadle
