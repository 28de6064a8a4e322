// Threads of oneTBB.
#include "../crew.hpp"
#include "../module.hpp"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>

namespace treadle {

namespace {

class TbbCrew final : public Crew {
 public:
  explicit TbbCrew(int threads) : arena_(threads) {
    // more workers than processors where they are asked for; the least of all limits holds, so
    // there is one for all crews
    static const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, 256);
  }

  [[nodiscard]] int threads() const override { return arena_.max_concurrency(); }

  // What is written before is seen by all tasks, what they write is seen afterwards: told by
  // numbers of our own too, since checkers of threads do not see into the library.
  void share(int count, void (*task)(void* what, int number), void* what) override {
    begun_.fetch_add(1, std::memory_order_release);
    arena_.execute([&] {
      tbb::parallel_for(
          0, count,
          [&](int number) {
            static_cast<void>(begun_.load(std::memory_order_acquire));
            task(what, number);
            done_.fetch_add(1, std::memory_order_release);
          },
          tbb::simple_partitioner{});
    });
    static_cast<void>(done_.load(std::memory_order_acquire));
  }

 private:
  tbb::task_arena arena_;
  std::atomic<long> begun_{0}, done_{0};
};

class TbbModule final : public CrewModule {
 public:
  std::unique_ptr<Crew> make(int threads) override { return std::make_unique<TbbCrew>(threads); }
  [[nodiscard]] int cores() const override { return tbb::info::default_concurrency(); }
};

TbbModule tbb_module;

}  // namespace

TREADLE_MODULE(CrewModule, tbb_module)

}  // namespace treadle
