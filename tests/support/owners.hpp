// Joints and constraints behind a list of channels, each once.
#pragma once

#include "src/output/channels.hpp"

namespace treadle::test {

inline std::vector<std::string> owners_of(const std::vector<std::string>& channels) {
  std::vector<std::string> names;
  for (const std::string& one : by_owner(channels)) names.push_back(one.substr(0, one.find(" (")));
  return names;
}

}  // namespace treadle::test
