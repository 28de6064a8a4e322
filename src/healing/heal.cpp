#include "heal.hpp"

#include "../assembly/close_island.hpp"
#include "../base/at.hpp"
#include "../keeping/closest.hpp"
#include "../kinematics/functions.hpp"
#include "calibrate.hpp"
#include "spread.hpp"
#include "tell.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <random>

namespace treadle {

namespace {

constexpr double most_told = 0.1;   // of a tolerance: beyond it nothing is small
constexpr double rounding = 1e-11;  // strengths below it are none
constexpr double proved = 1e-12, closed = 1e-13;
constexpr std::size_t most_shaken_rows = 40;  // of an island that is tried again (HG8)
constexpr unsigned most_shakes = 8;
constexpr double clear_gap = 10.0;  // between strong equations and weak ones

struct Limits {
  double ceiling = 0.0;  ///< of a change, in plain numbers
  double weak = 0.0;     ///< of the strength of an equation that may be dropped
};

// Ranks at which strong and weak equations part, the clearest first. (HG1)
std::vector<int> possible_ranks(const IslandView& view, double weak) {
  std::vector<std::pair<double, int>> list;
  const int most = static_cast<int>(std::min(view.rows(), view.columns() - 1));
  for (int rank = 0; rank <= most; ++rank) {
    const double above = rank > 0 ? view.strength(rank - 1) : 1.0;
    const double below = std::max(view.strength(rank), 1e-14);
    if (below < weak && above > 3.0 * below && above > 1e-3) list.emplace_back(above / below, rank);
  }
  std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
    return a.first > b.first || (a.first == b.first && a.second > b.second);
  });
  std::vector<int> ranks;
  for (const auto& [gap, rank] : list) ranks.push_back(rank);
  if (ranks.size() > 3) ranks.resize(3);
  return ranks;
}

// Joints that the drawing holds fast and the strong equations let go.
bool has_stuck_joints(const IslandView& view, int rank) {
  const Eigen::Index n = view.columns();
  Eigen::Index full = 0;
  while (full < view.strengths.size() && view.strengths[full] > rounding) ++full;
  for (Eigen::Index k = 0; k < n; ++k) {
    const double as_drawn = view.right.row(k).tail(n - full).norm();
    const double as_meant = view.right.row(k).tail(n - rank).norm();
    if (as_meant > 1e-3 && as_drawn < 1e-6) return true;
  }
  return false;
}

// At places that were not used: loops closed, weak equations gone, strong ones still there. Places
// that fail are given back. (HG6)
std::vector<std::vector<double>> failing(IslandView& view, int rank,
                                         const std::vector<std::vector<double>>& places) {
  std::vector<std::vector<double>> out;
  for (const std::vector<double>& place : places) {
    view.look(place);
    view.split();
    if (view.residual.cwiseAbs().maxCoeff() > closed || view.strength(rank) > proved)
      out.push_back(place);
  }
  return out;
}

struct Candidate {
  DrawnModel drawn;
  std::vector<DrawnGeometry::Change> changes;
  std::vector<Healed> healed;
};

double largest(const std::vector<DrawnGeometry::Change>& changes) {
  double most = 0.0;
  for (const auto& c : changes) most = std::max({most, c.angle, c.length});
  return most;
}

