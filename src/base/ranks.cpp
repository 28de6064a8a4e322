#include "ranks.hpp"

#include "module.hpp"

namespace treadle {

namespace {

struct OpenedRanks {
  std::string why;
  RanksModule* module = open_module<RanksModule>("treadle_mpi", why);
};

const OpenedRanks& opened_ranks() {
  static const OpenedRanks once;
  return once;
}

}  // namespace

RanksModule* open_ranks() { return opened_ranks().module; }

std::string ranks_refusal() {
  if (opened_ranks().module != nullptr) return {};
  return "there is no MPI (Debian: libopenmpi-dev and openmpi-bin, when treadle is built): " +
         opened_ranks().why;
}

}  // namespace treadle
