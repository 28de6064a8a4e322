// Where the statements of a program stand: in runs of plain code or in calls of routines, cut into
// C functions of bounded size; and where values live that cross from one to the other.
#pragma once

#include "routines.hpp"
#include "statements.hpp"

#include <array>
#include <vector>

namespace treadle {

/// Neighbouring statements: plain ones, or one call of a routine.
struct Piece {
  int first = 0, count = 0;  ///< among the statements
  int routine = -1, row = 0;
  int part = 0;  ///< the function in which it stands
};

class Layout {
 public:
  Layout(const Program& program, const Statements& statements, const std::vector<Routine>& routines,
         int part);

  [[nodiscard]] const std::vector<Piece>& pieces() const { return pieces_; }
  [[nodiscard]] int parts() const { return parts_; }
  /// Whether a statement's value is a local variable of the code that reads it.
  [[nodiscard]] bool local(std::int32_t node, int reader) const;
  [[nodiscard]] int piece_of(std::int32_t node) const { return piece_[at(node)]; }
  /// Place in the scratch of a value that others read, or -1.
  [[nodiscard]] int slot(std::int32_t node) const { return slot_[at(node)]; }
  [[nodiscard]] int slots() const { return slots_; }
  /// First place of the copy of an input array; routines read inputs there.
  [[nodiscard]] int copy_of(int array) const { return copies_[static_cast<std::size_t>(array)]; }

 private:
  static std::size_t at(std::int32_t node) { return static_cast<std::size_t>(node); }
  void cut(const std::vector<std::int32_t>& order, const std::vector<Routine>& routines, int part);
  class Places;
  void share_slots(const Program& program, const Statements& statements,
                   const std::vector<Routine>& routines);
  void give_block(const std::vector<std::int32_t>& order, const Routine& routine,
                  const Piece& piece, const std::vector<int>& last, Places& places);

  std::vector<Piece> pieces_;
  std::vector<int> piece_, slot_;
  std::array<int, input_count> copies_{};
  int parts_ = 1, slots_ = 0;
};

}  // namespace treadle
