// What processes that share a hierarchy of components tell each other, counted. (H15)
#pragma once

namespace treadle {

/// Numbers that all processes together sent to others.
struct ComponentTraffic {
  int ranks = 1;
  int borders = 0;        ///< between components of different processes
  long solves = 0;        ///< with D and r
  long repeats = 0;       ///< with r alone
  long up = 0, down = 0;  ///< over these borders
  long gathered = 0;      ///< accelerations, multipliers: each once, however many listen
};

}  // namespace treadle
