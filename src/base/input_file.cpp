#include "input_file.hpp"

#include "error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace treadle {

namespace {

const char* kind_of(const struct stat& facts) {
  switch (facts.st_mode & S_IFMT) {
    case S_IFREG:
      return "";
    case S_IFDIR:
      return "a directory";
    case S_IFIFO:
      return "a pipe";
    case S_IFSOCK:
      return "a socket";
    default:
      return "a device";
  }
}

[[noreturn]] void fail(const std::string& path, const char* what) {
  throw ModelError(
      path, std::string("the file cannot be ") + what + std::generic_category().message(errno));
}

}  // namespace

std::string other_kind_of_file(const std::string& path) {
  struct stat facts {};
  return ::stat(path.c_str(), &facts) == 0 ? kind_of(facts) : "";
}

InputFile::InputFile(const std::string& path) : path_(path), file_(-1) {
  // Look before opening, which a device or the other end of a pipe would notice; then look at what
  // was opened, since names may change their meaning in between.
  std::string kind = other_kind_of_file(path);
  if (kind.empty()) {
    file_ = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file_ < 0 && errno == ENXIO) kind = "a socket";
  }
  struct stat facts {};
  if (kind.empty()) {
    if (file_ < 0 || ::fstat(file_, &facts) != 0) fail(path, "opened: ");
    kind = kind_of(facts);
  }
  if (kind.empty()) {
    size_ = static_cast<std::size_t>(facts.st_size);
    return;
  }
  if (file_ >= 0) ::close(file_);
  throw ModelError(path, "this is " + kind + "; a file is needed");
}

InputFile::~InputFile() { ::close(file_); }

std::string InputFile::read(std::size_t most) const {
  std::string bytes(most, '\0');
  ssize_t got = -1;
  do {
    got = ::read(file_, bytes.data(), most);
  } while (got < 0 && errno == EINTR);
  if (got < 0) fail(path_, "read: ");
  bytes.resize(static_cast<std::size_t>(got));
  return bytes;
}

}  // namespace treadle
