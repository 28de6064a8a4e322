#include "inside_nodes.hpp"

#include "../base/text.hpp"

#include <algorithm>

namespace treadle {

namespace {

constexpr std::size_t kept_nodes = 512;
constexpr double vanishing_row = 1e-10;  // against the others of its kind
constexpr double loose_pivot = 1e-7;     // a coordinate that nothing settles
constexpr double settled_pivot = 1e-6;   // one that is settled twice
constexpr double open_drawing = 1e-6;    // of rows left over, that cannot be closed
constexpr double dead_share = 1e-3;      // of the weakest pivot in the drawing
constexpr double closed_step = 1e-12, far_share = 0.5;
constexpr int most_steps = 30, most_halvings = 12;

std::string joint_at(const Inside& in, int position) {
  for (const TreeBody& body : in.model.topology->bodies) {
    if (position >= body.v_at && position < body.v_at + body.nv) return body.joint;
  }
  return "?";
}

}  // namespace

InsideNodes::InsideNodes(const Inside& inside) : solve_(inside), nodes_(kept_nodes) {
  const auto give_room = [&](Node& node) {
    node.y.assign(inside.v_at.size(), 0.0);
    node.q = inside.q;
    node.slope.assign(solve_.slope.size(), 0.0);
  };
  for (Node& node : nodes_) give_room(node);
  for (Node* node : {&first_, &walker_, &other_, &spare_, &crept_}) give_room(*node);
  begin();
}

// Which rows say something, whether they settle what they should, and the drawing's own position.
void InsideNodes::begin() {
  const Inside& in = solve_.in;
  solve_.q = in.q;
  solve_.look();
  std::vector<int> rows;
  std::vector<double> scale(static_cast<std::size_t>(solve_.model.rows()), 1.0);
  for (int r = 0; r < solve_.model.rows(); ++r) {
    const double size = solve_.row_size(r);
    if (size <= vanishing_row * in.size) continue;
    scale[static_cast<std::size_t>(r)] = 1.0 / size;
    rows.push_back(r);
  }
  solve_.take_rows(std::move(rows), std::move(scale));
  double weakest = 0.0, size = 1.0;
  for (int it = 0; it < most_steps && size > closed_step; ++it) {
    if (it > 0) solve_.look();
    weakest = solve_.eliminate();
    if (!(weakest > loose_pivot)) break;
    size = solve_.correct();
  }
  if (!(weakest > loose_pivot)) {
    const int k = solve_.weakest();
    fault_ = "the independent coordinates do not settle joint '" +
             joint_at(in, in.dependent[at(k)]) + "'; name a coordinate that does, or more of them";
    return;
  }
  solve_.look();
  solve_.eliminate();
  const int twice = solve_.settled(settled_pivot);
  if (twice >= 0) {
    fault_ =
        "the coordinate of '" + joint_at(in, in.v_at[at(twice)]) +
        "' cannot be chosen: the joints and constraints inside settle it already; leave it out "
        "of the independent ones, or correct axes that are not parallel as they should be";
    return;
  }
  if (!(size <= closed_step) || !(solve_.open() <= open_drawing)) {
    fault_ = "the joints and constraints inside do not close in the drawing (off by " +
             short_number(solve_.open()) + " of the size); correct their places";
    return;
  }
  solve_.find_slopes();
  limit_ = dead_share * std::min(1.0, weakest);
  first_.q = solve_.q;
  first_.slope = solve_.slope;
  first_.known = first_.reached = true;
}

std::size_t InsideNodes::place_of(const Key& key) {
  std::size_t sum = 0;
  for (const long k : key) sum = sum * 40503u + static_cast<std::size_t>(k + (1L << 40));
  return (sum ^ (sum >> 15)) % kept_nodes;
}

// One step along the slopes, then Newton's: false where it is long or leads elsewhere. (CJ5)
bool InsideNodes::step(const Node& from, const std::array<double, 6>& y, Node& to) {
  const Inside& in = solve_.in;
  std::array<double, 6> dy{};
  double way = 0.0;
  for (std::size_t k = 0; k < from.y.size(); ++k) {
    dy[k] = y[k] - from.y[k];
    way = std::max(way, std::fabs(dy[k]) / in.unit_of_independent[k]);
  }
  solve_.slope = from.slope;
  solve_.set_velocities(dy.data());
  double predicted = way;
  for (std::size_t j = 0; j < in.dependent.size(); ++j)
    predicted = std::max(
        predicted, std::fabs(solve_.v[static_cast<std::size_t>(in.dependent[j])]) / in.unit[j]);
  advance<double>(solve_.model, from.q, solve_.v, solve_.q);
  for (std::size_t k = 0; k < from.y.size(); ++k)
    solve_.q[static_cast<std::size_t>(in.q_at[k])] = y[k];
  double size = 1.0, moved = 0.0;
  for (int it = 0; it < most_steps; ++it) {
    solve_.look();
    if (!(solve_.eliminate() > limit_)) return false;
    if (size <= closed_step) break;
    size = solve_.correct();
    moved += size;
    if (!(moved <= far_share * predicted + closed_step)) return false;
  }
  if (!(size <= closed_step) || !(solve_.open() <= open_drawing)) return false;
  solve_.find_slopes();
  for (std::size_t k = 0; k < from.y.size(); ++k) to.y[k] = y[k];
  to.q = solve_.q;
  to.slope = solve_.slope;
  return true;
}

// The same in halves, where one step is too long.
bool InsideNodes::go(const Node& from, const std::array<double, 6>& y, Node& to) {
  if (step(from, y, to)) return true;
  walker_.y = from.y;
  walker_.q = from.q;
  walker_.slope = from.slope;
  const std::vector<double>& start = from.y;
  double done_share = 0.0, share = 0.5;
  for (int halvings = 0; halvings < most_halvings;) {
    const double next = std::min(1.0, done_share + share);
    std::array<double, 6> between{};
    for (std::size_t k = 0; k < start.size(); ++k)
      between[k] = next == 1.0 ? y[k] : start[k] + next * (y[k] - start[k]);
    if (!step(walker_, between, other_)) {
      share *= 0.5;
      ++halvings;
      continue;
    }
    std::swap(walker_.y, other_.y);
    std::swap(walker_.q, other_.q);
    std::swap(walker_.slope, other_.slope);
    done_share = next;
    if (done_share < 1.0) continue;
    to.y = walker_.y;
    to.q = walker_.q;
    to.slope = walker_.slope;
    return true;
  }
  return false;
}

const InsideNodes::Node* InsideNodes::creep(const Node& node, const std::array<double, 6>& y) {
  return go(node, y, crept_) ? &crept_ : nullptr;
}

// The way from the drawing to a node: level by level, each coordinate that goes so far by one cell,
// the last one first. Each node is found from the one before it on this way, whoever asks.
const InsideNodes::Node* InsideNodes::find(const std::array<double, 6>& y) {
  if (!first_.known) return nullptr;
  const Inside& in = solve_.in;
  const std::size_t n = in.v_at.size();
  Key end{};
  long levels = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const double cells = y[k] / in.cell[k];
    if (!(std::fabs(cells) < 1e9)) return nullptr;
    end[k] = static_cast<long>(cells);
    levels = std::max(levels, std::labs(end[k]));
  }
  if (levels == 0) return &first_;
  const auto ready = [&](const Key& key) {
    Node& node = nodes_[place_of(key)];
    return node.known && node.key == key ? &node : nullptr;
  };
  const auto before = [&](Key key) {  // the largest goes back, the first of equals
    std::size_t most = 0;
    for (std::size_t k = 1; k < n; ++k)
      if (std::labs(key[k]) > std::labs(key[most])) most = k;
    key[most] -= key[most] > 0 ? 1 : -1;
    return key;
  };
  const auto is_first = [](const Key& key) { return key == Key{}; };
  const auto after = [&](const Key& key) {  // towards the end
    long level = 0;
    for (std::size_t k = 0; k < n; ++k) level = std::max(level, std::labs(key[k]));
    const auto wanted = [&](long most, std::size_t k) { return std::clamp(end[k], -most, most); };
    for (int up = 0; up < 2; ++up) {
      for (std::size_t k = n; k-- > 0;) {
        const long aim = wanted(level + up, k);
        if (key[k] == aim) continue;
        Key next = key;
        next[k] += aim > key[k] ? 1 : -1;
        return next;
      }
    }
    return key;
  };
  Key key = end;
  while (!is_first(key) && ready(key) == nullptr) key = before(key);
  const Node* node = is_first(key) ? &first_ : ready(key);
  while (node->reached && key != end) {
    const Key next = after(key);
    Node& to = nodes_[place_of(next)];
    const Node* from = node;
    if (from == &to) {  // two nodes of one place
      spare_ = *node;
      from = &spare_;
    }
    std::array<double, 6> there{};
    for (std::size_t k = 0; k < n; ++k) there[k] = static_cast<double>(next[k]) * in.cell[k];
    to.known = false;
    to.reached = go(*from, there, to);
    to.key = next;
    to.known = true;
    node = &to;
    key = next;
  }
  return node->reached ? node : nullptr;
}

}  // namespace treadle
