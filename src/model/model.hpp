// The mechanism in computing order: numbers frozen once, shared by threads, never changed.
//
// Each body's internal frame sits at the joint that carries it, with the joint's axis along z, so
// that every axis is an aligned axis. What the description says in a body's own frame is converted
// once (placement.hpp).
#pragma once

#include "../joints/cut_row.hpp"
#include "../joints/strut_shape.hpp"
#include "../spatial/spatial.hpp"
#include "../topology/lazy_pattern.hpp"
#include "../topology/topology.hpp"

#include <memory>
#include <span>
#include <vector>

namespace treadle {

struct Inside;

/// A tree body and its joint as the kernels see them.
template <Real S>
struct Link {
  JointType type = JointType::fixed;
  bool carries_axes = false;  ///< the free root that lends its axes and origin to its group
  bool reversed = false;      ///< the tree runs from the joint's child to its parent
  bool aligned = false;       ///< the joint frame is parallel to the inboard body's frame
  bool group_axes = false;    ///< a ball joint that turns about the axes of the group (K10)
  bool watched = false;       ///< a loop sees it move from the root that carries the axes
  int parent = -1;
  int group = 0;
  int q_at = 0, v_at = 0, nv = 0;
  int b_at = 0;              ///< first column of B in the scratch arrays: the order of bodies
  Transform<S> joint_frame;  ///< on the inboard body (on the ground: in the world)
  S pitch{};                 ///< of a screw
  std::vector<StrutShape<S>> strut;      ///< of a strut: one
  std::shared_ptr<const Inside> inside;  ///< of a composite joint
  int follows = 0;  ///< a link inside the joint that carries its parent: which one, from 1 on
  S mass{};
  Vec3<S> center;   ///< centre of mass in the internal frame
  Sym3<S> inertia;  ///< about the centre of mass, internal axes
};

/// One side of a loop: a frame on a body; on the ground in world coordinates.
template <Real S>
struct LoopEnd {
  int body = -1;
  Transform<S> frame;
};

/// A coordinate in a coupler or driver.
template <Real S>
struct LoopCoordinate {
  int q_at = 0, v_at = 0;
  int column = 0;  ///< its place among the loop's columns
  S factor{};
};

/// Teeth of two wheels that mesh: the pitch point and the directions of the force on the wheel, in
/// the frame of the body that carries both bearings (L10).
template <Real S>
struct Tooth {
  BodyId wheel, mate, carrier;
  Vec3<S> point;
  Vec3<S> pull;   ///< along the pitch circle, and along the axis where teeth are helical
  Vec3<S> apart;  ///< away from the mate
};

template <Real S>
struct LoopData {
  LoopKind kind = LoopKind::frames;
  std::span<const CutRow> rows;  ///< between two frames
  int group = 0, ancestor = -1;
  bool plain_axes = true;    ///< the ancestor's axes are those of the group
  bool from_root = false;    ///< the ancestor carries the axes of the group
  bool holds_point = false;  ///< the first three rows hold a point, x before y before z
  int first_row = 0, row_count = 0;
  LoopEnd<S> from, to;
  S length{};         ///< of a distance; offset of a coupler
  S pitch{};          ///< of a cut screw
  S ring{}, tube{};   ///< of what rolls: radius of the ring of centres, and of the rim about it
  bool ball = false;  ///< that rolls: its ring has no radius
  int function = -1;  ///< of time, that the coordinate or distance follows
  std::vector<LoopCoordinate<S>> coordinates;  ///< of a coupler or driver
  int values_at = 0;                           ///< first value in SaddleMatrix::phi
  std::vector<int> path;                       ///< bodies of both paths
  std::vector<signed char> side;               ///< +1: on the path of `from`, -1: on that of `to`
  std::vector<int> column;      ///< place of the body's first coordinate among the loop's columns
  std::vector<int> columns;     ///< positions with entries in its rows of Phi, ascending
  std::vector<Tooth<S>> teeth;  ///< of a gear: one; only reactions look at it

  /// Whether some of its rows are equations of velocities only.
  [[nodiscard]] bool rolls() const {
    for (const CutRow& row : rows) {
      if (is_of_velocities(row.kind)) return true;
    }
    return false;
  }
};

template <Real S>
struct GroupData {
  int first = 0;  ///< its reference body
  bool moving_axes = false;
};

template <Real S>
struct Model {
  std::shared_ptr<const Topology> topology;
  LazyPattern pattern;  ///< of the augmented matrix; made when a solver or M first needs it
  std::vector<Link<S>> links;
  std::vector<LoopData<S>> loops;
  std::vector<GroupData<S>> groups;
  Vec3<S> gravity;
  int q_count = 0, v_count = 0, row_count = 0;
  int phi_values = 0;       ///< entries of Phi
  std::vector<int> turned;  ///< ball joints of Link::group_axes (kinematics/group_axes.hpp)

  [[nodiscard]] int nq() const { return q_count; }
  [[nodiscard]] int nv() const { return v_count; }
  [[nodiscard]] int rows() const { return row_count; }
};

/// The same model with another kind of number.
template <Real To>
Model<To> cast(const Model<double>& model);

}  // namespace treadle
