// The files that a model is made of: the one that is being read, those that led to it, and the text
// of all.
#pragma once

#include "../../describe/figure.hpp"
#include "fields.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace treadle {

class PartFiles {
 public:
  /// `source` is the file that a person opened.
  explicit PartFiles(const std::string& source);

  /// Goes into a file that is named relative to the one that is being read, and gives its content.
  /// Fails at `place` for a file that is not there, that includes itself, or that is nested too
  /// deep.
  const nlohmann::json& enter(const std::string& file, const Place& place);
  void leave() { chain_.pop_back(); }

  [[nodiscard]] bool in_part() const { return chain_.size() > 1; }
  /// The file that is being read: its path, and its path from the folder of the outermost file.
  [[nodiscard]] const std::string& path() const { return chain_.back().path; }
  [[nodiscard]] const std::string& label() const { return chain_.back().label; }
  /// What the files that were read so far want to be read off a run; no part of the description.
  [[nodiscard]] std::vector<FigureItem>& figures() { return figures_; }

 private:
  struct Link {
    std::string path, label, canonical;
  };
  [[nodiscard]] std::string chain_to(const std::string& label) const;

  std::vector<Link> chain_;
  std::vector<FigureItem> figures_;
  std::map<std::string, nlohmann::json> documents_;  ///< by canonical path
  std::size_t parts_ = 0;
};

}  // namespace treadle
