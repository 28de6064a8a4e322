#include "state_notes.hpp"

#include "../src/base/text.hpp"
#include "../src/keeping/closest.hpp"
#include "../src/linalg/largest.hpp"
#include "words.hpp"

#include <algorithm>

namespace treadle::cli {

namespace {

constexpr double allowed_gap = 1e-6;  // of lengths up to a metre, of angles, of rates
constexpr std::size_t most_texts = 10;

}  // namespace

OpenLoops::OpenLoops(const Mechanism& mechanism)
    : nq_(static_cast<std::size_t>(mechanism.model.nq())),
      nv_(static_cast<std::size_t>(mechanism.model.nv())),
      gap_(allowed_gap * std::min(1.0, length_scale(mechanism.model))) {}

void OpenLoops::look_at(const GivenState& state, std::span<const double> row) {
  const double gap = row[row.size() - 2], rate = row.back();
  const double speed = largest<double>(std::span(state.x).subspan(nq_, nv_));
  if (!(gap > gap_ || rate > allowed_gap * (1.0 + speed))) return;
  ++count_;
  if (count_ > 1 && gap + rate <= worst_) return;
  worst_ = gap + rate;
  where_ = "line " + std::to_string(state.line) + ": " + short_number(gap, 3) + " m or rad, " +
           short_number(rate, 3) + " m/s or rad/s";
}

std::string OpenLoops::words() const {
  if (count_ == 0) return "";
  return counted(count_, "state") + " with open loops, worst in " + where_ +
         "; nothing was closed (see loop_gap and rate_gap)";
}

std::string trouble_words(const Mechanism& mechanism, const Report& report) {
  const bool named = report.index >= 0;
  switch (report.trouble) {
    case Trouble::singular_inertia:
      return "joint coordinate '" +
             (named ? mechanism.coordinate_name(report.index) : std::string("?")) +
             "' moves no inertia at this state; check masses and centres of mass";
    case Trouble::singular_constraint:
      return "the equations are singular at " +
             (named ? mechanism.row_name(report.index) : std::string("a loop")) +
             "; solver 'topology' leaves out dependent equations, try --solver topology";
    case Trouble::not_finite:
      return "the acceleration of '" +
             (named ? mechanism.coordinate_name(report.index) : std::string("?")) +
             "' is not finite; look at the numbers of this line";
    case Trouble::singular_position:
      return "a singular position: " +
             (named ? mechanism.row_name(report.index) : std::string("a loop")) +
             " says nothing new here (" + short_number(report.value, 2) +
             " of its usual strength), and accelerations are not unique";
    case Trouble::unproved:
      return "no method finds accelerations that meet all equations of the loops; most is missing "
             "at " +
             (named ? mechanism.row_name(report.index) : std::string("a loop")) +
             ": velocities or equations contradict each other there";
    case Trouble::unbalanced:
      return "no method finds accelerations for which the forces balance" +
             (named ? " along '" + mechanism.coordinate_name(report.index) + "'" : std::string());
    default:
      return "the equations could not be solved at this state";
  }
}

std::string answered_by_others(const std::vector<MethodCount>& methods) {
  for (const MethodCount& count : methods) {
    if (count.name != "singular values" || count.answered == 0) continue;
    return counted(count.answered, "state") +
           " answered by singular values: the solver could not prove its answer there";
  }
  return "";
}

std::vector<std::string> first_of(const std::vector<std::string>& texts) {
  if (texts.size() <= most_texts) return texts;
  std::vector<std::string> few(texts.begin(), texts.begin() + most_texts);
  few.push_back("and " + std::to_string(texts.size() - most_texts) + " lines more");
  return few;
}

}  // namespace treadle::cli
