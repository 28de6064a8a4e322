#include "state_file.hpp"

#include "../base/error.hpp"
#include "../base/input_file.hpp"
#include "../base/leftovers.hpp"
#include "../base/sha256.hpp"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <system_error>

namespace treadle {

namespace {

constexpr std::string_view first_line = "treadle-state 1\n";
constexpr std::size_t largest_head = 4096, largest_state = std::size_t{4} << 30;

std::string hexadecimal(const unsigned char* bytes, std::size_t size) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < size; ++i) {
    text += digits[bytes[i] >> 4];
    text += digits[bytes[i] & 15];
  }
  return text;
}

/// What a search through the parts of the program finds.
struct Found {
  std::uintptr_t address = 0;  ///< of this code
  std::string id;
};

// The note that linkers leave in the part of the program that holds this code.
int look_at_part(dl_phdr_info* part, std::size_t /*size*/, void* into) {
  auto& found = *static_cast<Found*>(into);
  bool holds = false;
  for (int k = 0; k < part->dlpi_phnum; ++k) {
    const auto& piece = part->dlpi_phdr[k];
    const std::uintptr_t from = part->dlpi_addr + piece.p_vaddr;
    if (piece.p_type == PT_LOAD && found.address >= from && found.address < from + piece.p_memsz)
      holds = true;
  }
  if (!holds) return 0;
  for (int k = 0; k < part->dlpi_phnum; ++k) {
    const auto& piece = part->dlpi_phdr[k];
    if (piece.p_type != PT_NOTE) continue;
    const auto* at = reinterpret_cast<const unsigned char*>(part->dlpi_addr + piece.p_vaddr);
    const auto* end = at + piece.p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      ElfW(Nhdr) note;
      std::memcpy(&note, at, sizeof note);
      const auto* name = at + sizeof note;
      const auto* text = name + (note.n_namesz + 3) / 4 * 4;
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0)
        found.id = hexadecimal(text, note.n_descsz);
      at = text + (note.n_descsz + 3) / 4 * 4;
    }
  }
  return 1;
}

std::string head_of(const StateOwner& owner, std::string_view bytes) {
  return std::string(first_line) + "build " + owner.build + "\nmodel " + owner.model +
         "\noptions " + owner.options + "\nsha256 " + sha256(bytes) + "\nbytes " +
         std::to_string(bytes.size()) + "\n\n";
}

// The rest of the line that begins with `key`.
std::string line_of(std::string_view head, const std::string& key) {
  const std::size_t at = head.find("\n" + key + " ");
  if (at == std::string_view::npos) return {};
  const std::size_t from = at + key.size() + 2;
  return std::string(head.substr(from, head.find('\n', from) - from));
}

}  // namespace

std::string build_name() {
  Found found;
  found.address = reinterpret_cast<std::uintptr_t>(&hexadecimal);
  dl_iterate_phdr(look_at_part, &found);
  return TREADLE_VERSION " " + (found.id.empty() ? std::string(__VERSION__) : found.id);
}

std::string unfinished_state_file(const std::string& path) { return path + ".part"; }

void write_state_file(const std::string& path, const StateOwner& owner,
                      const std::vector<std::byte>& bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::string head = head_of(owner, text), other = unfinished_state_file(path);
  const auto fail = [&](const char* what) {
    const int code = errno;
    ::unlink(other.c_str());
    throw EnvironmentError("file '" + path + "' cannot " + what + ": " +
                           std::generic_category().message(code));
  };
  const leftovers::Unfinished unfinished(other);
  std::FILE* file = std::fopen(other.c_str(), "wb");
  if (file == nullptr) fail("be opened for writing");
  bool good = std::fwrite(head.data(), 1, head.size(), file) == head.size() &&
              std::fwrite(text.data(), 1, text.size(), file) == text.size() &&
              std::fflush(file) == 0 && ::fsync(::fileno(file)) == 0;
  const int code = errno;
  good = std::fclose(file) == 0 && good;
  if (!good) {
    errno = code;
    fail("be written");
  }
  if (std::rename(other.c_str(), path.c_str()) != 0) fail("be replaced");
}

std::vector<std::byte> read_state_file(const std::string& path, const StateOwner& owner) {
  const auto refuse = [&](const std::string& why) { throw ModelError(path, why); };
  const InputFile file(path);
  if (file.size() > largest_state) refuse("is too large for a saved state");
  std::string text;
  for (std::string more = file.read(1 << 20); !more.empty(); more = file.read(1 << 20))
    text += more;
  const std::size_t split = text.substr(0, largest_head).find("\n\n");
  if (!text.starts_with(first_line) || split == std::string::npos)
    refuse("is no state of a run, as --checkpoint writes it, or one of another version");
  const std::string_view head = std::string_view(text).substr(0, split + 1),
                         bytes = std::string_view(text).substr(split + 2);
  if (line_of(head, "bytes") != std::to_string(bytes.size()))
    refuse("is cut short: it has " + std::to_string(bytes.size()) + " bytes instead of " +
           line_of(head, "bytes"));
  if (line_of(head, "sha256") != sha256(bytes)) refuse("was changed or damaged");
  if (line_of(head, "build") != owner.build)
    refuse("was written by another build of treadle (" + line_of(head, "build") + ", this is " +
           owner.build + "); only the same one can go on");
  if (line_of(head, "model") != owner.model)
    refuse("belongs to another model, or the model has changed since");
  if (line_of(head, "options") != owner.options)
    refuse("belongs to a run with other options; give the same ones");
  std::vector<std::byte> out(bytes.size());
  std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

}  // namespace treadle
