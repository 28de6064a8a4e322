#include "meet_targets.hpp"

#include "../describe/names.hpp"
#include "../keeping/closest.hpp"
#include "../kinematics/advance.hpp"
#include "close_island.hpp"
#include "layered.hpp"
#include "orientation_gap.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>
#include <numbers>
#include <set>
#include <string_view>

namespace treadle {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Starts from which a position is looked for where something is not met: so many, or as many
// coordinates as these in all.
constexpr int most_wide_restarts = 60;
constexpr Index most_work = 600;

/// Loops and targets that share coordinates: one problem.
struct TargetIsland {
  LoopIsland loops;          ///< with the coordinates of the targets among its positions
  std::vector<int> targets;  ///< in the list of targets
};

std::vector<int> columns_of(const Model<double>& model, const Target& t) {
  if (t.q_at >= 0) return {t.v_at};
  std::vector<int> columns;
  for (const int body : t.path) {
    const Link<double>& link = model.links[static_cast<std::size_t>(body)];
    for (int a = 0; a < link.nv; ++a) columns.push_back(link.v_at + a);
  }
  return columns;
}

std::vector<TargetIsland> target_islands(const Model<double>& model,
                                         std::span<const Target> targets) {
  struct Part {
    std::set<int> columns;
    TargetIsland island;
  };
  std::vector<Part> parts;
  const auto add = [&](Part part) {  // swallows all that it shares coordinates with
    for (std::size_t k = 0; k < parts.size();) {
      const bool shared = std::any_of(part.columns.begin(), part.columns.end(),
                                      [&](int c) { return parts[k].columns.contains(c); });
      if (!shared) {
        ++k;
        continue;
      }
      const auto join = [](std::vector<int>& to, const std::vector<int>& from) {
        to.insert(to.begin(), from.begin(), from.end());
      };
      part.columns.insert(parts[k].columns.begin(), parts[k].columns.end());
      join(part.island.loops.loops, parts[k].island.loops.loops);
      join(part.island.loops.rows, parts[k].island.loops.rows);
      join(part.island.targets, parts[k].island.targets);
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(k));
    }
    parts.push_back(std::move(part));
  };
  for (const LoopIsland& loops : loop_islands(model)) {
    add({{loops.positions.begin(), loops.positions.end()}, {loops, {}}});
  }
  for (std::size_t k = 0; k < targets.size(); ++k) {
    const std::vector<int> columns = columns_of(model, targets[k]);
    add({{columns.begin(), columns.end()}, {{}, {static_cast<int>(k)}}});
  }
  std::vector<TargetIsland> out;
  for (Part& part : parts) {
    if (part.island.targets.empty()) continue;
    part.island.loops.positions.assign(part.columns.begin(), part.columns.end());
    part.island.loops.bodies.clear();
    for (std::size_t i = 0; i < model.links.size(); ++i) {
      const Link<double>& link = model.links[i];
      const auto column = part.columns.lower_bound(link.v_at);
      if (column != part.columns.end() && *column < link.v_at + link.nv)
        part.island.loops.bodies.push_back(static_cast<int>(i));
    }
    out.push_back(std::move(part.island));
  }
  return out;
}

/// The layers of one island: loops, ranks of targets, and the way back to the start position.
class Wishes {
 public:
  Wishes(const Model<double>& model, std::span<const FunctionValue<double>> functions,
         const StartState& start, std::span<const Target> targets, const TargetIsland& island)
      : model_(model),
        start_(start),
        targets_(targets),
        island_(island),
        length_(length_scale(model)),
        work_(model, functions),
        weight_(VectorXd::Ones(static_cast<Index>(island.loops.positions.size()))) {
    local_.assign(static_cast<std::size_t>(model.nv()), -1);
    for (std::size_t k = 0; k < island.loops.positions.size(); ++k)
      local_[static_cast<std::size_t>(island.loops.positions[k])] = static_cast<int>(k);
    for (const TreeBody& body : model.topology->bodies) {
      for (int a = 0; a < body.nv; ++a) {
        const int k = local_[static_cast<std::size_t>(body.v_at + a)];
        const char* unit = velocity_names(body.type)[static_cast<std::size_t>(a)].unit;
        if (k >= 0 && std::string_view(unit) == "m/s") weight_[k] = length_;
      }
    }
    for (std::size_t k = 0; k < island.loops.positions.size(); ++k) {
      if (start.asked[static_cast<std::size_t>(island.loops.positions[k])])
        asked_.push_back(static_cast<int>(k));
    }
    for (const int t : island.targets)
      wishes_.push_back({targets[static_cast<std::size_t>(t)].rank, false});
    if (!asked_.empty()) wishes_.push_back({behind_all, true});
    std::sort(wishes_.begin(), wishes_.end());
    wishes_.erase(std::unique(wishes_.begin(), wishes_.end()), wishes_.end());
  }

