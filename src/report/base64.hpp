// Arrays of numbers as text: base64 of little-endian bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace treadle {

std::string base64(std::span<const unsigned char> bytes);
std::string base64(std::span<const float> numbers);
std::string base64(std::span<const double> numbers);
std::string base64(std::span<const std::uint32_t> numbers);
std::string base64(std::span<const std::uint16_t> numbers);

}  // namespace treadle
