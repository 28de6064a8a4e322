#include "inside_nodes.hpp"

#include "../base/text.hpp"

#include <algorithm>

namespace treadle {

namespace {

constexpr std::size_t kept_nodes = 512, ready_pairs = 64;
constexpr double vanishing_row = 1e-10;  // against the others of its kind
constexpr double loose_pivot = 1e-7;     // a coordinate that nothing settles
constexpr double settled_pivot = 1e-6;   // one that is settled twice
constexpr double open_drawing = 1e-6;    // of rows left over, that cannot be closed
constexpr double dead_share = 1e-3;      // of the weakest pivot in the drawing
constexpr double neighbour_share = 0.2;  // of a cell, for differences of second derivatives
constexpr double closed_step = 1e-12, far_share = 0.5;
constexpr int most_steps = 30, most_halvings = 12;

std::string joint_at(const Inside& in, int position) {
  for (const TreeBody& body : in.model.topology->bodies) {
    if (position >= body.v_at && position < body.v_at + body.nv) return body.joint;
  }
  return "?";
}

}  // namespace

InsideNodes::InsideNodes(const Inside& inside)
    : solve_(inside), series_(solve_), nodes_(kept_nodes), ready_(2 * ready_pairs) {
  q_at_ = inside.v_at.size();
  slope_at_ = q_at_ + solve_.q.size();
  series_at_ = slope_at_ + solve_.slope.size();
  std::size_t next = 0;
  const auto give_room = [&](Node& node, std::size_t size) {
    node.at = next;
    next += size;
  };
  for (Node& node : nodes_) give_room(node, series_at_);
  for (Node& node : ready_) give_room(node, series_at_ + series_.size());
  for (Node* node : {&first_, &walker_, &other_, &spare_, &crept_}) give_room(*node, series_at_);
  pool_.resize(next);
  begin();
}

void InsideNodes::keep(Node& node, const double* y) {
  double* const out = pool_.data() + node.at;
  std::copy_n(y, q_at_, out);
  std::copy(solve_.q.begin(), solve_.q.end(), out + q_at_);
  std::copy(solve_.slope.begin(), solve_.slope.end(), out + slope_at_);
}

// All but the series.
void InsideNodes::copy(const Node& from, Node& to) {
  std::copy_n(pool_.data() + from.at, series_at_, pool_.data() + to.at);
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
  keep(first_, Coordinates{}.data());
  first_.known = first_.reached = true;
}

std::size_t InsideNodes::place_of(const Key& key) const {
  std::size_t sum = 0;
  for (const long k : key) sum = sum * 40503u + static_cast<std::size_t>(k + (1L << 40));
  return sum ^ (sum >> 15);
}

// One step along the slopes, then Newton's: false where it is long or leads elsewhere. (CJ5)
bool InsideNodes::step(const Node& from, const Coordinates& y, Node& to) {
  const Inside& in = solve_.in;
  const std::size_t n = q_at_;
  const double* const start = coordinates(from);
  Coordinates dy{};
  double way = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    dy[k] = y[k] - start[k];
    way = std::max(way, std::fabs(dy[k]) / in.unit_of_independent[k]);
  }
  std::copy_n(slopes(from), solve_.slope.size(), solve_.slope.begin());
  solve_.set_velocities(dy.data());
  double predicted = way;
  for (std::size_t j = 0; j < in.dependent.size(); ++j)
    predicted = std::max(
        predicted, std::fabs(solve_.v[static_cast<std::size_t>(in.dependent[j])]) / in.unit[j]);
  advance<double>(solve_.model, std::span(positions(from), solve_.q.size()), solve_.v, solve_.q);
  for (std::size_t k = 0; k < n; ++k) solve_.q[static_cast<std::size_t>(in.q_at[k])] = y[k];
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
  keep(to, y.data());
  return true;
}

