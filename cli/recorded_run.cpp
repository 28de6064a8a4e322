#include "recorded_run.hpp"

#include "interrupt.hpp"
#include "progress.hpp"

namespace treadle::cli {

RunResult RecordedRun::operator()(const Mechanism& mechanism, const RunOptions& options) {
  const InterruptGuard guard;
  ProgressBar bar(options.duration, quiet_);
  Listener listener;
  listener.progress = [&](double time) {
    bar.update(time);
    return !InterruptGuard::requested();
  };
  listen_to_rows(listener);
  RunResult result = run(mechanism, options, listener);
  if (writer_) close();
  return result;
}

// The file is opened when the columns are known, just before the first step.
void RecordedRun::listen_to_rows(Listener& listener) {
  const bool writes = !motion_.path.empty();
  listener.columns = [this, writes](const std::vector<Column>& columns) {
    columns_ = columns;
    if (!writes) return;
    writer_ = std::make_unique<CsvWriter>(motion_.path, columns);
    motion_.columns = static_cast<long>(columns.size());
  };
  if (!writes && !keep_) return;
  listener.row = [this](std::span<const double> row) {
    if (keep_) last_.assign(row.begin(), row.end());
    if (!writer_) return;
    writer_->row(row);
    ++motion_.rows;
  };
}

void RecordedRun::close() {
  try {
    writer_->close();
  } catch (const EnvironmentError& error) {
    lost_ = error.what();
    motion_.failed = true;
  }
}

}  // namespace treadle::cli
