#include "routines.hpp"

#include "../base/at.hpp"
#include "repeats.hpp"

#include <algorithm>
#include <map>
#include <queue>

namespace treadle {

namespace {

constexpr int shortest = 16;       // statements of a routine
constexpr int least_savings = 48;  // statements that a routine must save
constexpr int near = 24;           // operands so close to their user are part of its letter
constexpr int rounds = 4;
// Looks at a statement that the search may take, in the mean: it ends there with what it has, so
// that it stays linear where repeats nest in each other as in the factor of a long chain.
constexpr long most_looks = 1000;

std::uint64_t mixed(std::uint64_t h, std::uint64_t x) {
  h = (h ^ x) * 0xBF58476D1CE4E5B9ULL;
  return h ^ (h >> 29U);
}

class Search {
 public:
  Search(const Program& program, const Statements& statements)
      : g_(program.graph),
        s_(statements),
        order_(statements.order()),
        place_(g_.nodes().size(), outside),
        covered_(order_.size(), 0) {
    for (std::size_t k = 0; k < order_.size(); ++k) place_[at(order_[k])] = static_cast<int>(k);
    letters_ = write_letters();
    left_ = most_looks * static_cast<long>(order_.size());
  }

  std::vector<Routine> all() {
    for (int round = 0; round < rounds && left_ > 0; ++round) {
      if (!look()) break;
    }
    return std::move(found_);
  }

 private:
  static constexpr int outside = -1;

  struct Candidate {
    int savings = 0, length = 0, repeat = 0;
    bool operator<(const Candidate& b) const {
      return savings != b.savings ? savings < b.savings : repeat > b.repeat;
    }
  };

  [[nodiscard]] const Node& node(std::int32_t i) const { return g_.nodes()[at(i)]; }

  // What a statement does, without the constants and the values from far away.
  std::uint64_t letter(std::int32_t i, int user) const {
    const Node& n = node(i);
    std::uint64_t h = mixed(static_cast<std::uint64_t>(n.op) + 1, s_.watched(i) ? 7 : 3);
    if (n.op == Op::lookup || n.op == Op::lookup_integral || n.op == Op::lookup_slope)
      h = mixed(h, static_cast<std::uint64_t>(n.b));
    each_operand(n, [&](std::int32_t code) {
      const std::int32_t k = code >> 1;
      h = mixed(h, static_cast<std::uint64_t>(code & 1) + 11);
      if (s_.inside(k)) {
        h = mixed(h, letter(k, user));
      } else if (node(k).op == Op::constant) {
        h = mixed(h, 101);
      } else {
        const int distance = place_[at(k)] == outside ? 0 : user - place_[at(k)];
        h = mixed(h, distance > 0 && distance <= near ? 1000U + static_cast<unsigned>(distance)
                     : node(k).op == Op::less         ? 102U
                                                      : 103U);
      }
    });
    return h;
  }

  std::vector<int> write_letters() const {
    std::map<std::uint64_t, int> names;
    std::vector<int> letters;
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const std::uint64_t h = letter(order_[k], static_cast<int>(k));
      letters.push_back(names.emplace(h, static_cast<int>(names.size())).first->second);
    }
    return letters;
  }

  // Runs one after the other that do not overlap and are still free.
  std::vector<int> free_runs(const std::vector<int>& places, int length) const {
    std::vector<int> runs;
    int end = 0;
    for (const int p : places) {
      if (p < end || next_covered_[at(p)] < p + length) continue;
      runs.push_back(p);
      end = p + length;
    }
    return runs;
  }

  // Where the operands of a run lie: place in it, or outside.
  std::uint64_t flow(int start, int length) const {
    std::uint64_t h = 1;
    for (int k = start; k < start + length; ++k) {
      each_leaf(g_, s_, order_[at(k)], [&](std::int32_t, int, std::int32_t code) {
        const int p = place_[at(code >> 1)];
        h = mixed(h,
                  p >= start && p < start + length ? static_cast<std::uint64_t>(p - start) + 1 : 0);
      });
    }
    return h;
  }

