// Loops that the recursion carries along: which of them are open at which joint, where they end and
// where they close; integers only (docs/theory/dynamics.md).
#pragma once

#include "../model/model.hpp"

#include <span>
#include <vector>

namespace treadle {

struct CarriedPlan {
  /// The force of a row on the body it has come to; `into` takes over what came another way.
  struct Begin {
    int place = 0;
    int equation = -1;  ///< whose wrench acts here; -1: none does, the row only sees coordinates
    signed char side = 0;
    bool adds = false;  ///< to what is there already
  };
  struct Merge {
    int into = 0, from = 0;
  };
  struct Other {
    int row = 0, place = 0, slot = 0;
  };
  struct Closing {
    int row = 0, place = 0;
    int others_at = 0, others_count = 0;  ///< rows that stay open and are coupled with it
    int pairs_at = 0;                     ///< slots of their pairs, lower triangle by rows
  };
  /// All that happens on a body before its own joint.
  struct Step {
    int body = -1;  ///< -1: the ground
    int begins_at = 0, begins_count = 0;
    int merges_at = 0, merges_count = 0;
    int closings_at = 0, closings_count = 0;
  };
  /// Rows that are open at a joint.
  struct OpenRow {
    int row = 0, place = 0;
  };
  struct OpenSet {
    int rows_at = 0, count = 0;
    int slots_at = 0;  ///< of pairs, lower triangle by rows
  };
  /// An entry of Phi that no wrench explains, of couplers and drivers.
  struct Touch {
    int coordinate = 0;  ///< of the joint
    int open = 0;        ///< among the rows of the set
    int phi = 0;         ///< place of the entry
  };
  /// What a joint has to do with rows.
  struct Joint {
    int body = 0;
    int set = -1;
    int passed_at = 0;  ///< one number for each of its coordinates and rows
    int touches_at = 0, touches_count = 0;
  };

  std::vector<int> equations;  ///< by row
  std::vector<int> diagonal;   ///< slot, by row
  std::vector<Step> steps;     ///< leaves to root
  std::vector<Begin> begins;
  std::vector<Merge> merges;
  std::vector<Closing> closings;
  std::vector<Other> others;
  std::vector<int> pairs;
  std::vector<Joint> joints;  ///< leaves to root
  std::vector<OpenSet> sets;
  std::vector<OpenRow> open;
  std::vector<int> set_slots;
  std::vector<Touch> touches;
  int places = 0, slots = 0, passed = 0;

  [[nodiscard]] bool empty() const { return equations.empty(); }
};

/// For these loops, without rows that vanish wherever the mechanism goes (ascending).
CarriedPlan plan_carried(const Model<double>& model, std::span<const LoopId> loops,
                         std::span<const int> vanishing);

/// The body on which a loop closes: all joints that its equations see are outboard of it. -1: the
/// ground.
int closing_body(const Topology& topology, LoopId loop);

/// About how many operations it takes to carry loops over their joints, these included.
double carried_operations(const Model<double>& model, std::span<const LoopId> loops,
                          std::span<const BodyId> joints, std::span<const int> vanishing);

}  // namespace treadle
