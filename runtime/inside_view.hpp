// Channels of the inside of a compiled component, at the state where the core stands.
#pragma once

#include "../src/acceleration/step.hpp"
#include "../src/mechanism/mechanism.hpp"
#include "../src/output/channels.hpp"

#include <span>
#include <string>
#include <vector>

namespace treadle {

/// Stages of a state. Accelerations, multipliers and loads, with what acts on the border, are those
/// of the last evaluation.
struct InsideState {
  double t = 0.0;
  std::span<const double> q, v, qdd, lambda;
  Workspace<double>& w;
  const Loads<double>& loads;
};

class InsideView {
 public:
  /// Throws ModelError for a name that is no channel. The mechanism must outlive it.
  InsideView(const Mechanism& mechanism, const std::vector<std::string>& names);

  [[nodiscard]] std::size_t count() const { return column_.size(); }
  /// Whether accelerations or forces have to be known.
  [[nodiscard]] bool needs_motion() const {
    return channels_.needs().accelerations || channels_.needs().reactions;
  }
  void read(const InsideState& state, std::span<double> values);
  /// Angles that count their turns look at an accepted state; how fast they may turn.
  void follow(const InsideState& state);
  [[nodiscard]] double turning(std::span<const double> v) const;

  void keep(Keep& keep) { keep(channels_); }

 private:
  [[nodiscard]] Snapshot snapshot(const InsideState& state) const;

  const Mechanism& mechanism_;
  Channels channels_;
  std::vector<std::size_t> column_;  ///< of each name
  std::vector<double> row_, multipliers_;
  std::vector<Motion<double>> accelerations_;
  std::vector<Force<double>> transmitted_;
};

}  // namespace treadle
