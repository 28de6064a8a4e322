#include "events.hpp"

#include "../acceleration/compiled_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treadle {

bool is_switch(const Mechanism& mechanism, std::string_view input) {
  const auto& forces = mechanism.description.forces;
  return std::any_of(forces.begin(), forces.end(),
                     [&](const ForceItem& force) { return switch_name(force.name) == input; });
}

namespace {

constexpr Report unknown{Trouble::unproved, -1, 0.0, 0};
constexpr double close_enough = 1e-11;  // s, between the two sides of a crossing
constexpr int most_looks = 8;           // inside a step that seems to cross and return

ChannelChoice channels_of(const Description& description) {
  ChannelChoice choice;
  for (const EventItem& item : description.events) choice.names.push_back(item.when);
  return choice;
}

int side_of(double height) { return height > 0.0 ? 1 : height < 0.0 ? -1 : 0; }

}  // namespace

EventWatch::EventWatch(const Mechanism& mechanism, MechanismSystem& system)
    : mechanism_(mechanism), system_(system) {
  watch_channels();
  watch_parts();
  before_ = after_ = older_ = row_;
  x_.resize(system.state_size());
  found_.reserve(2 * events_.size());
}

void EventWatch::watch_channels() {
  const Description& d = mechanism_.description;
  if (d.events.empty()) return;
  sampler_.emplace(mechanism_, system_, channels_of(d));
  const std::vector<Column>& columns = sampler_->columns();
  for (const EventItem& item : d.events) {
    Watched event;
    event.name = item.name;
    const auto column = std::find_if(columns.begin(), columns.end(),
                                     [&](const Column& c) { return c.name == item.when; });
    event.column = static_cast<std::size_t>(column - columns.begin());
    event.crosses = item.crosses;
    event.direction = item.direction == Crossing::both ? 0
                      : item.direction == Crossing::up ? 1
                                                       : -1;
    event.action = item.action;
    event.times = item.times;
    if (switches_force(item))
      event.input = mechanism_.functions.find_input(switch_name(item.force));
    events_.push_back(event);
  }
  row_.resize(columns.size());
  channels_ = columns.size();
}

// They have the names of their parts. (H23)
void EventWatch::watch_parts() {
  const CompiledParts* const parts = system_.parts();
  if (parts == nullptr) return;
  for (std::size_t k = 0; k < parts->events().size(); ++k) {
    const CompiledParts::Event& inside = parts->events()[k];
    Watched event;
    event.name = parts->name_of(inside.part);
    event.column = row_.size();
    event.direction = inside.direction;
    event.action = inside.action == 0   ? EventAction::stop
                   : inside.action == 1 ? EventAction::switch_on
                                        : EventAction::switch_off;
    event.times = inside.times;
    event.inside = static_cast<int>(k);
    events_.push_back(event);
    row_.push_back(0.0);
  }
}

Report EventWatch::values_at(double t, std::span<const double> x) {
  if (sampler_) sampler_->sample(t, x, row_);
  if (row_.size() == channels_) return {};
  const Report report = system_.prepare_parts(t, x);
  if (!report.ok()) return report;
  const std::span<double> heights = std::span<double>(row_).subspan(channels_);
  return system_.parts()->heights(t, system_.layout().states(x), heights) ? Report{} : unknown;
}

double EventWatch::turning(std::span<const double> x) {
  const double outside = sampler_ ? sampler_->turning(x) : 0.0;
  return row_.size() == channels_ ? outside
                                  : outside + system_.parts()->turning(system_.layout().states(x));
}

double EventWatch::height(std::size_t event) const {
  return row_[events_[event].column] - events_[event].crosses;
}

Report EventWatch::begin(double t, std::span<const double> x) {
  if (empty()) return {};
  const Report report = values_at(t, x);
  after_ = row_;
  for (std::size_t e = 0; e < events_.size(); ++e) events_[e].side = side_of(height(e));
  return report;
}

Report EventWatch::height_at(Walk& walk, std::size_t event, Point& point) {
  Report report = walk.state_at(point.t, x_);
  if (report.ok()) report = values_at(point.t, x_);
  if (!report.ok()) return report;
  point.height = height(event);
  return report;
}

