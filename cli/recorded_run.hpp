// A run with everything that listens to it: the file of the motion, the progress bar, Ctrl-C.
#pragma once

#include "../treadle.hpp"
#include "run_summary.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace treadle::cli {

class RecordedRun {
 public:
  /// Without a path nobody listens to rows, and nothing is sampled.
  RecordedRun(std::string path, bool quiet) : quiet_(quiet) { motion_.path = std::move(path); }

  /// Rows are sampled without a path too, and the last one is kept.
  void keep_last_row() { keep_ = true; }

  RunResult operator()(const Mechanism& mechanism, const RunOptions& options);

  [[nodiscard]] const WrittenMotion& motion() const { return motion_; }
  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  /// Empty unless it was kept.
  [[nodiscard]] const std::vector<double>& last_row() const { return last_; }
  /// Why the end of the motion could not be written; the numbers of the run are good all the same.
  [[nodiscard]] const std::optional<std::string>& lost() const { return lost_; }

 private:
  void listen_to_rows(Listener& listener);
  void close();

  bool quiet_;
  bool keep_ = false;
  std::vector<Column> columns_;
  std::vector<double> last_;
  WrittenMotion motion_;
  std::unique_ptr<CsvWriter> writer_;
  std::optional<std::string> lost_;
};

}  // namespace treadle::cli