  [[nodiscard]] std::size_t layers() const { return wishes_.size() + 2; }
  LayeredProblem problem() {
    LayeredProblem p;
    p.first_tolerance = 1e-12 * length_;
    p.look = [this](const std::vector<double>& q, std::vector<Layer>& out) { look(q, out); };
    p.move = [this](const std::vector<double>& q, const VectorXd& step) {
      return moved(model_, island_.loops, q, weight_.cwiseProduct(step));
    };
    p.between = [this](const std::vector<double>& from, const std::vector<double>& to) {
      return offset(from, to);
    };
    return p;
  }
  bool close(std::vector<double>& q) {
    return island_.loops.rows.empty() ||
           close_island(model_, island_.loops, weight_, 1e-12 * length_, work_, q);
  }
  [[nodiscard]] TargetResult result(int target, const std::vector<double>& q);
  /// From q, and from positions all around where something is not met.
  LayeredSolution search(const std::vector<double>& q);

 private:
  /// What is asked for at once: targets of one priority, or start values, which come behind all
  /// targets.
  static constexpr int behind_all = std::numeric_limits<int>::max();
  struct Wish {
    int rank = 1;
    bool starts = false;
    auto operator<=>(const Wish&) const = default;
  };

  void look(const std::vector<double>& q, std::vector<Layer>& out);
  [[nodiscard]] VectorXd offset(const std::vector<double>& from,
                                const std::vector<double>& to) const;
  [[nodiscard]] Layer from_start(const std::vector<double>& q) const;
  [[nodiscard]] Layer layer_of(int target, const std::vector<double>& q) const;
  void explain(int target, const std::vector<double>& q, TargetResult& out);
  void blame_others(int target, const std::vector<double>& q, TargetResult& out);

  const Model<double>& model_;
  const StartState& start_;
  std::span<const Target> targets_;
  const TargetIsland& island_;
  double length_;
  LoopWorkplace work_;
  VectorXd weight_;           ///< lengths count in units of the model's length
  std::vector<int> local_;    ///< position in v -> column, or -1
  std::vector<int> asked_;    ///< columns with a start value
  std::vector<Wish> wishes_;  ///< by layer, from the second on
};

VectorXd Wishes::offset(const std::vector<double>& from, const std::vector<double>& to) const {
  std::vector<double> dv(static_cast<std::size_t>(model_.nv()));
  difference<double>(model_, from, to, dv);
  VectorXd out(weight_.size());
  for (Index k = 0; k < out.size(); ++k) {
    out[k] = dv[static_cast<std::size_t>(island_.loops.positions[static_cast<std::size_t>(k)])] /
             weight_[k];
  }
  return out;
}

// How far all coordinates are from where the person put them.
Layer Wishes::from_start(const std::vector<double>& q) const {
  const auto n = static_cast<std::size_t>(model_.nv());
  std::vector<double> dv(n), v(n, 0.0), rate(n);
  difference<double>(model_, start_.q, q, dv);
  Layer out{offset(start_.q, q), MatrixXd(weight_.size(), weight_.size())};
  for (Index k = 0; k < weight_.size(); ++k) {
    const auto at = static_cast<std::size_t>(island_.loops.positions[static_cast<std::size_t>(k)]);
    v[at] = weight_[k];
    chart_rate<double>(model_, dv, v, rate);
    v[at] = 0.0;
    for (Index i = 0; i < weight_.size(); ++i) {
      out.j(i, k) =
          rate[static_cast<std::size_t>(island_.loops.positions[static_cast<std::size_t>(i)])] /
          weight_[i];
    }
  }
  return out;
}

