#include "scaled_islands.hpp"

#include "../scalar/instantiate.hpp"
#include "closest.hpp"
#include "kinds_of_units.hpp"

#include <algorithm>

namespace treadle {

namespace {

double row_scale(const Model<double>& model, int c, int row, double length) {
  return is_angle_row(model, LoopId{c}, row) ? 1.0 : 1.0 / length;
}

}  // namespace

std::vector<ScaledIsland> scaled_islands(const Model<double>& model,
                                         std::span<const int> redundant) {
  const double length = length_scale(model);
  std::vector<double> scale(static_cast<std::size_t>(model.nv()), 1.0);
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link<double>& link = model.links[i];
    for (int k = 0; k < link.nv; ++k) {
      if (!is_angle(*model.topology, BodyId{static_cast<int>(i)}, k))
        scale[static_cast<std::size_t>(link.v_at + k)] = length;
    }
  }
  std::vector<ScaledIsland> out;
  for (LoopIsland& parts : loop_islands(model)) {
    ScaledIsland island;
    for (const int p : parts.positions) island.column.push_back(scale[static_cast<std::size_t>(p)]);
    for (const int c : parts.loops) {
      const LoopData<double>& data = model.loops[static_cast<std::size_t>(c)];
      if (data.function >= 0) island.drivers.push_back(static_cast<int>(island.row.size()));
      for (const int p : data.columns)
        island.place.push_back(
            static_cast<int>(std::lower_bound(parts.positions.begin(), parts.positions.end(), p) -
                             parts.positions.begin()));
      for (int r = 0; r < data.row_count; ++r) {
        island.row.push_back(row_scale(model, c, r, length));
        if (std::find(redundant.begin(), redundant.end(), data.first_row + r) == redundant.end())
          island.kept.push_back(static_cast<int>(island.row.size()) - 1);
      }
    }
    island.rank = static_cast<int>(island.kept.size());
    island.parts = std::move(parts);
    out.push_back(std::move(island));
  }
  return out;
}

int ScaledIsland::free_of_loops() const {
  const auto driver = [&](int r) { return std::binary_search(drivers.begin(), drivers.end(), r); };
  return free() + static_cast<int>(std::count_if(kept.begin(), kept.end(), driver));
}

ScaledIsland without_drivers(const Model<double>& model, const ScaledIsland& island) {
  ScaledIsland out;
  out.column = island.column;
  out.parts = island.parts;
  out.parts.loops.clear();
  out.parts.rows.clear();
  int row = 0;
  auto place = island.place.begin();
  for (const int c : island.parts.loops) {
    const LoopData<double>& data = model.loops[static_cast<std::size_t>(c)];
    const auto next = place + static_cast<std::ptrdiff_t>(data.columns.size());
    if (data.function < 0) {
      out.parts.loops.push_back(c);
      out.place.insert(out.place.end(), place, next);
    }
    for (int r = 0; r < data.row_count; ++r, ++row) {
      if (data.function >= 0) continue;
      if (std::binary_search(island.kept.begin(), island.kept.end(), row))
        out.kept.push_back(static_cast<int>(out.row.size()));
      out.row.push_back(island.row[static_cast<std::size_t>(row)]);
      out.parts.rows.push_back(island.parts.rows[static_cast<std::size_t>(row)]);
    }
    place = next;
  }
  out.rank = static_cast<int>(out.kept.size());
  return out;
}

template <Decidable S>
void fill_scaled(const Model<S>& model, const ScaledIsland& island, std::span<const S> phi,
                 Matrix<S>& out) {
  out.shape(island.rows(), island.columns());
  out.set_zero();
  int row = 0;
  std::size_t next = 0;
  for (const int c : island.parts.loops) {
    const LoopData<S>& loop = model.loops[static_cast<std::size_t>(c)];
    const S* from = phi.data() + loop.values_at;
    for (std::size_t k = 0; k < loop.columns.size(); ++k) {
      const int column = island.place[next++];
      const double scale = island.column[static_cast<std::size_t>(column)];
      for (int r = 0; r < loop.row_count; ++r, ++from) {
        out(row + r, column) = *from * S(scale * island.row[static_cast<std::size_t>(row + r)]);
      }
    }
    row += loop.row_count;
  }
}

#define TREADLE_INSTANTIATE(S)                                                           \
  template void fill_scaled<S>(const Model<S>&, const ScaledIsland&, std::span<const S>, \
                               Matrix<S>&);
TREADLE_FOR_EACH_DECIDABLE(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
