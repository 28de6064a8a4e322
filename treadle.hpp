// Treadle: rigid multibody systems with closed loops. The one header that programs include.
//
//   const treadle::Mechanism m = treadle::build_mechanism(treadle::read_model("four_bar.json"));
//   const treadle::RunResult r = treadle::run(m, treadle::options_of(m.description.simulation));
#pragma once

#include "src/base/error.hpp"
#include "src/base/table.hpp"
#include "src/builder/model_builder.hpp"
#include "src/describe/description.hpp"
#include "src/generate/generated.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/io/tables/csv_writer.hpp"
#include "src/io/writing/write_model.hpp"
#include "src/linearize/known_motion.hpp"
#include "src/linearize/linearize.hpp"
#include "src/mechanism/mechanism.hpp"
#include "src/simulation/run.hpp"
#include "src/simulation/sampler.hpp"
#include "src/simulation/simulation.hpp"
#include "src/statics/rest_row.hpp"
#include "src/statics/start_at_rest.hpp"

namespace treadle {

/// "0.1.0"
inline const char* version() { return TREADLE_VERSION; }

}  // namespace treadle