std::optional<Candidate> try_rank(const DrawnModel& drawn, const DrawnModel& begin,
                                  const DrawnGeometry& geometry, const LoopIsland& island,
                                  double size, const std::vector<double>& q, int rank,
                                  const Limits& limits) {
  constexpr int most_rounds = 3;
  constexpr std::size_t least_places = 5;
  Candidate out{begin, {}, {}};
  IslandView first(begin.built.model, island, size);
  const bool alone = first.columns() - rank == 1;  // one freedom: all round, if it goes round
  const Spread spread{alone ? 0.2 : 0.25, alone ? 2.8 : 1.0, 1U, 4.0 * limits.weak};
  std::vector<std::vector<double>> places = spread_places(first, rank, q, spread);
  if (places.size() < least_places) return std::nullopt;
  const std::vector<double> start = places.front(), away = places.back();
  const std::size_t last = places.size() - 1;
  double error = 0.0;
  for (int round = 0; round < most_rounds; ++round) {
    if (!calibrate(geometry, island, size, rank, places, out.drawn, error)) return std::nullopt;
    out.changes = geometry.changes(out.drawn.description, out.drawn.built.placement,
                                   drawn.description, drawn.built.placement);
    if (largest(out.changes) > limits.ceiling) return std::nullopt;
    IslandView view(out.drawn.built.model, island, size);
    const Spread fresh{alone ? 0.23 : 0.3, alone ? 3.0 : 1.2, 5U + static_cast<unsigned>(round),
                       limits.weak};
    const std::vector<std::vector<double>> tests = spread_places(view, rank, places.front(), fresh);
    if (tests.size() < least_places) return std::nullopt;
    const std::vector<std::vector<double>> open = failing(view, rank, tests);
    if (open.empty()) {
      out.healed = tell_healed({drawn, start, away}, {out.drawn, places.front(), places[last]},
                               island, geometry, size);
      return out;
    }
    places.insert(places.end(), open.begin(), open.end());
  }
  return std::nullopt;
}

// The drawing with every number changed by up to `part`, by a fixed sequence.
DrawnModel shaken(const DrawnModel& drawn, const DrawnGeometry& geometry, double part,
                  unsigned seed) {
  std::mt19937 dice(seed);
  Eigen::VectorXd change(geometry.count());
  for (Eigen::Index k = 0; k < change.size(); ++k)
    change[k] = part * (2.0 * static_cast<double>(dice()) / 4294967295.0 - 1.0);
  const Description moved = geometry.moved(drawn.description, drawn.built.placement, change);
  return {moved, build_model(moved)};
}

std::optional<Candidate> heal_island(const DrawnModel& drawn, const LoopIsland& whole,
                                     const std::vector<double>& q) {
  const LoopIsland island = undriven(drawn.built.model, whole);
  if (island.rows.empty() || at(most_healed_rows) < island.rows.size()) return std::nullopt;
  for (const int c : island.loops) {
    if (drawn.built.model.loops[at(c)].rolls()) return std::nullopt;  // goes wherever it rolls
  }
  const double size = size_of(drawn.built.model, island, q);
  IslandView view(drawn.built.model, island, size);
  view.look(q);
  view.measure();
  const std::optional<double>& told = drawn.description.tolerance;
  const double most = told ? std::min(*told / size, most_told) : stuck_ceiling;
  const double gap = view.residual.cwiseAbs().maxCoeff();
  const bool open = gap > 1e-12;
  const bool weak = std::any_of(view.strengths.begin(), view.strengths.end(),
                                [&](double s) { return s > rounding && s < 10.0 * most; });
  if (!open && !weak) return std::nullopt;
  view.split();
  const DrawnGeometry geometry(drawn.description, drawn.built.model, island, size);
  for (const int rank : possible_ranks(view, 10.0 * most)) {
    const double ceiling = told || has_stuck_joints(view, rank) ? most : moving_ceiling;
    if (!open && view.strength(rank) < rounding) continue;  // exact as it is
    if (view.strength(rank) > 10.0 * ceiling) continue;
    const Limits limits{ceiling, 10.0 * ceiling};
    // nearly parallel axes first: then the rest is easier, and words for it are at hand
    DrawnGeometry parallel = geometry;
    const double turn = std::min(2.0 * ceiling, 30.0 * std::max(view.strength(rank), gap));
    std::optional<Candidate> out;
    if (std::optional<Description> begin =
            parallel.make_parallel(drawn.description, drawn.built.placement, turn)) {
      const DrawnModel model{*begin, build_model(*begin)};
      out = try_rank(drawn, model, parallel, island, size, q, rank, limits);
    }
    if (!out) out = try_rank(drawn, drawn, geometry, island, size, q, rank, limits);
    // where families of moving linkages meet, the nearest point may be on none of them (HG8)
    const double error = std::max(view.strength(rank), gap);
    const bool promising = island.rows.size() <= most_shaken_rows && view.columns() - rank == 1 &&
                           error < ceiling &&
                           (rank == 0 || view.strength(rank - 1) > clear_gap * error);
    for (unsigned seed = 1; promising && !out && seed <= most_shakes; ++seed)
      out = try_rank(drawn, shaken(drawn, geometry, std::min(error, 0.2 * ceiling), seed), geometry,
                     island, size, q, rank, limits);
    if (out) return out;
  }
  return std::nullopt;
}

