// The runnable examples of docs/model.md.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace treadle {

inline const std::string docs_folder = std::string(TREADLE_TEST_DATA) + "/../docs/";

/// Examples of elements whose readers are still to come; the tables have them already. An entry is
/// to be taken away together with its keys in `is_read` (src/io/schema/elements.cpp).
inline const std::vector<std::string> examples_not_yet_read{"output", "assembly",
                                                            "function_table_file"};

/// All examples without extension, sorted.
inline std::vector<std::string> page_examples() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(docs_folder + "model/examples")) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Those that the reader knows.
inline std::vector<std::string> readable_examples() {
  std::vector<std::string> names = page_examples();
  std::erase_if(names, [](const std::string& name) {
    return std::find(examples_not_yet_read.begin(), examples_not_yet_read.end(), name) !=
           examples_not_yet_read.end();
  });
  return names;
}

inline std::string example_file(const std::string& name) {
  return docs_folder + "model/examples/" + name + ".json";
}

}  // namespace treadle
