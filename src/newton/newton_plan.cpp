// Where the matrix of implicit steps has entries.
#include "newton_plan.hpp"

#include <algorithm>

namespace treadle {

namespace {

std::size_t place(int i) { return static_cast<std::size_t>(i); }

}  // namespace

// Blocks: joints by their place in v, then loops by their rows; so unknowns are v and lambda.
NewtonPlan::NewtonPlan(const Mechanism& mechanism, JacobianKind kind, const LocalJacobians& local,
                       const OpaqueJacobians* opaque)
    : mechanism_(mechanism), kind_(kind) {
  const Model<double>& model = mechanism.model;
  std::vector<int> order;
  for (std::size_t i = 0; i < model.links.size(); ++i)
    if (model.links[i].nv > 0) order.push_back(static_cast<int>(i));
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return model.links[place(a)].v_at < model.links[place(b)].v_at; });
  StaticPlan& plan = blocks;
  std::vector<int> block_of_body(model.links.size(), -1);
  block_of.resize(place(model.nv()));
  for (const int body : order) {
    const Link<double>& link = model.links[place(body)];
    block_of_body[place(body)] = static_cast<int>(plan.sizes.size());
    for (int k = 0; k < link.nv; ++k)
      block_of[place(link.v_at + k)] = static_cast<int>(plan.sizes.size());
    plan.sizes.push_back(link.nv);
    plan.late.push_back(0);
  }
  for (const int body : order) {
    for (int up = model.links[place(body)].parent; up >= 0; up = model.links[place(up)].parent)
      if (block_of_body[place(up)] >= 0)
        plan.couples.emplace_back(block_of_body[place(body)], block_of_body[place(up)]);
  }
  for (const LoopData<double>& loop : model.loops) {
    const int block = static_cast<int>(plan.sizes.size());
    block_of.insert(block_of.end(), place(loop.row_count), block);
    plan.sizes.push_back(loop.row_count);
    plan.late.push_back(1);
    int last = -1;
    for (const int column : loop.columns) {
      if (block_of[place(column)] != last)
        plan.couples.emplace_back(block_of[place(column)], block);
      last = block_of[place(column)];
    }
  }
  std::vector<std::pair<int, int>> added;
  if (kind_ ==
      JacobianKind::exact) {  // multipliers turn with the bodies between the ends of a loop
    const auto all = [&](const std::vector<int>& columns) {
      for (const int a : columns)
        for (const int b : columns)
          if (a < b) added.emplace_back(a, b);
    };
    for (const LoopData<double>& loop : model.loops) all(loop.columns);
    if (!mechanism.custom.empty()) {  // nobody knows what they look at
      std::vector<int> columns(place(model.nv()));
      for (std::size_t k = 0; k < columns.size(); ++k) columns[k] = static_cast<int>(k);
      all(columns);
    }
  }
  plan_pairs(local, added, plan.in_order);
  if (opaque != nullptr && kind_ == JacobianKind::approximate)
    plan_asked(*opaque, added, plan.in_order);
  if (kind_ == JacobianKind::block_diagonal) {
    added.clear();
    plan.in_order = true;
  }
  for (const auto& [a, b] : added)
    plan.couples.emplace_back(block_of[place(a)], block_of[place(b)]);
  std::sort(plan.couples.begin(), plan.couples.end());
  plan.couples.erase(std::unique(plan.couples.begin(), plan.couples.end()), plan.couples.end());
  pattern = StaticPattern(plan);
  plan_slots(local);
}

// Joints between two bodies and where their paths meet move one against the other.
void NewtonPlan::plan_pairs(const LocalJacobians& local, std::vector<std::pair<int, int>>& couples,
                            bool& in_order) {
  const Model<double>& model = mechanism_.model;
  const auto add_path = [&](int body, int end, double sign, Moved& out) {
    for (; body != end; body = model.links[place(body)].parent) {
      const Link<double>& link = model.links[place(body)];
      for (int k = 0; k < link.nv; ++k) {
        out.columns.push_back(link.v_at + k);
        out.signs.push_back(sign);
      }
    }
  };
  const auto couple_all = [&](const std::vector<int>& columns) {
    for (const int a : columns)
      for (const int b : columns)
        if (a < b) couples.emplace_back(a, b);
  };
  for (const PairJacobian& pair : local.pairs()) {
    int a = pair.from.at, b = pair.to.at;
    // bodies are numbered root first
    while (a != b) (a > b ? a : b) = model.links[place(std::max(a, b))].parent;
    Moved& one = moved.emplace_back();
    add_path(pair.from.at, a, 1.0, one);
    add_path(pair.to.at, a, -1.0, one);
    couple_all(one.columns);
    if (pair.from.at != a && pair.to.at != a) in_order = false;
  }
  for (const SumJacobian& sum : local.sums()) {
    std::vector<int> columns;
    for (const SumJacobian::Term& term : sum.terms) columns.push_back(term.v_at);
    couple_all(columns);
    if (columns.size() > 1) in_order = false;
  }
}

