#include "cache.hpp"

#include "../base/error.hpp"
#include "../base/leftovers.hpp"
#include "../base/sha256.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace treadle {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t fingerprint_digits = 64;
constexpr mode_t writable_by_others = S_IWGRP | S_IWOTH;

[[noreturn]] void fail(const std::string& what, const std::string& path) {
  throw EnvironmentError(what + " '" + path + "': " + std::strerror(errno));
}

// Those that are missing, for their owner alone.
void make_folders(const fs::path& folder) {
  std::error_code error;
  const fs::path above = folder.parent_path();
  if (!above.empty() && above != folder && !fs::exists(above, error)) make_folders(above);
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    fail("cannot make folder", folder.string());
}

// The bytes of a regular file of this user that nobody else can write and that has no other name;
// false where there is nothing. Of anything else no bytes are taken.
bool read_own(const std::string& path, std::string& bytes) {
  const int file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return errno != ENOENT;
  struct stat facts {};
  const bool own = ::fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) &&
                   facts.st_uid == ::geteuid() && facts.st_nlink == 1 &&
                   (facts.st_mode & writable_by_others) == 0;
  char block[65536];
  for (ssize_t got = 0; own && (got = ::read(file, block, sizeof block)) > 0;)
    bytes.append(block, static_cast<std::size_t>(got));
  ::close(file);
  return true;
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
  make_folders(folder);
  struct stat facts {};
  if (::lstat(folder.c_str(), &facts) != 0) fail("cannot look at folder", folder);
  const bool link = S_ISLNK(facts.st_mode);
  if (link || facts.st_uid != ::geteuid()) {
    note_ = "'" + folder + "' " + (link ? "is a link" : "belongs to another user") +
            "; no code is loaded from there, and what is compiled is not kept";
    std::error_code error;
    const fs::path place = fs::temp_directory_path(error);
    folder_ =
        leftovers::make_folder(((error ? fs::path("/tmp") : place) / "treadle-XXXXXX").string());
    if (folder_.empty()) fail("cannot make a temporary folder instead of", folder);
    temporary_ = true;
    return;
  }
  if (!S_ISDIR(facts.st_mode)) throw EnvironmentError("'" + folder + "' is not a folder");
  if ((facts.st_mode & 077) != 0 && ::chmod(folder.c_str(), 0700) != 0)
    fail("cannot make private", folder);
  const bool was_open = (facts.st_mode & writable_by_others) != 0;
  if (was_open) note_ = "others could write to '" + folder + "'; the code in it is thrown away";
  sweep(was_open);
}

LibraryCache::~LibraryCache() {
  if (temporary_) leftovers::remove_folder(folder_);
}

void LibraryCache::sweep(bool libraries) const {
  std::error_code error;
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(24);
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder_, error)) {
    const std::string name = entry.path().filename().string();
    const bool library = name.size() == fingerprint_digits + 3 && name.ends_with(".so");
    const bool workplace = name.starts_with("work-");
    if ((libraries && library) || (workplace && entry.last_write_time(error) < old))
      found.push_back(entry.path());
  }
  for (const fs::path& path : found) fs::remove_all(path, error);
}

std::string LibraryCache::path(const std::string& key) const { return folder_ + "/" + key + ".so"; }

bool LibraryCache::holds(const std::string& key) const {
  const std::string file = path(key);
  std::string bytes;
  if (!read_own(file, bytes)) return false;
  if (bytes.size() > fingerprint_digits &&
      sha256(std::string_view(bytes).substr(0, bytes.size() - fingerprint_digits)) ==
          std::string_view(bytes).substr(bytes.size() - fingerprint_digits))
    return true;
  std::error_code error;
  fs::remove_all(file, error);
  return false;
}

void LibraryCache::take(const std::string& file, const std::string& key) const {
  const std::string bytes = read_bytes(file);
  write_bytes(file, bytes + sha256(bytes));
  if (::chmod(file.c_str(), 0700) != 0 || std::rename(file.c_str(), path(key).c_str()) != 0)
    fail("cannot keep compiled code in", path(key));
}

}  // namespace treadle
