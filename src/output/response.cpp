#include "response.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treadle {

namespace {

constexpr double never = std::numeric_limits<double>::quiet_NaN();

double time_between(const Course& c, std::size_t k, double value) {
  return c.t[k] + (value - c.x[k]) / (c.x[k + 1] - c.x[k]) * (c.t[k + 1] - c.t[k]);
}

}  // namespace

double integral_of(const Course& c) {
  double sum = 0.0;
  for (std::size_t k = 0; k + 1 < c.t.size(); ++k)
    sum += 0.5 * (c.x[k] + c.x[k + 1]) * (c.t[k + 1] - c.t[k]);
  return sum;
}

double rms_of(const Course& c) {
  double sum = 0.0;
  for (std::size_t k = 0; k + 1 < c.t.size(); ++k) {
    const double a = c.x[k], b = c.x[k + 1];
    sum += (a * a + a * b + b * b) / 3.0 * (c.t[k + 1] - c.t[k]);
  }
  return std::sqrt(sum / c.span());
}

double first_time_at(const Course& c, double value) {
  if (c.x.front() == value) return c.t.front();
  for (std::size_t k = 0; k + 1 < c.t.size(); ++k) {
    if (c.x[k + 1] == value) return c.t[k + 1];
    if ((c.x[k] < value) != (c.x[k + 1] < value)) return time_between(c, k, value);
  }
  return never;
}

Response response_of(const Course& c, double steady) {
  Response r;
  r.before = c.x.front();
  const double begin = std::max(c.t.front(), c.t.back() - steady);
  Course end;  // what lies in it; its first point is between two samples
  for (std::size_t k = 0; k < c.t.size(); ++k) {
    if (c.t[k] < begin) continue;
    if (end.t.empty() && k > 0 && c.t[k] > begin) {
      const double share = (begin - c.t[k - 1]) / (c.t[k] - c.t[k - 1]);
      end.t.push_back(begin);
      end.x.push_back(c.x[k - 1] + share * (c.x[k] - c.x[k - 1]));
    }
    end.t.push_back(c.t[k]);
    end.x.push_back(c.x[k]);
  }
  r.after = end.span() > 0.0 ? integral_of(end) / end.span() : c.x.back();
  const double side = r.after < r.before ? -1.0 : 1.0;
  std::size_t most = 0;
  for (std::size_t k = 1; k < c.x.size(); ++k)
    if (side * c.x[k] > side * c.x[most]) most = k;
  r.peak = c.x[most];
  r.peak_time = c.t[most];
  if (most == 0 || most + 1 == c.x.size()) return r;
  // a parabola through three samples has its top near the middle one
  const double l = c.t[most] - c.t[most - 1], h = c.t[most + 1] - c.t[most];
  const double down = (c.x[most] - c.x[most - 1]) / l, up = (c.x[most + 1] - c.x[most]) / h;
  const double bend = (up - down) / (l + h);
  if (bend == 0.0) return r;
  const double slope = (down * h + up * l) / (l + h), step = -0.5 * slope / bend;
  r.peak_time += step;
  r.peak += 0.5 * slope * step;
  return r;
}

double last_time_outside(const Course& c, double value, double width) {
  const auto outside = [&](double x) { return std::fabs(x - value) > width; };
  if (outside(c.x.back())) return c.t.back();
  for (std::size_t k = c.t.size() - 1; k-- > 0;) {
    if (!outside(c.x[k])) continue;
    return time_between(c, k, c.x[k] > value ? value + width : value - width);
  }
  return c.t.front();
}

double slope_of(const std::vector<double>& x, const std::vector<double>& y) {
  double mean_x = 0.0, mean_y = 0.0;
  const auto n = static_cast<double>(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) {
    mean_x += x[k] / n;
    mean_y += y[k] / n;
  }
  double xx = 0.0, xy = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    xx += (x[k] - mean_x) * (x[k] - mean_x);
    xy += (x[k] - mean_x) * (y[k] - mean_y);
  }
  return xx > 0.0 ? xy / xx : never;
}

}  // namespace treadle
