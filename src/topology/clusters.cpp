#include "clusters.hpp"

#include "loops.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace treadle {

namespace {

using LoopSet = std::vector<LoopId>;

std::vector<BodyId> joints_of(const Topology& t, LoopId c) {
  std::vector<BodyId> joints = t.loops[c].from_path;
  joints.insert(joints.end(), t.loops[c].to_path.begin(), t.loops[c].to_path.end());
  return joints;
}

// Groups loops that share joints, joints in `removed` not counting.
std::vector<LoopSet> components(const Topology& t, const LoopSet& loops,
                                const std::set<BodyId>& removed) {
  std::map<BodyId, std::vector<std::size_t>> seen_by;
  for (std::size_t k = 0; k < loops.size(); ++k) {
    for (const BodyId i : joints_of(t, loops[k])) {
      if (!removed.contains(i)) seen_by[i].push_back(k);
    }
  }
  std::vector<int> label(loops.size(), -1);
  std::vector<LoopSet> groups;
  for (std::size_t start = 0; start < loops.size(); ++start) {
    if (label[start] >= 0) continue;
    std::vector<std::size_t> open{start};
    label[start] = static_cast<int>(groups.size());
    groups.emplace_back();
    while (!open.empty()) {
      const std::size_t k = open.back();
      open.pop_back();
      groups.back().push_back(loops[k]);
      for (const BodyId i : joints_of(t, loops[k])) {
        if (removed.contains(i)) continue;
        for (const std::size_t other : seen_by[i]) {
          if (label[other] >= 0) continue;
          label[other] = label[k];
          open.push_back(other);
        }
      }
    }
    std::sort(groups.back().begin(), groups.back().end());
  }
  return groups;
}

// Elimination cost grows with the cube of the coordinates that are reduced together.
double cost(const Topology& t, const LoopSet& loops, const std::set<BodyId>& removed) {
  std::set<BodyId> joints;
  for (const LoopId c : loops) {
    for (const BodyId i : joints_of(t, c)) joints.insert(i);
  }
  double inside = 0.0, seen = 0.0;
  for (const BodyId i : joints) (removed.contains(i) ? seen : inside) += t.bodies[i].nv;
  return inside * inside * (inside + seen) + seen * seen;
}

// A component with more loops than this stays one cluster: looking for splits would take too long,
// and a solver that eliminates clusters would lose on such a knot anyway.
constexpr std::size_t largest_split = 256;

// Joints whose removal splits a component into cheaper ones become interfaces, the best first.
void split(const Topology& t, const LoopSet& loops, std::set<BodyId>& removed,
           std::vector<LoopSet>& done) {
  if (loops.size() > largest_split) {
    done.push_back(loops);
    return;
  }
  std::map<BodyId, int> seen;
  for (const LoopId c : loops) {
    for (const BodyId i : joints_of(t, c)) {
      if (!removed.contains(i)) ++seen[i];
    }
  }
  BodyId best = ground;
  double best_cost = cost(t, loops, removed);
  std::vector<LoopSet> best_parts;
  for (const auto& [joint, count] : seen) {
    if (count < 2) continue;
    std::set<BodyId> trial = removed;
    trial.insert(joint);
    const bool emptied = std::any_of(loops.begin(), loops.end(), [&](LoopId c) {
      const auto joints =
          joints_of(t, c);  // a loop must keep at least as many coordinates as it has equations
      int left = 0;
      for (const BodyId i : joints) left += trial.contains(i) ? 0 : t.bodies[i].nv;
      return left < t.loops[c].rows;
    });
    if (emptied) continue;
    const std::vector<LoopSet> parts = components(t, loops, trial);
    if (parts.size() < 2) continue;
    double total = 0.0;
    for (const LoopSet& part : parts) total += cost(t, part, trial);
    if (total < best_cost) {
      best_cost = total;
      best = joint;
      best_parts = parts;
    }
  }
  if (!best.valid()) {
    done.push_back(loops);
    return;
  }
  removed.insert(best);
  for (const LoopSet& part : best_parts) split(t, part, removed, done);
}

Cluster make_cluster(const Topology& t, const LoopSet& loops, const std::set<BodyId>& removed) {
  Cluster cluster;
  cluster.loops = loops;
  std::set<BodyId> members, interfaces;
  cluster.root = t.loops[loops.front()].ancestor;
  for (const LoopId c : loops) {
    cluster.root = common_ancestor(t, cluster.root, t.loops[c].ancestor);
    for (const BodyId i : joints_of(t, c)) (removed.contains(i) ? interfaces : members).insert(i);
  }
  cluster.members.assign(members.begin(), members.end());
  cluster.interfaces.assign(interfaces.begin(), interfaces.end());
  return cluster;
}

// Joint types, their places relative to each other, and the loops between them, as text.
std::string shape(const Topology& t, const Cluster& cluster) {
  std::map<BodyId, int> place{{cluster.root, 0}};
  std::string text;
  const auto add = [&](const std::vector<BodyId>& bodies, char mark) {
    for (const BodyId i : bodies) {
      const int at = static_cast<int>(place.size());
      place.emplace(i, at);
      const auto up = place.find(t.bodies[i].parent);
      text += mark + std::string(joint_name(t.bodies[i].type)) +
              (t.bodies[i].reversed ? "-" : "+") +
              std::to_string(up == place.end() ? -1 : up->second) + ";";
    }
  };
  add(cluster.members, 'm');
  add(cluster.interfaces, 'i');
  for (const LoopId c : cluster.loops) {
    const Loop& loop = t.loops[c];
    const auto at = [&](BodyId i) {
      const auto found = place.find(i);
      return found == place.end() ? std::string("?") : std::to_string(found->second);
    };
    text += loop.type + ":" + at(loop.from) + "," + at(loop.to) + ";";
  }
  return text;
}

}  // namespace

void find_clusters(Topology& t) {
  LoopSet all;
  for (LoopId c{0}; c.at < t.loops.size(); ++c) all.push_back(c);
  std::vector<Cluster> found;
  t.islands = components(t, all, {});
  for (const LoopSet& component : t.islands) {
    std::set<BodyId> removed;
    std::vector<LoopSet> parts;
    split(t, component, removed, parts);
    for (const LoopSet& part : parts) found.push_back(make_cluster(t, part, removed));
  }
  // inner clusters first: deeper roots before shallower ones, ties in file order of their loops
  const auto depth = [&](BodyId i) { return i.valid() ? t.bodies[i].depth : 0; };
  std::stable_sort(found.begin(), found.end(), [&](const Cluster& a, const Cluster& b) {
    if (depth(a.root) != depth(b.root)) return depth(a.root) > depth(b.root);
    return a.loops.front() < b.loops.front();
  });
  std::map<std::string, int> kinds;
  for (Cluster& cluster : found) {
    cluster.kind = kinds.emplace(shape(t, cluster), static_cast<int>(kinds.size())).first->second;
    t.clusters.push_back(std::move(cluster));
  }
}

}  // namespace treadle
