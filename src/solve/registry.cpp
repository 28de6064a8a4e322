#include "registry.hpp"

#include "../scalar/instantiate.hpp"
#include "clustered_solver.hpp"
#include "dense_solver.hpp"
#include "gauss_solver.hpp"
#include "sparse_solver.hpp"
#include "symmetric_solver.hpp"
#include "topology_solver.hpp"

namespace treadle {

const std::vector<std::string>& solver_names() {
  static const std::vector<std::string> names{
      "topology", "topology-ldl", "clustered",        "dense", "dense-cholmod",  "symmetric",
      "gauss",    "sparse",       "sparse-symmetric", "dbbd",  "block-recursive"};
  return names;
}

std::string solver_refusal(std::string_view name) {
  if (name == "sparse") return klu_refusal();
  if (name == "sparse-symmetric") return mumps_refusal();
  if (name == "dense-cholmod") return cholmod_refusal();
  return {};
}

bool of_a_library(std::string_view name) {
  return name.starts_with("sparse") || name.ends_with("-cholmod");
}

std::vector<std::string> usable_solvers() {
  std::vector<std::string> names;
  for (const std::string& name : solver_names()) {
    if (solver_refusal(name).empty()) names.push_back(name);
  }
  return names;
}

template <Decidable S>
std::unique_ptr<SaddleSolver<S>> make_solver(std::string_view name, const SaddlePattern& pattern) {
  if (!solver_refusal(name).empty()) return nullptr;
  if (name == "topology") return std::make_unique<TopologySolver<S>>(pattern);
  if (name == "clustered") return std::make_unique<ClusteredSolver<S>>(pattern);
  if (name == "topology-ldl") return std::make_unique<TopologySolver<S, PlainPivot>>(pattern);
  if (name == "dense") return std::make_unique<DenseSolver<S>>(pattern);
  if (name == "dbbd") return std::make_unique<DenseSolver<S, ListInertia<S>>>(pattern);
  if (name == "block-recursive") return std::make_unique<DenseSolver<S, BlockInertia<S>>>(pattern);
  if (name == "symmetric") return std::make_unique<SymmetricSolver<S>>(pattern);
  if (name == "gauss") return std::make_unique<GaussSolver<S>>(pattern);
  if (name == "dense-cholmod")
    return std::make_unique<DenseSolver<S, CholmodInertia<S>>>(pattern, *open_cholmod());
  if (name == "sparse")
    return std::make_unique<SparseSolver<S>>(pattern, *open_klu(), SparseAugmented::Part::all);
  if (name == "sparse-symmetric")
    return std::make_unique<SparseSolver<S>>(pattern, *open_mumps(), SparseAugmented::Part::lower);
  return nullptr;
}

#define TREADLE_INSTANTIATE(S) \
  template std::unique_ptr<SaddleSolver<S>> make_solver<S>(std::string_view, const SaddlePattern&);
TREADLE_FOR_EACH_DECIDABLE(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
