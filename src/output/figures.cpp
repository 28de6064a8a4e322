#include "figures.hpp"

#include "../base/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treadle {

namespace {

std::size_t place_of(const std::string& name, const std::vector<Column>& columns) {
  return static_cast<std::size_t>(std::find_if(columns.begin(), columns.end(),
                                               [&](const Column& c) { return c.name == name; }) -
                                  columns.begin());
}

}  // namespace

void Figures::begin(const std::vector<FigureItem>& items, const std::vector<FigurePlan>& plans,
                    const std::vector<Column>& columns) {
  items_ = items;
  plans_ = plans;
  picks_.push_back(place_of("time", columns));
  for (const FigurePlan& plan : plans_) {
    std::vector<std::size_t>& own = columns_.emplace_back();
    for (const std::string& channel : plan.channels) {
      own.push_back(picks_.size());
      picks_.push_back(place_of(channel, columns));
    }
  }
}

void Figures::take(std::span<const double> row) {
  for (const std::size_t pick : picks_) rows_.push_back(row[pick]);
}

// Events say when, or the run ended before.
double Figures::moment(const Moment& moment, double otherwise, const EventTimes& events) const {
  if (!moment.given()) return otherwise;
  double t = 0.0;
  if (moment.time) {
    t = *moment.time;
  } else {
    const auto found = events.find(moment.event);
    if (found == events.end()) throw Missing{"'" + moment.event + "' did not happen"};
    t = found->second;
  }
  const double end = entry(rows() - 1, 0), slack = 1e-9 * std::max(1.0, std::fabs(end));
  if (t > end + slack) throw Missing{"the run has no row at " + short_number(t, 4) + " s any more"};
  if (t < entry(0, 0) - slack)
    throw Missing{"the run has no row at " + short_number(t, 4) + " s yet"};
  return std::clamp(t, entry(0, 0), end);
}

// Between rows along a straight line; where two rows have one time, the later one.
double Figures::value_at(std::size_t column, double t) const {
  std::size_t low = 0, high = rows() - 1;
  if (t >= entry(high, 0)) return entry(high, column);
  while (high - low > 1) {
    const std::size_t middle = (low + high) / 2;
    (entry(middle, 0) <= t ? low : high) = middle;
  }
  const double width = entry(high, 0) - entry(low, 0);
  const double share = width > 0.0 ? (t - entry(low, 0)) / width : 0.0;
  return entry(low, column) + share * (entry(high, column) - entry(low, column));
}

Course Figures::course(std::size_t column, double from, double to) const {
  if (!(to > from)) throw Missing{"it ends where it begins, or before"};
  Course c;
  const auto add = [&](double t, double x) {
    c.t.push_back(t);
    c.x.push_back(x);
  };
  add(from, value_at(column, from));
  for (std::size_t r = 0; r < rows(); ++r)
    if (entry(r, 0) > from && entry(r, 0) < to) add(entry(r, 0), entry(r, column));
  add(to, value_at(column, to));
  return c;
}

double Figures::way(std::size_t x, double from, double to) const {
  const Course a = course(x, from, to), b = course(x + 1, from, to), c = course(x + 2, from, to);
  double sum = 0.0;
  for (std::size_t k = 0; k + 1 < a.t.size(); ++k)
    sum += std::hypot(a.x[k + 1] - a.x[k], b.x[k + 1] - b.x[k], c.x[k + 1] - c.x[k]);
  return sum;
}

double Figures::respond(const FigureItem& item, const Course& c, double since) {
  const Response r = response_of(c, item.steady.value_or(0.1 * c.span()));
  if (item.kind == FigureKind::steady) return r.after;
  double most = 0.0;
  for (const double x : c.x) most = std::max(most, std::fabs(x));
  if (!(std::fabs(r.change()) > 1e-9 * most)) throw Missing{"'" + item.of + "' does not change"};
  const auto reached = [&](double share) {
    const double t = first_time_at(c, r.level(share));
    if (!std::isfinite(t))
      throw Missing{"'" + item.of + "' does not come to " + short_number(share, 4) +
                    " of its change"};
    return t;
  };
  switch (item.kind) {
    case FigureKind::overshoot:
      return std::max(0.0, (r.peak - r.after) / r.change());
    case FigureKind::rise_time:
      return reached(0.9) - reached(0.1);
    case FigureKind::response_time:
      return reached(item.share) - since;
    case FigureKind::peak_time:
      return r.peak_time - since;
    default: {
      const double t = last_time_outside(c, r.after, item.band * std::fabs(r.change()));
      if (t == c.t.back()) throw Missing{"'" + item.of + "' does not settle"};
      return t - since;
    }
  }
}

double Figures::measure(std::size_t figure, const EventTimes& events,
                        const std::vector<double>& before) const {
  const FigureItem& item = items_[figure];
  if (is_of_figures(item.kind)) {
    const std::vector<std::size_t>& two = plans_[figure].figures;
    for (const std::size_t f : two)
      if (!std::isfinite(before[f])) throw Missing{"there is no '" + items_[f].name + "'"};
    const double a = before[two[0]], b = before[two[1]];
    if (item.kind == FigureKind::difference) return a - b;
    if (b == 0.0) throw Missing{"'" + item.over + "' is zero"};
    return a / b;
  }
  if (rows() == 0) throw Missing{"the run has no rows"};
  const double end = entry(rows() - 1, 0);
  const double from = moment(item.from, entry(0, 0), events), to = moment(item.to, end, events);
  const std::size_t own = columns_[figure].empty() ? 0 : columns_[figure].front();
  switch (item.kind) {
    case FigureKind::value:
      return value_at(own, moment(item.at, end, events));
    case FigureKind::duration:
      return to - from;
    case FigureKind::way:
      return way(own, from, to);
    default:
      break;
  }
  const Course c = course(own, from, to);
  switch (item.kind) {
    case FigureKind::mean:
      return integral_of(c) / c.span();
    case FigureKind::rms:
      return rms_of(c);
    case FigureKind::least:
      return *std::min_element(c.x.begin(), c.x.end());
    case FigureKind::greatest:
      return *std::max_element(c.x.begin(), c.x.end());
    case FigureKind::integral:
      return integral_of(c);
    case FigureKind::crossing: {
      const double t = first_time_at(c, item.crosses);
      if (!std::isfinite(t)) throw Missing{"'" + item.of + "' does not cross it"};
      return t - from;
    }
    case FigureKind::slope: {
      const double slope = slope_of(course(columns_[figure].back(), from, to).x, c.x);
      if (!std::isfinite(slope)) throw Missing{"'" + item.over + "' does not change"};
      return slope;
    }
    default:
      return respond(item, c, moment(item.at, from, events));
  }
}

std::vector<Figure> Figures::find(const EventTimes& events) const {
  std::vector<Figure> out;
  std::vector<double> si;
  for (std::size_t f = 0; f < items_.size(); ++f) {
    Figure figure{items_[f].name, 0.0, plans_[f].unit, ""};
    try {
      si.push_back(measure(f, events, si));
      if (!std::isfinite(si.back())) figure.missing = "it is not a number";
    } catch (const Missing& missing) {
      si.push_back(std::numeric_limits<double>::quiet_NaN());
      figure.missing = missing.why;
    }
    figure.value = si.back() * plans_[f].to_shown;
    out.push_back(std::move(figure));
  }
  return out;
}

}  // namespace treadle
