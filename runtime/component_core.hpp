// The inside of a compiled component: its mechanism in joint coordinates, with forces on the bodies
// of its border as the only thing that is asked of it. (H20)
#pragma once

#include "../src/acceleration/proof.hpp"
#include "../src/keeping/closest.hpp"
#include "../src/mechanism/mechanism.hpp"

#include <memory>
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

class ComponentCore {
 public:
  /// Throws what build_mechanism does.
  ComponentCore(const Description& description, std::vector<PublishedBody> border);

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
  void move(std::span<const double> tau, bool velocities, std::span<double> state) const;
  void energy(double t, std::span<const double> state, std::span<double, 2> out);
  void keep(Keep& keep) { solver_->keep(keep); }

 private:
  [[nodiscard]] std::span<const double> q(std::span<const double> x) const { return x.first(nq_); }
  [[nodiscard]] std::span<const double> v(std::span<const double> x) const {
    return x.subspan(nq_, nv_);
  }
  void tell_time(double t, std::span<const double> state);
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
  bool driven_;
  std::unique_ptr<SaddleSolver<double>> solver_;
  Workspace<double> w_;
  ProjectionStage<double> stage_;
  Loads<double> unit_;
  std::vector<InputValue> inputs_;
  std::vector<Motion<double>> moved_;
  std::vector<double> jacobian_, responses_, multipliers_;  ///< six rows for each border
  std::vector<double> nothing_, state_, qdd_, lambda_, alone_, d_, tau_;
};

}  // namespace treadle
