#include "block_factors.hpp"

#include "sized.hpp"
#include "static_lu.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace treadle {

namespace {

// to -= a b of free bodies, 6 x 6 by rows
void subtract_six(const double* a, const double* b, double* to) {
  std::array<Run<double, 4>, 6> left;
  std::array<Run<double, 2>, 6> right;
  for (std::size_t k = 0; k < 6; ++k) {
    left[k] = Run<double, 4>::load(b + 6 * k);
    right[k] = Run<double, 2>::load(b + 6 * k + 4);
  }
  for (int i = 0; i < 6; ++i, a += 6, to += 6) {
    auto x = Run<double, 4>::load(to);
    auto y = Run<double, 2>::load(to + 4);
    for (std::size_t k = 0; k < 6; ++k) {
      x.subtract_times(a[k], left[k]);
      y.subtract_times(a[k], right[k]);
    }
    x.store(to);
    y.store(to + 4);
  }
}

// to (r x c) -= a (r x m) b (m x c), all by rows
void subtract_product(int r, int m, int c, const double* a, const double* b, double* to) {
  if (r == 6 && m == 6 && c == 6) return subtract_six(a, b, to);
  for (int i = 0; i < r; ++i)
    for (int k = 0; k < m; ++k)
      for (int j = 0; j < c; ++j) to[i * c + j] -= a[i * m + k] * b[k * c + j];
}

bool is_zero(const double* a, int n) {
  return std::all_of(a, a + n, [](double x) { return x == 0.0; });
}

// y -= a x or, transposed, y -= a^T x
void subtract_times(int r, int c, const double* a, const double* x, double* y) {
  for (int i = 0; i < r; ++i) {
    double sum = 0.0;
    for (int j = 0; j < c; ++j) sum += a[i * c + j] * x[j];
    y[i] -= sum;
  }
}

void subtract_transposed_times(int r, int c, const double* a, const double* x, double* y) {
  for (int i = 0; i < r; ++i)
    for (int j = 0; j < c; ++j) y[j] -= a[i * c + j] * x[i];
}

void multiply_in_place(int n, const double* a, double* x, double* room) {
  for (int i = 0; i < n; ++i) {
    room[i] = 0.0;
    for (int j = 0; j < n; ++j) room[i] += a[i * n + j] * x[j];
  }
  std::copy(room, room + n, x);
}

}  // namespace

void BlockFactors::plan(const StaticPlan& plan, bool symmetric) {
  symmetric_ = symmetric;
  n_ = static_cast<int>(plan.sizes.size());
  plan_order(plan);
  plan_entries(plan);
  count(plan);
}

// Minimum degree; an equation comes after all that it is coupled with, so these are coupled too.
void BlockFactors::plan_order(const StaticPlan& plan) {
  couples_.clear();
  std::vector<std::vector<int>> held(no(n_));  // by equations
  for (const auto& [a, b] : plan.couples) {
    const bool late_a = plan.late[no(a)] != 0, late_b = plan.late[no(b)] != 0;
    if (!late_a && !late_b) couples_.emplace_back(a, b);
    if (late_a && !late_b) held[no(a)].push_back(b);
    if (late_b && !late_a) held[no(b)].push_back(a);
  }
  for (const std::vector<int>& list : held)
    for (std::size_t a = 0; a < list.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) couples_.emplace_back(list[a], list[b]);
  const std::span<const int> order = degrees_.order(plan.sizes, couples_);
  mark_.assign(no(n_), -1);  // places without equations
  int count = 0;
  for (const int block : order) mark_[no(block)] = count++;
  last_.assign(no(n_), -1);
  for (std::size_t i = 0; i < held.size(); ++i)
    for (const int k : held[i]) last_[i] = std::max(last_[i], mark_[no(k)]);
  std::vector<std::vector<int>> after(no(n_) + 1);
  for (int i = 0; i < n_; ++i)
    if (plan.late[no(i)] != 0) after[no(last_[no(i)] + 1)].push_back(i);
  block_.assign(after[0].begin(), after[0].end());
  int at = 0;
  for (const int block : order) {
    if (plan.late[no(block)] != 0) continue;
    block_.push_back(block);
    at = mark_[no(block)] + 1;
    block_.insert(block_.end(), after[no(at)].begin(), after[no(at)].end());
  }
  assert(block_.size() == plan.sizes.size());
  place_.resize(no(n_));
  sizes_.resize(no(n_));
  first_.resize(no(n_));
  late_.resize(no(n_));
  int unknown = 0;
  for (int p = 0; p < n_; ++p) place_[no(block_[no(p)])] = p;
  for (int b = 0; b < n_; ++b) {
    const std::size_t p = no(place_[no(b)]);
    sizes_[p] = plan.sizes[no(b)];
    first_[p] = unknown;
    late_[p] = plan.late[no(b)];
    unknown += plan.sizes[no(b)];
  }
}