  // Proof that two nodes in two runs are the same operation on the same operands.
  [[nodiscard]] bool same(std::int32_t a, std::int32_t b, int start_a, int start_b,
                          int length) const {
    const Node &m = node(a), &n = node(b);
    if (m.op != n.op || s_.watched(a) != s_.watched(b)) return false;
    const int count = operands(m.op);
    if (count == 1 && m.b != n.b) return false;  // another table
    const std::int32_t of_a[] = {m.a, m.b, m.c}, of_b[] = {n.a, n.b, n.c};
    for (int w = 0; w < count; ++w) {
      const std::int32_t i = of_a[w] >> 1, k = of_b[w] >> 1;
      if ((of_a[w] & 1) != (of_b[w] & 1) || s_.inside(i) != s_.inside(k)) return false;
      if (s_.inside(i)) {
        if (!same(i, k, start_a, start_b, length)) return false;
        continue;
      }
      if ((node(i).op == Op::constant) != (node(k).op == Op::constant) ||
          (node(i).op == Op::less) != (node(k).op == Op::less))
        return false;
      const auto within = [&](int p, int start) { return p >= start && p < start + length; };
      const int p = place_[at(i)], q = place_[at(k)];
      if (within(p, start_a) != within(q, start_b)) return false;
      if (within(p, start_a) && p - start_a != q - start_b) return false;
    }
    return true;
  }
  [[nodiscard]] bool same_runs(int a, int b, int length) const {
    for (int k = 0; k < length; ++k) {
      if (!same(order_[at(a + k)], order_[at(b + k)], a, b, length)) return false;
    }
    return true;
  }

  // The largest group of runs whose operands lie alike.
  Routine routine_of(const std::vector<int>& runs, int length) const {
    std::map<std::uint64_t, std::vector<int>> groups;
    for (const int p : runs) groups[flow(p, length)].push_back(p);
    Routine best{length, {}};
    for (const auto& [h, places] : groups) {
      std::vector<int> good;
      for (const int p : places) {
        if (same_runs(places.front(), p, length)) good.push_back(p);
      }
      if (good.size() > best.starts.size() ||
          (good.size() == best.starts.size() && good.front() < best.starts.front()))
        best.starts = good;
    }
    return best;
  }

  void spend(std::size_t looks) { left_ -= static_cast<long>(looks); }

  static int savings(std::size_t runs, int length) {
    return (static_cast<int>(runs) - 1) * length - 4 * static_cast<int>(runs);
  }

  void cover(const Routine& r) {
    for (const int p : r.starts) {
      for (int k = 0; k < r.length; ++k) covered_[at(p + k)] = 1;
    }
    mark_covered();
  }
  void mark_covered() {
    const int n = static_cast<int>(covered_.size());
    next_covered_.assign(covered_.size() + 1, n);
    for (int k = n; k-- > 0;)
      next_covered_[at(k)] = covered_[at(k)] != 0 ? k : next_covered_[at(k + 1)];
  }

  // Takes the best of what is left; the savings of a candidate can only fall.
  bool look() {
    mark_covered();
    std::vector<int> letters(letters_);
    const int n = static_cast<int>(letters.size());
    for (int k = 0; k < n; ++k) {
      if (covered_[at(k)] != 0) letters[at(k)] = n + k;  // like no other
    }
    const Repeats repeats(letters, shortest);
    std::priority_queue<Candidate> queue;
    for (std::size_t r = 0; r < repeats.all().size() && left_ > 0; ++r) {
      const std::vector<int> places = repeats.places(repeats.all()[r]);
      spend(places.size());
      int gap = repeats.all()[r].length;
      for (std::size_t k = 1; k < places.size(); ++k)
        gap = std::min(gap, places[k] - places[k - 1]);
      for (const int length : {repeats.all()[r].length, gap}) {
        if (length < shortest) continue;
        const int most = savings(free_runs(places, length).size(), length);
        if (most >= least_savings) queue.push({most, length, static_cast<int>(r)});
        if (gap == repeats.all()[r].length) break;
      }
    }
    bool any = false;
    while (!queue.empty() && left_ > 0) {
      Candidate c = queue.top();
      queue.pop();
      const auto places = repeats.places(repeats.all()[at(c.repeat)]);
      spend(places.size());
      const auto runs = free_runs(places, c.length);
      if (runs.size() < 2) continue;
      int now = savings(runs.size(), c.length);
      if (now < c.savings) {
        c.savings = now;
        if (now >= least_savings) queue.push(c);
        continue;
      }
      spend(runs.size() * static_cast<std::size_t>(c.length));
      Routine r = routine_of(runs, c.length);
      now = savings(r.starts.size(), c.length);
      if (now < least_savings) continue;
      if (now < c.savings && !queue.empty() && now < queue.top().savings) {
        continue;  // the next round finds it again
      }
      cover(r);
      spend(order_.size());
      found_.push_back(std::move(r));
      any = true;
    }
    return any;
  }

  const Graph& g_;
  const Statements& s_;
  const std::vector<std::int32_t>& order_;
  std::vector<int> place_, letters_, next_covered_;
  std::vector<char> covered_;
  std::vector<Routine> found_;
  long left_ = 0;  ///< looks
};

}  // namespace

std::vector<Routine> find_routines(const Program& program, const Statements& statements) {
  return Search(program, statements).all();
}

}  // namespace treadle
