#include "layout.hpp"

#include <algorithm>

namespace treadle {

namespace {

constexpr int never = -1;

}  // namespace

Layout::Layout(const Program& program, const Statements& statements,
               const std::vector<Routine>& routines, int part)
    : piece_(program.graph.nodes().size(), never), slot_(piece_.size(), never) {
  cut(statements.order(), routines, part);
  if (!routines.empty()) {
    for (std::size_t a = 0; a < program.inputs.size(); ++a) {
      copies_[a] = slots_;
      slots_ += static_cast<int>(program.inputs[a].numbers.size());
    }
  }
  share_slots(program, statements);
}

// Functions of equal size; a call counts as one statement.
void Layout::cut(const std::vector<std::int32_t>& order, const std::vector<Routine>& routines,
                 int part) {
  struct Call {
    int first = 0, routine = 0, row = 0;
  };
  std::vector<Call> calls;
  int plain = static_cast<int>(order.size());
  for (std::size_t r = 0; r < routines.size(); ++r) {
    for (std::size_t k = 0; k < routines[r].starts.size(); ++k) {
      calls.push_back({routines[r].starts[k], static_cast<int>(r), static_cast<int>(k)});
      plain -= routines[r].length - 1;
    }
  }
  std::sort(calls.begin(), calls.end(),
            [](const Call& a, const Call& b) { return a.first < b.first; });
  parts_ = std::max(1, (plain + part - 1) / part);
  const int share = std::max(1, (plain + parts_ - 1) / parts_);
  int done = 0;
  const auto plain_until = [&](int from, int end) {
    while (from < end) {
      const int count = std::min(end - from, share - done % share);
      pieces_.push_back({from, count, -1, 0, done / share});
      done += count;
      from += count;
    }
  };
  int from = 0;
  for (const Call& call : calls) {
    const int length = routines[static_cast<std::size_t>(call.routine)].length;
    plain_until(from, call.first);
    pieces_.push_back({call.first, length, call.routine, call.row, done / share});
    ++done;
    from = call.first + length;
  }
  plain_until(from, static_cast<int>(order.size()));
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    for (int j = 0; j < pieces_[k].count; ++j)
      piece_[at(order[static_cast<std::size_t>(pieces_[k].first + j)])] = static_cast<int>(k);
  }
}

bool Layout::local(std::int32_t node, int reader) const {
  const int maker = piece_[at(node)];
  if (maker == reader) return true;
  const Piece& from = pieces_[static_cast<std::size_t>(maker)];
  const Piece& to = pieces_[static_cast<std::size_t>(reader)];
  return from.routine < 0 && to.routine < 0 && from.part == to.part;
}

// Values that others read get a place in the scratch; a place is free again when its last reader is
// done, so that the scratch stays in the nearest cache. Results of routines stay until the end.
void Layout::share_slots(const Program& program, const Statements& statements) {
  std::vector<int> last(piece_.size(), never);
  for (const std::int32_t node : statements.order()) {
    const int reader = piece_[at(node)];
    each_leaf(program.graph, statements, node, [&](std::int32_t, int, std::int32_t code) {
      const std::int32_t from = code >> 1;
      if (piece_[at(from)] != never && !local(from, reader))
        last[at(from)] = std::max(last[at(from)], reader);
    });
  }
  const int end = static_cast<int>(pieces_.size());
  for (const Ref r : program.wanted) {
    const int maker = piece_[at(r.node())];
    if (maker != never && pieces_[static_cast<std::size_t>(maker)].routine >= 0)
      last[at(r.node())] = end;
  }
  std::vector<std::vector<int>> freed(static_cast<std::size_t>(end) + 1);
  std::vector<int> pool;
  int piece = 0;
  for (const std::int32_t node : statements.order()) {
    for (; piece < piece_[at(node)]; ++piece) {
      const auto& back = freed[static_cast<std::size_t>(piece)];
      pool.insert(pool.end(), back.begin(), back.end());
    }
    if (last[at(node)] == never) continue;
    if (pool.empty()) {
      slot_[at(node)] = slots_++;
    } else {
      slot_[at(node)] = pool.back();
      pool.pop_back();
    }
    freed[static_cast<std::size_t>(last[at(node)])].push_back(slot_[at(node)]);
  }
}

}  // namespace treadle
