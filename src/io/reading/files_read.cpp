#include "files_read.hpp"

#include "../../base/error.hpp"
#include "../../base/sha256.hpp"
#include "../../base/thread_local.hpp"

#include <algorithm>
#include <filesystem>

namespace treadle {

namespace {

TREADLE_THREAD_LOCAL FilesRead* listening = nullptr;

}  // namespace

FilesRead::FilesRead() : outer_(listening) { listening = this; }

FilesRead::~FilesRead() { listening = outer_; }

void FilesRead::note(const std::string& path, std::string_view bytes) {
  for (FilesRead* files = listening; files != nullptr; files = files->outer_) {
    std::vector<FileRead>& list = files->list_;
    const bool known = std::any_of(list.begin(), list.end(),
                                   [&](const FileRead& file) { return file.path == path; });
    if (!known) list.push_back({path, sha256(bytes)});
  }
}

std::string FilesRead::fingerprint(const std::string& model, const Overrides& overrides) const {
  const std::filesystem::path folder = std::filesystem::path(model).parent_path();
  std::string first;
  std::vector<std::string> others;
  for (const FileRead& file : list_) {
    const std::filesystem::path path(file.path);
    if (file.path == model) {
      first = file.sha256;
    } else {
      others.push_back(file.sha256 + "  " + path.lexically_proximate(folder).generic_string() +
                       "\n");
    }
  }
  if (first.empty()) throw ModelError(model, "this model was not read");
  if (others.empty() && overrides.empty()) return first;

  // by path, which begins behind the digits and two spaces
  const std::size_t digits = first.size() + 2;
  std::sort(others.begin(), others.end(), [=](const std::string& a, const std::string& b) {
    return a.substr(digits) < b.substr(digits);
  });
  std::string all = first + "  " + std::filesystem::path(model).filename().string() + "\n";
  for (const std::string& line : others) all += line;
  for (const auto& [name, value] : overrides) {
    all.append(name).append("=").append(value).append("\n");
  }
  return sha256(all);
}

}  // namespace treadle
