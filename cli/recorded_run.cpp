#include "recorded_run.hpp"

#include "../src/base/text.hpp"
#include "interrupt.hpp"
#include "output_path.hpp"
#include "phase_line.hpp"
#include "progress.hpp"
#include "report_error.hpp"
#include "viewer.hpp"

#include <unistd.h>
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

// A file that cannot be gone on with is the fault of the option that named it.
template <class Open>
void blame(const char* option, Open open) {
  try {
    open();
  } catch (const ModelError& error) {
    throw OptionError(option, "'" + error.where() + "' " + error.what());
  }
}

}  // namespace

ChannelChoice RecordedRun::all_that_is_sampled(const Mechanism& mechanism) const {
  if (!outputs_.whole() && !keep_ranges_ && figure_plans_.empty()) return outputs_.channels;
  ChannelChoice choice;
  choice.names.emplace_back("time");  // a record begins with it, whatever the order of the CSV file
  for (const Column& column : columns_) choice.names.push_back(column.name);
  for (const FigurePlan& plan : figure_plans_)
    choice.names.insert(choice.names.end(), plan.channels.begin(), plan.channels.end());
  if (!outputs_.whole() && !keep_ranges_) return choice;
  for (const Column& column : all_channels(mechanism)) {
    if (outputs_.whole() ? belongs_to_page(column) : Ranges::has(column))
      choice.names.push_back(column.name);
  }
  return choice;
}

RunResult RecordedRun::operator()(const Mechanism& mechanism, RunOptions options) {
  const InterruptGuard guard;
  // rows that scroll over the same screen leave no place for a bar
  const bool scrolls = is_standard_output(outputs_.csv) && isatty(STDOUT_FILENO) == 1;
  ProgressBar bar(options.duration - options.start_time, quiet_ || scrolls || realtime_plan_.on);
  told_ = options.start_time;
  columns_ = Channels(mechanism.description, mechanism.model, mechanism.placement, mechanism.forces,
                      outputs_.channels)
                 .columns();
  if (!figure_items_.empty()) figure_plans_ = plan_figures(figure_items_, all_channels(mechanism));
  options.channels = all_that_is_sampled(mechanism);
  open_realtime(mechanism);
  if (!outputs_.channels.names.empty() || !mechanism.description.outputs.empty()) {
    for (const Column& column : columns_) {
      if (column.name != "time") outputs_.origin.shown.push_back(column.name);
    }
  }
  if (outputs_.whole()) head_ = report_head(mechanism, options, outputs_.origin);
  Listener listener;
  const Simulation* running = nullptr;
  listener.progress = [&](double time) {
    if (time > told_) steps_.add(time - told_);  // asked between rows too
    told_ = time;
    bar.update(time - options.start_time);
    const bool go_on = !InterruptGuard::requested() && !lost_;
    return company_ != nullptr ? company_->go_on(go_on, running->state()) : go_on;
  };
  if (outputs_.whole() || !outputs_.csv.empty() || keep_ || keep_ranges_ || realtime_ ||
      !figure_plans_.empty()) {
    listener.columns = [&](const std::vector<Column>& columns) { open(mechanism, columns); };
    listener.row = [&](std::span<const double> row) { take(row); };
    if (!outputs_.report.empty() && !mechanism.contacts.empty()) {
      listener.contacts = [this,
                           bodies = scene_bodies(mechanism)](std::span<const ContactView> points) {
        if (report_) report_->touch(points, bodies);
      };
    }
  }
  read_state();
  PhaseLine phase(quiet_);
  phase.say("planning solvers");
  Simulation simulation(mechanism, options, listener);
  running = &simulation;
  phase.end();
  for (const auto& [name, value] : inputs_) simulation.set_input(name, value);
  if (!resumed_.empty()) simulation.restore(resumed_);
  resumed_.clear();
  if (!checkpoints_.to.empty() && !simulation.can_save()) {
    throw OptionError("--checkpoint", "the history of integrator '" + options.integrator +
                                          "' cannot be saved; choose another one, for example "
                                          "adams");
  }
  if (company_ != nullptr) company_->begin(fingerprint_);
  walk(simulation);
  if (company_ != nullptr && !company_->trouble().empty() && !lost_)
    lost_ = "at t = " + short_number(simulation.time()) + " s: " + company_->trouble();
  if (simulation.result().end == RunEnd::interrupted && !checkpoints_.to.empty() && !lost_)
    save(simulation);
  RunResult result = simulation.finish();
  EventTimes events;
  for (const EventRecord& event : result.events) events.emplace(event.name, event.time);
  found_ = figures_.find(events);
  if (!keep_) last_.clear();
  bar.clear();
  PhaseLine last(quiet_);
  last.say("writing files");
  close(outputs_.whole() ? report_result(mechanism, options, result, steps_, found_) : "");
  return result;
}

