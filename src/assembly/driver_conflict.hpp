// Why drivers cannot have what they ask for in a position: one of them follows from others and asks
// for something else, or stands at its dead point (docs/theory/constraints.md).
#pragma once

#include "assemble.hpp"

#include <span>
#include <string>
#include <vector>

namespace treadle {

enum class DriverConflictKind {
  none,
  contradiction,  ///< it follows from loops and `others`, which say something else
  dead_point,     ///< the loops do not let it move any further
  locked          ///< the loops do not let it move at all, wherever they stand
};

struct DriverConflict {
  DriverConflictKind kind = DriverConflictKind::none;
  int driver = -1;                    ///< in Model::loops
  std::vector<int> others;            ///< drivers that it contradicts
  double rate = 0.0, follows = 0.0;   ///< that it asks for, and that follows from the others
  double place = 0.0, implied = 0.0;  ///< the same for its value

  [[nodiscard]] bool any() const { return kind != DriverConflictKind::none; }
};

/// At q, with the functions' values there. Drivers that follow from others count as contradicting
/// only where value or rate differ, unless `suspect`: something went wrong here. Dead points are
/// known by the strength that a driver has `elsewhere`.
DriverConflict find_driver_conflict(const Model<double>& model,
                                    std::span<const FunctionValue<double>> functions,
                                    const std::vector<double>& q,
                                    const std::vector<double>& elsewhere, bool suspect);

/// `driver 'm' (joint 'crank') stands at its dead point, near 0.7297 rad (41.81 deg): ...`
std::string words_of(const Topology& topology, const DriverConflict& conflict);

}  // namespace treadle
