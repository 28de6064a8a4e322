// What a person reads off a run: one number from rows of a channel.
#pragma once

#include <optional>
#include <string>

namespace treadle {

enum class FigureKind {
  value,
  mean,
  rms,
  least,
  greatest,
  integral,
  way,       // along the path of a point
  duration,  // between two moments
  crossing,  // when a value is crossed
  // how a channel goes to a new value
  steady,
  overshoot,
  rise_time,
  response_time,
  peak_time,
  settling_time,
  slope,  // of one channel over another
  // of other figures
  ratio,
  difference
};

/// A time, or when an event happened first.
struct Moment {
  std::optional<double> time;
  std::string event;

  [[nodiscard]] bool given() const { return time.has_value() || !event.empty(); }
  friend bool operator==(const Moment&, const Moment&) = default;
};

/// Whether it looks at how a channel goes from one value to another.
constexpr bool is_of_response(FigureKind kind) {
  return kind >= FigureKind::steady && kind <= FigureKind::settling_time;
}
constexpr bool is_of_figures(FigureKind kind) {
  return kind == FigureKind::ratio || kind == FigureKind::difference;
}

struct FigureItem {
  std::string name;
  FigureKind kind = FigureKind::value;
  std::string of;       ///< a channel; of a way, an output with three parts; of a ratio, a figure
  std::string over;     ///< the channel of a slope, the other figure of a ratio or difference
  Moment from, to, at;  ///< at: of a value; from when the time of a response counts
  double crosses = 0.0;
  std::string crosses_unit;      ///< as it was written, in SI; empty for a plain number
  double share = 0.9;            ///< of the change: a response has come
  double band = 0.02;            ///< of the change: a response has settled
  std::optional<double> steady;  ///< time before the end in which nothing changes any more
  std::string unit;              ///< to show it in

  friend bool operator==(const FigureItem&, const FigureItem&) = default;
};

}  // namespace treadle
