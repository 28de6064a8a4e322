#include "carried_plan.hpp"

#include "../base/at.hpp"
#include "../topology/loops.hpp"
#include "plan_cost.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace treadle {

namespace {

bool is_left_out(std::span<const int> vanishing, int equation) {
  return std::binary_search(vanishing.begin(), vanishing.end(), equation);
}

// Bodies at which a loop begins.
std::vector<int> beginnings(const Loop& loop) {
  std::vector<int> bodies;
  if (loop.kind == LoopKind::coordinates) {
    for (const BodyId i : loop.from_path) bodies.push_back(i.at);
  } else {
    bodies = {loop.from.at, loop.to.at};
  }
  return bodies;
}

// Makes the plan from the leaves to the root.
class Carrying {
 public:
  Carrying(const Model<double>& model, std::span<const LoopId> loops,
           std::span<const int> vanishing)
      : model_(model), arrived_(model.links.size() + 1), ends_(model.links.size() + 1) {
    for (const LoopId c : loops) add(c, vanishing);
  }

  CarriedPlan make() {
    for (int i = static_cast<int>(model_.links.size()) - 1; i >= -1; --i) visit(i);
    return std::move(plan_);
  }

 private:
  using Row = CarriedPlan::OpenRow;
  struct End {
    int row = 0;
    bool wrench = true;
    signed char side = 0;
  };

  void add(LoopId c, std::span<const int> vanishing) {
    const Loop& loop = model_.topology->loops[c];
    const int close = closing_body(*model_.topology, c);
    for (int r = 0; r < loop.rows; ++r) {
      if (is_left_out(vanishing, loop.first_row + r)) continue;
      const int row = static_cast<int>(plan_.equations.size());
      plan_.equations.push_back(loop.first_row + r);
      plan_.diagonal.push_back(plan_.slots++);
      closes_at_.push_back(close);
      loop_of_.push_back(c.at);
      coupled_.emplace_back();
      if (loop.kind == LoopKind::coordinates) {
        for (const BodyId i : loop.from_path) ends(i.at).push_back({row, false, 0});
      } else {
        if (loop.from.valid()) ends(loop.from.at).push_back({row, true, 1});
        if (loop.to.valid()) ends(loop.to.at).push_back({row, true, -1});
      }
    }
  }

  std::vector<Row>& arrived(int body) { return arrived_[at(body + 1)]; }
  std::vector<End>& ends(int body) { return ends_[at(body + 1)]; }

  // Slot of a pair of rows, made when they first meet.
  int couple(int a, int b) {
    if (a == b) return plan_.diagonal[at(a)];
    const auto [it, fresh] = coupled_[at(a)].try_emplace(b, plan_.slots);
    if (fresh) {
      coupled_[at(b)].emplace(a, plan_.slots);
      ++plan_.slots;
    }
    return it->second;
  }

  void visit(int body) {
    std::vector<Row>& here = arrived(body);
    if (here.empty() && ends(body).empty()) return;
    CarriedPlan::Step step;
    step.body = body;
    step.begins_at = static_cast<int>(plan_.begins.size());
    step.merges_at = static_cast<int>(plan_.merges.size());
    step.closings_at = static_cast<int>(plan_.closings.size());
    join(here);
    if (body >= 0) begin(body, here);
    close(body, here);
    step.begins_count = static_cast<int>(plan_.begins.size()) - step.begins_at;
    step.merges_count = static_cast<int>(plan_.merges.size()) - step.merges_at;
    step.closings_count = static_cast<int>(plan_.closings.size()) - step.closings_at;
    if (step.begins_count + step.merges_count + step.closings_count > 0)
      plan_.steps.push_back(step);
    if (!here.empty()) pass(body, here);
    std::vector<Row>().swap(here);
  }

  // What came from several children is one force here.
  void join(std::vector<Row>& here) {
    std::sort(here.begin(), here.end(), [](const Row& a, const Row& b) {
      return std::pair(a.row, a.place) < std::pair(b.row, b.place);
    });
    std::size_t kept = 0;
    for (const Row& row : here) {
      if (kept > 0 && here[kept - 1].row == row.row) {
        plan_.merges.push_back({here[kept - 1].place, row.place});
      } else {
        here[kept++] = row;
      }
    }
    here.resize(kept);
  }

  void begin(int body, std::vector<Row>& here) {
    for (const End& end : ends(body)) {
      const auto known = std::find_if(here.begin(), here.end(),
                                      [&](const Row& row) { return row.row == end.row; });
      const bool adds = known != here.end();
      if (adds && !end.wrench) continue;
      const int place = adds ? known->place : plan_.places++;
      const int equation = end.wrench ? plan_.equations[at(end.row)] : -1;
      plan_.begins.push_back({place, equation, end.side, adds});
      if (!adds) here.push_back({end.row, place});
    }
  }

