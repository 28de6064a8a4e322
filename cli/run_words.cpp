#include "run_words.hpp"

#include "../src/record/run_file.hpp"
#include "../src/record/state_file.hpp"
#include "report_error.hpp"
#include "viewer.hpp"

#include <filesystem>

namespace treadle::cli {

std::vector<OutputFile> files_written(const RunWords& words) {
  std::vector<OutputFile> files;
  const auto add = [&](const char* option, const std::optional<std::string>& path) {
    if (path) files.push_back({option, *path});
  };
  add("--out", words.out);
  add("--record", words.record);
  add("--report", words.report);
  add("--checkpoint", words.checkpoint);
  if (words.checkpoint) files.push_back({"--checkpoint", unfinished_state_file(*words.checkpoint)});
  return files;
}

namespace {

// A saved state may take the place of the one that the run goes on from; nothing else may.
void check_checkpoints(const RunWords& words) {
  if (words.every && !words.checkpoint)
    throw OptionError("--every", "says when to save; give --checkpoint FILE too");
  if (words.checkpoint) {
    need_file("--checkpoint", *words.checkpoint, "a state is read again");
    check_writable("--checkpoint", *words.checkpoint, words.model);
    std::error_code ignored;
    if (std::filesystem::exists(*words.checkpoint, ignored) &&
        !std::filesystem::is_regular_file(*words.checkpoint, ignored))
      throw OptionError("--checkpoint", "'" + *words.checkpoint +
                                            "' is no plain file; states replace each other, so "
                                            "give one that may be replaced");
  }
  for (const OutputFile& file : files_written(words)) {
    if (words.resume && file.option != "--checkpoint")
      check_output_path(file.option, file.path, *words.resume, "the state to go on from");
    if (words.start_from)
      check_output_path(file.option, file.path, *words.start_from, "the run to go on from");
  }
}

// Rows or a page on standard output: nothing else may go there.
void check_screen(const RunWords& words) {
  for (const auto& [option, path] : {std::pair{"--out", words.out}, {"--report", words.report}}) {
    if (!path) continue;
    if (words.json) need_file(option, *path, "--json prints there");
    if (words.resume) need_file(option, *path, "--resume goes on in a file");
  }
}

}  // namespace

void check_outputs(const RunWords& words) {
  check_checkpoints(words);
  check_screen(words);
  if (words.out) check_output_path("--out", *words.out, words.model);
  if (words.record) {
    if (!can_record()) {
      throw OptionError("--record", record_refusal());
    }
    need_file("--record", *words.record, "HDF5 writes files only");
    check_writable("--record", *words.record, words.model);
  }
  if (words.report) {
    need_viewer("--report");
    check_writable("--report", *words.report, words.model);
  }
  check_apart(files_written(words));
  const char* idle = words.bodies ? "--bodies" : words.reactions ? "--reactions" : nullptr;
  if (words.out) return;
  if (words.channels && !words.json && !words.list_channels && !words.report && !words.record) {
    throw OptionError(
        "--channels",
        "this chooses the columns of a file and the curves of a report; give --out FILE.csv, "
        "--report FILE.html, or --json for their values at the end");
  }
  if (idle == nullptr) return;
  throw OptionError(idle, "this adds columns to a file; give --out FILE.csv too");
}

void check_distribution(const RunWords& words, const RunOptions& options) {
  if (options.formulation != "component")
    throw OptionError("--distribute",
                      "processes share the components of a hierarchy; give --formulation component "
                      "too");
  if (words.realtime)
    throw OptionError(
        "--distribute",
        "others take their time; --realtime wants one process: leave one of both out");
}

}  // namespace treadle::cli
