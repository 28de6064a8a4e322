// A folder of compiled libraries that only its owner can read or change. Entries end with the
// fingerprint of what is before it, so that a damaged one is found out before it is loaded.
#pragma once

#include <string>
#include <vector>

namespace treadle {

/// Throws EnvironmentError where the folder cannot be made or belongs to somebody else.
class LibraryCache {
 public:
  explicit LibraryCache(const std::string& folder);

  /// Where an entry with this key is or would be.
  [[nodiscard]] std::string path(const std::string& key) const;
  /// Whether there is an undamaged entry; a damaged one is removed.
  [[nodiscard]] bool holds(const std::string& key) const;
  /// Moves a finished file in, in one stroke: other runs see all of it or nothing.
  void take(const std::string& file, const std::string& key) const;
  /// A new folder for work inside the cache.
  [[nodiscard]] std::string workplace() const;

 private:
  std::string folder_;
};

/// $XDG_CACHE_HOME/treadle, or ~/.cache/treadle; "" where neither is known.
std::string default_cache_folder();

/// Whole files. Throw EnvironmentError.
std::string read_bytes(const std::string& path);
void write_bytes(const std::string& path, const std::string& bytes);

}  // namespace treadle
