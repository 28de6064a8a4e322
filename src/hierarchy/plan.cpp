#include "plan.hpp"

#include "../base/at.hpp"

#include <algorithm>

namespace treadle {

namespace {

// A body that resists no turning about some axis of its own cannot stand alone: it is moved
// together with the body that carries it.
bool is_slender(const Link<double>& link) {
  const Sym3<double>& j = link.inertia;
  const double trace = j.xx + j.yy + j.zz;
  const double volume = j.xx * (j.yy * j.zz - j.yz * j.yz) - j.xy * (j.xy * j.zz - j.yz * j.xz) +
                        j.xz * (j.xy * j.yz - j.yy * j.xz);
  return !(link.mass > 0.0) || !(volume > 1e-9 * trace * trace * trace);
}

/// Bodies of one part that a loop goes over, with the body where it closes, stay in one fragment
/// where there is room for all of them. (H26)
class HeldTogether {
 public:
  HeldTogether(const Model<double>& model, const std::vector<int>& owner,
               const HierarchyChoice& choice)
      : leader_(model.links.size()), size_(model.links.size(), 1) {
    for (std::size_t b = 0; b < leader_.size(); ++b) leader_[b] = static_cast<int>(b);
    if (choice.loops == ClosedLoops::outside) return;
    for (const LoopData<double>& loop : model.loops) {
      const std::vector<int> bodies = bodies_around(model, loop, at(choice.fragment));
      const bool one_part = std::all_of(bodies.begin(), bodies.end(), [&](int b) {
        return owner[at(b)] == owner[at(bodies.front())];
      });
      if (one_part) hold(bodies, choice.fragment);
    }
  }
  /// The first body of those that are held with this one, and how many these are.
  [[nodiscard]] int leader(int body) const {
    while (leader_[at(body)] != body) body = leader_[at(body)];
    return body;
  }
  [[nodiscard]] int size(int body) const { return size_[at(leader(body))]; }

 private:
  // None where they are more than that.
  static std::vector<int> bodies_around(const Model<double>& model, const LoopData<double>& loop,
                                        std::size_t most) {
    std::vector<int> bodies;
    if (loop.columns.size() > 6 * most) return bodies;
    const auto add = [&](int b) {
      if (std::find(bodies.begin(), bodies.end(), b) == bodies.end()) bodies.push_back(b);
    };
    for (const int v : loop.columns) add(body_of(model, v));
    while (!bodies.empty() && bodies.size() <= most) {
      // bodies that carry some of them: the outermost joins, until all stand on the same one
      int outer = -1, inner = static_cast<int>(model.links.size());
      for (const int b : bodies) {
        const int up = model.links[at(b)].parent;
        if (std::find(bodies.begin(), bodies.end(), up) != bodies.end()) continue;
        outer = std::max(outer, up);
        inner = std::min(inner, up);
      }
      if (outer >= 0) add(outer);
      if (inner == outer) break;
    }
    if (bodies.size() > most) bodies.clear();
    return bodies;
  }
  void hold(const std::vector<int>& bodies, int most) {
    std::vector<int> leaders;
    int sum = 0;
    for (const int b : bodies) {
      const int one = leader(b);
      if (std::find(leaders.begin(), leaders.end(), one) != leaders.end()) continue;
      leaders.push_back(one);
      sum += size_[at(one)];
    }
    if (leaders.empty() || sum > most) return;
    const int first = *std::min_element(leaders.begin(), leaders.end());
    for (const int one : leaders) leader_[at(one)] = first;
    size_[at(first)] = sum;
  }

  std::vector<int> leader_, size_;
};

/// Pieces that hang together as a tree, made fewer round by round.
class Gathering {
 public:
  Gathering(HierarchyPlan& plan, const Model<double>& model, const HierarchyChoice& choice,
            const HeldTogether& held)
      : plan_(plan), model_(model), choice_(choice), held_(held) {}

