// What a run has to say at its end: a short text for a person, an object for a script.
#pragma once

#include "../src/simulation/run.hpp"

#include <algorithm>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace treadle::cli {

/// Where the motion went.
struct WrittenMotion {
  std::string path;            ///< empty: not written
  std::string record, report;  ///< the whole run, and its page; empty: not written
  long rows = 0, columns = 0;
  std::vector<std::string> lost{};  ///< options whose file could not be written to its end

  [[nodiscard]] bool failed(const std::string& option) const {
    return std::find(lost.begin(), lost.end(), option) != lost.end();
  }
};

std::string summary_text(const Mechanism& mechanism, const RunOptions& options,
                         const RunResult& result, const WrittenMotion& motion);
/// The keys of docs: design, table of names that scripts rely on.
nlohmann::ordered_json summary_json(const Mechanism& mechanism, const RunOptions& options,
                                    const RunResult& result, const WrittenMotion& motion);

}  // namespace treadle::cli