// Metres in units of the model's length. The bodies are in their places.
Layer Wishes::layer_of(int target, const std::vector<double>& q) const {
  const Target& t = targets_[static_cast<std::size_t>(target)];
  const std::vector<TargetRow> rows = compare(t, q, work_.at);
  Layer out{VectorXd(static_cast<Index>(rows.size())),
            MatrixXd::Zero(static_cast<Index>(rows.size()), weight_.size())};
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto i = static_cast<Index>(r);
    const double scale = rows[r].length ? 1.0 / length_ : 1.0;
    out.r[i] = scale * rows[r].off;
    if (t.q_at >= 0) {
      const int k = local_[static_cast<std::size_t>(t.v_at)];
      out.j(i, k) = scale * weight_[k];
    }
    for (std::size_t b = 0; b < t.path.size(); ++b) {
      const Link<double>& link = model_.links[static_cast<std::size_t>(t.path[b])];
      for (int a = 0; a < link.nv; ++a) {
        const int k = local_[static_cast<std::size_t>(link.v_at + a)];
        out.j(i, k) +=
            t.side[b] * scale * weight_[k] * dot(joint_motion(link, work_.at, a), rows[r].wrench);
      }
    }
  }
  return out;
}

void append(const Layer& more, Layer& out) {
  const Index rows = out.r.size();
  out.r.conservativeResize(rows + more.r.size());
  out.r.tail(more.r.size()) = more.r;
  out.j.conservativeResize(rows + more.r.size(), more.j.cols());
  out.j.bottomRows(more.r.size()) = more.j;
}

void Wishes::look(const std::vector<double>& q, std::vector<Layer>& out) {
  place_bodies<double>(model_, q, work_.at);
  close_loops_wide(model_, q, work_.functions, work_.at, work_.loops);
  const Layer home = from_start(q);
  out.assign(layers(), {VectorXd(0), MatrixXd(0, weight_.size())});
  out.front() = {residual_of(island_.loops, work_),
                 dense_jacobian(model_, island_.loops, work_.loops.phi) * weight_.asDiagonal()};
  let_slip(model_, island_.loops, out.front().j);
  for (std::size_t l = 0; l < wishes_.size(); ++l) {
    Layer& layer = out[l + 1];
    if (wishes_[l].starts) {
      for (const int k : asked_) append({home.r.segment(k, 1), home.j.row(k)}, layer);
      continue;
    }
    for (const int t : island_.targets) {
      if (targets_[static_cast<std::size_t>(t)].rank == wishes_[l].rank)
        append(layer_of(t, q), layer);
    }
  }
  out.back() = home;
}

// Who pulls against a target that is not met: the multipliers of what was kept, and the slopes of
// those that share its rank. (C11)
void Wishes::explain(int target, const std::vector<double>& q, TargetResult& out) {
  std::vector<Layer> layers;
  look(q, layers);
  const Target& t = targets_[static_cast<std::size_t>(target)];
  const Layer own = layer_of(target, q);
  const VectorXd pull = own.j.transpose() * own.r;
  if (pull.norm() <= 1e-6 * own.j.norm() * own.r.norm()) return;
  const double counts = 1e-3 * pull.norm();
  const auto level = static_cast<std::size_t>(
      std::find(wishes_.begin(), wishes_.end(), Wish{t.rank, false}) - wishes_.begin());
  Layer kept = layers[0];
  for (std::size_t l = 0; l < level; ++l) append(layers[l + 1], kept);
  const VectorXd nu = multipliers(kept.j, layers[level + 1].j.transpose() * layers[level + 1].r);
  const auto strength = [&](Index from, Index rows) {
    return (kept.j.middleRows(from, rows).transpose() * nu.segment(from, rows)).norm();
  };
  Index next = 0;
  for (const int c : island_.loops.loops) {
    const Index rows = model_.loops[static_cast<std::size_t>(c)].row_count;
    if (strength(next, rows) > counts) out.loops.push_back(c);
    next += rows;
  }
  for (std::size_t l = 0; l <= level; ++l) {
    if (wishes_[l].starts) {
      const auto rows = static_cast<Index>(asked_.size());
      out.starts = strength(next, rows) > counts;
      next += rows;
      continue;
    }
    for (const int o : island_.targets) {
      const Target& other = targets_[static_cast<std::size_t>(o)];
      if (other.rank != wishes_[l].rank) continue;
      const Layer rows = layer_of(o, q);
      const double size =
          l < level ? strength(next, rows.r.size()) : (rows.j.transpose() * rows.r).norm();
      next += rows.r.size();
      if (o != target && size > counts) out.targets.push_back(other.item);
    }
  }
}