  /// The bodies of one part in fragments; its inner parts are pieces already. (H7)
  void add_bodies(const std::vector<int>& bodies) {
    std::vector<int> open(model_.links.size(), -1);  // fragment that still takes children
    std::vector<bool> mine(model_.links.size(), false);
    for (const int b : bodies) mine[at(b)] = true;
    std::vector<int> order = bodies;
    std::sort(order.begin(), order.end());
    std::vector<int> fragment_of_held(model_.links.size(), -1);  // by leader
    // root first: a body joins the fragment of the body that carries it, while there is room for
    // it and those that loops hold together with it
    for (const int b : order) {
      const int up = model_.links[at(b)].parent;
      int& f = fragment_of_held[at(held_.leader(b))];
      if (f < 0) {
        const bool joins =
            up >= 0 && mine[at(up)] &&
            (has_room(open[at(up)], held_.size(b)) || is_slender(model_.links[at(b)]));
        if (joins) {
          f = open[at(up)];
        } else {
          f = static_cast<int>(plan_.fragments.size());
          plan_.fragments.emplace_back();
          plan_.fragments.back().grounded = up < 0;
          pieces_.push_back({true, f});
        }
        taken_.resize(plan_.fragments.size(), 0);
        taken_[at(f)] += held_.size(b);
      }
      plan_.fragments[at(f)].bodies.push_back(b);
      plan_.fragment_of[at(b)] = f;
      open[at(b)] = f;
    }
  }
  void add(ComponentPiece piece) { pieces_.push_back(piece); }
  /// The border of a compiled part, which nothing else joins. (H20)
  void add_foreign(const std::vector<int>& bodies, int number) {
    const int f = static_cast<int>(plan_.fragments.size());
    plan_.fragments.push_back({bodies, true, -1, number});
    for (const int b : bodies) plan_.fragment_of[at(b)] = f;
    pieces_.push_back({true, f});
  }

  /// One component of all pieces, with components between where these are many.
  int finish(const std::string& name) {
    while (static_cast<int>(pieces_.size()) > choice_.pieces && gather()) {
    }
    return make(pieces_, name);
  }

 private:
  [[nodiscard]] bool has_room(int fragment, int bodies) const {
    return fragment >= 0 && taken_[at(fragment)] + bodies <= choice_.fragment;
  }
  int make(const std::vector<ComponentPiece>& pieces, const std::string& name) {
    ComponentNode node;
    node.name = name;
    node.pieces = pieces;
    const int number = static_cast<int>(plan_.nodes.size());
    for (const ComponentPiece& piece : pieces) {
      if (piece.is_fragment) {
        plan_.fragments[at(piece.at)].node = number;
        continue;
      }
      plan_.nodes[at(piece.at)].parent = number;
      node.level = std::max(node.level, plan_.nodes[at(piece.at)].level + 1);
    }
    plan_.nodes.push_back(std::move(node));
    return number;
  }
  // The first body of a piece: the one nearest to the root.
  [[nodiscard]] int first_body(const ComponentPiece& piece) const {
    if (piece.is_fragment) return plan_.fragments[at(piece.at)].bodies.front();
    int first = static_cast<int>(model_.links.size());
    for (const ComponentPiece& inner : plan_.nodes[at(piece.at)].pieces)
      first = std::min(first, first_body(inner));
    return first;
  }
  void mark(const ComponentPiece& piece, int number, std::vector<int>& holder) const {
    if (piece.is_fragment) {
      for (const int b : plan_.fragments[at(piece.at)].bodies) holder[at(b)] = number;
      return;
    }
    for (const ComponentPiece& inner : plan_.nodes[at(piece.at)].pieces)
      mark(inner, number, holder);
  }

