#include "registry.hpp"

#include "../scalar/instantiate.hpp"
#include "clustered_solver.hpp"
#include "dense_solver.hpp"
#include "gauss_solver.hpp"
#include "symmetric_solver.hpp"
#include "topology_solver.hpp"

namespace treadle {

const std::vector<std::string>& solver_names() {
  static const std::vector<std::string> names{"topology", "topology-ldl", "clustered",
                                              "dense",    "symmetric",    "gauss"};
  return names;
}

template <Decidable S>
std::unique_ptr<SaddleSolver<S>> make_solver(std::string_view name, const SaddlePattern& pattern) {
  if (name == "topology") return std::make_unique<TopologySolver<S>>(pattern);
  if (name == "clustered") return std::make_unique<ClusteredSolver<S>>(pattern);
  if (name == "topology-ldl") return std::make_unique<TopologySolver<S, PlainPivot>>(pattern);
  if (name == "dense") return std::make_unique<DenseSolver<S>>(pattern);
  if (name == "symmetric") return std::make_unique<SymmetricSolver<S>>(pattern);
  if (name == "gauss") return std::make_unique<GaussSolver<S>>(pattern);
  return nullptr;
}

#define TREADLE_INSTANTIATE(S) \
  template std::unique_ptr<SaddleSolver<S>> make_solver<S>(std::string_view, const SaddlePattern&);
TREADLE_FOR_EACH_DECIDABLE(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
