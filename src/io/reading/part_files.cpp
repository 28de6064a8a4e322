#include "part_files.hpp"

#include "../../base/error.hpp"
#include "../tables/shown.hpp"
#include "../tables/text_file.hpp"
#include "json_document.hpp"

#include <filesystem>

namespace treadle {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t deepest_parts = 32;
constexpr std::size_t most_parts = 100'000;

// One name for a file however it is reached.
std::string canonical(const std::string& path) {
  std::error_code code;
  const fs::path found = fs::weakly_canonical(path, code);
  return code ? fs::path(path).lexically_normal().string() : found.string();
}

}  // namespace

PartFiles::PartFiles(const std::string& source)
    : chain_{{source, fs::path(source).filename().string(), canonical(source)}} {}

std::string PartFiles::chain_to(const std::string& label) const {
  std::string text;
  for (const Link& link : chain_) text += link.label + " > ";
  return text + label;
}

const nlohmann::json& PartFiles::enter(const std::string& file, const Place& place) {
  const Link& here = chain_.back();
  Link next;
  next.path = (fs::path(here.path).parent_path() / file).lexically_normal().string();
  next.label = (fs::path(here.label).parent_path() / file).lexically_normal().string();
  next.canonical = canonical(next.path);

  for (const Link& link : chain_) {
    if (link.canonical == next.canonical) {
      place.fail_field("is " + shown(file) +
                       ", which includes itself: " + clean(chain_to(next.label), 600));
    }
  }
  if (chain_.size() > deepest_parts) {
    place.fail_field("is " + shown(file) + ", a part inside more than 32 others");
  }
  if (++parts_ > most_parts) place.fail_field("is one of more than 100000 parts");

  auto document = documents_.find(next.canonical);
  if (document == documents_.end()) {
    std::string text;
    try {
      text = read_text_file(next.path);
    } catch (const ModelError& error) {
      place.fail_field("is " + shown(file) + "; " + error.what());
    }
    document = documents_.emplace(next.canonical, parse_json(text, next.path)).first;
  }
  chain_.push_back(std::move(next));
  return document->second;
}

}  // namespace treadle
