// lookup(table, x): a piecewise cubic with continuous slope, straight outside its points. It
// belongs to the closed set of operations, since a traced or packed number cannot search.
#pragma once

#include "archetype.hpp"
#include "counted.hpp"

#include <algorithm>
#include <vector>

namespace treadle {

/// Points, values and slopes; x ascends strictly. Made by linalg/curve.hpp.
struct LookupTable {
  std::vector<double> x, y, slope;

  [[nodiscard]] bool empty() const { return x.empty(); }
};

/// Value and slope at one place.
struct Looked {
  double value = 0.0, slope = 0.0;
};

inline Looked look(const LookupTable& table, double x) {
  const std::size_t last = table.x.size() - 1;
  if (!(x > table.x.front()))
    return {table.y.front() + table.slope.front() * (x - table.x.front()), table.slope.front()};
  if (x >= table.x[last])
    return {table.y[last] + table.slope[last] * (x - table.x[last]), table.slope[last]};
  const auto i = static_cast<std::size_t>(std::upper_bound(table.x.begin(), table.x.end(), x) -
                                          table.x.begin()) -
                 1;
  // Hermite's cubic between two points
  const double h = table.x[i + 1] - table.x[i], s = (x - table.x[i]) / h,
               rise = (table.y[i + 1] - table.y[i]) / h;
  const double a = table.slope[i] - rise, b = rise - table.slope[i + 1];
  const double value = table.y[i] + h * s * (rise + (1.0 - s) * ((1.0 - s) * a + s * b));
  const double slope = rise + (1.0 - s) * ((1.0 - 3.0 * s) * a) + s * (2.0 - 3.0 * s) * b;
  return {value, slope};
}

/// Integral of the curve from its first point to x.
inline double look_integral(const LookupTable& table, double x) {
  const std::size_t last = table.x.size() - 1;
  const auto straight = [](double y, double slope, double dx) {
    return dx * (y + 0.5 * slope * dx);
  };
  if (!(x > table.x.front()))
    return straight(table.y.front(), table.slope.front(), x - table.x.front());
  double sum = 0.0;
  for (std::size_t i = 0; i < last; ++i) {
    const double h = table.x[i + 1] - table.x[i], rise = (table.y[i + 1] - table.y[i]) / h;
    const double a = table.slope[i] - rise, b = rise - table.slope[i + 1];
    const double s = x < table.x[i + 1] ? (x - table.x[i]) / h : 1.0;
    // of y0 + h s (rise + (1-s)((1-s) a + s b))
    sum +=
        h * s *
        (table.y[i] + h * s * (0.5 * (rise + a) + s * ((b - 2.0 * a) / 3.0 + 0.25 * s * (a - b))));
    if (x < table.x[i + 1]) return sum;
  }
  return sum + straight(table.y[last], table.slope[last], x - table.x[last]);
}

inline double lookup(const LookupTable& table, double x) { return look(table, x).value; }
inline Counted lookup(const LookupTable& table, Counted x) {
  ++Counted::tally().other;
  return Counted(look(table, value(x)).value);
}
inline double lookup_integral(const LookupTable& table, double x) {
  return look_integral(table, x);
}
inline Counted lookup_integral(const LookupTable& table, Counted x) {
  ++Counted::tally().other;
  return Counted(look_integral(table, value(x)));
}
inline Archetype lookup_integral(const LookupTable& /*table*/, Archetype /*x*/) { return {}; }
inline Archetype lookup(const LookupTable& /*table*/, Archetype /*x*/) { return {}; }

}  // namespace treadle
