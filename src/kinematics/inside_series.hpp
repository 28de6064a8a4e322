// The way the coordinates inside a composite joint follow the independent ones about a solved
// position, as a series (docs/theory/composite.md, CJ8).
#pragma once

#include "../spatial/quaternion.hpp"
#include "inside_solve.hpp"

#include <array>

namespace treadle {

/// Products of up to four independent coordinates; of none, where there are too many of these.
class InsideSeries {
 public:
  static constexpr int most_terms = 34;

  explicit InsideSeries(const InsideSolve<double>& solve);

  /// Numbers that a position's series takes; 0: there is none.
  [[nodiscard]] std::size_t size() const { return terms_.size() * positions_; }
  [[nodiscard]] int directions() const { return terms_.empty() ? 0 : count_; }
  /// Takes what the equations say at a solved position: the one itself (0), or those a little way
  /// up and down a coordinate (1 + 2 k, 2 + 2 k).
  void take(int place, InsideSolve<double>& solve);
  /// The factors, from all that was taken; `way` is how far up and down.
  void find(const double* way, double* out) const;

  /// Adds the series at dy to q.
  template <class S>
  void add(const double* factors, const S* dy, S* q) const {
    std::array<S, most_terms> product;
    for (std::size_t t = 0; t < terms_.size(); ++t) {
      const Term& term = terms_[t];
      const S& own = dy[term.factor[at(term.count - 1)]];
      product[t] = term.before < 0 ? own : product[at(term.before)] * own;
      const double* const factor = factors + t * positions_;
      for (std::size_t i = 0; i < positions_; ++i) q[i] = q[i] + S(factor[i]) * product[t];
    }
    for (const int k : quaternions_) {
      const Quaternion<S> turned = normalized(Quaternion<S>{q[k], q[k + 1], q[k + 2], q[k + 3]});
      q[k] = turned.w;
      q[k + 1] = turned.x;
      q[k + 2] = turned.y;
      q[k + 3] = turned.z;
    }
  }

 private:
  struct Term {
    std::array<int, 4> factor{};  ///< which coordinates, ascending
    int count = 0;
    int before = -1;  ///< the term without its last factor
  };

  [[nodiscard]] std::size_t second_at(int place, int j, int k) const;
  void rate_of(const InsideSolve<double>& solve, std::span<const double> v, double* out);

  int count_ = 0;
  std::size_t positions_ = 0;  ///< numbers in q
  std::vector<int> quaternions_;
  std::vector<Term> terms_;
  std::vector<double> first_;   ///< of the position itself
  std::vector<double> second_;  ///< of all places, pair by pair
  std::vector<double> acceleration_, up_, down_, rate_;
};

}  // namespace treadle
