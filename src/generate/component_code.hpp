// Straight C for the factors of components: one routine for each kind of them
// (docs/theory/components.md). (H16)
#pragma once

#include "../hierarchy/component_order.hpp"
#include "../mechanism/mechanism.hpp"
#include "compile.hpp"
#include "program.hpp"

#include <string>
#include <vector>

namespace treadle {

/// The QR of A alone, with all columns of R.
Program trace_component_qr(const ComponentOrder& order);
/// QR, Q^T W and the triangle that is passed on, with conditions on pivots.
Program trace_component(const ComponentOrder& order, const std::string& name);

/// Code of all components of a model as formulation 'component' cuts it. Throws EnvironmentError
/// where there is no compiler or it fails.
std::shared_ptr<ComponentCode> make_component_code(const Mechanism& mechanism,
                                                   const CompileOptions& options = {});

/// A row of Table 1 of the paper, for one component whose bodies are in absolute coordinates.
struct ComponentCost {
  std::string name;  ///< path of the part, or of the first one that is equal
  int alike = 1;     ///< components that the same routine serves
  int rows = 0, columns = 0, rank = 0;
  int filled_rows = 0;                   ///< that have an entry
  long entries = 0, moving_entries = 0;  ///< of A: bodies anywhere, and as this machine moves
  double dense = 0.0;          ///< operations of a Givens QR of a dense matrix of this size
  ProgramCount qr, moving_qr;  ///< of the QR of A, likewise
  ProgramCount routine;        ///< of all that the routine does, as this machine moves
};
/// Of parts of a model, and of the model itself last; empty where it has no parts.
std::vector<ComponentCost> count_components(const Mechanism& mechanism);

/// All operations.
inline long flops_of(const ProgramCount& c) { return c.add + c.mul + c.div + c.root; }

}  // namespace treadle