bool is_doubtful(const IslandRank& island) {
  return island.rows > 0 && (island.smallest_kept < 0.05 || island.largest_dropped > rounding);
}

bool is_exact(const Description& d) { return d.locked || (d.tolerance && *d.tolerance == 0.0); }

// Where the loops are as nearly closed as the drawing allows, from where the person put it.
std::vector<double> nearly_closed(const BuiltModel& built) {
  const Functions functions(built.functions);
  std::vector<FunctionValue<double>> values(functions.size());
  functions.evaluate(0.0, functions.start(), functions.start_states(), values);
  LoopWorkplace w(built.model, values);
  const std::vector<LoopIsland> islands = loop_islands(built.model);
  std::vector<Search> searches(islands.begin(), islands.end());
  for (Search& s : searches) {
    s.weight.resize(static_cast<Eigen::Index>(s.island.positions.size()));
    for (std::size_t k = 0; k < s.island.positions.size(); ++k)
      s.weight[static_cast<Eigen::Index>(k)] =
          built.start.asked[at(s.island.positions[k])] ? 0.03 : 1.0;
  }
  std::vector<double> q = built.start.q;
  close_islands(built.model, 1e-12 * length_scale(built.model), searches, w, q);
  return q;
}

Healing heal_islands(const Description& description, const std::vector<int>& islands,
                     const std::vector<double>* place) {
  Healing out{description, {}};
  DrawnModel drawn{description, build_model(description)};
  const std::vector<LoopIsland> all = loop_islands(drawn.built.model);
  const std::vector<double> q = place != nullptr ? *place : nearly_closed(drawn.built);
  for (const int i : islands) {
    std::optional<Candidate> healed = heal_island(drawn, all[at(i)], q);
    if (!healed) continue;
    drawn = std::move(healed->drawn);
    out.healed.insert(out.healed.end(), healed->healed.begin(), healed->healed.end());
  }
  if (!out.healed.empty()) out.description = std::move(drawn.description);
  return out;
}

}  // namespace

bool may_need_healing(const Redundancy& redundancy) {
  return std::any_of(redundancy.islands.begin(), redundancy.islands.end(), is_doubtful);
}

Healing heal(const Description& description, const Assembly& start, const Redundancy& redundancy) {
  if (is_exact(description)) return {description, {}};
  std::vector<int> doubtful;
  for (std::size_t i = 0; i < redundancy.islands.size(); ++i) {
    if (is_doubtful(redundancy.islands[i])) doubtful.push_back(static_cast<int>(i));
  }
  if (doubtful.empty()) {  // locked for sure: by any of them
    doubtful.resize(redundancy.islands.size());
    std::iota(doubtful.begin(), doubtful.end(), 0);
  }
  const bool met = std::none_of(start.unmet.begin(), start.unmet.end(),
                                [](const Unmet& u) { return !u.velocity; });
  return heal_islands(description, doubtful, met ? &start.q : nullptr);
}

Healing heal(const Description& description) {
  if (is_exact(description)) return {description, {}};
  const std::size_t count = make_topology(description).islands.size();
  std::vector<int> all(count);
  std::iota(all.begin(), all.end(), 0);
  return heal_islands(description, all, nullptr);
}

}  // namespace treadle
