// An order of loops in which the factor of T^T T gets few entries that the matrix does not have.
#pragma once

#include <span>
#include <vector>

namespace treadle {

/// What elimination costs in an order: the sum over equations of (entries below)^2. Loops with
/// `rows` equations each; `meetings`: loops that see the same coordinate. Fill-in included.
double elimination_cost(std::span<const int> order, std::span<const int> rows,
                        const std::vector<std::vector<int>>& meetings);

/// The order itself, or one of least degrees where that costs much less.
std::vector<int> order_against_fill(std::vector<int> order, std::span<const int> rows,
                                    const std::vector<std::vector<int>>& meetings);

}  // namespace treadle