// Closes the bracket to the time just behind the crossing: interpolate, truncate towards the
// middle, and never do worse than halving. (I15)
Report EventWatch::locate(Walk& walk, std::size_t event, int side, Point before, Point after) {
  const int wanted = events_[event].direction;
  if (wanted != 0 && side != wanted) return {};
  double a = before.t, b = after.t, low = before.height, high = after.height;
  const double tolerance =
      std::max(close_enough, 8.0 * std::numeric_limits<double>::epsilon() * std::fabs(b));
  const double first = b - a;
  double worst = first;  // width that halving would have left by now, with one step to spare
  while (b - a > tolerance) {
    const double middle = 0.5 * (a + b);
    double t = low == high ? middle : a + (b - a) * (low / (low - high));
    const double shift = std::min(0.2 / first * (b - a) * (b - a), std::fabs(middle - t));
    t += t < middle ? shift : -shift;
    const double room = std::max(0.0, worst - 0.5 * (b - a));
    t = std::clamp(t, middle - room, middle + room);
    t = std::clamp(t, a + 0.25 * tolerance, b - 0.25 * tolerance);
    Point point{t, 0.0};
    const Report report = height_at(walk, event, point);
    if (!report.ok()) return report;
    (side_of(point.height) == side ? b : a) = t;
    (side_of(point.height) == side ? high : low) = point.height;
    worst *= 0.5;
  }
  found_.push_back({b, event, side});
  return {};
}

// Both ends are on one side. Where the parabola through the last three values turns back near the
// value, its end is looked at, and the parabola through that point, until one is on the other side
// or none can be. (I17)
Report EventWatch::look_inside(Walk& walk, std::size_t event, int side, Point a, Point b,
                               Point& inside, bool& crossed) {
  const double crosses = events_[event].crosses;
  const std::size_t column = events_[event].column;
  const double h = b.t - a.t;
  crossed = false;
  Point third{older_time_, older_[column] - crosses};
  const auto look_at_third = [&](double t) {
    third.t = t;
    const Report report = height_at(walk, event, third);
    crossed = report.ok() && side_of(third.height) == -side;
    if (crossed) inside = third;
    return report;
  };
  if (history_ < 2) {
    const Report report = look_at_third(a.t + 0.5 * h);
    if (!report.ok() || crossed) return report;
  }
  const double nearest = std::min(std::fabs(a.height), std::fabs(b.height));
  for (int k = 0; k < most_looks; ++k) {
    const double slope = (b.height - a.height) / h,
                 bend = ((third.height - a.height) / (third.t - a.t) - slope) / (third.t - b.t);
    if (!(bend * side > 0.0)) return {};
    double t = 0.5 * (a.t + b.t) - 0.5 * slope / bend;
    if (t < a.t - 0.5 * h || t > b.t + 0.5 * h) return {};
    t = std::clamp(t, a.t + 0.05 * h, b.t - 0.05 * h);
    const double guess = a.height + (t - a.t) * (slope + (t - b.t) * bend);
    if (guess * side > (k == 0 ? 0.5 * nearest : 0.1 * std::fabs(third.height))) return {};
    if (k > 0 && std::fabs(t - third.t) < 1e-3 * h) return {};
    const Report report = look_at_third(t);
    if (!report.ok() || crossed) return report;
  }
  return {};
}

// What one part of the last step has crossed; its values are in before_ and after_.
Report EventWatch::look_at_part(Walk& walk, double from, double to) {
  for (std::size_t e = 0; e < events_.size(); ++e) {
    Watched& event = events_[e];
    const Point start{from, before_[event.column] - event.crosses},
        end{to, after_[event.column] - event.crosses};
    const int side = side_of(end.height), earlier = event.side;
    if (side == 0) continue;
    event.side = side;
    if (earlier == 0 || event.is_over()) continue;
    if (side != earlier) {
      const Report report = locate(walk, e, side, start, end);
      if (!report.ok()) return report;
      continue;
    }
    Point inside;
    bool crossed = false;
    Report report = look_inside(walk, e, side, start, end, inside, crossed);
    if (crossed && report.ok()) report = locate(walk, e, -side, start, inside);
    if (crossed && report.ok()) report = locate(walk, e, side, inside, end);
    if (!report.ok()) return report;
  }
  return {};
}

