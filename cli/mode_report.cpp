#include "mode_report.hpp"

#include "../src/base/text.hpp"
#include "../src/io/tables/text_file.hpp"
#include "../src/linearize/mode_motion.hpp"
#include "../src/report/report.hpp"
#include "../treadle.hpp"
#include "viewer.hpp"

namespace treadle::cli {

namespace {

// `0 s to 4 s: mode 1, 1.33 Hz, damping ratio 0.297: hip, knee`
std::string legend_of(const Linearization& linear, const ShownMode& shown) {
  const LinearMode& mode = linear.modes[shown.mode];
  std::string text = short_number(shown.from) + " s to " + short_number(shown.to) + " s: mode " +
                     std::to_string(shown.mode + 1) + ", ";
  if (mode.rigid) {
    text += "nothing resists it";
  } else if (mode.frequency_hz > 0.0) {
    text += short_number(mode.frequency_hz, 4) + " Hz, damping ratio " +
            short_number(mode.damping_ratio, 3);
  } else {
    text += (mode.eigenvalue.real() > 0.0 ? "grows by e in " : "fades by e in ") +
            short_number(1.0 / std::abs(mode.eigenvalue.real()), 3) + " s";
  }
  return text + ": " + mode.words;
}

}  // namespace

std::string mode_report(const std::string& model, const Mechanism& m, const KnownState& point,
                        const Linearization& linear) {
  need_viewer("--report");
  const ModeMotion motion = mode_motion(m, point, linear);
  ChannelChoice choice{true, false, {"time"}};
  for (const Column& column : all_channels(m)) {
    if (column.group == channel_group::coordinates) choice.names.push_back(column.name);
  }
  StateRow maker(m, choice);
  ReportRows rows(maker.columns());
  std::vector<double> row(maker.columns().size());
  for (const KnownState& frame : motion.frames) {
    maker.fill(frame, row);
    rows.add(row);
  }
  rows.finish();
  RunOptions options = options_of(m.description.simulation);
  options.duration = motion.shown.empty() ? 0.0 : motion.shown.back().to;
  options.channels = choice;
  RunResult result;
  result.time = options.duration;
  result.warnings.emplace_back(
      "no run: small motions about one state, enlarged and slowed down, mode after mode");
  for (const ShownMode& shown : motion.shown) result.warnings.push_back(legend_of(linear, shown));
  const RunOrigin origin{
      read_text_file(model), model, version(), {{"modes", "of treadle linearize"}}, "", {}};
  return report_page(viewer_page(), report_data(report_head(m, options, origin),
                                                report_result(m, options, result, {}), rows));
}

}  // namespace treadle::cli