void RecordedRun::open_realtime(const Mechanism& mechanism) {
  if (!realtime_plan_.on) return;
  std::vector<std::string> names;
  for (const Column& column : columns_) names.push_back(column.name);
  if (!names.empty() && names.front() == "time") names.erase(names.begin());  // packets have it
  realtime_ = make_realtime(realtime_plan_, mechanism, names, quiet_);
}

void RecordedRun::walk(Simulation& simulation) {
  const std::function<bool()> stop = [] { return InterruptGuard::requested(); };
  if (realtime_) realtime_->begin(simulation.time());
  const std::size_t first = !columns_.empty() && columns_.front().name == "time" ? 1 : 0;
  for (double last = simulation.time();; last = simulation.time()) {
    if (realtime_ && !realtime_->before_step(simulation)) {
      lost_ = "safe stop at t = " + short_number(simulation.time()) +
              " s: inputs stopped coming; what was computed is kept";
      break;
    }
    if (!simulation.step()) break;
    if (realtime_) realtime_->after_step(simulation.time(), std::span(last_).subspan(first), stop);
    if (csv_ && !realtime_) keep("--out", [&] { csv_->tick(); });
    if (checkpoints_.is_due(last, simulation.time())) save(simulation);
  }
}

// What the files of a run, its page and its last row go on from.
void RecordedRun::keep_state(Keep& keep) {
  keep(csv_bytes_, record_rows_, motion_.rows, steps_.count, steps_.least, steps_.greatest,
       steps_.sum, told_, last_, resumed_, page_, ranges_, figures_);
}

void RecordedRun::read_state() {
  if (checkpoints_.from.empty()) return;
  blame("--resume", [&] {
    const std::vector<std::byte> bytes = read_state_file(checkpoints_.from, checkpoints_.owner);
    Keep saved(bytes);
    keep_state(saved);
  });
}

// Rows go to their files first, so that a state never knows of rows that are not there.
void RecordedRun::save(Simulation& simulation) {
  if (!simulation.can_save()) return;
  keep("--checkpoint", [&] {
    if (csv_) csv_bytes_ = csv_->flush();
    if (record_) record_->flush();
    resumed_ = simulation.save();
    Keep page;
    if (report_) report_->keep(page);
    page_ = page.bytes();
    Keep all;
    keep_state(all);
    resumed_.clear();
    page_.clear();
    if (!is_silent()) write_state_file(checkpoints_.to, checkpoints_.owner, all.bytes());
  });
}

// Files are opened when the columns are known, just before the first step.
void RecordedRun::open(const Mechanism& mechanism, const std::vector<Column>& columns) {
  const bool goes_on = !checkpoints_.from.empty();
  std::unordered_map<std::string, std::size_t> at;
  for (std::size_t c = 0; c < columns.size(); ++c) at.emplace(columns[c].name, c);
  for (const Column& column : columns_) places_.push_back(at.at(column.name));
  last_.resize(places_.size());
  ranges_.begin(columns);
  figures_.begin(figure_items_, figure_plans_, columns);
  if (is_silent()) return;
  if (!outputs_.csv.empty()) {
    blame("--out", [&] {
      csv_ = goes_on
                 ? std::make_unique<CsvWriter>(outputs_.csv, columns_, csv_bytes_)
                 : std::unique_ptr<CsvWriter>(new CsvWriter(CsvWriter::to(outputs_.csv, columns_)));
    });
    motion_.columns = static_cast<long>(columns_.size());
  }
  if (!outputs_.record.empty() && goes_on) {
    blame("--record", [&] {
      record_ = std::make_unique<RunFileWriter>(outputs_.record, columns, AfterRows(record_rows_));
    });
  } else if (!outputs_.record.empty()) {
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
  if (outputs_.report.empty()) return;
  report_ = std::make_unique<ReportRows>(columns);
  if (!goes_on) return;
  Keep page(page_);
  report_->keep(page);
  page_.clear();
}

void RecordedRun::take(std::span<const double> row) {
  for (std::size_t i = 0; i < places_.size(); ++i) last_[i] = row[places_[i]];
  if (keep_ranges_) ranges_.take(row);
  if (!figure_plans_.empty()) figures_.take(row);
  if (csv_) {
    keep("--out", [&] { csv_->row(last_); });
    ++motion_.rows;
  }
  if (report_) report_->add(row);
  if (!record_) return;
  keep("--record", [&] { record_->row(row); });
  ++record_rows_;
}

// The first failure is told and ends the run; what else could be written still is.
template <class Write>
void RecordedRun::keep(const char* option, Write write) {
  if (motion_.failed(option)) return;
  try {
    write();
  } catch (const EnvironmentError& error) {
    if (!lost_) lost_ = error.what();
    motion_.lost.emplace_back(option);
  }
}

void RecordedRun::close(const std::string& result) {
  if (csv_) keep("--out", [&] { csv_->close(); });
  if (record_) keep("--record", [&] { record_->close({{"report_result", result}}); });
  if (!report_) return;
  report_->finish();
  keep("--report", [&] {
    write_text_file(outputs_.report,
                    report_page(viewer_page(), report_data(head_, result, *report_)));
  });
}

}  // namespace treadle::cli
