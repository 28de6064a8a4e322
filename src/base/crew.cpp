#include "crew.hpp"

#include "module.hpp"

namespace treadle {

namespace {

struct OpenedCrews {
  std::string why;
  CrewModule* module = open_module<CrewModule>("treadle_tbb", why);
};

const OpenedCrews& opened_crews() {
  static const OpenedCrews once;
  return once;
}

}  // namespace

CrewModule* open_crews() { return opened_crews().module; }

std::string crew_refusal() {
  if (opened_crews().module != nullptr) return {};
  return "there is no oneTBB (Debian: libtbb-dev, when treadle is built): " + opened_crews().why;
}

}  // namespace treadle
