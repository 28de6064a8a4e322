// One component: the equations between its pieces, and how its bordering bodies accelerate with
// forces on them. (H2) to (H5)
#pragma once

#include "component_order.hpp"
#include "fragment.hpp"
#include "pivoted_rows.hpp"

namespace treadle {

class ComponentLevel {
 public:
  /// A body of a piece that equations here, or further out, touch.
  struct Slot {
    int body = 0;
    int piece = 0;
    int row = 0;           ///< first row of its six in what the piece passes on
    int reach = 0;         ///< columns of F there that are not zero, the first ones
    bool touched = false;  ///< by equations of this component
  };
  struct Inside {
    int width = 0;      ///< columns of F
    int met = 0;        ///< of these, the first ones: equations here meet them
    int at = 0;         ///< its first row in A
    int rest_at = 0;    ///< row of W for those that no equation meets
    int first_row = 0;  ///< of what it passes on, among those of all pieces
    int rows = 0;
    bool triangular = false;  ///< its F is a triangle, as that of a component
  };

  ComponentLevel(std::vector<Inside> pieces, std::vector<Slot> slots, std::vector<int> border_slots,
                 int equations);

  [[nodiscard]] int equations() const { return equations_; }
  [[nodiscard]] int width() const { return width_; }
  /// Columns of factor() that a bordering body needs, the first ones. (H11)
  [[nodiscard]] int reach(int border) const;
  [[nodiscard]] int rank() const { return both_.rank(); }
  /// A, after close() and while the factors of the pieces are where they were.
  [[nodiscard]] Eigen::MatrixXd matrix() const;
  /// Equations that depend on the others.
  [[nodiscard]] std::vector<int> left_out() const;
  /// Operations of close(), and what they are where no equation depends on others. (H10)
  [[nodiscard]] double flops() const { return flops_with(rank()); }
  [[nodiscard]] double expected_flops() const {
    return flops_with(met_ < equations_ ? met_ : equations_);
  }

  void clear() { entries_.clear(); }
  /// An entry of G: coefficients of the motion of a slot in an equation.
  void add(int equation, int slot, const Six& coefficients) {
    entries_.push_back({equation, slot, coefficients});
  }
  [[nodiscard]] double& right(int equation) { return right_[equation]; }

  /// F of a piece, before close(); it must stay where it is until then.
  void take(int piece, const Eigen::MatrixXd& factor) {
    inside_[static_cast<std::size_t>(piece)] = &factor;
  }
  /// A, its factors, D of the border. `planned`: pieces are as they were when the order was chosen.
  void close(bool planned = true);
  /// The factors in an order that was chosen once, by code where there is some.
  void use(std::shared_ptr<const ComponentOrder> order, ComponentFunction code);
  /// Whether the last factors were found so.
  [[nodiscard]] bool is_planned() const { return planned_; }
  /// Whether (A, W) is kept, and what it was.
  void keep_bordered() { keeps_ = true; }
  [[nodiscard]] const BorderedMatrix& bordered() const { return bordered_; }
  [[nodiscard]] ComponentOrder sizes() const;
  /// r of a piece, before respond().
  void take_alone(int piece, const Eigen::VectorXd& alone);
  /// r of the border, with right sides and the r of pieces, by the factors of close().
  void respond();
  /// What the component passes on; after close() and respond().
  [[nodiscard]] const Eigen::MatrixXd& factor() const { return factor_; }
  [[nodiscard]] const Eigen::VectorXd& alone() const { return alone_; }

  /// The same as numbers for another process: the triangle of F with r, or r alone.
  [[nodiscard]] int packed_size(bool factors) const;
  void pack(bool factors, std::span<double> to) const;
  void unpack(bool factors, std::span<const double> from);

  /// Forces on the border are known: multipliers, and the forces on all slots, in rows of pieces.
  void open(const Eigen::Ref<const Eigen::VectorXd>& tau);
  [[nodiscard]] double multiplier(int equation) const { return lambda_[equation]; }
  [[nodiscard]] Eigen::Ref<const Eigen::VectorXd> forces_on(int piece) const {
    return forces_.segment(pieces_[static_cast<std::size_t>(piece)].first_row,
                           pieces_[static_cast<std::size_t>(piece)].rows);
  }
  /// Where forces on a piece are put that another process has found.
  [[nodiscard]] std::span<double> forces_into(int piece) {
    const Inside& inside = pieces_[static_cast<std::size_t>(piece)];
    return std::span<double>(forces_.data(), static_cast<std::size_t>(forces_.size()))
        .subspan(static_cast<std::size_t>(inside.first_row), static_cast<std::size_t>(inside.rows));
  }

 private:
  struct Entry {
    int equation, slot;
    Six coefficients;
  };
  /// f(row of A, entry) for all that equations meet.
  template <class F>
  void each_entry(const F& f) const;
  template <class F>
  void fill(const F& number);
  void find_terms();
  [[nodiscard]] bool hands_on() const;
  bool factor_as_planned();
  [[nodiscard]] double flops_with(int rank) const;

  std::vector<Inside> pieces_;
  std::vector<Slot> slots_;
  std::vector<int> border_;  ///< slots
  int equations_ = 0, height_ = 0, width_ = 0;
  int met_ = 0;  ///< rows of A; W has height_
  std::vector<Entry> entries_;
  std::vector<const Eigen::MatrixXd*> inside_;  ///< F of pieces
  Eigen::VectorXd inside_alone_, right_, y_, lambda_, forces_, alone_, left_;
  std::vector<double> terms_;       ///< by equation: what its terms would add up to
  std::vector<double> slot_sizes_;  ///< sums of squares of F, while terms are found
  PivotedRows both_;                ///< (A, W)
  Eigen::MatrixXd factor_;
  std::shared_ptr<const ComponentOrder> plan_;
  ComponentFunction code_ = nullptr;
  bool keeps_ = false, planned_ = false;
  std::vector<int> planned_order_;
  BorderedMatrix bordered_, work_;
  std::vector<double> factors_;
};

}  // namespace treadle
