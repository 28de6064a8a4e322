#include "cache.hpp"

#include "../base/error.hpp"
#include "../base/sha256.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace treadle {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t fingerprint_digits = 64;

[[noreturn]] void fail(const std::string& what, const std::string& path) {
  throw EnvironmentError(what + " '" + path + "': " + std::strerror(errno));
}

}  // namespace

std::string default_cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return std::string(cache) + "/treadle";
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.cache/treadle" : "";
}

std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  if (!file) fail("cannot read", path);
  return std::move(bytes).str();
}

void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) fail("cannot write", path);
}

LibraryCache::LibraryCache(const std::string& folder) : folder_(folder) {
  if (folder.empty())
    throw EnvironmentError("no place for compiled code: neither XDG_CACHE_HOME nor HOME is set");
  std::error_code error;
  fs::create_directories(fs::path(folder).parent_path(), error);
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) fail("cannot make folder", folder);
  struct stat facts {};
  if (::lstat(folder.c_str(), &facts) != 0) fail("cannot look at folder", folder);
  if (!S_ISDIR(facts.st_mode) || facts.st_uid != ::geteuid())
    throw EnvironmentError("'" + folder +
                           "' is not a folder of this user; code is not loaded from it");
  if ((facts.st_mode & 077) != 0 && ::chmod(folder.c_str(), 0700) != 0)
    fail("cannot make private", folder);
}

std::string LibraryCache::path(const std::string& key) const { return folder_ + "/" + key + ".so"; }

bool LibraryCache::holds(const std::string& key) const {
  const std::string file = path(key);
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return false;
  const std::string bytes = read_bytes(file);
  if (bytes.size() > fingerprint_digits &&
      sha256(std::string_view(bytes).substr(0, bytes.size() - fingerprint_digits)) ==
          std::string_view(bytes).substr(bytes.size() - fingerprint_digits))
    return true;
  fs::remove(file, error);
  return false;
}

void LibraryCache::take(const std::string& file, const std::string& key) const {
  const std::string bytes = read_bytes(file);
  write_bytes(file, bytes + sha256(bytes));
  if (::chmod(file.c_str(), 0700) != 0 || std::rename(file.c_str(), path(key).c_str()) != 0)
    fail("cannot keep compiled code in", path(key));
}

std::string LibraryCache::workplace() const {
  std::string name = folder_ + "/work-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) fail("cannot make a folder in", folder_);
  return name;
}

}  // namespace treadle