  // Rows that see no joint inboard of this body, those with few neighbours first.
  void close(int body, std::vector<Row>& here) {
    std::vector<Row> closing;
    for (const Row& row : here) {
      if (closes_at_[at(row.row)] == body) closing.push_back(row);
    }
    if (closing.empty()) return;
    std::stable_sort(closing.begin(), closing.end(), [&](const Row& a, const Row& b) {
      return coupled_[at(a.row)].size() < coupled_[at(b.row)].size();
    });
    std::map<int, int> place;
    for (const Row& row : here) place.emplace(row.row, row.place);
    for (const Row& row : closing) {
      CarriedPlan::Closing out;
      out.row = row.row;
      out.place = row.place;
      out.others_at = static_cast<int>(plan_.others.size());
      out.pairs_at = static_cast<int>(plan_.pairs.size());
      const auto neighbours = std::exchange(coupled_[at(row.row)], {});
      for (const auto& [other, slot] : neighbours) {
        plan_.others.push_back({other, place.at(other), slot});
        coupled_[at(other)].erase(row.row);
      }
      out.others_count = static_cast<int>(neighbours.size());
      for (auto a = neighbours.begin(); a != neighbours.end(); ++a) {
        for (auto b = neighbours.begin(); b != a; ++b)
          plan_.pairs.push_back(couple(a->first, b->first));
        plan_.pairs.push_back(plan_.diagonal[at(a->first)]);
      }
      plan_.closings.push_back(out);
    }
    std::erase_if(here, [&](const Row& row) { return closes_at_[at(row.row)] == body; });
  }

  // Over the body's own joint.
  void pass(int body, std::vector<Row>& here) {
    const Link<double>& link = model_.links[at(body)];
    std::sort(here.begin(), here.end(), [](const Row& a, const Row& b) { return a.row < b.row; });
    CarriedPlan::Joint joint;
    joint.body = body;
    joint.set = set_of(here);
    joint.passed_at = plan_.passed;
    plan_.passed += link.nv * static_cast<int>(here.size());
    joint.touches_at = static_cast<int>(plan_.touches.size());
    for (std::size_t k = 0; k < here.size(); ++k) touch(link, here[k], static_cast<int>(k));
    joint.touches_count = static_cast<int>(plan_.touches.size()) - joint.touches_at;
    plan_.joints.push_back(joint);
    std::vector<Row>& up = arrived(link.parent);
    up.insert(up.end(), here.begin(), here.end());
  }

  void touch(const Link<double>& link, const Row& row, int open) {
    const LoopData<double>& loop = model_.loops[at(loop_of_[at(row.row)])];
    for (const LoopCoordinate<double>& c : loop.coordinates) {
      if (c.v_at < link.v_at || c.v_at >= link.v_at + link.nv) continue;
      plan_.touches.push_back({c.v_at - link.v_at, open, loop.values_at + c.column});
    }
  }

  // A chain has the same rows open at all of its joints.
  int set_of(const std::vector<Row>& here) {
    const auto same = [](const Row& a, const Row& b) {
      return a.row == b.row && a.place == b.place;
    };
    if (!plan_.sets.empty()) {
      const CarriedPlan::OpenSet& last = plan_.sets.back();
      const auto first = plan_.open.begin() + last.rows_at;
      if (last.count == static_cast<int>(here.size()) &&
          std::equal(here.begin(), here.end(), first, same))
        return static_cast<int>(plan_.sets.size()) - 1;
    }
    plan_.sets.push_back({static_cast<int>(plan_.open.size()), static_cast<int>(here.size()),
                          static_cast<int>(plan_.set_slots.size())});
    plan_.open.insert(plan_.open.end(), here.begin(), here.end());
    for (std::size_t a = 0; a < here.size(); ++a) {
      for (std::size_t b = 0; b <= a; ++b)
        plan_.set_slots.push_back(couple(here[a].row, here[b].row));
    }
    return static_cast<int>(plan_.sets.size()) - 1;
  }

  const Model<double>& model_;
  CarriedPlan plan_;
  std::vector<std::vector<Row>> arrived_;    ///< by body + 1
  std::vector<std::vector<End>> ends_;       ///< likewise
  std::vector<int> closes_at_, loop_of_;     ///< by row
  std::vector<std::map<int, int>> coupled_;  ///< by row that is open: others with their slots
};

}  // namespace

int closing_body(const Topology& topology, LoopId c) {
  const Loop& loop = topology.loops[c];
  if (loop.kind != LoopKind::coordinates) return loop.ancestor.at;
  BodyId close = topology.bodies[loop.from_path.front()].parent;
  for (const BodyId i : loop.from_path)
    close = common_ancestor(topology, close, topology.bodies[i].parent);
  return close.at;
}

CarriedPlan plan_carried(const Model<double>& model, std::span<const LoopId> loops,
                         std::span<const int> vanishing) {
  if (loops.empty()) return {};
  return Carrying(model, loops, vanishing).make();
}

double operations_of_coordinate(double open) { return 150.0 + open * (27.0 + open); }

double operations_of_closing(double others) { return 54.0 + others * (14.0 + others); }

double carried_operations(const Model<double>& model, std::span<const LoopId> loops,
                          std::span<const BodyId> joints, std::span<const int> vanishing) {
  const Topology& t = *model.topology;
  std::map<int, double> open;  // rows over the joint of a body
  double sum = 0.0;
  for (const LoopId c : loops) {
    const Loop& loop = t.loops[c];
    double rows = 0.0;
    for (int r = 0; r < loop.rows; ++r)
      rows += is_left_out(vanishing, loop.first_row + r) ? 0.0 : 1.0;
    const int close = closing_body(t, c);
    double most = rows;
    std::map<int, bool> seen;
    for (int i : beginnings(loop)) {
      for (; i != close && i >= 0 && seen.try_emplace(i, true).second;
           i = t.bodies[BodyId{i}].parent.at)
        most = std::max(most, open[i] += rows);
    }
    sum += rows * operations_of_closing(most);
  }
  for (const BodyId i : joints) {
    const auto known = open.find(i.at);
    sum += t.bodies[i].nv * operations_of_coordinate(known == open.end() ? 0.0 : known->second);
  }
  return sum;
}

}  // namespace treadle
