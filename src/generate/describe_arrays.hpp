// Names and units of all that generated code reads and writes.
#pragma once

#include "../mechanism/mechanism.hpp"
#include "parameters.hpp"
#include "program.hpp"

namespace treadle {

/// q, v, functions of time (and the gains of the feedback after them), parameters.
std::vector<InputArray> input_arrays(const Mechanism& mechanism, bool stabilized,
                                     const KeptParameters* kept);

OutputBlock acceleration_block(const Mechanism& mechanism);
OutputBlock multiplier_block(const Mechanism& mechanism);
OutputBlock residual_block(const Mechanism& mechanism);
OutputBlock constraint_jacobian_block(const Mechanism& mechanism);
OutputBlock position_block(const Mechanism& mechanism);
OutputBlock velocity_block(const Mechanism& mechanism);
OutputBlock power_block();
OutputBlock rate_block(const Mechanism& mechanism);
OutputBlock energy_block();
OutputBlock margin_block();
OutputBlock gap_block();

}  // namespace treadle
