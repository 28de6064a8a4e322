// Events of a run: a channel crosses a value, or a height inside of a compiled part crosses zero;
// it is located inside the step, and something happens.
#pragma once

#include "sampler.hpp"
#include "walk.hpp"

#include <optional>

namespace treadle {

/// Whether this input switches a force, on or off and nothing between: events set it.
bool is_switch(const Mechanism& mechanism, std::string_view input);

class EventWatch {
 public:
  /// Both must outlive the watch.
  EventWatch(const Mechanism& mechanism, MechanismSystem& system);

  [[nodiscard]] bool empty() const { return events_.empty(); }
  /// At the start of the run.
  Report begin(double t, std::span<const double> x);
  /// After each step: its events go to the result; `reached` is where one of them cuts it short, or
  /// its end.
  Report look(Walk& walk, RunResult& result, double& reached);
  /// Then: where the step was cut, a force is switched and the walk goes on from there. `stop`: the
  /// run is to end there.
  Report act(Walk& walk, bool& stop);

  void keep(Keep& keep);

 private:
  struct Watched {
    std::string name;
    std::size_t column = 0;  ///< of its channel, or of its height
    double crosses = 0.0;
    int direction = 0;  ///< that it goes to: 1 above, -1 below, 0 both
    EventAction action = EventAction::record;
    std::optional<int> times;  ///< how often at most
    int input = -1;            ///< that switches a force
    int inside = -1;           ///< of the events of compiled parts
    int side = 0;              ///< of the value: -1 below, 1 above, 0 not known yet
    int count = 0;

    void keep(Keep& keep) { keep(side, count); }
    [[nodiscard]] bool is_over() const { return times && count >= *times; }
  };
  struct Found {
    double time = 0.0;
    std::size_t event = 0;
    int side = 0;  ///< that it goes to
  };
  struct Point {
    double t = 0.0, height = 0.0;
  };

  void watch_channels();
  void watch_parts();
  Report values_at(double t, std::span<const double> x);
  [[nodiscard]] double height(std::size_t event) const;
  /// How fast angles turn at most whose turns are counted.
  [[nodiscard]] double turning(std::span<const double> x);
  Report switch_at(double t);
  Report height_at(Walk& walk, std::size_t event, Point& point);
  /// The crossing between two points of the last step goes to what was found, if it is wanted.
  Report locate(Walk& walk, std::size_t event, int side, Point before, Point after);
  /// A point between a and b on the other side of the value, where both ends are on one.
  Report look_inside(Walk& walk, std::size_t event, int side, Point a, Point b, Point& inside,
                     bool& crossed);
  Report look_at_part(Walk& walk, double from, double to);

  const Mechanism& mechanism_;
  MechanismSystem& system_;
  std::vector<Watched> events_;
  std::optional<Sampler> sampler_;
  std::size_t channels_ = 0;  ///< numbers of a row before those of parts
  std::vector<double> row_, before_, after_, x_;
  std::vector<double> older_;  ///< one step before `before_`
  double older_time_ = 0.0;
  int history_ = 0;  ///< parts of steps since the walk was begun
  std::vector<Found> found_;
  std::size_t counted_ = 0;  ///< of these, up to the one that cuts
  std::optional<Found> cut_;
};

}  // namespace treadle
