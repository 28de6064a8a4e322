// Which files a model was made of, and one fingerprint for all of them.
#pragma once

#include "read_model.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace treadle {

/// A file that was read: its path and the fingerprint of its bytes.
struct FileRead {
  std::string path, sha256;
};

/// While one lives, each file that read_text_file reads on this thread is noted, once.
///
///   const FilesRead files;
///   const Description model = read_model(path, overrides);
///   files.fingerprint(path, overrides);
class FilesRead {
 public:
  FilesRead();
  ~FilesRead();
  FilesRead(const FilesRead&) = delete;
  FilesRead& operator=(const FilesRead&) = delete;

  [[nodiscard]] const std::vector<FileRead>& list() const { return list_; }

  /// Of a model in one file: SHA-256 of its bytes. Otherwise of lines as sha256sum writes them, the
  /// model's first, then parts, tables and meshes by their paths from the model's folder, then
  /// name=value for each parameter that was set. So no two different models share one.
  [[nodiscard]] std::string fingerprint(const std::string& model, const Overrides& overrides) const;

  /// Called by read_text_file.
  static void note(const std::string& path, std::string_view bytes);

 private:
  std::vector<FileRead> list_;
  FilesRead* outer_;
};

}  // namespace treadle
