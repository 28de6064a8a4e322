// Processes of MPI. Nobody waits inside the library: whoever waits looks again and again, so that a
// signal is seen while another process is gone.
#include "../../module.hpp"
#include "../../ranks.hpp"

// the old classes of C++ are in another library
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#include <sched.h>

#include <chrono>
#include <cstdlib>
#include <vector>

namespace treadle {

namespace {

// How long others are waited for after this process was told to stop: mpirun kills after a second.
constexpr std::chrono::milliseconds patience{250};
// Looks before the processor is left to others.
constexpr int looks = 200;

class MpiRanks final : public Ranks {
 public:
  explicit MpiRanks(bool (*stop)()) : stop_(stop) {
    int given = 0;
    lost_ = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS;
    if (lost_) return;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    first_.resize(static_cast<std::size_t>(size_));
  }

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }
  [[nodiscard]] bool lost() const override { return lost_; }

  bool send(int to, int tag, const double* numbers, int count) override {
    if (lost_) return false;
    sent_.emplace_back();
    return good(MPI_Isend(numbers, count, MPI_DOUBLE, to, tag, MPI_COMM_WORLD, &sent_.back()));
  }

  bool receive(int from, int tag, double* numbers, int count) override {
    if (lost_) return false;
    MPI_Request request = MPI_REQUEST_NULL;
    return good(MPI_Irecv(numbers, count, MPI_DOUBLE, from, tag, MPI_COMM_WORLD, &request)) &&
           wait(1, &request);
  }

  bool settle() override {
    const bool all = wait(static_cast<int>(sent_.size()), sent_.data());
    sent_.clear();
    return all;
  }

  bool gather(double* all, const int* counts) override {
    if (lost_) return false;
    for (std::size_t r = 1; r < first_.size(); ++r) first_[r] = first_[r - 1] + counts[r - 1];
    MPI_Request request = MPI_REQUEST_NULL;
    return good(MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts, first_.data(),
                                MPI_DOUBLE, MPI_COMM_WORLD, &request)) &&
           wait(1, &request);
  }

  bool largest(double* numbers, int count) override {
    if (lost_) return false;
    MPI_Request request = MPI_REQUEST_NULL;
    return good(MPI_Iallreduce(MPI_IN_PLACE, numbers, count, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD,
                               &request)) &&
           wait(1, &request);
  }

  bool tell(int from, char* bytes, int count) override {
    if (lost_) return false;
    MPI_Request request = MPI_REQUEST_NULL;
    return good(MPI_Ibcast(bytes, count, MPI_CHAR, from, MPI_COMM_WORLD, &request)) &&
           wait(1, &request);
  }

  void part() override {
    if (!lost_) MPI_Finalize();
    lost_ = true;
  }

  void end_all(int code) override {
    MPI_Abort(MPI_COMM_WORLD, code);
    std::_Exit(code);
  }

 private:
  bool good(int code) {
    if (code != MPI_SUCCESS) lost_ = true;
    return !lost_;
  }

  // Until all are done; what is not done after a stop is left where it is.
  bool wait(int count, MPI_Request* requests) {
    using Clock = std::chrono::steady_clock;
    Clock::time_point told{};
    for (int look = 0; !lost_; ++look) {
      int done = 0;
      if (!good(MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE))) return false;
      if (done != 0) return true;
      if (look < looks) continue;
      sched_yield();
      if (stop_ == nullptr || !stop_()) continue;
      if (told == Clock::time_point{}) told = Clock::now();
      if (Clock::now() - told > patience) lost_ = true;
    }
    return false;
  }

  bool (*stop_)();
  int rank_ = 0, size_ = 1;
  bool lost_ = false;
  std::vector<MPI_Request> sent_;
  std::vector<int> first_;
};

class MpiModule final : public RanksModule {
 public:
  std::unique_ptr<Ranks> join(bool (*stop)()) override { return std::make_unique<MpiRanks>(stop); }
};

MpiModule mpi_module;

}  // namespace

TREADLE_MODULE(RanksModule, mpi_module)

}  // namespace treadle