// The same in halves, where one step is too long.
bool InsideNodes::go(const Node& from, const Coordinates& y, Node& to) {
  if (step(from, y, to)) return true;
  copy(from, walker_);
  Coordinates start{};
  std::copy_n(coordinates(from), q_at_, start.begin());
  double done_share = 0.0, share = 0.5;
  for (int halvings = 0; halvings < most_halvings;) {
    const double next = std::min(1.0, done_share + share);
    Coordinates between{};
    for (std::size_t k = 0; k < q_at_; ++k)
      between[k] = next == 1.0 ? y[k] : start[k] + next * (y[k] - start[k]);
    if (!step(walker_, between, other_)) {
      share *= 0.5;
      ++halvings;
      continue;
    }
    std::swap(walker_, other_);
    done_share = next;
    if (done_share < 1.0) continue;
    copy(walker_, to);
    return true;
  }
  return false;
}

const InsideNodes::Node* InsideNodes::creep(const Node& node, const Coordinates& y) {
  return go(node, y, crept_) ? &crept_ : nullptr;
}

const InsideNodes::Node* InsideNodes::ready(const Key& key) {
  Node* const pair = &ready_[2 * (place_of(key) % ready_pairs)];
  for (Node* node : {pair, pair + 1}) {
    if (!node->known || node->key != key) continue;
    node->used = ++uses_;
    return node;
  }
  return nullptr;
}

// In place of the one of its pair that was not asked for longer.
const InsideNodes::Node* InsideNodes::make_ready(const Node& node) {
  Node* const pair = &ready_[2 * (place_of(node.key) % ready_pairs)];
  Node& own = pair[0].used <= pair[1].used ? pair[0] : pair[1];
  copy(node, own);
  own.key = node.key;
  own.known = own.reached = true;
  own.used = ++uses_;
  own.has_series = find_series(own);
  return &own;
}

// From the node itself and from its neighbours; false where one of them is not reached. (CJ8)
bool InsideNodes::find_series(Node& node) {
  if (series_.size() == 0) return false;
  Coordinates way{}, here{};
  std::copy_n(coordinates(node), q_at_, here.begin());
  if (!step(node, here, crept_)) return false;
  series_.take(0, solve_);
  for (int k = 0; k < series_.directions(); ++k) {
    way[at(k)] = neighbour_share * solve_.in.cell[at(k)];
    for (const int side : {0, 1}) {
      Coordinates there = here;
      there[at(k)] += side == 0 ? way[at(k)] : -way[at(k)];
      if (!step(node, there, crept_)) return false;
      series_.take(1 + 2 * k + side, solve_);
    }
  }
  series_.find(way.data(), pool_.data() + node.at + series_at_);
  return true;
}

// The way from the drawing to a node: level by level, each coordinate that goes so far by one cell,
// the last one first. Each node is found from the one before it on this way, whoever asks.
const InsideNodes::Node* InsideNodes::reach(const Key& end) {
  const Inside& in = solve_.in;
  const std::size_t n = q_at_;
  long levels = 0;
  for (std::size_t k = 0; k < n; ++k) levels = std::max(levels, std::labs(end[k]));
  if (levels == 0) return &first_;
  const auto known = [&](const Key& key) {
    Node& node = nodes_[place_of(key) % kept_nodes];
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
  while (!is_first(key) && known(key) == nullptr) key = before(key);
  const Node* node = is_first(key) ? &first_ : known(key);
  while (node->reached && key != end) {
    const Key next = after(key);
    Node& to = nodes_[place_of(next) % kept_nodes];
    const Node* from = node;
    if (from == &to) {  // two nodes of one place
      copy(*node, spare_);
      from = &spare_;
    }
    Coordinates there{};
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

const InsideNodes::Node* InsideNodes::find(const Coordinates& y) {
  if (!first_.known) return nullptr;
  Key nearest{}, before{};
  for (std::size_t k = 0; k < q_at_; ++k) {
    const double cells = y[k] / solve_.in.cell[k];
    if (!(std::fabs(cells) < 1e9)) return nullptr;
    nearest[k] = std::lround(cells);
    before[k] = static_cast<long>(cells);
  }
  for (const Key& key : {nearest, before}) {
    if (const Node* node = ready(key)) return node;
    if (const Node* node = reach(key)) return make_ready(*node);
  }
  return nullptr;
}

}  // namespace treadle
