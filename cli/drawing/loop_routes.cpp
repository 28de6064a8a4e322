#include "loop_routes.hpp"

#include "obstacles.hpp"

#include <algorithm>
#include <cmath>

namespace treadle::cli {

namespace {

constexpr std::size_t most_tried = 16;    // curves for which a place for the name is looked for
constexpr double through_little = 150.0;  // cost of what a curve may run through
constexpr double clear = 7.0;             // kept between a curve and a box

/// A place where a curve may leave a box, and the direction in which it does.
struct Port {
  Point at, out;
};

struct Ends {
  BodyId from, to;
};

/// How bad a curve is: what it runs through and how long it is.
struct Judged {
  Curve curve;
  double cost = 0.0;
};

class Router {
 public:
  Router(const Topology& tree, const GraphLayout& layout)
      : tree_(tree), layout_(layout), used_(layout.lanes.size(), 0) {
    boxes_.add(layout.ground_bar.rect);
    for (const Label& box : layout.boxes) boxes_.add(box.rect.grown(clear - 2.0));
    for (const TreeLine& line : layout.lines) {
      words_.add(line.label.rect);
      add_line(line);
    }
    find_channels();
  }

  // The curve with the least cost, its label included.
  LoopRoute route(const Loop& loop, Ends ends, bool named) {
    std::vector<Judged> curves = candidates(ends);
    const std::size_t kept = std::min(curves.size(), named ? most_tried : 1);
    std::partial_sort(curves.begin(), curves.begin() + static_cast<std::ptrdiff_t>(kept),
                      curves.end(),
                      [](const Judged& a, const Judged& b) { return a.cost < b.cost; });
    LoopRoute best;
    double least = 1e300;
    for (std::size_t i = 0; i < kept; ++i) {
      LoopRoute trial{curves[i].curve, {}, loop.joint >= 0};
      double cost = curves[i].cost;
      if (named) {
        trial.label = make_label(loop.name, loop.type, joint_size, 3.0);
        cost += place_label(trial);
      }
      if (cost >= least) continue;
      least = cost;
      best = std::move(trial);
    }
    for (const Point& p : best.curve.points) drawn_.add({p.x - 3.0, p.y - 3.0, 6.0, 6.0});
    if (named) words_.add(best.label.rect);
    return best;
  }

 private:
  void add_line(const TreeLine& line) {
    const auto thin = [&](Point a, Point b) {
      lines_.add({std::min(a.x, b.x) - 1.0, std::min(a.y, b.y) - 1.0, std::fabs(a.x - b.x) + 2.0,
                  std::fabs(a.y - b.y) + 2.0});
    };
    thin(line.from, {line.from.x, line.bus});
    thin({line.from.x, line.bus}, {line.to.x, line.bus});
    thin({line.to.x, line.bus}, line.to);
  }

  // Abscissas beside boxes and labels, where a vertical line may find its way.
  void find_channels() {
    const auto add = [&](const Rect& r, double by) {
      channels_.push_back(r.left() - by);
      channels_.push_back(r.right() + by);
    };
    add(layout_.ground_bar.rect, -4.0);
    add(layout_.ground_bar.rect, 10.0);
    for (const Label& box : layout_.boxes) add(box.rect, clear + 1.0);
    for (const TreeLine& line : layout_.lines) add(line.label.rect, 4.0);
    std::sort(channels_.begin(), channels_.end());
    channels_.erase(std::unique(channels_.begin(), channels_.end()), channels_.end());
    if (channels_.size() > 80) {  // a large drawing takes the outermost ones and some between
      std::vector<double> few;
      for (std::size_t i = 0; i < 80; ++i)
        few.push_back(channels_[i * (channels_.size() - 1) / 79]);
      channels_ = few;
    }
  }

  [[nodiscard]] std::vector<Port> ports(BodyId body, Point other) const {
    if (!body.valid()) {
      std::vector<Port> list;
      const Rect& bar = layout_.ground_bar.rect;
      for (const double x : channels_) {
        if (x > bar.left() + 3.0 && x < bar.right() - 3.0)
          list.push_back({{x, bar.bottom()}, {0.0, 1.0}});
      }
      std::sort(list.begin(), list.end(), [&](const Port& a, const Port& b) {
        return std::fabs(a.at.x - other.x) < std::fabs(b.at.x - other.x);
      });
      if (list.size() > 8) list.resize(8);
      return list;
    }
    const Rect& box = layout_.boxes[body].rect;
    const double quarter = box.width / 4.0;
    return {{{box.right(), box.center().y}, {1.0, 0.0}},
            {{box.left(), box.center().y}, {-1.0, 0.0}},
            {{box.center().x + quarter, box.bottom()}, {0.0, 1.0}},
            {{box.center().x - quarter, box.bottom()}, {0.0, 1.0}},
            {{box.center().x, box.bottom()}, {0.0, 1.0}}};
  }

  [[nodiscard]] Point middle(BodyId body) const {
    return body.valid() ? layout_.boxes[body].rect.center() : layout_.ground_bar.rect.center();
  }

  [[nodiscard]] Judged judge(Curve curve) const {
    Judged judged{std::move(curve), 0.0};
    int through = 0;
    for (const Point& p : judged.curve.points) {
      // the ends touch their own boxes
      const bool near_end = distance(p, judged.curve.points.front()) < clear ||
                            distance(p, judged.curve.points.back()) < clear;
      if (!near_end && boxes_.hit(p)) ++through;
      if (words_.hit(p)) judged.cost += 40.0;
      if (lines_.hit(p)) judged.cost += 12.0;
      if (drawn_.hit(p)) judged.cost += 8.0;
    }
    judged.cost += judged.curve.length + 1000.0 * through;
    return judged;
  }