  // One round: pieces are taken leaves first and joined with the piece that carries them, up to
  // the number allowed; a chain of N pieces becomes one of N / pieces. False where nothing joined.
  bool gather() {
    const std::size_t count = pieces_.size();
    std::vector<int> holder(model_.links.size(), -1);
    for (std::size_t k = 0; k < count; ++k) mark(pieces_[k], static_cast<int>(k), holder);
    std::vector<int> carrier(count, -1);
    std::vector<std::pair<int, std::size_t>> order;  // by first body, outer ones first
    for (std::size_t k = 0; k < count; ++k) {
      const int first = first_body(pieces_[k]), up = model_.links[at(first)].parent;
      if (up >= 0 && holder[at(up)] != static_cast<int>(k)) carrier[k] = holder[at(up)];
      order.emplace_back(-first, k);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::vector<std::size_t>> group(count);
    std::vector<bool> taken(count, false);
    for (std::size_t k = 0; k < count; ++k) group[k] = {k};
    for (const auto& [first, k] : order) {
      const int up = carrier[k];
      if (up < 0 || group[k].size() >= at(choice_.pieces)) continue;
      auto& there = group[at(up)];
      if (there.size() + group[k].size() > at(choice_.pieces)) continue;
      there.insert(there.end(), group[k].begin(), group[k].end());
      taken[k] = true;
    }
    // pieces that nothing carries (each stands on the ground) are joined as they come
    std::vector<ComponentPiece> next, loose;
    bool joined = false;
    for (std::size_t k = 0; k < count; ++k) {
      if (taken[k]) continue;
      std::vector<ComponentPiece> inside;
      for (const std::size_t j : group[k]) inside.push_back(pieces_[j]);
      if (inside.size() > 1) {
        next.push_back({false, make(inside, "")});
        joined = true;
      } else if (carrier[k] < 0) {
        loose.push_back(inside.front());
      } else {
        next.push_back(inside.front());
      }
    }
    for (std::size_t k = 0; k < loose.size(); k += at(choice_.pieces)) {
      const std::size_t end = std::min(k + at(choice_.pieces), loose.size());
      const std::vector<ComponentPiece> inside(loose.begin() + static_cast<std::ptrdiff_t>(k),
                                               loose.begin() + static_cast<std::ptrdiff_t>(end));
      if (inside.size() > 1) {
        next.push_back({false, make(inside, "")});
        joined = true;
      } else {
        next.push_back(inside.front());
      }
    }
    pieces_ = std::move(next);
    return joined;
  }

  HierarchyPlan& plan_;
  const Model<double>& model_;
  const HierarchyChoice& choice_;
  const HeldTogether& held_;
  std::vector<int> taken_;  ///< by fragment: bodies that it has or is to have
  std::vector<ComponentPiece> pieces_;
};

/// Where equations belong: the innermost component around all bodies that they touch. (H6)
class Belonging {
 public:
  explicit Belonging(const HierarchyPlan& plan) : plan_(plan), depth_(plan.nodes.size(), 0) {
    for (std::size_t n = plan.nodes.size(); n-- > 0;) {
      const int around = plan.nodes[n].parent;
      if (around >= 0) depth_[n] = depth_[at(around)] + 1;
    }
  }
  [[nodiscard]] int home(int body) const {
    return plan_.fragments[at(plan_.fragment_of[at(body)])].node;
  }
  [[nodiscard]] int node_of(const std::vector<int>& bodies) const {
    int node = home(bodies.front());
    for (const int b : bodies) {
      int other = home(b);
      while (node != other) {
        int& inner = depth_[at(node)] > depth_[at(other)] ? node : other;
        inner = plan_.nodes[at(inner)].parent;
      }
    }
    return node;
  }

