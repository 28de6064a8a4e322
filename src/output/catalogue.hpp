// The catalogue: every channel of a mechanism, standard ones and those that its file names.
#pragma once

#include "joint_signals.hpp"

#include <vector>

namespace treadle {

/// Which parts of the catalogue to make. Making all of a large model's takes time.
struct CatalogueScope {
  bool cut_coordinates = true, accelerations = true;  ///< besides those of tree joints
  bool poses = true, body_motions = true;
  bool forces = true, reactions = true, energies = true;
};

/// Time, then joints, bodies, frames, forces, reactions, energies, each in the order of the file,
/// then the outputs of the file. Throws ModelError for outputs that cannot be shown or whose names
/// are taken.
std::vector<SignalPtr> make_catalogue(const PartsOfModel& parts, const CatalogueScope& scope = {});

/// The signal of one output of the file.
SignalPtr output_signal(const PartsOfModel& parts, std::size_t output);

}  // namespace treadle
