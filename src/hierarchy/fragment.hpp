// A fragment of the tree in the coordinates of its joints, with the loops inside it: its inertia,
// the motion of the bodies that others see, and how these accelerate with forces on them. (H1)
// (H26)
#pragma once

#include "../spatial/articulated.hpp"
#include "hierarchy.hpp"
#include "inner_loops.hpp"

#include <Eigen/Core>

#include <optional>
#include <vector>

namespace treadle {

using Six = Eigen::Matrix<double, 6, 1>;

inline Six six(const Motion<double>& m) {
  return {m.lin.x, m.lin.y, m.lin.z, m.ang.x, m.ang.y, m.ang.z};
}
inline Six six(const Force<double>& f) {
  return {f.lin.x, f.lin.y, f.lin.z, f.ang.x, f.ang.y, f.ang.z};
}
inline Force<double> force_of(const Six& s) { return {{s[0], s[1], s[2]}, {s[3], s[4], s[5]}}; }

/// Column of B of a joint, whatever its axes.
Motion<double> column_of(const Hierarchy::State& state, int body, int column);

/// A component that somebody else computes: how the bodies of its border accelerate, each counted
/// from q̈ = 0 and about its group's origin. (H20)
class ForeignPiece {
 public:
  virtual ~ForeignPiece() = default;
  /// D and r at the state, in the order of the bodies of its fragment. False where it cannot.
  virtual bool respond(const Hierarchy::State& state, Eigen::MatrixXd& d, Eigen::VectorXd& r) = 0;
  /// How large the machine is: what turning and moving are compared by.
  [[nodiscard]] virtual double length() const = 0;
  /// All that acts on these bodies.
  virtual void take(const Eigen::VectorXd& tau) = 0;
};

class TreeFragment {
 public:
  /// `seen`: bodies with forces or equations of others on them, by place in the fragment;
  /// `dependent`: equations of loops that are left out.
  TreeFragment(const Model<double>& model, const Fragment& fragment, std::vector<int> seen,
               const std::vector<bool>& dependent, ForeignPiece* foreign = nullptr);

  [[nodiscard]] int freedoms() const { return freedoms_; }
  [[nodiscard]] const std::vector<int>& seen() const { return seen_; }
  /// Operations of its factors. (H10)
  [[nodiscard]] double flops() const;
  /// Columns of factor(), and how many of the first of these each body that is seen needs. (H11)
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] const std::vector<int>& reach() const { return reach_; }

  /// `extra`: forces of joints between fragments, by body of the mechanism. Trouble where it has no
  /// inertia along some freedom, or loops inside are singular.
  Trouble prepare(const Hierarchy::State& state, std::span<const Six> extra);
  /// After prepare() or rest(): what loops inside are to be accelerated by.
  void respond(std::span<const double> gamma) {
    if (inner_) inner_->respond(gamma, rates_, alone_);
  }
  /// From now on nothing acts on it but forces of others; its factors stay.
  void rest() {
    rates_.setZero();
    alone_.setZero();
    acting_.setZero();
  }
  /// F of the bodies that are seen, D = F F^T with as few columns as that needs, and their
  /// accelerations without forces of others; after prepare.
  [[nodiscard]] const Eigen::MatrixXd& factor() const { return passed_; }
  [[nodiscard]] const Eigen::VectorXd& alone() const { return alone_; }

  /// Forces on the bodies that are seen are known: motions of all bodies, rates of inner joints.
  void finish(const Model<double>& model, const Eigen::Ref<const Eigen::VectorXd>& tau,
              std::span<Six> motion, std::span<double> qdd);
  /// Of loops inside, after finish().
  void find_multipliers(std::span<double> lambda) const {
    if (inner_) inner_->find_multipliers(lambda);
  }
  [[nodiscard]] int inner_equations() const { return inner_ ? inner_->equations() : 0; }
  /// Of a loop inside that is singular, -1: there is none.
  [[nodiscard]] int lost_row() const { return inner_ ? inner_->lost_row() : -1; }

 private:
  void close_inside(const Model<double>& model, const Fragment& fragment,
                    const std::vector<bool>& dependent);
  void look(const Hierarchy::State& state, std::span<const Six> extra);
  bool go_inwards(const Hierarchy::State& state, std::span<const Six> extra);
  void find_responses();
  void go_outwards(const Model<double>& model, std::span<Six> motion, std::span<double> qdd);
  Trouble prepare_with_loops(const Hierarchy::State& state, std::span<const Six> extra);
  void finish_with_loops(const Model<double>& model, const Eigen::Ref<const Eigen::VectorXd>& tau,
                         std::span<Six> motion, std::span<double> qdd);
  void sum_inertia(const Hierarchy::State& state);
  bool eliminate();
  void make_factor();
  void make_short();
  bool prepare_foreign(const Hierarchy::State& state, std::span<const Six> extra);
  void finish_foreign(const Model<double>& model, const Eigen::Ref<const Eigen::VectorXd>& tau,
                      std::span<Six> motion, std::span<double> qdd);

  struct Member {
    int body = 0, carrier = -1;  ///< carrier: place in the fragment; -1: its root
    int first = 0, count = 0;    ///< freedoms
  };
  std::vector<Member> members_;
  std::vector<int> seen_;
  int freedoms_ = 0;
  bool free_root_ = false;
  std::vector<Motion<double>> columns_;  ///< by freedom
  struct Eliminated {
    Force<double> scaled;  ///< U / D
    double root = 0.0;     ///< 1 / sqrt(D)
  };
  std::vector<Eliminated> eliminated_;            ///< by freedom
  std::vector<ArticulatedInertia<double>> felt_;  ///< by member
  std::vector<Inertia<double>> composite_;        ///< likewise, with loops inside
  std::vector<Force<double>> load_;
  int width_ = 0;
  bool shortens_ = false;
  std::vector<int> reach_;   ///< by body that is seen
  std::vector<int> needs_;   ///< likewise, before columns are made fewer
  Eigen::MatrixXd inertia_;  ///< with loops inside, upper half: H, then U with H = U U^T
  Eigen::MatrixXd factor_;   ///< F of all freedoms; with loops inside J U^-T
  Eigen::MatrixXd passed_;   ///< the same D, fewer columns
  Eigen::MatrixXd turned_;   ///< factor_ transposed, while columns are made fewer
  Eigen::VectorXd load_along_, alone_;
  Eigen::VectorXd rates_;  ///< forces along the freedoms, each by the root of its inertia
  std::optional<InnerLoops> inner_;
  ForeignPiece* foreign_ = nullptr;
  Eigen::VectorXd acting_, all_;  ///< on bodies of a foreign piece: known forces, and all of them
};

}  // namespace treadle