// All joints below the bodies of a force couple with each other. (J20)
void NewtonPlan::plan_asked(const OpaqueJacobians& opaque,
                            std::vector<std::pair<int, int>>& couples, bool& in_order) {
  const Model<double>& model = mechanism_.model;
  for (const OpaqueJacobian& force : opaque.all()) {
    Asked& one = asked.emplace_back();
    for (int body : force.bodies) {
      std::vector<std::size_t>& own = one.of_body.emplace_back();
      for (; body >= 0; body = model.links[place(body)].parent) {
        const Link<double>& link = model.links[place(body)];
        for (int k = 0; k < link.nv; ++k) {
          const auto found = std::find(one.columns.begin(), one.columns.end(), link.v_at + k);
          own.push_back(static_cast<std::size_t>(found - one.columns.begin()));
          if (found == one.columns.end()) one.columns.push_back(link.v_at + k);
        }
      }
    }
    for (const int a : one.columns)
      for (const int b : one.columns)
        if (a < b) couples.emplace_back(a, b);
    if (force.bodies.size() > 1) in_order = false;
  }
}

// All that the pattern holds; K and D are zero elsewhere.
void NewtonPlan::plan_exact_slots() {
  const Model<double>& model = mechanism_.model;
  for (int r = 0; r < model.nv(); ++r) {
    const int row = pattern.place[place(r)];
    for (int slot = pattern.begin[place(row)]; slot < pattern.begin[place(row) + 1]; ++slot) {
      const int c = pattern.unknown[place(pattern.columns[place(slot)])];
      if (c < model.nv()) exact_slots.push_back({r, c, slot});
    }
  }
  std::sort(exact_slots.begin(), exact_slots.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.row, a.column) < std::pair(b.row, b.column);
  });
  for (const LoopData<double>& loop : model.loops) {
    for (int r = loop.first_row; r < loop.first_row + loop.row_count; ++r)
      for (const int c : loop.columns)
        loop_slots.push_back({r, c, pattern.slot(model.nv() + r, c)});
  }
}

void NewtonPlan::plan_slots(const LocalJacobians& local) {
  const Model<double>& model = mechanism_.model;
  const int nv = model.nv();
  for (int i = 0; i < nv; ++i) diagonal_slots.push_back(pattern.slot(i, i));
  const LowerPattern& lower = model.pattern->inertia;
  for (int c = 0; c < lower.n; ++c) {
    for (int k = lower.begin[place(c)]; k < lower.begin[place(c) + 1]; ++k) {
      lower_slots.push_back(pattern.slot(lower.rows[place(k)], c));
      upper_slots.push_back(pattern.slot(c, lower.rows[place(k)]));
    }
  }
  phi_slots.resize(place(model.phi_values));
  turned_slots.resize(place(model.phi_values));
  for (const LoopData<double>& loop : model.loops) {
    for (std::size_t k = 0; k < loop.columns.size(); ++k) {
      for (int r = 0; r < loop.row_count; ++r) {
        const std::size_t value = place(loop.values_at + static_cast<int>(k) * loop.row_count + r);
        phi_slots[value] = pattern.slot(nv + loop.first_row + r, loop.columns[k]);
        turned_slots[value] = pattern.slot(loop.columns[k], nv + loop.first_row + r);
      }
    }
  }
  if (kind_ == JacobianKind::exact) plan_exact_slots();
  if (kind_ == JacobianKind::block_diagonal) return;
  for (Moved& one : moved) {
    for (const int a : one.columns)
      for (const int b : one.columns) one.slots.push_back(pattern.slot(a, b));
  }
  for (Asked& one : asked) {
    for (const int a : one.columns)
      for (const int b : one.columns) one.slots.push_back(pattern.slot(a, b));
  }
  for (const SumJacobian& sum : local.sums()) {
    std::vector<int>& slots = sum_slots.emplace_back();
    for (const SumJacobian::Term& a : sum.terms)
      for (const SumJacobian::Term& b : sum.terms) slots.push_back(pattern.slot(a.v_at, b.v_at));
  }
}

}  // namespace treadle
