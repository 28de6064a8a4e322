// The numbers of a drawing that decide whether loops close: places and axes of joints, anchors and
// lengths of constraints. How loops feel a change of them, and a description with them changed.
#pragma once

#include "island_view.hpp"

#include "../model/build.hpp"

#include <optional>
#include <string>
#include <vector>

namespace treadle {

/// Something drawn that may move: a frame (three ways, three turns), a point, a length.
struct Drawn {
  enum class Kind { design, parent, child, from, to, length };
  Kind kind = Kind::design;
  int item = -1;  ///< of the joints, or of the constraints
  int first = 0;  ///< number of its first parameter
  int count = 0;

  [[nodiscard]] bool is_joint() const {
    return kind == Kind::design || kind == Kind::parent || kind == Kind::child;
  }
};

/// Whether a joint lets its bodies turn about the z axis of its frames.
bool turns_about_z(JointType type);

/// All that an island's loops depend on, in plain numbers: angles, and lengths in parts of its
/// size.
class DrawnGeometry {
 public:
  DrawnGeometry(const Description& description, const Model<double>& model,
                const LoopIsland& island, double size);

  [[nodiscard]] const std::vector<Drawn>& items() const { return items_; }
  [[nodiscard]] int count() const { return count_; }

  /// d residual / d parameters where the view looks, in plain numbers. (HG3)
  [[nodiscard]] Eigen::MatrixXd columns(const Description& description, const Placement& placement,
                                        const IslandView& view) const;

  /// The description with its parameters moved.
  [[nodiscard]] Description moved(const Description& description, const Placement& placement,
                                  const Eigen::VectorXd& change) const;

  /// Frames on one body whose axes are parallel within `turn` get one direction, and keep it: their
  /// turns are no parameters any more. A joint that is drawn once for both bodies hands its
  /// direction on. Nothing where there are none. (HG7)
  std::optional<Description> make_parallel(const Description& description,
                                           const Placement& placement, double turn);

  /// How far each item is from where it was drawn: angle, and length in parts of the size.
  struct Change {
    double angle = 0.0, length = 0.0;
  };
  [[nodiscard]] std::vector<Change> changes(const Description& now, const Placement& placed_now,
                                            const Description& drawn,
                                            const Placement& placed_drawn) const;

 private:
  void add(Drawn::Kind kind, int item, int count);

  std::vector<Drawn> items_;
  std::vector<std::array<int, 3>> of_joint_;       ///< item of design, parent, child; -1: none
  std::vector<std::array<int, 3>> of_constraint_;  ///< item of from, to, length
  std::vector<bool> held_;                         ///< by parameter: does not change
  int count_ = 0;
  double size_;
};

}  // namespace treadle
