// What the doctor found, for a person and for a script.
#pragma once

#include "../src/analyses/doctor.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace treadle::cli {

/// What the mechanism itself warns of, then the findings, in words.
std::vector<std::string> all_warnings(const Mechanism& mechanism,
                                      const std::vector<Finding>& findings);

nlohmann::ordered_json findings_json(const std::vector<Finding>& findings);

}  // namespace treadle::cli
