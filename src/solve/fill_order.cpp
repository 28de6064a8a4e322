#include "fill_order.hpp"

#include "../base/at.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include <algorithm>
#include <utility>

namespace treadle {

namespace {

constexpr double much_less = 0.8;
constexpr std::size_t fewest_loops = 8;  // below which any order serves
constexpr std::size_t most_pairs = 4'000'000;

// Loops that meet each loop, ascending; empty where there are too many pairs.
std::vector<std::vector<int>> neighbours_of(std::size_t loops,
                                            const std::vector<std::vector<int>>& meetings) {
  std::vector<std::vector<int>> near(loops);
  std::vector<const std::vector<int>*> different;
  for (const std::vector<int>& meeting : meetings) different.push_back(&meeting);
  const auto less = [](const auto* a, const auto* b) { return *a < *b; };
  const auto same = [](const auto* a, const auto* b) { return *a == *b; };
  std::sort(different.begin(), different.end(), less);
  different.erase(std::unique(different.begin(), different.end(), same), different.end());
  std::size_t pairs = 0;
  for (const auto* meeting : different) {
    pairs += meeting->size() * meeting->size();
    if (pairs > most_pairs) return {};
    for (const int a : *meeting) {
      for (const int b : *meeting) {
        if (a != b) near[at(a)].push_back(b);
      }
    }
  }
  for (std::vector<int>& list : near) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return near;
}

// Symbolic elimination: a loop hands all that is left below it to the first of these.
double cost_of_order(std::span<const int> order, std::span<const int> rows,
                     const std::vector<std::vector<int>>& near) {
  std::vector<int> turn(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) turn[at(order[k])] = static_cast<int>(k);
  std::vector<std::vector<int>> below(order.size());  // by turn, as turns
  double sum = 0.0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    std::vector<int>& own = below[k];
    for (const int other : near[at(order[k])]) {
      if (turn[at(other)] > static_cast<int>(k)) own.push_back(turn[at(other)]);
    }
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    double entries = 0.0;
    for (const int t : own) entries += rows[at(order[at(t)])];
    for (int r = rows[at(order[k])]; r > 0; --r) sum += (entries + r) * (entries + r);
    if (own.empty()) continue;
    std::vector<int>& next = below[at(own.front())];
    next.insert(next.end(), own.begin() + 1, own.end());
    own = {};
  }
  return sum;
}

std::vector<int> least_degrees(const std::vector<std::vector<int>>& near) {
  const auto n = static_cast<Eigen::Index>(near.size());
  std::vector<Eigen::Triplet<double, int>> entries;
  for (std::size_t a = 0; a < near.size(); ++a) {
    entries.emplace_back(static_cast<int>(a), static_cast<int>(a), 1.0);
    for (const int b : near[a]) entries.emplace_back(static_cast<int>(a), b, 1.0);
  }
  Eigen::SparseMatrix<double, Eigen::ColMajor, int> matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> found;
  Eigen::AMDOrdering<int>()(matrix, found);
  return {found.indices().data(), found.indices().data() + n};
}

}  // namespace

double elimination_cost(std::span<const int> order, std::span<const int> rows,
                        const std::vector<std::vector<int>>& meetings) {
  return cost_of_order(order, rows, neighbours_of(order.size(), meetings));
}

std::vector<int> order_against_fill(std::vector<int> order, std::span<const int> rows,
                                    const std::vector<std::vector<int>>& meetings) {
  if (order.size() < fewest_loops) return order;
  const std::vector<std::vector<int>> near = neighbours_of(order.size(), meetings);
  if (near.empty()) return order;
  std::vector<int> other = least_degrees(near);
  if (cost_of_order(other, rows, near) < much_less * cost_of_order(order, rows, near)) return other;
  return order;
}

}  // namespace treadle
