#include "recorded_run.hpp"

#include "interrupt.hpp"
#include "output_path.hpp"
#include "progress.hpp"
#include "viewer.hpp"

#include <unordered_map>

namespace treadle::cli {

namespace {

// What a page shows: all but accelerations and the velocities of bodies, which few people look at.
bool belongs_to_page(const Column& column) {
  for (const char* group : {channel_group::accelerations, channel_group::body_accelerations,
                            channel_group::body_velocities}) {
    if (column.group == group) return false;
  }
  return true;
}

}  // namespace

ChannelChoice RecordedRun::all_that_is_sampled(const Mechanism& mechanism) const {
  if (!outputs_.whole()) return outputs_.channels;
  ChannelChoice choice;
  choice.names.emplace_back("time");  // a record begins with it, whatever the order of the CSV file
  for (const Column& column : columns_) choice.names.push_back(column.name);
  for (const Column& column : all_channels(mechanism)) {
    if (belongs_to_page(column)) choice.names.push_back(column.name);
  }
  return choice;
}

RunResult RecordedRun::operator()(const Mechanism& mechanism, RunOptions options) {
  const InterruptGuard guard;
  ProgressBar bar(options.duration, quiet_);
  columns_ = Channels(mechanism.description, mechanism.model, mechanism.placement, mechanism.forces,
                      outputs_.channels)
                 .columns();
  options.channels = all_that_is_sampled(mechanism);
  if (outputs_.whole()) head_ = report_head(mechanism, options, outputs_.origin);
  Listener listener;
  listener.progress = [&, last = 0.0](double time) mutable {
    if (time > last) steps_.add(time - last);  // asked between rows too
    last = time;
    bar.update(time);
    return !InterruptGuard::requested() && !lost_;
  };
  if (outputs_.whole() || !outputs_.csv.empty() || keep_) {
    listener.columns = [&](const std::vector<Column>& columns) { open(mechanism, columns); };
    listener.row = [&](std::span<const double> row) { take(row); };
  }
  RunResult result = run(mechanism, options, listener);
  if (!keep_) last_.clear();
  close(outputs_.whole() ? report_result(mechanism, options, result, steps_) : "");
  return result;
}

// Files are opened when the columns are known, just before the first step.
void RecordedRun::open(const Mechanism& mechanism, const std::vector<Column>& columns) {
  std::unordered_map<std::string, std::size_t> at;
  for (std::size_t c = 0; c < columns.size(); ++c) at.emplace(columns[c].name, c);
  for (const Column& column : columns_) places_.push_back(at.at(column.name));
  last_.resize(places_.size());
  if (!outputs_.csv.empty()) {
    csv_ = std::make_unique<CsvWriter>(outputs_.csv, columns_);
    motion_.columns = static_cast<long>(columns_.size());
  }
  if (!outputs_.record.empty()) {
    record_ = std::make_unique<RunFileWriter>(outputs_.record, columns,
                                              RunTexts{{"format", "treadle-run"},
                                                       {"format_version", "1"},
                                                       {"model_name", mechanism.description.name},
                                                       {"model_text", outputs_.origin.model_text},
                                                       {"model_source", outputs_.origin.source},
                                                       {"model_sha256", outputs_.origin.model_hash},
                                                       {"program_version", outputs_.origin.version},
                                                       {"report_head", head_}});
  }
  if (!outputs_.report.empty()) report_ = std::make_unique<ReportRows>(columns);
}

void RecordedRun::take(std::span<const double> row) {
  for (std::size_t i = 0; i < places_.size(); ++i) last_[i] = row[places_[i]];
  if (csv_) {
    csv_->row(last_);
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