// Loops are to blame only where the target cannot be met by itself either; else all that comes
// before it is, or stands beside it.
void Wishes::blame_others(int target, const std::vector<double>& q, TargetResult& out) {
  const Target& own = targets_[static_cast<std::size_t>(target)];
  if (island_.targets.size() == 1 && asked_.empty()) return;
  TargetIsland alone{island_.loops, {target}};
  StartState free = start_;
  free.asked.assign(free.asked.size(), false);
  Wishes wishes(model_, work_.functions, free, targets_, alone);
  if (wishes.search(q).size[1] > layer_met) return;
  out.loops.clear();
  if (!out.targets.empty()) return;
  for (const int o : island_.targets) {
    const Target& other = targets_[static_cast<std::size_t>(o)];
    if (o != target && other.rank <= own.rank) out.targets.push_back(other.item);
  }
}

// Shaken a little at first, so that what is near is found before what is far, then over whole
// turns.
LayeredSolution Wishes::search(const std::vector<double>& q) {
  const LayeredProblem problem = this->problem();
  LayeredSolution best = solve_layers(problem, q, layers());
  const auto unmet = [&] {
    return std::any_of(best.size.begin() + 1, best.size.end() - 1,
                       [](double size) { return size > layer_met; });
  };
  Dice dice;
  const auto n = static_cast<Index>(island_.loops.positions.size());
  const int most = std::clamp(static_cast<int>(most_work / std::max<Index>(n, 1)), most_restarts,
                              most_wide_restarts);
  for (int attempt = 1; attempt <= most && n > 0 && unmet(); ++attempt) {
    VectorXd shake(n);
    for (double& x : shake) x = std::min(0.15 * attempt, std::numbers::pi) * dice.throw_once();
    std::vector<double> other = problem.move(q, shake);
    if (!close(other)) continue;
    LayeredSolution solution = solve_layers(problem, other, layers());
    if (better(solution, best)) best = std::move(solution);
  }
  return best;
}

TargetResult Wishes::result(int target, const std::vector<double>& q) {
  TargetResult out;
  place_bodies<double>(model_, q, work_.at);
  const Target& t = targets_[static_cast<std::size_t>(target)];
  out.target = t.item;
  double length = 0.0, angle = 0.0;
  for (const TargetRow& row : compare(t, q, work_.at)) {
    (row.length ? length : angle) += row.off * row.off;
  }
  out.position_off = std::sqrt(length);
  out.angle_off = std::sqrt(angle);
  out.met = out.position_off <= layer_met * length_ && out.angle_off <= layer_met;
  if (out.met) return out;
  explain(target, q, out);
  if (!out.loops.empty()) blame_others(target, q, out);
  return out;
}

}  // namespace

std::vector<TargetResult> meet_targets(const Model<double>& model,
                                       std::span<const FunctionValue<double>> functions,
                                       const StartState& start, std::span<const Target> targets,
                                       std::vector<double>& q) {
  std::vector<TargetResult> results(targets.size());
  if (targets.empty()) return results;
  for (const TargetIsland& island : target_islands(model, targets)) {
    Wishes wishes(model, functions, start, targets, island);
    q = wishes.search(q).at;
    for (const int t : island.targets) results[static_cast<std::size_t>(t)] = wishes.result(t, q);
  }
  return results;
}

}  // namespace treadle