// A row has its own entries and those of the rows that reach it first.
void BlockFactors::plan_entries(const StaticPlan& plan) {
  couples_.clear();
  for (const auto& [a, b] : plan.couples) {
    const int p = place_[no(a)], q = place_[no(b)];
    if (p != q) couples_.emplace_back(std::min(p, q), std::max(p, q));
  }
  std::sort(couples_.begin(), couples_.end());
  couples_.erase(std::unique(couples_.begin(), couples_.end()), couples_.end());
  children_.assign(no(n_), -1);
  sibling_.assign(no(n_), -1);
  mark_.assign(no(n_), -1);
  begin_.assign(1, 0);
  columns_.clear();
  auto own = couples_.begin();
  for (int p = 0; p < n_; ++p) {
    mark_[no(p)] = p;
    const auto add = [&](int column) {
      if (column <= p || mark_[no(column)] == p) return;
      mark_[no(column)] = p;
      columns_.push_back(column);
    };
    for (; own != couples_.end() && own->first == p; ++own) add(own->second);
    for (int child = children_[no(p)]; child >= 0; child = sibling_[no(child)])
      for (int e = begin_[no(child)]; e < begin_[no(child) + 1]; ++e) add(columns_[no(e)]);
    std::sort(columns_.begin() + begin_[no(p)], columns_.end());
    begin_.push_back(static_cast<int>(columns_.size()));
    if (begin_[no(p)] == begin_[no(p) + 1]) continue;
    const int parent = columns_[no(begin_[no(p)])];
    sibling_[no(p)] = children_[no(parent)];
    children_[no(parent)] = p;
  }
  // the same by columns, and where numbers are
  left_begin_.assign(no(n_) + 1, 0);
  for (const int column : columns_) ++left_begin_[no(column) + 1];
  for (int p = 0; p < n_; ++p) left_begin_[no(p) + 1] += left_begin_[no(p)];
  left_row_.resize(columns_.size());
  left_entry_.resize(columns_.size());
  last_.assign(left_begin_.begin(), left_begin_.end() - 1);
  at_.resize(columns_.size());
  diagonal_at_.resize(no(n_));
  std::size_t numbers = 0, diagonals = 0;
  for (int p = 0; p < n_; ++p) {
    diagonal_at_[no(p)] = diagonals;
    diagonals += no(sizes_[no(p)] * sizes_[no(p)]);
    for (int e = begin_[no(p)]; e < begin_[no(p) + 1]; ++e) {
      const int column = columns_[no(e)];
      at_[no(e)] = numbers;
      numbers += no(sizes_[no(p)] * sizes_[no(column)]);
      const std::size_t to = no(last_[no(column)]++);
      left_row_[to] = p;
      left_entry_[to] = e;
    }
  }
  upper_.resize(numbers);
  lower_.resize(symmetric_ ? 0 : numbers);
  diagonal_.resize(diagonals);
  inverse_.resize(diagonals);
  work_.assign(no(n_), nullptr);
  const int most = n_ > 0 ? *std::max_element(sizes_.begin(), sizes_.end()) : 0;
  multiplier_.resize(no(most * most));
  taken_.resize(no(most));
  x_.resize(no(most));
}

