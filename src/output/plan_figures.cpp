#include "plan_figures.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../describe/expression.hpp"

#include <algorithm>

namespace treadle {

namespace {

class FigurePlanner {
 public:
  FigurePlanner(const std::vector<FigureItem>& figures, const std::vector<Column>& columns)
      : figures_(figures), columns_(columns) {}

  std::vector<FigurePlan> plan() {
    for (at_ = 0; at_ < figures_.size(); ++at_) {
      FigurePlan own;
      const Quantity si = kind_of(figures_[at_], own);
      kinds_.push_back(si);
      show(figures_[at_], si, own);
      plans_.push_back(std::move(own));
    }
    return std::move(plans_);
  }

 private:
  [[noreturn]] void fail(const char* key, const std::string& message) const {
    throw ModelError("figures[" + std::to_string(at_) + "]." + key,
                     "figure '" + figures_[at_].name + "': " + message);
  }

  const Column& column(const std::string& name, const char* key) const {
    std::vector<std::string> known;
    std::string parts;
    for (const Column& c : columns_) {
      if (c.name == name) return c;
      known.push_back(c.name);
      if (c.name.starts_with(name + ".")) parts += (parts.empty() ? "" : ", ") + c.name;
    }
    fail(key, parts.empty() ? "unknown channel '" + name + "'" + suggestion(name, known) +
                                  "; treadle run --list-channels shows all"
                            : "'" + name + "' is several numbers; give one of " + parts);
  }

  static Quantity unit_of(const std::string& unit) {
    Quantity one = read_quantity(unit == "1" ? "1" : "1 " + unit);
    one.value = 1.0;
    return one;
  }

  // What is compared with the channel has its unit; an angle may be left unsaid.
  void check_crosses(const FigureItem& item, const Column& c) const {
    if (item.crosses_unit.empty()) return;
    const Quantity needed = unit_of(c.unit);
    if (!same_kind(unit_of(item.crosses_unit), {0.0, needed.kind, true}))
      fail("crosses",
           "crosses is in " + item.crosses_unit + ", but channel '" + c.name + "' is in " + c.unit);
  }

  std::size_t other_figure(const std::string& name, const char* key) const {
    std::vector<std::string> known;
    for (std::size_t f = 0; f < at_; ++f) {
      if (figures_[f].name == name) return f;
      known.push_back(figures_[f].name);
    }
    fail(key, "no figure '" + name + "' stands before it" + suggestion(name, known));
  }

  // In SI, and what it looks at.
  Quantity kind_of(const FigureItem& item, FigurePlan& own) const {
    const Quantity seconds{1.0, dimension::time, false}, number{1.0, dimension::none, false};
    if (item.kind == FigureKind::duration) return seconds;
    if (is_of_figures(item.kind)) {
      own.figures = {other_figure(item.of, "of"), other_figure(item.over, "over")};
      const Quantity &a = kinds_[own.figures[0]], &b = kinds_[own.figures[1]];
      if (item.kind == FigureKind::ratio) return product(a, b, -1);
      if (!same_kind(a, b))
        fail("over", "'" + item.of + "' is in " + si_unit(a.kind) + " and '" + item.over + "' in " +
                         si_unit(b.kind) + ": no difference");
      return a;
    }
    if (item.kind == FigureKind::way) {
      for (const char* part : {".x", ".y", ".z"}) {
        column(item.of + part, "of");
        own.channels.push_back(item.of + part);
      }
      const Quantity kind = unit_of(column(own.channels.front(), "of").unit);
      if (kind.kind != dimension::length)
        fail("of", "'" + item.of +
                       "' is no position; give an output of type position, or the "
                       "pose of a body");
      return kind;
    }
    const Column& of = column(item.of, "of");
    own.channels.push_back(of.name);
    const Quantity kind = unit_of(of.unit);
    switch (item.kind) {
      case FigureKind::integral:
        return product(kind, seconds, 1);
      case FigureKind::slope: {
        const Column& over = column(item.over, "over");
        own.channels.push_back(over.name);
        return product(kind, unit_of(over.unit), -1);
      }
      case FigureKind::overshoot:
        return number;
      case FigureKind::crossing:
        check_crosses(item, of);
        return seconds;
      case FigureKind::rise_time:
      case FigureKind::response_time:
      case FigureKind::peak_time:
      case FigureKind::settling_time:
        return seconds;
      default:
        return kind;
    }
  }

  static Quantity product(const Quantity& a, const Quantity& b, int power) {
    Quantity out = a;
    out.kind.length += power * b.kind.length;
    out.kind.mass += power * b.kind.mass;
    out.kind.time += power * b.kind.time;
    out.kind.angle += power * b.kind.angle;
    out.says_angle = a.says_angle || b.says_angle;
    return out;
  }

  void show(const FigureItem& item, const Quantity& si, FigurePlan& own) const {
    own.unit = item.unit.empty() ? si_unit(si.kind) : item.unit;
    if (item.unit.empty()) return;
    const Quantity wanted = read_quantity("1 " + item.unit);
    if (!same_kind(wanted, {0.0, si.kind, true}))
      fail("unit", "is " + item.unit + ", but the figure is in " + si_unit(si.kind));
    own.to_shown = 1.0 / wanted.value;
  }

  const std::vector<FigureItem>& figures_;
  const std::vector<Column>& columns_;
  std::size_t at_ = 0;
  std::vector<Quantity> kinds_;
  std::vector<FigurePlan> plans_;
};

}  // namespace

std::vector<FigurePlan> plan_figures(const std::vector<FigureItem>& figures,
                                     const std::vector<Column>& columns) {
  return FigurePlanner(figures, columns).plan();
}

}  // namespace treadle
