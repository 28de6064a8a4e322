// A run with everything that listens to it: the files of the motion, the progress bar, Ctrl-C.
#pragma once

#include "../src/output/figures.hpp"
#include "../src/record/run_file.hpp"
#include "../src/report/report.hpp"
#include "../treadle.hpp"
#include "checkpoint.hpp"
#include "company.hpp"
#include "ranges.hpp"
#include "realtime_plan.hpp"
#include "run_summary.hpp"

#include <memory>
#include <optional>
#include <string>

namespace treadle::cli {

/// Where a run goes; what is empty is not written.
struct RunOutputs {
  std::string csv, record, report;
  ChannelChoice channels;  ///< of the CSV file; a record and a report have more in any case
  RunOrigin origin;

  [[nodiscard]] bool whole() const { return !record.empty() || !report.empty(); }
};

class RecordedRun {
 public:
  /// Without a path nobody listens to rows, and nothing is sampled.
  RecordedRun(RunOutputs outputs, bool quiet) : quiet_(quiet), outputs_(std::move(outputs)) {
    motion_.path = outputs_.csv;
    motion_.record = outputs_.record;
    motion_.report = outputs_.report;
  }

  /// Rows are sampled without a path too, and the last one is kept.
  void keep_last_row() { keep_ = true; }

  /// The same, with the least and greatest value of each column.
  void keep_ranges() { keep_ranges_ = true; }
  [[nodiscard]] const Ranges& ranges() const { return ranges_; }

  /// What the model wants to be read off.
  void set_figures(std::vector<FigureItem> figures) { figure_items_ = std::move(figures); }
  /// After the run.
  [[nodiscard]] const std::vector<Figure>& figures() const { return found_; }

  /// Goes on from a file, or saves to one, as the plan says.
  void set_checkpoints(CheckpointPlan plan) { checkpoints_ = std::move(plan); }
  /// Values of inputs from the start on, by name.
  void set_inputs(std::vector<std::pair<std::string, double>> inputs) {
    inputs_ = std::move(inputs);
  }

  /// In step with the clock.
  void set_realtime(RealtimePlan plan) { realtime_plan_ = std::move(plan); }

  /// Together with other processes. All sample rows, the first one writes them.
  void set_company(Company* company, std::string fingerprint) {
    company_ = company;
    fingerprint_ = std::move(fingerprint);
  }

  RunResult operator()(const Mechanism& mechanism, RunOptions options);

  [[nodiscard]] const WrittenMotion& motion() const { return motion_; }
  /// Of the channels that were asked for.
  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  /// Empty unless it was kept.
  [[nodiscard]] const std::vector<double>& last_row() const { return last_; }
  /// Empty unless the run kept pace with the clock.
  [[nodiscard]] const Realtime* realtime() const { return realtime_.get(); }
  /// Why something could not be written to its end; the numbers of the run are good all the same.
  [[nodiscard]] const std::optional<std::string>& lost() const { return lost_; }

 private:
  [[nodiscard]] ChannelChoice all_that_is_sampled(const Mechanism& mechanism) const;
  void open(const Mechanism& mechanism, const std::vector<Column>& columns);
  void open_realtime(const Mechanism& mechanism);
  void walk(Simulation& simulation);
  void read_state();
  void save(Simulation& simulation);
  void keep_state(Keep& keep);
  [[nodiscard]] bool is_silent() const { return company_ != nullptr && company_->is_silent(); }
  void take(std::span<const double> row);
  void close(const std::string& result);
  /// Does what may fail for want of space, and remembers for which option and why it did.
  template <class Write>
  void keep(const char* option, Write write);

  bool quiet_;
  bool keep_ = false, keep_ranges_ = false;
  Ranges ranges_;
  std::vector<FigureItem> figure_items_;
  std::vector<FigurePlan> figure_plans_;
  Figures figures_;
  std::vector<Figure> found_;
  RunOutputs outputs_;
  std::vector<Column> columns_;
  std::vector<std::size_t> places_;  ///< of these columns among all that are sampled
  std::vector<double> last_;
  WrittenMotion motion_;
  std::string head_;
  StepSizes steps_;
  std::unique_ptr<CsvWriter> csv_;
  std::unique_ptr<RunFileWriter> record_;
  std::unique_ptr<ReportRows> report_;
  CheckpointPlan checkpoints_;
  std::vector<std::pair<std::string, double>> inputs_;
  std::vector<std::byte> resumed_, page_;  ///< states of simulation and page to go on from
  std::size_t csv_bytes_ = 0, record_rows_ = 0;
  RealtimePlan realtime_plan_;
  std::unique_ptr<Realtime> realtime_;
  double told_ = 0.0;  ///< time of the last step
  Company* company_ = nullptr;
  std::string fingerprint_;  ///< of what all processes of the company do
  std::optional<std::string> lost_;
};

}  // namespace treadle::cli
