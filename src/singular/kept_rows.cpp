#include "kept_rows.hpp"

#include "../base/at.hpp"

#include <algorithm>

namespace treadle {

void Envelope::make_room() {
  start.assign(first.size() + 1, 0);
  for (std::size_t i = 0; i < first.size(); ++i) start[i + 1] = start[i] + (i + 1 - first[i]);
  a.resize(start.back());
}

KeptRows::KeptRows(const Model<double>& model, const ScaledIsland& island)
    : columns_(at(island.columns())) {
  int row = 0;
  std::size_t next = 0;
  for (const int c : island.parts.loops) {
    const LoopData<double>& loop = model.loops[at(c)];
    for (std::size_t k = 0; k < loop.columns.size(); ++k) {
      const int column = island.place[next++];
      for (int r = 0; r < loop.row_count; ++r) {
        const auto kept = std::lower_bound(island.kept.begin(), island.kept.end(), row + r);
        if (kept == island.kept.end() || *kept != row + r) continue;
        columns_[at(column)].push_back({static_cast<std::size_t>(kept - island.kept.begin()),
                                        at(loop.values_at) + k * at(loop.row_count) + at(r),
                                        island.column[at(column)] * island.row[at(row + r)]});
      }
    }
    row += loop.row_count;
  }
  shape_.first.resize(island.kept.size());
  for (std::size_t i = 0; i < island.kept.size(); ++i) shape_.first[i] = i;
  std::size_t most = 0;
  for (std::vector<Entry>& column : columns_) {
    std::sort(column.begin(), column.end(),
              [](const Entry& a, const Entry& b) { return a.row < b.row; });
    for (const Entry& entry : column)
      shape_.first[entry.row] = std::min(shape_.first[entry.row], column.front().row);
    most = std::max(most, column.size());
  }
  numbers_.resize(most);
  shape_.make_room();
  std::vector<double>().swap(shape_.a);
}

void KeptRows::products(std::span<const double> phi, Envelope& out) {
  std::fill(out.a.begin(), out.a.end(), 0.0);
  for (const std::vector<Entry>& column : columns_) {
    for (std::size_t e = 0; e < column.size(); ++e) {
      numbers_[e] = phi[column[e].place] * column[e].scale;
      double* const row = out.row(column[e].row);
      for (std::size_t k = 0; k <= e; ++k) row[column[k].row] += numbers_[e] * numbers_[k];
    }
  }
}

}  // namespace treadle