  std::vector<Judged> candidates(Ends ends) {
    std::vector<Judged> list;
    double least = 1e300;
    const auto add = [&](Curve curve, double extra) {
      list.push_back(judge(std::move(curve)));
      list.back().cost += extra;
      least = std::min(least, list.back().cost - list.back().curve.length);
    };
    for (const Port& a : ports(ends.from, middle(ends.to))) {
      for (const Port& b : ports(ends.to, middle(ends.from))) {
        const double apart = distance(a.at, b.at);
        for (const double reach : {0.35, 0.6, 1.0}) {
          const double k = std::clamp(reach * apart, 24.0, 160.0);
          add(bezier(a.at, {a.at.x + k * a.out.x, a.at.y + k * a.out.y},
                     {b.at.x + k * b.out.x, b.at.y + k * b.out.y}, b.at),
              0.0);
        }
      }
    }
    // a plain curve that runs through little is best; else the free strips offer a way
    if (least > through_little) {
      for (const double x : channels_) add(through_channel(ends, x), 30.0);
      ++used_[depth(ends.from)];
      ++used_[depth(ends.to)];
    }
    return list;
  }

  [[nodiscard]] std::size_t depth(BodyId body) const {
    return body.valid() ? static_cast<std::size_t>(tree_.bodies[body].depth) : 0;
  }

  [[nodiscard]] double lane(BodyId body) const {
    return layout_.lanes[depth(body)] + lane_step * (used_[depth(body)] % most_lanes);
  }

  // Down into the free strip below a box, along it, up or down at x, and the same back.
  [[nodiscard]] Curve through_channel(Ends ends, double x) const {
    std::vector<Point> corners;
    const auto add_end = [&](BodyId body, bool first) {
      std::vector<Point> end;
      if (body.valid()) {
        const Rect& box = layout_.boxes[body].rect;
        const double side = x < box.center().x ? -1.0 : 1.0;
        const double at = box.center().x + side * box.width / 4.0;
        end = {{at, box.bottom()}, {at, lane(body)}, {x, lane(body)}};
      } else {
        const Rect& bar = layout_.ground_bar.rect;
        if (x > bar.left() && x < bar.right()) {
          end = {{x, bar.bottom()}};
        } else {
          end = {{x < bar.left() ? bar.left() : bar.right(), bar.center().y}, {x, bar.center().y}};
        }
      }
      if (!first) std::reverse(end.begin(), end.end());
      corners.insert(corners.end(), end.begin(), end.end());
    };
    add_end(ends.from, true);
    add_end(ends.to, false);
    return rounded_line(corners, 14.0);
  }

  // On the curve or beside it, near its middle, where nothing else is written. Gives the cost.
  [[nodiscard]] double place_label(LoopRoute& route) const {
    Rect& rect = route.label.rect;
    const std::vector<Point>& points = route.curve.points;
    double best = 1e300;
    Rect chosen = rect;
    for (std::size_t i = 0; i < points.size(); i += 2) {
      const double along = static_cast<double>(i) / static_cast<double>(points.size());
      for (const Point& side :
           {Point{0, 0}, Point{1, 0}, Point{-1, 0}, Point{0, 1}, Point{0, -1}}) {
        const Rect trial{points[i].x - rect.width / 2.0 + side.x * (rect.width / 2.0 + 5.0),
                         points[i].y - rect.height / 2.0 + side.y * (rect.height / 2.0 + 4.0),
                         rect.width, rect.height};
        double cost =
            std::fabs(along - 0.5) * 100.0 + (side.x == 0.0 && side.y == 0.0 ? 0.0 : 15.0);
        if (cost >= best) continue;
        if (boxes_.hit(trial)) cost += 1000.0;
        if (words_.hit(trial.grown(2.0))) cost += 1000.0;
        if (lines_.hit(trial)) cost += 60.0;
        if (drawn_.hit(trial)) cost += 60.0;
        if (cost >= best) continue;
        best = cost;
        chosen = trial;
      }
    }
    rect = chosen;
    return best;
  }

  const Topology& tree_;
  const GraphLayout& layout_;
  Obstacles boxes_, words_, lines_, drawn_;
  std::vector<double> channels_;
  std::vector<int> used_;  // lanes taken, by depth
};

std::vector<Ends> route_ends_of(const Loop& loop) {
  if (loop.kind != LoopKind::coordinates) return {{loop.from, loop.to}};
  std::vector<Ends> list;
  for (std::size_t i = 1; i < loop.from_path.size(); ++i) {
    list.push_back({loop.from_path[i - 1], loop.from_path[i]});
  }
  return list;
}

}  // namespace

std::vector<LoopRoute> route_loops(const Topology& topology, const GraphLayout& layout) {
  Router router(topology, layout);
  std::vector<LoopRoute> routes;
  for (const Loop& loop : topology.loops) {
    bool named = layout.names;
    for (const Ends& ends : route_ends_of(loop)) {
      routes.push_back(router.route(loop, ends, named));
      named = false;
    }
  }
  return routes;
}

}  // namespace treadle::cli
