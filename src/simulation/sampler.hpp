// Rows of a run: computes what the chosen channels need at a state, and no more.
//
//   MechanismSystem system(mechanism, "topology", ConstraintMethod::closest, 1e-3);
//   Sampler sampler(mechanism, system, {false, false, {"time", "crank.*"}});
//   std::vector<double> row(sampler.columns().size());
//   sampler.sample(0.0, system.start(), row);
#pragma once

#include "../assembly/self_stress.hpp"
#include "../output/channels.hpp"
#include "mechanism_system.hpp"

namespace treadle {

class Sampler {
 public:
  /// Both must outlive the sampler.
  Sampler(const Mechanism& mechanism, MechanismSystem& system, const ChannelChoice& choice = {});

  [[nodiscard]] const std::vector<Column>& columns() const { return channels_.columns(); }

  /// Fills a row of columns().size() numbers; allocates nothing. Energies count from the first
  /// call. What needs accelerations is NaN where they cannot be found.
  void sample(double t, std::span<const double> x, std::span<double> row);

  /// All points that touch; good until the next call.
  std::span<const ContactView> touching(double t, std::span<const double> x);

  /// Looks at a state between rows: angles of cut joints count their turns, and no two looks may
  /// be further apart than half a turn.
  void follow(double t, std::span<const double> x);
  /// Whether anything has to be followed, and how fast it may turn at most, rad/s.
  [[nodiscard]] bool follows() const { return channels_.follows(); }
  [[nodiscard]] double turning(std::span<const double> x) const;

  /// Columns whose reactions were not unique in some row so far.
  [[nodiscard]] std::vector<std::string> not_unique() const { return channels_.open_names(); }

  void keep(Keep& keep) { keep(channels_, first_, start_balance_); }

 private:
  void know(double t, std::span<const double> x);
  void accelerate(double t, std::span<const double> x);
  [[nodiscard]] Snapshot snapshot(double t, std::span<const double> x) const;

  const Mechanism& mechanism_;
  MechanismSystem& system_;
  Channels channels_;
  std::vector<double> rate_;
  std::vector<Motion<double>> accelerations_;
  std::vector<Force<double>> transmitted_;
  SelfStress stress_;
  EnergySample energy_;
  std::span<const ContactSum> contacts_;
  std::vector<ContactView> touching_;
  std::vector<double> shown_;  ///< by compiled parts
  bool first_ = true;
  double start_balance_ = 0.0;
};

/// Every channel that a mechanism has: standard ones and the outputs of its file.
std::vector<Column> all_channels(const Mechanism& mechanism);

}  // namespace treadle
