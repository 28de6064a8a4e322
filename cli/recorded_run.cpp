#include "recorded_run.hpp"

#include "../src/base/sha256.hpp"
#include "interrupt.hpp"
#include "output_path.hpp"
#include "progress.hpp"
#include "viewer.hpp"

#include <unordered_map>

namespace treadle::cli {

RunResult RecordedRun::operator()(const Mechanism& mechanism, RunOptions options) {
  const InterruptGuard guard;
  ProgressBar bar(options.duration, quiet_);
  options.channels = outputs_.csv_channels;
  if (outputs_.whole()) {
    options.channels.bodies = options.channels.reactions = true;
    head_ = report_head(mechanism, options, outputs_.origin);
  }
  Listener listener;
  listener.progress = [&, last = 0.0](double time) mutable {
    steps_.add(time - last);
    last = time;
    bar.update(time);
    return !InterruptGuard::requested() && !lost_;
  };
  if (outputs_.whole() || !outputs_.csv.empty()) listen_to_rows(mechanism, listener);
  RunResult result = run(mechanism, options, listener);
  close(outputs_.whole() ? report_result(mechanism, options, result, steps_) : "");
  return result;
}

// Files are opened when the columns are known, just before the first step.
void RecordedRun::listen_to_rows(const Mechanism& mechanism, Listener& listener) {
  listener.columns = [this, &mechanism](const std::vector<Column>& columns) {
    open(mechanism, columns);
  };
  listener.row = [this](std::span<const double> row) { take(row); };
}

void RecordedRun::open(const Mechanism& mechanism, const std::vector<Column>& columns) {
  if (!outputs_.csv.empty()) {
    std::unordered_map<std::string, std::size_t> at;
    for (std::size_t c = 0; c < columns.size(); ++c) at.emplace(columns[c].name, c);
    const Channels asked(mechanism.description, mechanism.model, mechanism.placement,
                         outputs_.csv_channels);
    for (const Column& column : asked.columns()) csv_columns_.push_back(at.at(column.name));
    csv_row_.resize(csv_columns_.size());
    csv_ = std::make_unique<CsvWriter>(outputs_.csv, asked.columns());
    motion_.columns = static_cast<long>(csv_columns_.size());
  }
  if (!outputs_.record.empty()) {
    record_ = std::make_unique<RunFileWriter>(
        outputs_.record, columns,
        RunTexts{{"format", "treadle-run"},
                 {"format_version", "1"},
                 {"model_name", mechanism.description.name},
                 {"model_text", outputs_.origin.model_text},
                 {"model_source", outputs_.origin.source},
                 {"model_sha256", sha256(outputs_.origin.model_text)},
                 {"program_version", outputs_.origin.version},
                 {"report_head", head_}});
  }
  if (!outputs_.report.empty()) report_ = std::make_unique<ReportRows>(columns);
}

void RecordedRun::take(std::span<const double> row) {
  if (csv_) {
    for (std::size_t i = 0; i < csv_columns_.size(); ++i) csv_row_[i] = row[csv_columns_[i]];
    csv_->row(csv_row_);
    ++motion_.rows;
  }
  if (report_) report_->add(row);
  if (record_) keep([&] { record_->row(row); });
}

template <class Write>
void RecordedRun::keep(Write write) {
  if (lost_) return;
  try {
    write();
  } catch (const EnvironmentError& error) {
    lost_ = error.what();
    motion_.failed = true;
  }
}

void RecordedRun::close(const std::string& result) {
  if (csv_) keep([&] { csv_->close(); });
  if (record_) keep([&] { record_->close({{"report_result", result}}); });
  if (!report_) return;
  report_->finish();
  const auto earlier = std::exchange(lost_, std::nullopt);  // a full disk elsewhere is no reason
  keep([&] {
    write_text_file(outputs_.report,
                    report_page(viewer_page(), report_data(head_, result, *report_)));
  });
  if (earlier) lost_ = earlier;
}

}  // namespace treadle::cli
