// The whole record of a run in one HDF5 file (docs/report.md): every row, names and units, and the
// texts that say what was run. Knows nothing of mechanisms.
//
// What is in the file after a flush survives the death of the program: space in the file is never
// used twice, so that a flush changes the places that lead to the rows last and all at once.
#pragma once

#include "../base/table.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace treadle {

class RunReader;
class RunWriter;

/// Whether there is HDF5, whose module is opened here if it was not; without it the classes below
/// throw EnvironmentError. What a person should know then; empty where there is.
bool can_record();
std::string record_refusal();

/// Texts by name: short ones become attributes of the file, long ones data sets of their own.
using RunTexts = std::map<std::string, std::string>;

/// How many rows of a file are kept.
struct AfterRows {
  explicit AfterRows(std::size_t rows) : count(rows) {}
  std::size_t count;
};

/// Writes a run while it goes on. Rows reach the file at least each second in which some come, and
/// whenever a block is full. Each failure to write throws EnvironmentError; what was flushed stays.
class RunFileWriter {
 public:
  RunFileWriter(const std::string& path, const std::vector<Column>& columns, const RunTexts& texts);
  /// Goes on in a file that such a writer began, after its first `rows`; the others are cut off.
  /// Throws ModelError where it has fewer, or other columns.
  RunFileWriter(const std::string& path, const std::vector<Column>& columns, AfterRows rows);
  ~RunFileWriter();
  RunFileWriter(const RunFileWriter&) = delete;
  RunFileWriter& operator=(const RunFileWriter&) = delete;

  void row(std::span<const double> values);
  void flush();
  /// Writes what is left, adds texts that are known only now, closes the file.
  void close(const RunTexts& texts);

 private:
  std::unique_ptr<RunWriter> file_;
};

/// Reads such a file, also one whose run was killed. Throws ModelError with `where` the path where
/// it is missing or something else.
class RunFileReader {
 public:
  explicit RunFileReader(const std::string& path);
  ~RunFileReader();
  RunFileReader(const RunFileReader&) = delete;
  RunFileReader& operator=(const RunFileReader&) = delete;

  [[nodiscard]] const std::vector<Column>& columns() const;
  [[nodiscard]] std::size_t rows() const;
  /// Empty where there is none.
  [[nodiscard]] std::string text(const std::string& name) const;
  /// Rows `first` to `first + count - 1`, one after the other.
  [[nodiscard]] std::vector<double> read(std::size_t first, std::size_t count) const;

 private:
  std::unique_ptr<RunReader> file_;
};

}  // namespace treadle
