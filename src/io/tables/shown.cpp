#include "shown.hpp"

namespace treadle {

namespace {

bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (first < 0x20 || first == 0x7F) return true;
  return first == 0xC2 && character.size() > 1 && static_cast<unsigned char>(character[1]) < 0xA0;
}

}  // namespace

std::size_t utf8_size(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;

  // The second byte's range excludes long forms, surrogates and what is beyond U+10FFFF.
  const std::size_t size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (first < 0xC2 || first > 0xF4 || text.size() < size) return 0;
  const unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < low || byte(1) > high) return 0;
  for (std::size_t i = 2; i < size; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  }
  return size;
}

bool has_control_characters(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_control(text.substr(i))) return true;
  }
  return false;
}

std::string clean(std::string_view text, std::size_t longest) {
  std::string result;
  while (!text.empty()) {
    if (result.size() >= longest) return result + "...";
    const std::size_t size = utf8_size(text);
    if (size == 0 || is_control(text)) {
      result += '?';
    } else {
      result += text.substr(0, size);
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return result;
}

std::string shown(std::string_view text) {
  return std::string("'").append(clean(text)).append("'");
}

}  // namespace treadle
