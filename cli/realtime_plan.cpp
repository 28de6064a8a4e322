#include "realtime_plan.hpp"

#include "../src/base/text.hpp"
#include "command.hpp"
#include "report_error.hpp"
#include "words.hpp"

#include <charconv>
#include <iostream>
#include <nlohmann/json.hpp>

namespace treadle::cli {

namespace {

int port_of(std::string_view text) {
  constexpr int least = 1024, most = 65534;
  int port = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, fault] = std::from_chars(text.data(), end, port);
  if (fault != std::errc() || rest != end || port < least || port > most) {
    throw OptionError("--exchange", "'" + std::string(text) + "' is no port; give " +
                                        std::to_string(least) + " to " + std::to_string(most));
  }
  return port;
}

std::unique_ptr<Exchange> exchange_of(const std::string& words, const ExchangeNames& names) {
  const std::size_t colon = words.find(':');
  const std::string kind = words.substr(0, colon);
  const std::string rest = colon == std::string::npos ? "" : words.substr(colon + 1);
  try {
    if (kind == "none" && rest.empty()) return nullptr;
    if (kind == "udp")
      return make_udp_exchange(names, colon == std::string::npos ? usual_port : port_of(rest));
    if (kind == "shm") return make_shared_exchange(names, rest.empty() ? "treadle" : rest);
  } catch (const ModelError& error) {
    throw OptionError("--exchange", error.what());
  }
  throw OptionError("--exchange", "'" + words + "' is none of udp, udp:PORT, shm:NAME, none");
}

std::string microseconds(double seconds) { return short_number(1e6 * seconds, 3) + " us"; }

}  // namespace

std::unique_ptr<Realtime> make_realtime(const RealtimePlan& plan, const Mechanism& mechanism,
                                        const std::vector<std::string>& outputs, bool quiet) {
  const ExchangeNames names{exchanged_inputs(mechanism), outputs};
  auto exchange = exchange_of(plan.exchange, names);
  if (!quiet) {
    for (const std::string& note : ask_for_real_time())
      std::cerr << "treadle: note: " << note << std::endl;
    if (exchange) {
      std::cerr << "treadle: " << plan.exchange << ": inputs "
                << (names.inputs.empty() ? "none" : listed(names.inputs)) << "; outputs "
                << listed(names.outputs) << std::endl;
    }
  } else {
    ask_for_real_time();
  }
  return std::make_unique<Realtime>(std::move(exchange), names.inputs, plan.options);
}

std::string realtime_text(const Realtime& realtime) {
  const PaceCounts& pace = realtime.pace();
  const ExchangeCounts& came = realtime.exchanged();
  std::vector<std::vector<std::string>> rows;
  rows.push_back(
      {"real time",
       std::to_string(pace.steps) + " steps, " + std::to_string(pace.overruns) + " not in time" +
           (pace.overruns > 0 ? " (by " + microseconds(pace.worst_late) + " at worst)" : "") +
           "; longest work " + microseconds(pace.worst_step) + ", woken late by up to " +
           microseconds(pace.worst_wake)});
  if (came.sent + came.received + came.not_taken + came.dropped + came.strangers > 0) {
    rows.push_back({"exchanged", std::to_string(came.received) + " packets in, " +
                                     std::to_string(came.sent) + " out; " +
                                     std::to_string(came.lost) + " lost, " +
                                     std::to_string(came.dropped) + " not understood, " +
                                     std::to_string(came.strangers) + " from strangers"});
  }
  long seen = 0;
  for (std::size_t b = 0; b < pace.histogram.size() && seen < pace.steps; ++b) {
    seen += pace.histogram[b];
    if (seen == 0) continue;
    const bool above = b == PaceCounts::edges;
    rows.push_back({b == 0 || seen == pace.histogram[b] ? "work of a step" : "",
                    (above ? "above " : "up to ") +
                        microseconds(PaceCounts::edge[above ? b - 1 : b]) + ": " +
                        std::to_string(pace.histogram[b])});
  }
  return aligned(rows, 2);
}

nlohmann::ordered_json realtime_json(const Realtime& realtime) {
  const PaceCounts& pace = realtime.pace();
  const ExchangeCounts& came = realtime.exchanged();
  nlohmann::ordered_json edges = PaceCounts::edge, counts = pace.histogram;
  return {{"steps", pace.steps},
          {"overruns", pace.overruns},
          {"worst_late", pace.worst_late},
          {"worst_wake", pace.worst_wake},
          {"worst_step", pace.worst_step},
          {"received", came.received},
          {"sent", came.sent},
          {"lost", came.lost},
          {"dropped", came.dropped},
          {"strangers", came.strangers},
          {"histogram", {{"edges", std::move(edges)}, {"counts", std::move(counts)}}}};
}

}  // namespace treadle::cli