Report EventWatch::look(Walk& walk, RunResult& result, double& reached) {
  reached = walk.time();
  if (empty()) return {};
  cut_.reset();
  found_.clear();
  counted_ = 0;
  const double begin = walk.earlier(), h = walk.time() - begin;
  const long parts =
      std::max(walk.parts(), static_cast<long>(std::ceil(h * turning(walk.state()))));
  double from = begin;
  for (long k = 1; k <= parts; ++k) {
    const double to =
        k == parts ? walk.time() : begin + h * static_cast<double>(k) / static_cast<double>(parts);
    std::swap(older_, before_);
    before_ = after_;
    ++history_;
    Report report = walk.state_at(to, x_);
    if (report.ok()) report = values_at(to, x_);
    if (!report.ok()) return report;
    after_ = row_;
    report = look_at_part(walk, from, to);
    if (!report.ok()) return report;
    older_time_ = from;
    from = to;
    // what comes after an end is looked at from there
    if (std::any_of(found_.begin(), found_.end(), [&](const Found& found) {
          return events_[found.event].action != EventAction::record;
        }))
      break;
  }
  std::stable_sort(found_.begin(), found_.end(),
                   [](const Found& a, const Found& b) { return a.time < b.time; });
  for (const Found& found : found_) {
    ++counted_;
    Watched& event = events_[found.event];
    if (event.is_over()) continue;
    ++event.count;
    event.side = found.side;
    result.events.push_back({event.name, found.time, event.action});
    if (event.action == EventAction::record) continue;
    cut_ = found;
    reached = found.time;
    break;
  }
  return {};
}

Report EventWatch::act(Walk& walk, bool& stop) {
  if (empty()) return {};
  if (cut_) {
    Report report = walk.state_at(cut_->time, x_);
    if (report.ok()) report = values_at(cut_->time, x_);
    if (!report.ok()) return report;
    after_ = row_;
  }
  for (std::size_t e = 0; e < events_.size(); ++e) {
    const int side = side_of(after_[events_[e].column] - events_[e].crosses);
    if (side != 0 && !(cut_ && cut_->event == e)) events_[e].side = side;
  }
  // crossings behind the cut are still to come, those too that rounding puts on it: last one first,
  // so that the next one decides
  for (std::size_t k = found_.size(); cut_ && k-- > counted_;)
    events_[found_[k].event].side = -found_[k].side;
  const double t = cut_ ? cut_->time : walk.time();
  if (sampler_) sampler_->follow(t, cut_ ? std::span<const double>(x_) : walk.state());
  if (!cut_) return {};
  stop = events_[cut_->event].action == EventAction::stop;
  const Report report = switch_at(t);
  if (!report.ok()) return report;
  history_ = 0;
  return walk.start(t, x_);
}

// What the event that cut the step does at x_. The energy that a spring takes away or brings counts
// as work, so that the balance stays.
Report EventWatch::switch_at(double t) {
  const Watched& event = events_[cut_->event];
  if (event.input < 0 && event.inside < 0) return {};
  const double stored = system_.energy(t, x_).potential;
  if (event.input >= 0) {
    const double on = event.action == EventAction::switch_on ? 1.0 : 0.0;
    system_.set_input(static_cast<std::size_t>(event.input), {on, 0.0, 0.0, t});
  } else {
    CompiledParts& parts = *system_.parts();
    const CompiledParts::Event& inside = parts.events()[static_cast<std::size_t>(event.inside)];
    if (!parts.happen(t, system_.layout().states(std::span<const double>(x_)), inside))
      return unknown;
  }
  system_.layout().z(std::span<double>(x_))[system_.layout().work_at()] +=
      system_.energy(t, x_).potential - stored;
  return {};
}

void EventWatch::keep(Keep& keep) {
  for (Watched& event : events_) event.keep(keep);
  keep(sampler_, before_, after_, older_, older_time_, history_, cut_);
}

}  // namespace treadle
