// The report of a run: one page of HTML that needs nothing else (docs/report.md). What is known
// before a run (the head), its rows, and what is known after it (the result) come together in the
// viewer's empty page. Head and result are JSON text, so that a recorded run can keep them.
#pragma once

#include "../output/figures.hpp"
#include "../simulation/run.hpp"
#include "samples.hpp"
#include "touching_points.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace treadle {

/// Where the model came from, and what a person said about the run.
struct RunOrigin {
  std::string model_text, source, version;
  std::vector<std::pair<std::string, std::string>> options;  ///< in words, besides those of the run
  std::string model_hash;            ///< of all files that the model was made of
  std::vector<std::string> shown{};  ///< channels that the file or the command line names
};

/// Sizes of the steps that were taken.
struct StepSizes {
  long count = 0;
  double least = 0.0, greatest = 0.0, sum = 0.0;

  void add(double size);
};

/// Model, options, scene, graph and patterns.
std::string report_head(const Mechanism& mechanism, const RunOptions& options,
                        const RunOrigin& origin);

/// Summary and messages. `rows` are those the run gave to its listener.
std::string report_result(const Mechanism& mechanism, const RunOptions& options,
                          const RunResult& result, const StepSizes& steps,
                          const std::vector<Figure>& figures = {});

/// The same for a record that ends in the middle: `rows` until `time`.
std::string report_of_unfinished(std::size_t rows, double time);

/// Bodies of the scene, where 0 is the ground, by bodies of the tree.
std::vector<std::uint32_t> scene_bodies(const Mechanism& mechanism);

/// Rows on their way into a page, in bounded memory.
class ReportRows {
 public:
  explicit ReportRows(const std::vector<Column>& columns);

  void add(std::span<const double> row);
  /// Before each row of a model with contacts: the points that touch. `bodies`: those of the scene,
  /// by bodies of the tree.
  void touch(std::span<const ContactView> points, std::span<const std::uint32_t> bodies);
  /// Call it once, after the last row.
  void finish();

  /// Those that are kept for plots, and for motion; time comes first.
  [[nodiscard]] const std::vector<Column>& plotted() const { return plotted_; }
  [[nodiscard]] const std::vector<Column>& moving() const { return moving_; }
  /// Channels that a page of bounded size has no place for.
  [[nodiscard]] std::size_t left_out() const { return left_out_; }
  [[nodiscard]] const Samples& samples() const { return samples_; }
  [[nodiscard]] const Frames& frames() const { return frames_; }
  [[nodiscard]] const TouchingFrames& touching() const { return touching_; }

  void keep(Keep& keep) { keep(samples_, frames_, touching_); }

 private:
  struct Choice {
    std::vector<std::size_t> columns;  ///< of a row
    std::size_t left_out = 0;
  };
  static Choice plots_of(const std::vector<Column>& columns);
  static Choice motions_of(const std::vector<Column>& columns);
  ReportRows(const std::vector<Column>& columns, Choice plots, Choice motions);

  std::vector<std::size_t> plots_, motions_;
  std::vector<Column> plotted_, moving_;
  std::size_t left_out_, most_frames_;
  Samples samples_;
  Frames frames_;
  TouchingFrames touching_;
  std::vector<double> row_;
  std::vector<TouchingPoint> points_;
};

/// The data of a page. Throws ModelError where head or result are not what the functions above
/// made.
std::string report_data(const std::string& head, const std::string& result, const ReportRows& rows);

/// The viewer's page with the data in it; nothing in the data can end its script element.
std::string report_page(std::string_view viewer, const std::string& data);

}  // namespace treadle
