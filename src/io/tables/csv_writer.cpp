#include "csv_writer.hpp"

#include "../../base/error.hpp"
#include "../../base/input_file.hpp"

#include <unistd.h>
#include <cassert>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

namespace treadle {

namespace {

constexpr int most_waiting_rows = 1000;
constexpr std::size_t most_waiting_bytes = 1 << 20;
constexpr auto longest_wait = std::chrono::milliseconds(500);
constexpr auto slow_call = std::chrono::milliseconds(200);

// Quotes a cell where a comma, a quote or a line end would break it (RFC 4180).
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

void append_number(double value, std::string& text) {
  if (std::isnan(value)) {
    text += "nan";
    return;
  }
  char digits[32];
  const auto [end, code] = std::to_chars(digits, digits + sizeof digits, value);
  assert(code == std::errc{});
  static_cast<void>(code);
  text.append(digits, end);
}

std::string header(const std::vector<Column>& columns) {
  std::string line;
  for (const Column& column : columns) {
    if (&column != columns.data()) line += ',';
    line += cell(column.unit.empty() ? column.name : column.name + " [" + column.unit + "]");
  }
  return line + '\n';
}

// The file, cut to its first bytes, with everything that follows going behind them.
std::FILE* open_at(const std::string& path, const std::string& header, std::size_t bytes) {
  const InputFile there(path);
  if (there.size() < bytes)
    throw ModelError(path, "has " + std::to_string(there.size()) + " bytes, and the run left " +
                               std::to_string(bytes) + " in it");
  if (there.read(header.size()) != header)
    throw ModelError(path, "has other columns than the run that is to go on");
  if (::truncate(path.c_str(), static_cast<off_t>(bytes)) != 0) return nullptr;
  return std::fopen(path.c_str(), "ab");
}

}  // namespace

CsvWriter::CsvWriter(const std::string& path, const std::vector<Column>& columns)
    : CsvWriter(path, columns, std::fopen(path.c_str(), "wb")) {}

CsvWriter CsvWriter::to_standard_output(const std::vector<Column>& columns) {
  return {"standard output", columns, ::fdopen(::dup(STDOUT_FILENO), "wb")};
}

CsvWriter CsvWriter::to(const std::string& path, const std::vector<Column>& columns) {
  if (path == "-") return to_standard_output(columns);
  return {path, columns};
}

CsvWriter::CsvWriter(const std::string& path, const std::vector<Column>& columns, std::FILE* file)
    : path_(path),
      width_(columns.size()),
      file_(file),
      pushed_(std::chrono::steady_clock::now()),
      ticked_(pushed_) {
  if (file_ == nullptr) fail("be opened for writing", errno);
  // The writer keeps its own buffer of whole lines, so the library needs none.
  std::setvbuf(file_, nullptr, _IONBF, 0);
  waiting_ = header(columns);
}

CsvWriter::CsvWriter(const std::string& path, const std::vector<Column>& columns, std::size_t bytes)
    : CsvWriter(path, columns, open_at(path, header(columns), bytes)) {
  waiting_.clear();
  size_ = bytes;
}

std::size_t CsvWriter::flush() {
  if (const int code = push(); code != 0) fail("be written", code);
  return size_;
}

CsvWriter::~CsvWriter() {
  try {
    close();
  } catch (const EnvironmentError&) {
    // close() has let go of the file; there is nobody left to tell.
  }
}

void CsvWriter::row(std::span<const double> values) {
  assert(file_ != nullptr && values.size() == width_);
  static_cast<void>(width_);  // only the assertion looks at it
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i != 0) waiting_ += ',';
    append_number(values[i], waiting_);
  }
  waiting_ += '\n';
  ++waiting_rows_;
  if (waiting_rows_ < most_waiting_rows && waiting_.size() < most_waiting_bytes &&
      std::chrono::steady_clock::now() - pushed_ < longest_wait)
    return;
  if (const int code = push(); code != 0) fail("be written", code);
}

void CsvWriter::tick() {
  const auto now = std::chrono::steady_clock::now();
  const bool slow = now - std::exchange(ticked_, now) > slow_call;
  if (waiting_rows_ > 0 && (slow || now - pushed_ > longest_wait)) flush();
}

int CsvWriter::push() {
  const std::size_t written = std::fwrite(waiting_.data(), 1, waiting_.size(), file_);
  const int code = written == waiting_.size() ? 0 : errno;
  size_ += written;
  waiting_.clear();
  waiting_rows_ = 0;
  pushed_ = std::chrono::steady_clock::now();
  return code;
}

void CsvWriter::close() {
  if (file_ == nullptr) return;
  int code = push();
  if (std::fclose(std::exchange(file_, nullptr)) != 0 && code == 0) code = errno;
  if (code != 0) fail("be written", code);
}

void CsvWriter::fail(const char* what, int code) const {
  throw EnvironmentError("file '" + path_ + "' cannot " + what + ": " +
                         std::generic_category().message(code));
}

}  // namespace treadle
