#include "package.hpp"

#include "../base/sha256.hpp"

#include <cstring>

namespace treadle {

namespace {

constexpr std::string_view seal_magic = "TREADLE COMPONENT 1\n";
constexpr std::size_t digest_size = 64;
constexpr std::size_t seal_size = 20 + 4 + 8 + digest_size;  // magic, needed, length, digest

template <class Number>
void put_number(std::string& to, Number number) {
  for (std::size_t k = 0; k < sizeof number; ++k)
    to.push_back(static_cast<char>((number >> (8 * k)) & 0xff));
}

template <class Number>
Number get_number(std::string_view from) {
  Number number = 0;
  for (std::size_t k = 0; k < sizeof number; ++k)
    number |= static_cast<Number>(static_cast<unsigned char>(from[k])) << (8 * k);
  return number;
}

enum Needed : std::uint32_t { avx = 1, avx2 = 2, fma = 4, avx512 = 8 };

#if defined(__x86_64__)
constexpr unsigned own_machine = 62;
#elif defined(__aarch64__)
constexpr unsigned own_machine = 183;
#elif defined(__riscv)
constexpr unsigned own_machine = 243;
#else
constexpr unsigned own_machine = 0;
#endif

std::string machine_word(unsigned machine) {
  if (machine == 62) return "x86-64";
  if (machine == 183) return "AArch64";
  if (machine == 243) return "RISC-V";
  if (machine == 3) return "x86 of 32 bits";
  if (machine == 40) return "ARM of 32 bits";
  return "machines of kind " + std::to_string(machine);
}

}  // namespace

std::uint32_t needed_of_processor() {
  std::uint32_t needed = 0;
#ifdef __AVX__
  needed |= avx;
#endif
#ifdef __AVX2__
  needed |= avx2;
#endif
#ifdef __FMA__
  needed |= fma;
#endif
#ifdef __AVX512F__
  needed |= avx512;
#endif
  return needed;
}

std::string missing_of_processor(std::uint32_t needed) {
#if defined(__x86_64__)
  if ((needed & avx) != 0 && !__builtin_cpu_supports("avx")) return "AVX";
  if ((needed & avx2) != 0 && !__builtin_cpu_supports("avx2")) return "AVX2";
  if ((needed & fma) != 0 && !__builtin_cpu_supports("fma")) return "FMA";
  if ((needed & avx512) != 0 && !__builtin_cpu_supports("avx512f")) return "AVX-512";
#endif
  static_cast<void>(needed);
  return "";
}

std::string seal_component(std::string_view runtime, std::string_view content) {
  std::string bytes(runtime);
  bytes += content;
  bytes += seal_magic;
  put_number(bytes, needed_of_processor());
  put_number(bytes, static_cast<std::uint64_t>(content.size()));
  return bytes + sha256(bytes);
}

SealedComponent open_sealed(std::string_view bytes) {
  SealedComponent out;
  const auto wrong = [&](const char* why) {
    out.problem = why;
    return out;
  };
  if (bytes.size() < seal_size ||
      bytes.substr(bytes.size() - seal_size, seal_magic.size()) != seal_magic)
    return wrong(
        "it does not end as a file of 'treadle compile' does: it is truncated, or something else");
  const std::string_view sealed = bytes.substr(0, bytes.size() - digest_size);
  if (sha256(sealed) != bytes.substr(sealed.size()))
    return wrong("its content was changed after 'treadle compile' wrote it");
  const std::string_view numbers = sealed.substr(sealed.size() - 12);
  const auto length = get_number<std::uint64_t>(numbers.substr(4));
  if (length > bytes.size() - seal_size) return wrong("its content is longer than the file");
  out.needed = get_number<std::uint32_t>(numbers);
  out.content = bytes.substr(bytes.size() - seal_size - length, length);
  return out;
}

std::string not_a_library(std::string_view bytes) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(bytes[k]); };
  if (bytes.size() < 64 || bytes.substr(0, 4) != "\177ELF") return "is no shared library (ELF)";
  if (byte(4) != sizeof(void*) / 4)
    return "is for machines of " + std::string(byte(4) == 1 ? "32" : "64") + " bits";
  const unsigned little = 1;
  char first = 0;
  std::memcpy(&first, &little, 1);
  if (byte(5) != (first == 1 ? 1 : 2)) return "is for machines with the other order of bytes";
  const bool falling = byte(5) == 2;
  const auto half = [&](std::size_t k) {
    return falling ? 256U * byte(k) + byte(k + 1) : byte(k) + 256U * byte(k + 1);
  };
  if (own_machine != 0 && half(18) != own_machine)
    return "is for " + machine_word(half(18)) + ", and this is " + machine_word(own_machine);
  if (half(16) != 3) return "is an ELF file, but no shared library";
  return "";
}

}  // namespace treadle
