// The order of the recursion over bodies, and the clusters it meets: integers only.
#pragma once

#include "../base/shares.hpp"
#include "../model/model.hpp"
#include "../solve/cluster_front.hpp"
#include "carried_plan.hpp"

#include <span>
#include <vector>

namespace treadle {

/// A cluster of loops, or the interfaces of all clusters on one root, as the recursion meets them.
struct RecursionBlock {
  struct Member {
    int body = 0;
    int parent = -1;                    ///< place of the member that carries it, -1: the root
    int first = 0, count = 0;           ///< its coordinates in the front
    int inner_at = 0, inner_count = 0;  ///< columns of B, its own and of members that carry it
    bool carries = false;               ///< another member stands on it
    bool ball = false;                  ///< turns about the axes of the group
  };
  int root = -1;                ///< body, -1: the ground
  std::vector<Member> members;  ///< outermost first
  std::vector<int> inner;       ///< columns of B; -1 - k: the k-th unit motion
  std::vector<int> interfaces;  ///< coordinates in the block of interfaces of this root
  int interface_block = -1;
  bool rigid = true;  ///< its bodies carry nothing but each other
  FrontShape shape;  ///< positions in v; M by members, coordinates and inner columns, in that order
};

struct RecursionStep {
  int body = -1;                        ///< a plain joint ...
  int block = -1;                       ///< ... or a block ...
  int twins = -1;                       ///< ... or equal branches, reduced elsewhere ...
  int carried = -1;                     ///< ... or loops that begin or close on a body
  int starts_at = 0, starts_count = 0;  ///< bodies whose place is taken into use before the step

  // Of a plain joint, all that the steps ask of its Link: a long chain is not fetched again.
  int parent = -1;
  int place = 0, parent_place = 0;
  int v_at = 0, b_at = 0;
  signed char nv = 0;
  bool carries_axes = false;
  bool first_to_parent = false;  ///< takes its parent's place into use
  int open = -1;                 ///< rows of loops that are carried over it: place in `joints`
};

struct RecursionPlan {
  std::vector<RecursionStep> steps;  ///< leaves to root
  std::vector<RecursionBlock> blocks;
  CarriedPlan carried;  ///< loops of all clusters that are no blocks
  std::vector<int> starts;
  /// Place for what a body feels from its outer bodies, by body; -1: members of rigid blocks. It is
  /// used again as soon as a body has handed on, so that a long chain needs little.
  std::vector<int> place;
  int places = 0;
  int given = -1;               ///< a body that is only handed to, its motion known from elsewhere
  std::vector<int> twin_roots;  ///< bodies that equal branches stand on, -1: the ground
  /// Steps that can be taken side by side, and those that follow when all of them are taken; none
  /// where the bodies are not cut.
  std::vector<std::vector<int>> shares;
  std::vector<int> trunk;
  bool possible =
      true;  ///< false where clusters share bodies in a way that the recursion cannot follow
};

/// Which loops are carried instead of being reduced with their clusters.
enum class Carry { where_cheaper, all };

/// `vanishing`: equations without any entry wherever the mechanism goes, ascending.
RecursionPlan plan_recursion(const Model<double>& model, std::span<const int> vanishing = {},
                             Carry carry = Carry::where_cheaper);

/// Loops that tie bodies together where they are cut into shares.
std::vector<std::vector<int>> ties_of(const RecursionPlan& plan);
/// Cuts the steps as the bodies are cut. Loops that are carried keep all steps in one piece.
void cut_steps(std::span<const Link<double>> links, const Shares& bodies, RecursionPlan& plan);

/// Place for what bodies feel under the plan's steps, and what plain joints need of their links.
void give_places(std::span<const Link<double>> links, RecursionPlan& plan);

}  // namespace treadle
