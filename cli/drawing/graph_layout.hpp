// Where the bodies of the spanning tree stand on paper: depth downwards, each subtree in a strip of
// its own, so that no boxes and no labels overlap. The ground is a bar above all.
#pragma once

#include "../../src/mechanism/mechanism.hpp"
#include "svg.hpp"

#include <string>
#include <vector>

namespace treadle::cli {

/// Lanes below a row of bodies, where lines of loops run.
inline constexpr double lane_step = 7.0;
inline constexpr int most_lanes = 5;

/// A rectangle with a name in it, on one line or two, and a smaller line below.
struct Label {
  Rect rect;
  std::vector<std::string> lines;
  std::string note;
};

/// A joint of the tree: a line from the parent down to a bus, along it, and down to the body.
struct TreeLine {
  Point from, to;
  double bus = 0.0;
  Label label;
};

struct GraphLayout {
  bool names = true;  ///< false for many bodies: boxes are small and stay empty
  Label ground_bar;
  By<BodyId, Label> boxes;
  By<BodyId, TreeLine> lines;  ///< of the joint that carries the body
  std::vector<double> lanes;   ///< by depth: where the free strip below the boxes begins
};

inline constexpr double name_size = 13.0;  ///< of a body
inline constexpr double joint_size = 11.0;
inline constexpr double note_size = 10.0;

GraphLayout lay_out_tree(const Mechanism& mechanism);

/// A label as large as its words, with its corner at the origin.
Label make_label(const std::string& name, const std::string& note, double size, double margin,
                 bool bold = false);

}  // namespace treadle::cli
