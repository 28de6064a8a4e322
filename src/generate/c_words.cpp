#include "c_words.hpp"

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace treadle {

std::string c_number(double x) {
  if (std::isnan(x)) return "(0.0 / 0.0)";
  if (std::isinf(x)) return x < 0.0 ? "(-HUGE_VAL)" : "HUGE_VAL";
  std::array<char, 40> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), x);
  std::string text(digits.data(), end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string c_identifier(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const auto u = static_cast<unsigned char>(c);
    out += u < 128 && std::isalnum(u) != 0 ? static_cast<char>(std::tolower(u)) : '_';
  }
  if (out.empty() || std::isdigit(static_cast<unsigned char>(out[0])) != 0) out = "m" + out;
  return out;
}

std::string comment_text(std::string text) {
  for (std::size_t at = 0; (at = text.find("*/", at)) != std::string::npos;) text[at] = '.';
  for (std::size_t at = 0; (at = text.find("/*", at)) != std::string::npos;) text[at] = '.';
  for (char& c : text) {
    if (c == '\n' || c == '\r' || c == '\\') c = ' ';
  }
  return text;
}

}  // namespace treadle
