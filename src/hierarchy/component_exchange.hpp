// What processes tell each other of a hierarchy that they share: D and r of components upwards,
// forces on their borders downwards, then what each has found. (H15)
#pragma once

#include "level.hpp"

namespace treadle {

class ComponentExchange {
 public:
  ComponentExchange(const Model<double>& model, const HierarchyPlan& plan,
                    const std::vector<ComponentLevel>& levels, const std::vector<bool>& dependent,
                    std::span<const double> cost, Ranks& ranks);

  [[nodiscard]] const ComponentShare& share() const { return share_; }
  [[nodiscard]] const ComponentTraffic& traffic() const { return traffic_; }
  [[nodiscard]] const std::vector<int>& owner() const { return owner_; }
  [[nodiscard]] bool lost() const { return ranks_.lost(); }

  /// Each of these answers false where a process is lost. Before a level is closed, and after;
  /// `factors`: F and r, or r alone.
  bool take_up(std::size_t level, bool factors, std::vector<ComponentLevel>& levels);
  bool pass_up(std::size_t level, bool factors, const std::vector<ComponentLevel>& levels);
  /// Before a level is opened, and after; `place`: of each component in the one around.
  bool take_down(std::size_t level, std::span<const int> place,
                 std::vector<ComponentLevel>& levels);
  bool pass_down(std::size_t level, std::span<const int> place,
                 const std::vector<ComponentLevel>& levels);
  /// What each has found becomes known to all, lambda where there are factors. `bad`: the first
  /// fragment without inertia of each, then of all; -1: none.
  bool gather(bool factors, int& bad, std::span<double> qdd, std::span<double> lambda,
              std::span<Six> motion);

 private:
  void list_found(const Model<double>& model, const std::vector<bool>& dependent);

  /// What a process finds for all.
  struct Found {
    std::vector<int> velocities, bodies, rows;
  };
  const HierarchyPlan& plan_;
  Ranks& ranks_;
  std::vector<int> owner_;
  ComponentShare share_;
  std::vector<Found> found_;                 ///< by process
  std::vector<std::vector<double>> border_;  ///< by component, where it is on a border
  std::vector<double> all_;
  std::vector<int> counts_;
  ComponentTraffic traffic_;
  long up_ = 0, again_ = 0, down_ = 0;  ///< numbers of each evaluation
};

}  // namespace treadle
