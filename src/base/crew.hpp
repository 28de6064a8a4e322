// Threads that share work, behind one small interface. Work is cut by the structure of a mechanism
// and never by the number of threads, so that numbers are the same to the last bit however many
// there are.
#pragma once

#include "shares.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <type_traits>

namespace treadle {

/// Threads that wait for work; they come from oneTBB, in a module of its own.
class Crew {
 public:
  virtual ~Crew() = default;
  [[nodiscard]] virtual int threads() const = 0;
  /// Calls task(what, 0) to task(what, count - 1), each once, in any order, and waits for them.
  virtual void share(int count, void (*task)(void* what, int number), void* what) = 0;

  /// What is written before is seen by all tasks, what they write is seen afterwards: told by
  /// numbers of our own too, since checkers of threads do not see into the library.
  static inline std::atomic<long> begun{0}, done{0};
};

/// `treadle_module` of treadle_tbb.so.
class CrewModule {
 public:
  virtual ~CrewModule() = default;
  [[nodiscard]] virtual std::unique_ptr<Crew> make(int threads) = 0;
  [[nodiscard]] virtual int cores() const = 0;  ///< that this program may use
};

/// Opens the module; nullptr where there is none.
CrewModule* open_crews();
/// What a person has to do to get it; "" where it is there.
std::string crew_refusal();

/// f(0) to f(count - 1): by a crew, or one after the other where there is none.
template <class F>
void share(Crew* crew, int count, F&& f) {
  if (crew == nullptr || count < 2) {
    for (int k = 0; k < count; ++k) f(k);
    return;
  }
  using Task = std::remove_reference_t<F>;
  Crew::begun.fetch_add(1, std::memory_order_release);
  crew->share(
      count,
      [](void* what, int number) {
        static_cast<void>(Crew::begun.load(std::memory_order_acquire));
        (*static_cast<Task*>(what))(number);
        Crew::done.fetch_add(1, std::memory_order_release);
      },
      const_cast<void*>(static_cast<const void*>(std::addressof(f))));
  static_cast<void>(Crew::done.load(std::memory_order_acquire));
}

/// f(piece, first, last) for neighbours among a great many small ones, in at most `most_pieces`.
inline constexpr int most_pieces = 16;
template <class F>
void share_ranges(Crew* crew, int count, F&& f) {
  const int pieces = std::min(count, most_pieces);
  const auto first = [&](int piece) {
    return static_cast<int>(static_cast<long>(count) * piece / pieces);
  };
  share(crew, pieces, [&](int p) { f(p, first(p), first(p + 1)); });
}

/// f(0) to f(count - 1), neighbours together.
template <class F>
void share_pieces(Crew* crew, int count, F&& f) {
  const auto some = [&](int /*piece*/, int first, int last) {
    for (int k = first; k < last; ++k) f(k);
  };
  if (crew == nullptr) return some(0, 0, count);
  share_ranges(crew, count, some);
}

/// Who works on a mechanism, and how its bodies are cut among them. Without a crew the shares are
/// worked on one after the other. Without shares, as for a long chain, bodies are placed by one
/// thread, and what needs no other body's answer is cut into pieces.
struct Team {
  Crew* crew = nullptr;
  Shares bodies;
};

}  // namespace treadle
