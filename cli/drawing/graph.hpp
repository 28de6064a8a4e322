// The graph of a mechanism: bodies as boxes, tree joints as lines, cut joints and rods as dashed
// curves.
#pragma once

#include "graph_layout.hpp"
#include "loop_routes.hpp"
#include "svg.hpp"

#include <vector>

namespace treadle::cli {

class GraphDrawing {
 public:
  explicit GraphDrawing(const Mechanism& mechanism);

  /// What is drawn lies inside this rectangle.
  [[nodiscard]] const Rect& bounds() const { return bounds_; }
  void draw(Svg& svg) const;

 private:
  void draw_ground(Svg& svg) const;
  void draw_tree_line(Svg& svg, BodyId body) const;
  void draw_part(Svg& svg, const CompiledPart& part) const;
  [[nodiscard]] bool is_border(BodyId body) const;
  void draw_box(Svg& svg, BodyId body) const;

  const Topology& topology_;
  const std::vector<CompiledPart>& compiled_;
  GraphLayout layout_;
  std::vector<LoopRoute> routes_;
  Rect bounds_;
};

}  // namespace treadle::cli