 private:
  const HierarchyPlan& plan_;
  std::vector<int> depth_;
};

// The fragment that a loop lies in wholly: all joints that it sees are among the inner ones. -1:
// there is none.
int fragment_around(const Model<double>& model, const HierarchyPlan& plan, int loop) {
  const LoopData<double>& data = model.loops[at(loop)];
  if (data.columns.empty()) return -1;
  const int f = plan.fragment_of[at(body_of(model, data.columns.front()))];
  const Fragment& fragment = plan.fragments[at(f)];
  const auto is_inner = [&](int v) {
    const int b = body_of(model, v);
    return plan.fragment_of[at(b)] == f && (fragment.grounded || b != fragment.bodies.front());
  };
  const std::vector<int> touched = touched_by_loop(model, loop);
  const bool inside = fragment.foreign < 0 &&
                      std::all_of(data.columns.begin(), data.columns.end(), is_inner) &&
                      std::all_of(touched.begin(), touched.end(),
                                  [&](int b) { return plan.fragment_of[at(b)] == f; });
  return inside ? f : -1;
}

void add_border(HierarchyPlan& plan, const Belonging& belonging, int body, int node) {
  for (int n = belonging.home(body); n >= 0 && n != node; n = plan.nodes[at(n)].parent) {
    std::vector<int>& border = plan.nodes[at(n)].border;
    if (std::find(border.begin(), border.end(), body) == border.end()) border.push_back(body);
  }
}

}  // namespace

// Coordinates are numbered against the order of bodies.
int body_of(const Model<double>& model, int velocity) {
  const auto found =
      std::partition_point(model.links.begin(), model.links.end(),
                           [&](const Link<double>& link) { return link.v_at > velocity; });
  return static_cast<int>(found - model.links.begin());
}

std::vector<int> touched_by_joint(const Model<double>& model, int body) {
  const int up = model.links[at(body)].parent;
  return up < 0 ? std::vector<int>{body} : std::vector<int>{body, up};
}

std::vector<int> touched_by_loop(const Model<double>& model, int loop) {
  const LoopData<double>& data = model.loops[at(loop)];
  std::vector<int> bodies;
  const auto add = [&](int body) {
    if (body >= 0 && std::find(bodies.begin(), bodies.end(), body) == bodies.end())
      bodies.push_back(body);
  };
  if (data.kind != LoopKind::coordinates) {
    add(data.from.body);
    add(data.to.body);
    return bodies;
  }
  for (const LoopCoordinate<double>& c : data.coordinates) {
    const int b = body_of(model, c.v_at);
    add(b);
    add(model.links[at(b)].parent);
  }
  return bodies;
}

HierarchyPlan plan_hierarchy(const Model<double>& model, const std::vector<HierarchyPart>& parts,
                             const HierarchyChoice& choice) {
  HierarchyPlan plan;
  plan.loops = choice.loops;
  plan.fragment_of.assign(model.links.size(), -1);
  std::vector<int> owner(model.links.size(), -1);
  for (std::size_t p = 0; p < parts.size(); ++p)
    for (const int b : parts[p].bodies) owner[at(b)] = static_cast<int>(p);
  const HeldTogether held(model, owner, choice);
  std::vector<std::vector<ComponentPiece>> inner(parts.size() +
                                                 1);  // of each part; the model's are last
  const auto finish = [&](std::size_t p, const std::vector<int>& bodies, const std::string& name) {
    if (bodies.empty() && inner[p].empty()) return;
    Gathering gathering(plan, model, choice, held);
    if (p < parts.size() && parts[p].foreign >= 0) {
      gathering.add_foreign(bodies, parts[p].foreign);
    } else {
      gathering.add_bodies(bodies);
    }
    for (const ComponentPiece& piece : inner[p]) gathering.add(piece);
    const int node = gathering.finish(name);
    if (p == parts.size()) return;
    const int around = parts[p].parent;
    inner[around < 0 ? parts.size() : at(around)].push_back({false, node});
  };
  for (std::size_t p = parts.size(); p-- > 0;) finish(p, parts[p].bodies, parts[p].name);
  std::vector<int> own;
  for (std::size_t b = 0; b < model.links.size(); ++b) {
    if (owner[b] < 0) own.push_back(static_cast<int>(b));
  }
  finish(parts.size(), own, "");

  Belonging belonging(plan);
  for (std::size_t b = 0; b < model.links.size(); ++b) {
    const int body = static_cast<int>(b), up = model.links[b].parent;
    const Fragment& fragment = plan.fragments[at(plan.fragment_of[b])];
    if (body != fragment.bodies.front() || fragment.grounded) continue;  // moved by coordinates
    const int node = belonging.node_of({body, up});
    plan.nodes[at(node)].joints.push_back(body);
    add_border(plan, belonging, body, node);
    add_border(plan, belonging, up, node);
  }
  for (std::size_t c = 0; c < model.loops.size(); ++c) {
    const int f = choice.loops == ClosedLoops::outside
                      ? -1
                      : fragment_around(model, plan, static_cast<int>(c));
    if (f >= 0) {
      plan.fragments[at(f)].loops.push_back(static_cast<int>(c));
      continue;
    }
    const std::vector<int> bodies = touched_by_loop(model, static_cast<int>(c));
    const int node =
        bodies.empty() ? static_cast<int>(plan.nodes.size()) - 1 : belonging.node_of(bodies);
    plan.nodes[at(node)].loops.push_back(static_cast<int>(c));
    for (const int b : bodies) add_border(plan, belonging, b, node);
  }
  return plan;
}

}  // namespace treadle
