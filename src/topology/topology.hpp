// Description -> spanning tree, cut joints, numbering, paths, groups, clusters: integers only,
// every decision that can be made before numbers.
//
// What always holds afterwards (check() asserts each line):
//  P1  each body of the description is welded to the ground or to exactly one tree body
//  P2  parent[i] < i; bodies of a subtree are consecutive: i .. subtree_end[i] - 1
//  P3  every joint is fixed (welded), a tree joint of exactly one body, inside a composite joint,
//  or
//      cut exactly once
//  P4  leaf-first, the positions of a body lie before those of its parent (Lemma 2), and those of
//      a subtree are consecutive
//  P5  the paths of a loop start just below the lowest common ancestor of its two bodies, and
//      share no body
//  P6  equations of loops are consecutive, in loop order
//  P7  bodies of one tree, and trees joined by a loop or a force, are in one group
//  P8  each loop is in one cluster; a body is a member of at most one cluster, and in no cluster
//      both member and interface
#pragma once

#include "../base/ids.hpp"
#include "../describe/description.hpp"
#include "../describe/names.hpp"

#include <string>
#include <utility>
#include <vector>

namespace treadle {

/// The ground wherever a tree body is asked for.
inline constexpr BodyId ground{-1};

/// A body of the spanning tree together with the joint that carries it.
struct TreeBody {
  std::string name;   ///< the first body of the description in it
  std::string joint;  ///< name of the joint that carries it
  JointId item;       ///< that joint in the description; invalid for an added free joint
  JointType type = JointType::free;
  bool reversed = false;  ///< the joint's child is on the inboard side
  BodyId parent = ground;
  int depth = 0;  ///< joints between the ground and this body
  int nq = 0, nv = 0;
  int q_at = 0;        ///< first coordinate in q
  int v_at = 0;        ///< first position in v and in all matrices
  BodyId subtree_end;  ///< one past the last body of its subtree
  GroupId group;
  int follows = -1;  ///< a link inside this composite joint, that its parent is carried by
};

/// frames: rows between two frames (cut joints, points on lines and planes); coordinates: couplers
/// and drivers
enum class LoopKind { frames, distance, coordinates };

/// A constraint that closes a loop of the spanning tree.
struct Loop {
  std::string name;
  LoopKind kind = LoopKind::frames;
  int joint = -1, constraint = -1;  ///< index in joints or constraints of the description
  std::string from_name, to_name;   ///< bodies of the description
  BodyId from = ground, to = ground;
  BodyId ancestor = ground;  ///< lowest common ancestor
  std::vector<BodyId> from_path,
      to_path;  ///< bodies below the ancestor, inner first; for coordinates: all of them
  std::vector<std::pair<BodyId, int>>
      coordinates;  ///< of a coupler or driver: body and index of its velocity
  int first_row = 0, rows = 0;
  std::string type;    ///< "revolute", "distance", "coupler", ...
  std::string reason;  ///< why this joint was cut, in words
};

/// `joints[3]` or `constraints[1]`: where a loop stands in the file.
inline std::string place_of(const Loop& loop) {
  return loop.joint >= 0 ? "joints[" + std::to_string(loop.joint) + "]"
                         : "constraints[" + std::to_string(loop.constraint) + "]";
}

/// Trees that share one reference frame in the kernels.
struct Group {
  BodyId first;  ///< its first root; the current origin of this body is the reference point
  bool moving_axes = false;    ///< one tree on a free joint: the axes are those of the root body
  std::vector<BodyId> bodies;  ///< all its bodies, root first
};

/// Coordinates and loops that are eliminated together where the loops close
/// (docs/theory/topology.md).
struct Cluster {
  BodyId root = ground;         ///< lowest common ancestor of all its loops
  std::vector<BodyId> members;  ///< tree joints reduced inside, root first
  std::vector<LoopId> loops;
  std::vector<BodyId> interfaces;  ///< joints that several clusters see
  int kind = 0;                    ///< clusters of one kind have the same shape
};

/// How a body of the description sits in the tree: a chain of fixed joints leads to the welded
/// body.
struct Weld {
  BodyId body = ground;  ///< tree body, or ground
  int via = -1;  ///< fixed joint that leads one step closer to the representative; -1 for itself
};

struct Topology {
  By<BodyId, TreeBody> bodies;
  By<LoopId, Loop> loops;
  By<GroupId, Group> groups;
  std::vector<std::vector<LoopId>>
      islands;  ///< loops that share tree joints, directly or through others
  By<ClusterId, Cluster> clusters;
  std::vector<Weld> welds;       ///< by body of the description
  std::vector<int> weld_order;   ///< fixed joints in the order in which poses can be chained
  std::vector<int> weld_checks;  ///< fixed joints that close a ring of fixed joints
  Numbering numbering = Numbering::leaf_first;
  int nq = 0, nv = 0, rows = 0;

  [[nodiscard]] bool is_ancestor(BodyId a, BodyId b) const {  ///< a is b or above b
    return !a.valid() || (a <= b && b < bodies[a].subtree_end);
  }
};

/// Reads the graph of a description. Throws ModelError where the graph itself is wrong.
Topology make_topology(const Description& description);

/// Asserts the promises above; returns the first broken one as text, "" if all hold.
std::string check(const Topology& topology, const Description& description);

}  // namespace treadle
