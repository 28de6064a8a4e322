// Channels at a state whose accelerations and multipliers are given: no equation is solved.
#pragma once

#include "../mechanism/mechanism.hpp"
#include "../output/channels.hpp"

#include <memory>
#include <span>
#include <vector>

namespace treadle {

/// Everything that a row can depend on.
struct KnownState {
  double t = 0.0;
  std::vector<double> q, v, qdd, lambda;
  std::vector<FunctionValue<double>> functions;
};

class StateRow {
 public:
  /// The mechanism must outlive it. Throws ModelError at "channels" for an unknown name.
  StateRow(const Mechanism& mechanism, const ChannelChoice& choice);
  ~StateRow();

  [[nodiscard]] const std::vector<Column>& columns() const;
  /// Fills columns().size() numbers.
  void fill(const KnownState& state, std::span<double> row);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace treadle
