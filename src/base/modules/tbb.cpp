// Threads of oneTBB.
#include "../crew.hpp"
#include "../module.hpp"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

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

  void share(int count, void (*task)(void* what, int number), void* what) override {
    arena_.execute([&] {
      tbb::parallel_for(
          0, count, [&](int number) { task(what, number); }, tbb::simple_partitioner{});
    });
  }

 private:
  tbb::task_arena arena_;
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
