#include "partition.hpp"

#include "../scalar/instantiate.hpp"
#include "partition_gram_schmidt.hpp"
#include "partition_lu.hpp"
#include "partition_projection.hpp"
#include "partition_qr.hpp"
#include "partition_svd.hpp"

namespace treadle {

const std::vector<std::string>& partition_names() {
  static const std::vector<std::string> names{"lu", "qr", "svd", "gram-schmidt", "projection"};
  return names;
}

template <Decidable S>
std::unique_ptr<Partition<S>> make_partition(std::string_view name, int rows, int columns,
                                             int rank) {
  if (name == "lu") return std::make_unique<LuPartition<S>>(rows, columns, rank);
  if (name == "qr") return std::make_unique<QrPartition<S>>(rows, columns, rank);
  if (name == "svd") return std::make_unique<SvdPartition<S>>(rows, columns, rank);
  if (name == "gram-schmidt") return std::make_unique<GramSchmidtPartition<S>>(rows, columns, rank);
  if (name == "projection") return std::make_unique<ProjectionPartition<S>>(rows, columns, rank);
  return nullptr;
}

#define TREADLE_INSTANTIATE(S) \
  template std::unique_ptr<Partition<S>> make_partition<S>(std::string_view, int, int, int);
TREADLE_FOR_EACH_DECIDABLE(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
