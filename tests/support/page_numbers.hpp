// Numbers of a page, read back as a browser would: base64 of little-endian bytes.
#pragma once

#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace treadle::test {

template <class Number>
std::vector<Number> page_numbers(const nlohmann::json& array) {
  const std::string text =
      array.is_string() ? array.get<std::string>() : array.begin().value().get<std::string>();
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  for (std::size_t i = 0; i + 3 < text.size(); i += 4) {
    unsigned word = 0;
    int padding = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      padding += text[i + k] == '=' ? 1 : 0;
      const std::size_t digit = text[i + k] == '=' ? 0 : digits.find(text[i + k]);
      word = word * 64 + static_cast<unsigned>(digit);
    }
    for (int k = 0; k < 3 - padding; ++k) bytes += static_cast<char>((word >> (16 - 8 * k)) & 255U);
  }
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

}  // namespace treadle::test
