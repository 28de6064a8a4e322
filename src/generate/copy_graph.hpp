// A graph made again, node by node: how one program becomes another.
#pragma once

#include "program.hpp"

#include <vector>

namespace treadle {

/// Nodes have to be copied after their operands; they may be put in by hand instead.
class GraphCopy {
 public:
  GraphCopy(const Graph& from, Graph& to) : from_(from), to_(to), made_(from.nodes().size()) {}

  /// What a reference of the old graph became.
  [[nodiscard]] Ref of(std::int32_t code) const {
    const Ref r = made_[static_cast<std::size_t>(code >> 1)];
    return (code & 1) != 0 ? -r : r;
  }
  void node(std::size_t i) { made_[i] = again(from_.nodes()[i]); }
  void put(std::size_t i, Ref r) { made_[i] = r; }

 private:
  Ref again(const Node& n);

  const Graph& from_;
  Graph& to_;
  std::vector<Ref> made_;
};

/// A program made again, operands first; who derives from it says what is made otherwise or
/// together.
class Remake {
 public:
  explicit Remake(Program& whole);
  virtual ~Remake() = default;
  Remake(const Remake&) = delete;
  Remake& operator=(const Remake&) = delete;

  void apply();

 protected:
  /// Makes a node whose operands are made, and perhaps others, which is_made() then; false: as it
  /// was.
  virtual bool make_otherwise(std::size_t i) = 0;
  void make(std::size_t i);
  void is_made(std::size_t i) { made_[i] = 1; }
  [[nodiscard]] const Graph& from() const { return from_; }
  [[nodiscard]] const std::vector<char>& live() const { return live_; }
  [[nodiscard]] Graph& to() { return to_; }
  [[nodiscard]] GraphCopy& copy() { return copy_; }

 private:
  Program& whole_;
  Graph from_, to_;
  GraphCopy copy_;
  std::vector<char> live_, made_;
};

}  // namespace treadle