void BlockFactors::count(const StaticPlan& /*plan*/) {
  const long both = symmetric_ ? 1 : 2;
  const auto half = [&](int p) {
    const long s = sizes_[no(p)];
    return symmetric_ ? s * (s + 1) / 2 : s * s;
  };
  FillFacts facts;
  facts.plans = facts_.plans + 1;
  for (const auto& [p, q] : couples_) facts.matrix += both * sizes_[no(p)] * sizes_[no(q)];
  for (int p = 0; p < n_; ++p) {
    facts.matrix += half(p);
    facts.factors += half(p);
    long right = 0;
    for (int e = begin_[no(p)]; e < begin_[no(p) + 1]; ++e) right += sizes_[no(columns_[no(e)])];
    facts.factors += both * sizes_[no(p)] * right;
    facts.operations += static_cast<double>(both * sizes_[no(p)]) * 0.5 *
                        static_cast<double>(right) * static_cast<double>(right + sizes_[no(p)]);
  }
  facts_ = facts;
}

void BlockFactors::clear() {
  std::fill(upper_.begin(), upper_.end(), 0.0);
  std::fill(lower_.begin(), lower_.end(), 0.0);
  std::fill(diagonal_.begin(), diagonal_.end(), 0.0);
}

int BlockFactors::find(int row, int column) const {
  const auto from = columns_.begin() + begin_[no(row)], to = columns_.begin() + begin_[no(row) + 1];
  const auto found = std::lower_bound(from, to, column);
  return found != to && *found == column ? static_cast<int>(found - columns_.begin()) : -1;
}

bool BlockFactors::has(int row_block, int column_block) const {
  const int p = place_[no(row_block)], q = place_[no(column_block)];
  return p == q || find(std::min(p, q), std::max(p, q)) >= 0;
}

double* BlockFactors::block(int row_block, int column_block) {
  const int p = place_[no(row_block)], q = place_[no(column_block)];
  if (p == q) return diagonal_.data() + diagonal_at_[no(p)];
  const std::size_t entry = at_[no(find(std::min(p, q), std::max(p, q)))];
  return (p < q ? upper_.data() : lower_.data()) + entry;
}

Report BlockFactors::factor() {
  Report report;
  for (int i = 0; i < n_ && report.ok(); ++i) factor_row(i, report);
  return report;
}

// Row by row: a_i -= l_ik u_k for all rows before it that reach it.
void BlockFactors::factor_row(int i, Report& report) {
  for (int e = begin_[no(i)]; e < begin_[no(i) + 1]; ++e)
    work_[no(columns_[no(e)])] = upper_.data() + at_[no(e)];
  work_[no(i)] = diagonal_.data() + diagonal_at_[no(i)];
  const int from = left_begin_[no(i)], to = left_begin_[no(i) + 1];
  for (int l = from; l < to && !symmetric_; ++l)
    work_[no(left_row_[no(l)])] = lower_.data() + at_[no(left_entry_[no(l)])];
  const std::span<double> taken(taken_.data(), no(sizes_[no(i)]));
  std::fill(taken.begin(), taken.end(), 0.0);
  for (int l = from; l < to; ++l) eliminate(i, left_row_[no(l)], left_entry_[no(l)], taken);
  invert(i, taken, report);
}

void BlockFactors::eliminate(int i, int k, int entry, std::span<double> taken) {
  const int r = sizes_[no(i)], m = sizes_[no(k)];
  const double* const inverse = inverse_.data() + diagonal_at_[no(k)];
  double* const l = multiplier_.data();
  double* const own = (symmetric_ ? upper_.data() : lower_.data()) + at_[no(entry)];
  if (is_zero(own, r * m)) return;
  for (int a = 0; a < r; ++a) {
    for (int b = 0; b < m; ++b) {
      double sum = 0.0;
      for (int c = 0; c < m; ++c)
        sum += (symmetric_ ? own[c * r + a] : own[a * m + c]) * inverse[c * m + b];
      l[a * m + b] = sum;
    }
  }
  if (!symmetric_) std::copy(l, l + r * m, own);
  double* const d = work_[no(i)];
  const bool late = late_[no(i)] != 0;
  const auto note = [&](double sign) {
    for (int a = 0; a < r; ++a) x_[no(a)] = sign < 0.0 ? d[a * r + a] : x_[no(a)] - d[a * r + a];
  };
  if (late) note(-1.0);
  const int end = begin_[no(k) + 1];
  for (int e = symmetric_ ? entry : begin_[no(k)]; e < end; ++e) {
    const int j = columns_[no(e)];
    subtract_product(r, m, sizes_[no(j)], l, upper_.data() + at_[no(e)], work_[no(j)]);
  }
  if (!late) return;
  note(1.0);
  for (int a = 0; a < r; ++a) taken[no(a)] = std::max(taken[no(a)], std::fabs(x_[no(a)]));
}

