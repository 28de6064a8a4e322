// The order of the recursion over bodies, and the clusters it meets: integers only.
#pragma once

#include "../model/model.hpp"
#include "../solve/cluster_front.hpp"

#include <vector>

namespace treadle {

/// A cluster of loops, or the interfaces of all clusters on one root, as the recursion meets them.
struct RecursionBlock {
  int root = -1;                ///< body, -1: the ground
  std::vector<int> bodies;      ///< members, outermost first
  std::vector<int> first;       ///< by member: its first coordinate in the front
  std::vector<int> parent;      ///< by member: place of the member that carries it, -1: the root
  std::vector<int> positions;   ///< in v, by coordinate of the front
  std::vector<int> column;      ///< of B, by coordinate of the front; -1 - k: the k-th unit motion
  std::vector<int> loops;       ///< of the model
  std::vector<int> rows;        ///< of Phi, by equation of the front
  std::vector<int> interfaces;  ///< coordinates in the block of interfaces of this root
  int interface_block = -1;
  struct Entry {
    int inner, outer;  ///< coordinates: M between them, outer's body carried by inner's; or -1
  };
  std::vector<Entry> mass;  ///< as shape.mass
  struct PhiValue {
    int place, value;
  };
  std::vector<PhiValue> phi;  ///< place in the front, value in LoopStage::phi
  FrontShape shape;
  bool rigid = true;  ///< its bodies carry nothing but each other
};

struct RecursionStep {
  int body = -1;   ///< a plain joint ...
  int block = -1;  ///< ... or a block
};

struct RecursionPlan {
  std::vector<RecursionStep> steps;  ///< leaves to root
  std::vector<RecursionBlock> blocks;
  std::vector<int>
      yielding;  ///< bodies that feel the inertia of others: all but members of rigid blocks
  bool possible =
      true;  ///< false where clusters share bodies in a way that the recursion cannot follow
};

RecursionPlan plan_recursion(const Model<double>& model);

}  // namespace treadle
