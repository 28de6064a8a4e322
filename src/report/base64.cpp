#include "base64.hpp"

#include <bit>
#include <cstddef>
#include <vector>

namespace treadle {

namespace {

template <class Bits, class Number>
std::string encode(std::span<const Number> numbers) {
  static_assert(sizeof(Bits) == sizeof(Number));
  std::vector<unsigned char> bytes;
  bytes.reserve(numbers.size() * sizeof(Number));
  for (const Number number : numbers) {
    const Bits bits = std::bit_cast<Bits>(number);
    for (std::size_t k = 0; k < sizeof(Bits); ++k) {
      bytes.push_back(static_cast<unsigned char>((bits >> (8 * k)) & 0xFFU));
    }
  }
  return base64(std::span<const unsigned char>(bytes));
}

}  // namespace

std::string base64(std::span<const unsigned char> bytes) {
  constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k) word = (word << 8U) | (k < count ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= count ? digits[(word >> (18 - 6 * k)) & 0x3FU] : '=';
    }
  }
  return text;
}

std::string base64(std::span<const float> numbers) { return encode<std::uint32_t>(numbers); }
std::string base64(std::span<const double> numbers) { return encode<std::uint64_t>(numbers); }
std::string base64(std::span<const std::uint32_t> numbers) {
  return encode<std::uint32_t>(numbers);
}
std::string base64(std::span<const std::uint16_t> numbers) {
  return encode<std::uint16_t>(numbers);
}

}  // namespace treadle