// Gauss and Jordan, with the largest pivot that is left on the diagonal; equations in their order.
void BlockFactors::invert(int i, std::span<double> taken, Report& report) {
  const int n = sizes_[no(i)];
  double* const a = inverse_.data() + diagonal_at_[no(i)];
  std::copy_n(diagonal_.data() + diagonal_at_[no(i)], n * n, a);
  const bool late = late_[no(i)] != 0;
  unsigned long done = 0, dropped = 0;
  for (int step = 0; step < n; ++step) {
    int p = -1;
    for (int k = 0; k < n; ++k) {
      if (((done | dropped) >> k & 1UL) != 0) continue;
      if (p < 0 || (!late && std::fabs(a[k * n + k]) > std::fabs(a[p * n + p]))) p = k;
    }
    const double pivot = a[p * n + p], over = 1.0 / pivot;
    if (late && !(std::fabs(pivot) > says_nothing_new * taken[no(p)])) {
      dropped |= 1UL << p;
      ++report.dropped;
      continue;
    }
    if (!std::isfinite(over) && report.ok()) {
      report.trouble = Trouble::singular_inertia;
      report.index = first_[no(i)] + p;
      report.value = pivot;
    }
    done |= 1UL << p;
    for (int c = 0; c < n; ++c)
      if (c != p) a[p * n + c] *= over;
    for (int r = 0; r < n; ++r) {
      if (r == p) continue;
      if (late) taken[no(r)] = std::max(taken[no(r)], std::fabs(a[r * n + p] * a[p * n + r]));
      for (int c = 0; c < n; ++c)
        if (c != p) a[r * n + c] -= a[r * n + p] * a[p * n + c];
      a[r * n + p] *= -over;
    }
    a[p * n + p] = over;
  }
  for (int k = 0; k < n && dropped != 0; ++k) {
    if ((dropped >> k & 1UL) == 0) continue;
    for (int c = 0; c < n; ++c) a[k * n + c] = a[c * n + k] = 0.0;
  }
}

void BlockFactors::solve(std::span<double> x) {
  for (int k = 0; k < n_; ++k) {
    double* const own = x.data() + first_[no(k)];
    const int m = sizes_[no(k)];
    if (symmetric_) multiply_in_place(m, inverse_.data() + diagonal_at_[no(k)], own, x_.data());
    for (int e = begin_[no(k)]; e < begin_[no(k) + 1]; ++e) {
      const std::size_t j = no(columns_[no(e)]);
      double* const to = x.data() + first_[j];
      if (symmetric_) {
        subtract_transposed_times(m, sizes_[j], upper_.data() + at_[no(e)], own, to);
      } else {
        subtract_times(sizes_[j], m, lower_.data() + at_[no(e)], own, to);
      }
    }
  }
  for (int k = n_; k-- > 0;) {
    double* const own = x.data() + first_[no(k)];
    const int m = sizes_[no(k)];
    double* const sum = multiplier_.data();
    std::fill(sum, sum + m, 0.0);
    for (int e = begin_[no(k)]; e < begin_[no(k) + 1]; ++e) {
      const std::size_t j = no(columns_[no(e)]);
      subtract_times(m, sizes_[j], upper_.data() + at_[no(e)], x.data() + first_[j], sum);
    }
    const double* const inverse = inverse_.data() + diagonal_at_[no(k)];
    if (symmetric_) {
      multiply_in_place(m, inverse, sum, x_.data());
      for (int a = 0; a < m; ++a) own[a] += sum[a];
    } else {
      for (int a = 0; a < m; ++a) own[a] += sum[a];
      multiply_in_place(m, inverse, own, x_.data());
    }
  }
}

}  // namespace treadle
