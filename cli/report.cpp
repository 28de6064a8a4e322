// treadle report RUN.h5: the page of a recorded run.
#include "../src/report/report.hpp"
#include "../src/record/run_file.hpp"
#include "command.hpp"
#include "output_path.hpp"
#include "print.hpp"
#include "report_error.hpp"
#include "viewer.hpp"
#include "words.hpp"

#include <algorithm>
#include <memory>

namespace treadle::cli {

namespace {

struct ReportWords {
  std::string run, out;
  bool quiet = false;
};

constexpr std::size_t rows_at_once = 4096;

ReportRows rows_of(const RunFileReader& run) {
  ReportRows rows(run.columns());
  const std::size_t width = run.columns().size();
  for (std::size_t first = 0; first < run.rows(); first += rows_at_once) {
    const std::size_t count = std::min(rows_at_once, run.rows() - first);
    const std::vector<double> values = run.read(first, count);
    for (std::size_t r = 0; r < count; ++r) rows.add({values.data() + r * width, width});
  }
  rows.finish();
  return rows;
}

int make_report(const ReportWords& words) {
  if (!can_record()) {
    throw OptionError("report", record_refusal());
  }
  need_viewer("report");
  check_writable("--out", words.out, words.run);
  const RunFileReader run(words.run);
  const ReportRows rows = rows_of(run);
  std::string result = run.text("report_result");
  if (result.empty()) {
    const double time = run.rows() > 0 ? run.read(run.rows() - 1, 1).front() : 0.0;
    result = report_of_unfinished(run.rows(), time);
  }
  write_text_file(words.out,
                  report_page(viewer_page(), report_data(run.text("report_head"), result, rows)));
  if (!words.quiet) {
    print_beside(words.out + ": " + counted(static_cast<long>(run.rows()), "row") + " of " +
                     words.run + "\n",
                 is_standard_output(words.out));
  }
  return done;
}

}  // namespace

Command add_report(CLI::App& app) {
  CLI::App* parser = app.add_subcommand("report", "Make the page of a recorded run");
  const auto words = std::make_shared<ReportWords>();
  parser->add_option("RUN", words->run, "The file that run --record wrote")
      ->type_name("")
      ->required();
  parser->add_option("-o,--out", words->out, "The page; - is standard output")
      ->type_name("FILE.html")
      ->required();
  parser->add_flag("--quiet", words->quiet, "Print nothing");
  parser->footer(
      "Examples:\n"
      "  treadle run models/four_bar.json --record four_bar.h5\n"
      "  treadle report four_bar.h5 -o four_bar.html");
  return {parser, [words] { return make_report(*words); }};
}

}  // namespace treadle::cli
