// Where the matrix of implicit steps has entries, and which numbers go there: integers only
// (docs/theory/stiff.md).
#pragma once

#include "../mechanism/mechanism.hpp"
#include "../solve/static_pattern.hpp"
#include "jacobian_kind.hpp"
#include "opaque_jacobian.hpp"

namespace treadle {

/// Unknowns are v and the multipliers of loops.
struct NewtonPlan {
  /// Of all kinds but differences and auto.
  NewtonPlan(const Mechanism& mechanism, JacobianKind kind, const LocalJacobians& local,
             const OpaqueJacobians* opaque = nullptr);

  /// Columns that a force between two bodies moves along, with their signs.
  struct Moved {
    std::vector<int> columns;
    std::vector<double> signs;
    std::vector<int> slots;  ///< of all pairs, row by row
  };
  /// Columns that move the bodies of a force that can only be asked.
  struct Asked {
    std::vector<int> columns;
    std::vector<std::vector<std::size_t>> of_body;  ///< places among the columns, for each body
    std::vector<int> slots;                         ///< of all pairs, row by row
  };
  /// Entries of K and D, and of loops, that can be other than zero.
  struct Entry {
    int row = 0, column = 0, slot = 0;
  };

  StaticPlan blocks;          ///< joints by their places in v, then loops by their rows
  std::vector<int> block_of;  ///< of each unknown
  StaticPattern pattern;
  std::vector<Moved> moved;                 ///< of pairs
  std::vector<Asked> asked;                 ///< of forces that can only be asked
  std::vector<std::vector<int>> sum_slots;  ///< of sums
  std::vector<Entry> exact_slots, loop_slots;
  std::vector<int> diagonal_slots, lower_slots, upper_slots, phi_slots, turned_slots;

 private:
  void plan_pairs(const LocalJacobians& local, std::vector<std::pair<int, int>>& couples,
                  bool& in_order);
  void plan_asked(const OpaqueJacobians& opaque, std::vector<std::pair<int, int>>& couples,
                  bool& in_order);
  void plan_slots(const LocalJacobians& local);
  void plan_exact_slots();

  const Mechanism& mechanism_;
  JacobianKind kind_;
};

}  // namespace treadle
