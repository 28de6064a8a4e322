// A folder of compiled libraries that only its owner can read or change. Entries end with the
// fingerprint of what is before it, so that a damaged one is found out before it is loaded. Nothing
// that somebody else may have put there is ever loaded.
#pragma once

#include <string>
#include <vector>

namespace treadle {

/// Throws EnvironmentError where the folder cannot be made. One that belongs to somebody else, or a
/// link, is left alone: a private temporary folder takes its place for as long as this lives. One
/// that others could write to is emptied of libraries and closed to them.
class LibraryCache {
 public:
  explicit LibraryCache(const std::string& folder);
  ~LibraryCache();
  LibraryCache(const LibraryCache&) = delete;
  LibraryCache& operator=(const LibraryCache&) = delete;

  [[nodiscard]] const std::string& folder() const { return folder_; }
  /// What was wrong with the folder, for a person; "" as a rule.
  [[nodiscard]] const std::string& note() const { return note_; }

  /// Where an entry with this key is or would be.
  [[nodiscard]] std::string path(const std::string& key) const;
  /// Whether there is an undamaged entry: a regular file of this user that nobody else can write.
  /// Anything else under this name is removed.
  [[nodiscard]] bool holds(const std::string& key) const;
  /// Moves a finished file in, in one stroke: other runs see all of it or nothing.
  void take(const std::string& file, const std::string& key) const;

 private:
  /// Removes workplaces that were left behind, and libraries if told so.
  void sweep(bool libraries) const;

  std::string folder_, note_;
  bool temporary_ = false;
};

/// $XDG_CACHE_HOME/treadle, or ~/.cache/treadle; "" where neither is known.
std::string default_cache_folder();

/// Whole files. Throw EnvironmentError.
std::string read_bytes(const std::string& path);
void write_bytes(const std::string& path, const std::string& bytes);

}  // namespace treadle
