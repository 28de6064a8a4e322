// Rows of numbers to a CSV file while a run goes on.
#pragma once

#include "../../base/table.hpp"

#include <chrono>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

namespace treadle {

/// Writes a header `name [unit]` and then row after row, each number in the shortest form that
/// reads back to the same double. Whole rows reach the file at least every 1000 rows and, where
/// somebody calls `tick`, within a second, so that a killed program loses no more. Each failure to
/// write throws EnvironmentError.
class CsvWriter {
 public:
  CsvWriter(const std::string& path, const std::vector<Column>& columns);
  /// Goes on in a file that such a writer began, after its first `bytes`; the rest is cut off.
  /// Throws ModelError where the file has other columns or less than that.
  CsvWriter(const std::string& path, const std::vector<Column>& columns, std::size_t bytes);
  static CsvWriter to_standard_output(const std::vector<Column>& columns);
  /// A file, or standard output for `-`.
  static CsvWriter to(const std::string& path, const std::vector<Column>& columns);
  ~CsvWriter();
  CsvWriter(const CsvWriter&) = delete;
  CsvWriter& operator=(const CsvWriter&) = delete;

  void row(std::span<const double> values);
  /// Called now and then, at least after each stretch of work that gave rows: what has waited for
  /// half a second goes to the file, and all of it where calls come slowly.
  void tick();
  /// Writes what is left; the size of the file then.
  std::size_t flush();

  /// Writes what is left and closes the file; a second call does nothing. The destructor does the
  /// same but cannot report a failure.
  void close();

 private:
  CsvWriter(const std::string& path, const std::vector<Column>& columns, std::FILE* file);
  /// Hands the waiting lines to the system; gives the error number, or 0.
  int push();
  [[noreturn]] void fail(const char* what, int code) const;

  std::string path_;
  std::size_t width_;
  std::FILE* file_;
  std::size_t size_ = 0;  ///< bytes in the file
  std::string waiting_;   ///< whole lines that are not in the file yet
  int waiting_rows_ = 0;
  std::chrono::steady_clock::time_point pushed_;  ///< when lines last went to the file
  std::chrono::steady_clock::time_point ticked_;
};

}  // namespace treadle
