// The inside of a compiled component: its mechanism in joint coordinates, with forces on the bodies
// of its border as the only thing that is asked of it. (H20)
#pragma once

#include "../src/acceleration/proof.hpp"
#include "../src/control/control_pace.hpp"
#include "../src/keeping/closest.hpp"
#include "../src/mechanism/mechanism.hpp"
#include "../src/simulation/law_watch.hpp"
#include "inside_view.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace treadle {

struct PublishedBody {
  std::string name;  ///< as the sender published it
  std::string body;  ///< of the description
  bool is_port = false;
  std::array<double, 10> lent{};
};

/// A number that goes in or comes out: `inside` is the input or channel of the description.
struct InsideNumber {
  std::string name, unit, inside;
  double start = 0.0;
};

struct ComponentContent {
  Description model;
  std::vector<PublishedBody> border;
  std::vector<InsideNumber> inputs, outputs;

  /// Whether it does more than move and push: then it needs a caller who knows the whole table.
  [[nodiscard]] bool needs_more() const {
    return !inputs.empty() || !outputs.empty() || !model.events.empty() ||
           !model.controllers.empty();
  }
};

class ComponentCore {
 public:
  /// A number that the caller tells.
  struct Told {
    std::size_t input = 0;  ///< of the functions
    std::array<double, 3> value{};
  };

  /// Throws what build_mechanism does.
  explicit ComponentCore(const ComponentContent& content);
  ~ComponentCore();
  ComponentCore(const ComponentCore&) = delete;
  ComponentCore& operator=(const ComponentCore&) = delete;

  [[nodiscard]] const std::vector<PublishedBody>& border() const { return border_; }
  [[nodiscard]] std::size_t state_size() const { return nq_ + nv_ + owned_; }
  void start(std::span<double> state) const;

  void borders(std::span<const double> state, std::span<double> poses,
               std::span<double> velocities);
  Report evaluate(double t, std::span<const double> state, std::span<double> d,
                  std::span<double> r);
  void take(std::span<const double> tau);
  void accelerations(std::span<double> a) const;
  void rate(std::span<double> rates) const;
  [[nodiscard]] double power() const;
  Report project(double t, std::span<double> state);
  void move(std::span<const double> tau, bool velocities, std::span<double> state);
  void energy(double t, std::span<const double> state, std::span<double, 2> out);
  void keep(Keep& keep) { keep(*solver_, inputs_, control_, pace_, heights_, last_step_, shown_); }

  void set_input(std::size_t input, std::span<const double, 3> value);
  [[nodiscard]] bool needs_motion() const { return needs_motion_; }
  void show(double t, std::span<const double> state, std::span<double> values);
  [[nodiscard]] std::vector<double> breaks(double apart) const {
    return mechanism_.functions.breaks(apart);
  }
  [[nodiscard]] double longest_step() const { return mechanism_.functions.longest_step(); }

  /// Events of the description, in its order.
  [[nodiscard]] const std::vector<EventItem>& events() const {
    return mechanism_.description.events;
  }
  void heights(double t, std::span<const double> state, std::span<double> heights);
  void happen(double t, std::size_t event);
  [[nodiscard]] double turning(std::span<const double> state) const {
    return heights_.turning(v(state)) + shown_.turning(v(state));
  }

  void begin(double t, std::span<const double> state, double interval);
  [[nodiscard]] double next_stop() const { return pace_.stop(); }
  /// True: inputs have jumped.
  bool step(double t, std::span<const double> state);
  struct Step {
    double from = 0.0, to = 0.0;
    std::span<const double> before, after;
    double longest = 0.0, tolerance = 0.0;
  };
  std::optional<double> missed(const Step& step, const LawWatch::StateAt& state_at);
  void look_ahead(double h) { ahead_ = h; }
  void drift(std::span<const double> from, double h, std::span<double> state);
  void ride(std::span<const double> velocities, std::span<double> state);

 private:
  [[nodiscard]] std::span<const double> q(std::span<const double> x) const { return x.first(nq_); }
  [[nodiscard]] std::span<const double> v(std::span<const double> x) const {
    return x.subspan(nq_, nv_);
  }
  class Scene;  ///< for the watch of laws
  void tell_time(double t, std::span<const double> state);
  /// Poses, velocities and functions of time at a state.
  void stand(double t, std::span<const double> state);
  [[nodiscard]] ControlPoint point(double t, std::span<const double> state) const;
  [[nodiscard]] InsideState inside(double t, std::span<const double> state);
  void load_border();
  void find_rows();
  [[nodiscard]] FrameMotion look(std::size_t border, Depth depth) const;
  [[nodiscard]] std::span<double> response(std::size_t k) {
    return std::span(responses_).subspan(k * nv_, nv_);
  }

  Mechanism mechanism_;
  std::vector<PublishedBody> border_;
  std::vector<PlacedBody> placed_;
  std::size_t nq_, nv_, owned_, rows_;
  double length_;
  double ahead_ = 0.0;  ///< how far forces look ahead with their states (TY10)
  bool driven_;
  std::unique_ptr<SaddleSolver<double>> solver_;
  Workspace<double> w_;
  ProjectionStage<double> stage_;
  Loads<double> unit_;
  std::vector<InputValue> inputs_;
  std::vector<Told> told_;  ///< by published input
  std::unique_ptr<ControlLoop> control_;
  ControlPace pace_;
  InsideView heights_, last_step_, shown_;
  bool needs_motion_;
  std::unique_ptr<LawWatch> laws_;
  Loads<double> loads_;  ///< with what acts on the border
  std::vector<Motion<double>> moved_;
  std::vector<double> jacobian_, responses_, multipliers_;  ///< six rows for each border
  std::vector<double> nothing_, state_, qdd_, lambda_, alone_, d_, tau_, way_, place_;
};

}  // namespace treadle
