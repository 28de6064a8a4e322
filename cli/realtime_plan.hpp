// treadle run --realtime: what was typed, and what there is to say at the end.
#pragma once

#include "../src/realtime/realtime.hpp"

#include <nlohmann/json_fwd.hpp>

namespace treadle::cli {

struct RealtimePlan {
  bool on = false;
  std::string exchange = "udp";  ///< udp, udp:PORT, shm:NAME or none
  RealtimeOptions options;
};

/// Port of Treadle; the other side has the next one.
inline constexpr int usual_port = 48100;

/// Asks the system for what steps in time need and tells what it refused; opens the exchange and
/// tells what goes over it. `outputs`: columns of a row. Throws OptionError.
std::unique_ptr<Realtime> make_realtime(const RealtimePlan& plan, const Mechanism& mechanism,
                                        const std::vector<std::string>& outputs, bool quiet);

/// How well a run kept pace.
std::string realtime_text(const Realtime& realtime);
nlohmann::ordered_json realtime_json(const Realtime& realtime);

}  // namespace treadle::cli
