// The runnable examples of docs/model.md.
#pragma once

#include "support/places.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace treadle {

inline const std::string docs_folder = tests_folder() + "/../docs/";

/// All examples without extension, sorted.
inline std::vector<std::string> page_examples() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(docs_folder + "model/examples")) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

inline std::string example_file(const std::string& name) {
  return docs_folder + "model/examples/" + name + ".json";
}

}  // namespace treadle
