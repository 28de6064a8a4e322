#include "matrix_file.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace treadle {

namespace {

void put_little(std::string& to, std::uint64_t number, int bytes) {
  for (int k = 0; k < bytes; ++k) to += static_cast<char>((number >> (8 * k)) & 0xffu);
}

void put_double(std::string& to, double x) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  put_little(to, bits, 8);
}

// The checksum of zip archives.
std::uint32_t crc_of(const std::string& data) {
  std::uint32_t crc = 0xffffffffu;
  for (const char c : data) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1u) != 0 ? 0xedb88320u : 0u);
  }
  return ~crc;
}

// An array of numpy, format 1.0.
std::string npy(const std::string& kind, const std::string& shape, const std::string& data) {
  std::string head = "{'descr': '" + kind + "', 'fortran_order': True, 'shape': (" + shape + "), }";
  head.append(63 - (10 + head.size()) % 64, ' ');
  head += '\n';
  std::string out("\x93NUMPY\x01\x00", 8);
  put_little(out, head.size(), 2);
  return out + head + data;
}

std::string array_of(const NamedMatrix& m) {
  std::string data;
  for (std::size_t k = 0; k < m.real.size(); ++k) {
    put_double(data, m.real[k]);
    if (!m.imag.empty()) put_double(data, m.imag[k]);
  }
  const std::string shape = m.is_list ? std::to_string(m.rows) + ","
                                      : std::to_string(m.rows) + ", " + std::to_string(m.cols);
  return npy(m.imag.empty() ? "<f8" : "<c16", shape, data);
}

std::string array_of(const NamedWords& list) {
  std::size_t width = 1;
  for (const std::string& word : list.words) width = std::max(width, word.size());
  std::string data;
  for (const std::string& word : list.words) {
    for (std::size_t k = 0; k < width; ++k)
      put_little(data, k < word.size() ? static_cast<unsigned char>(word[k]) : 0u, 4);
  }
  return npy("<U" + std::to_string(width), std::to_string(list.words.size()) + ",", data);
}

// A zip archive of files that are stored as they are.
class Archive {
 public:
  void add(const std::string& name, const std::string& data) {
    const std::size_t at = out_.size();
    std::string facts;
    put_little(facts, 20, 2);  // version
    put_little(facts, 0, 2);   // flags
    put_little(facts, 0, 2);   // stored
    put_little(facts, 0, 2);   // time: none, so that bytes are always the same
    put_little(facts, (0u << 9) | (1u << 5) | 1u, 2);  // first of January 1980
    put_little(facts, crc_of(data), 4);
    put_little(facts, data.size(), 4);
    put_little(facts, data.size(), 4);
    put_little(facts, name.size(), 2);
    put_little(facts, 0, 2);
    out_ += "PK\x03\x04" + facts + name + data;
    list_ += "PK\x01\x02";
    put_little(list_, 20, 2);
    list_ += facts;
    put_little(list_, 0, 2);  // comment
    put_little(list_, 0, 2);  // disk
    put_little(list_, 0, 2);  // attributes
    put_little(list_, 0, 4);
    put_little(list_, at, 4);
    list_ += name;
    ++count_;
  }
  [[nodiscard]] std::string bytes() const {
    std::string end = "PK\x05\x06";
    put_little(end, 0, 4);
    put_little(end, count_, 2);
    put_little(end, count_, 2);
    put_little(end, list_.size(), 4);
    put_little(end, out_.size(), 4);
    put_little(end, 0, 2);
    return out_ + list_ + end;
  }

 private:
  std::string out_, list_;
  std::size_t count_ = 0;
};

}  // namespace

std::string npz_bytes(const MatrixFile& file) {
  Archive archive;
  for (const NamedMatrix& m : file.matrices) archive.add(m.name + ".npy", array_of(m));
  for (const NamedWords& list : file.words) archive.add(list.name + ".npy", array_of(list));
  return archive.bytes();
}

}  // namespace treadle
