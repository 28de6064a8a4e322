#include "matrix_file.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

namespace treadle {

namespace {

// Kinds of elements and of arrays, as the format numbers them.
enum : std::uint32_t {
  mi_int8 = 1,
  mi_uint16 = 4,
  mi_int32 = 5,
  mi_uint32 = 6,
  mi_double = 9,
  mi_matrix = 14
};
enum : std::uint32_t { mx_cell = 1, mx_char = 4, mx_double = 6, is_complex = 0x0800 };

template <class T>
void append_number(std::string& to, T number) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &number, sizeof(T));
  if constexpr (std::endian::native == std::endian::big) {
    for (std::size_t k = sizeof(T); k-- > 0;) to += bytes[k];
  } else {
    to.append(bytes, sizeof(T));
  }
}

// A tag with its data, filled up to eight bytes.
void append_element(std::string& to, std::uint32_t kind, const std::string& data) {
  append_number(to, kind);
  append_number(to, static_cast<std::uint32_t>(data.size()));
  to += data;
  to.append((8 - data.size() % 8) % 8, '\0');
}

std::string doubles(const std::vector<double>& x) {
  std::string out;
  for (const double value : x) append_number(out, value);
  return out;
}

// What all arrays begin with: class, size, name.
std::string array_head(std::uint32_t flags, int rows, int cols, const std::string& name) {
  std::string out, part;
  append_number(part, flags);
  append_number(part, std::uint32_t{0});
  append_element(out, mi_uint32, part);
  part.clear();
  append_number(part, static_cast<std::int32_t>(rows));
  append_number(part, static_cast<std::int32_t>(cols));
  append_element(out, mi_int32, part);
  append_element(out, mi_int8, name);
  return out;
}

void append_matrix(std::string& to, const NamedMatrix& m) {
  std::string body =
      array_head(mx_double | (m.imag.empty() ? 0u : is_complex), m.rows, m.cols, m.name);
  append_element(body, mi_double, doubles(m.real));
  if (!m.imag.empty()) append_element(body, mi_double, doubles(m.imag));
  append_element(to, mi_matrix, body);
}

void append_words(std::string& to, const NamedWords& list) {
  std::string body = array_head(mx_cell, static_cast<int>(list.words.size()), 1, list.name);
  for (const std::string& word : list.words) {
    std::string cell = array_head(mx_char, 1, static_cast<int>(word.size()), ""), letters;
    for (const char c : word)
      append_number(letters, static_cast<std::uint16_t>(static_cast<unsigned char>(c)));
    append_element(cell, mi_uint16, letters);
    append_element(body, mi_matrix, cell);
  }
  append_element(to, mi_matrix, body);
}

}  // namespace

std::string mat_bytes(const MatrixFile& file) {
  std::string out = "MATLAB 5.0 MAT-file, written by treadle: " + file.title;
  out.resize(116, ' ');
  out.append(8, '\0');
  append_number(out, std::uint16_t{0x0100});
  out += "IM";
  for (const NamedMatrix& m : file.matrices) append_matrix(out, m);
  for (const NamedWords& list : file.words) append_words(out, list);
  return out;
}

}  // namespace treadle
