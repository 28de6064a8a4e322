// The front of several equal clusters at once, each in its lane; what remains of them is summed.
#pragma once

#include "equal_clusters.hpp"

#include <span>

namespace treadle {

class ClusterLanes {
 public:
  /// `triangle`: that of the first cluster's plan.
  ClusterLanes(EqualClusters set, std::vector<int> triangle);

  [[nodiscard]] const EqualClusters& set() const { return set_; }
  /// Equations that are independent, the same number for all clusters.
  void set_rank(int rank);
  [[nodiscard]] long splits() const { return splits_; }  ///< how often one was chosen
  /// Whether the last reduce() could: others must do the rest one by one.
  [[nodiscard]] bool good() const { return good_; }

  /// Takes the clusters out of W, its diagonal and its lower part; nothing is done where a pivot
  /// is too small in some lane.
  bool reduce(std::span<const double> phi, std::span<double> diagonal, std::span<double> lower);
  /// Right-hand side z of W.
  void forward(std::span<const double> gamma, std::span<double> z);
  /// Its solution x; multipliers unless `lambda` is empty.
  void backward(std::span<double> x, std::span<double> lambda);

  void keep(Keep& keep) { keep(front_, chosen_, good_, splits_); }

 private:
  bool close();
  bool balance();
  void subtract(std::span<double> diagonal, std::span<double> lower);

  EqualClusters set_;
  std::vector<int> triangle_;
  ClusterFront<Lanes> front_;
  int rank_, lanes_;
  bool chosen_ = false, good_ = false;
  long splits_ = 0;
  std::size_t gaps_ = 0;  ///< entries of Phi, the last ones, that some lane lacks
  std::vector<Lanes> phi_, gamma_, y_, border_, lambda_;
  std::vector<Lanes> sums_;  ///< border x border, diagonal and below, column by column
};

}  // namespace treadle
