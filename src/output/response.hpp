// How a channel goes over time, between two moments: samples that are joined by straight lines.
#pragma once

#include <vector>

namespace treadle {

struct Course {
  std::vector<double> t, x;

  [[nodiscard]] double span() const { return t.back() - t.front(); }
};

double integral_of(const Course& c);
/// Root of the mean square.
double rms_of(const Course& c);
/// When it first comes to a value; not a number: never.
double first_time_at(const Course& c, double value);

/// How it goes from its first value to a new one, which is its mean over the time `steady` before
/// its end.
struct Response {
  double before = 0.0, after = 0.0;
  double peak = 0.0, peak_time = 0.0;  ///< the farthest in the direction of the change

  [[nodiscard]] double change() const { return after - before; }
  /// The value at a share of the change.
  [[nodiscard]] double level(double share) const { return before + share * change(); }
};

Response response_of(const Course& c, double steady);

/// When it last leaves the band of this half width about a value; its end: it is never in it for
/// good.
double last_time_outside(const Course& c, double value, double width);

/// Change of y for each unit of x along the straight line that misses least.
double slope_of(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace treadle
