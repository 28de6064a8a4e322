#include "findings.hpp"

#include <nlohmann/json.hpp>

namespace treadle::cli {

std::vector<std::string> all_warnings(const Mechanism& mechanism,
                                      const std::vector<Finding>& findings) {
  std::vector<std::string> list = mechanism.warnings();
  for (const Finding& finding : findings) list.push_back(finding.words());
  return list;
}

nlohmann::ordered_json findings_json(const std::vector<Finding>& findings) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Finding& finding : findings) {
    list.push_back({{"severity", finding.severity == Severity::note ? "note" : "warning"},
                    {"check", finding.check},
                    {"name", finding.name},
                    {"text", finding.text},
                    {"remedy", finding.remedy}});
  }
  return list;
}

}  // namespace treadle::cli
