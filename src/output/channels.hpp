// The channels that were chosen from the catalogue, and rows of their values.
//
//   Channels channels(description, model, placement, forces, {false, false, {"crank.*",
//   "energy.*"}}); channels.columns();             // name, unit, group channels.sample(snapshot,
//   row); // what channels.needs() says must be known
#pragma once

#include "catalogue.hpp"

#include <span>
#include <string>
#include <vector>

namespace treadle {

struct ChannelChoice {
  bool bodies = false;  ///< add position and orientation of every body in the world
  bool reactions =
      false;  ///< add force and moment of every joint and constraint on its child, in world axes
  /// Names or patterns (`*`: any letters, `?`: one) from the catalogue, in the order of the
  /// columns; what stands before a dot takes all that follow it. Empty: the outputs of the file, or
  /// where it has none the coordinates and velocities of the tree.
  std::vector<std::string> names{};
};

class Channels {
 public:
  /// Throws ModelError at "channels" for a name that is not in the catalogue. What is given must
  /// outlive the channels.
  Channels(const Description& description, const Model<double>& model, const Placement& placement,
           const Forces<double>& forces, const ChannelChoice& choice = {});

  /// Time comes first unless it was asked for at another place; no channel comes twice.
  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  [[nodiscard]] Needs needs() const { return needs_; }

  /// Whether follow() has to be called at every step, since angles count their turns.
  [[nodiscard]] bool follows() const { return !followers_.empty(); }
  void follow(const Snapshot& snapshot);

  /// Fills a row of columns().size() numbers; allocates nothing.
  void sample(const Snapshot& snapshot, std::span<double> row);

  /// A state whose reactions balance themselves, of size 1 with moments over `length`: columns that
  /// show more of it than `nothing` are not unique.
  void mark_open(const Snapshot& stress, double length, double nothing);
  /// Names of the columns that were marked so far.
  [[nodiscard]] std::vector<std::string> open_names() const;

  /// What signals remember, and marks.
  void keep(Keep& keep) { keep(signals_, open_); }

 private:
  void choose(const ChannelChoice& choice);

  PartsOfModel parts_;
  std::vector<SignalPtr> signals_;  ///< those that are used
  std::vector<std::size_t> first_;  ///< of each signal in values_
  std::vector<double> values_;      ///< of all signals, one behind the other
  std::vector<std::size_t> picks_;  ///< of each column in values_
  std::vector<Signal*> followers_;
  std::vector<Column> columns_;
  std::vector<int> open_;  ///< by column: 1 where it was seen that it is not unique
  Needs needs_;
};

/// `hinge (force.z, moment.x)` for channels `hinge.force.z` and `hinge.moment.x` in a row.
std::vector<std::string> by_owner(const std::vector<std::string>& channels);

/// What a person should know of channels that show reactions that are not unique.
std::string open_reactions_words(const std::vector<std::string>& channels);

/// Whether a name fits a pattern with `*` and `?`.
bool fits(std::string_view pattern, std::string_view name);

/// Every channel of the catalogue.
std::vector<Column> all_channels(const Description& description, const Model<double>& model,
                                 const Placement& placement, const Forces<double>& forces);

}  // namespace treadle
