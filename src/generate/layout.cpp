#include "layout.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace treadle {

namespace {

constexpr int never = -1;

}  // namespace

/// Blocks of places in the scratch, free again when their last reader is done.
class Layout::Places {
 public:
  explicit Places(std::size_t pieces) : freed_(pieces + 1) {}

  /// `last`: the piece that reads the block last; -1 where nobody does.
  int take(int size, int last, int& slots) {
    std::vector<int>& free = free_[size];
    int first = slots;
    if (free.empty()) {
      slots += size;
    } else {
      first = free.back();
      free.pop_back();
    }
    if (last != never) freed_[static_cast<std::size_t>(last)].emplace_back(size, first);
    return first;
  }
  void done(std::size_t piece) {
    for (const auto& [size, first] : freed_[piece]) free_[size].push_back(first);
  }

 private:
  std::vector<std::vector<std::pair<int, int>>> freed_;
  std::map<int, std::vector<int>> free_;
};

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
  share_slots(program, statements, routines);
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
void Layout::share_slots(const Program& program, const Statements& statements,
                         const std::vector<Routine>& routines) {
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
  Places places(pieces_.size());
  const std::vector<std::int32_t>& order = statements.order();
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    const Piece& piece = pieces_[k];
    if (k > 0) places.done(k - 1);
    if (piece.routine >= 0) {
      give_block(order, routines[static_cast<std::size_t>(piece.routine)], piece, last, places);
      continue;
    }
    for (int j = piece.first; j < piece.first + piece.count; ++j) {
      const std::size_t i = at(order[static_cast<std::size_t>(j)]);
      if (last[i] != never) slot_[i] = places.take(1, last[i], slots_);
    }
  }
}

// All that a call gives, side by side in the same order for all calls of a routine.
void Layout::give_block(const std::vector<std::int32_t>& order, const Routine& routine,
                        const Piece& piece, const std::vector<int>& last, Places& places) {
  std::vector<int> given;
  int end = never;
  for (int j = 0; j < routine.length; ++j) {
    for (const int start : routine.starts) {
      if (last[at(order[static_cast<std::size_t>(start + j)])] == never) continue;
      given.push_back(piece.first + j);
      break;
    }
  }
  for (const int j : given) end = std::max(end, last[at(order[static_cast<std::size_t>(j)])]);
  if (given.empty()) return;
  const int first = places.take(static_cast<int>(given.size()), end, slots_);
  for (std::size_t g = 0; g < given.size(); ++g)
    slot_[at(order[static_cast<std::size_t>(given[g])])] = first + static_cast<int>(g);
}

}  // namespace treadle
