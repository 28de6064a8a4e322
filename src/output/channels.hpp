// What a run writes: time, every joint coordinate and velocity, and on request body poses and the
// forces in cut joints and rods, each with name and unit.
#pragma once

#include "../base/table.hpp"
#include "../describe/description.hpp"
#include "../kinematics/loops.hpp"
#include "../model/placement.hpp"

#include <span>
#include <vector>

namespace treadle {

struct ChannelChoice {
  bool bodies = false;  ///< position and orientation of every body in the world
  bool reactions =
      false;  ///< force and moment of every joint and constraint on its child, in world axes
};

class Channels {
 public:
  Channels(const Description& description, const Model<double>& model, const Placement& placement,
           ChannelChoice choice);

  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }

  /// What joints transmit at a state; empty spans where reactions are not sampled.
  struct Transmitted {
    std::span<const double> lambda;         ///< multipliers of loops
    std::span<const Force<double>> joints;  ///< of tree joints on their bodies
  };
  /// Fills a row of columns().size() numbers. Stages are those of the state.
  void sample(double t, std::span<const double> q, std::span<const double> v,
              const PositionStage<double>& at, const LoopStage<double>& loops,
              const Transmitted& transmitted, std::span<double> row) const;

  /// Coordinates or velocities of one tree body as a person named them; at most 7 and 6 numbers.
  static void user_coordinates(const TreeBody& body, std::span<const double> q,
                               std::span<const double> v, std::span<double> user_q,
                               std::span<double> user_v);

 private:
  void add_reactions(const Transmitted& transmitted, const PositionStage<double>& at,
                     const LoopStage<double>& loops, std::span<double> row, std::size_t next) const;

  const Model<double>& model_;
  ChannelChoice choice_;
  std::vector<BodyId> order_;  ///< tree bodies in the order of their joints in the file
  std::vector<PlacedBody> bodies_;
  std::vector<Column> columns_;
};

/// `name`, or `name.suffix` where there is one.
std::string channel_name(const std::string& name, const char* kind, const char* suffix);

}  // namespace treadle
