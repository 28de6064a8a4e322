// L D L^T of a sparse symmetric matrix by MUMPS, one process. Pivots are chosen at each
// factorization, of one or two unknowns; unknowns that the others leave open are found and set to
// zero. MUMPS has numbers of its own that all its matrices share: one thread at a time.
#include "../offer.hpp"

#include <dmumps_c.h>

#include <algorithm>
#include <mutex>

namespace treadle {

namespace {

constexpr int initialise = -1, finish = -2, analyse = 1, factorise = 2, back_substitute = 3;
constexpr int whole_world = -987654;          // of processes: this one
constexpr int no_space = -9, too_small = -8;  // told by infog[0]
constexpr int most_tries = 8;
// A pivot that is not above this part of the largest entries is none.
constexpr double no_pivot = 1e-12;
constexpr double instead_of_none = 1e20;  // times the largest entries: the unknown is zero

std::mutex& one_at_a_time() {
  static std::mutex mutex;
  return mutex;
}

class MumpsFactors final : public SparseFactors {
 public:
  explicit MumpsFactors(const ColumnPattern& pattern) {
    const std::lock_guard lock(one_at_a_time());
    for (int j = 0; j < pattern.n; ++j) {
      for (int s = pattern.begin[static_cast<std::size_t>(j)];
           s < pattern.begin[static_cast<std::size_t>(j) + 1]; ++s) {
        rows_.push_back(pattern.rows[static_cast<std::size_t>(s)] + 1);
        columns_.push_back(j + 1);
      }
    }
    numbers_.resize(rows_.size());
    its_.comm_fortran = whole_world;
    its_.par = 1;
    its_.sym = 2;  // not definite
    call(initialise);
    for (const int stream : {1, 2, 3}) set(stream, -1);
    set(4, 0);   // says nothing
    set(6, 0);   // the analysis sees no numbers
    set(7, 0);   // minimum degree
    set(8, 0);   // scaled already
    set(12, 1);  // an order of single unknowns
    set(13, 1);  // no root for several processes
    set(24, 1);  // pivots that are none are found
    its_.cntl[2] = no_pivot;
    its_.cntl[4] = instead_of_none;
    its_.n = pattern.n;
    its_.nnz = static_cast<MUMPS_INT8>(rows_.size());
    its_.irn = rows_.data();
    its_.jcn = columns_.data();
    its_.a = numbers_.data();
    if (pattern.n > 0) call(analyse);
    usable_ = its_.infog[0] >= 0;
    lost_.reserve(static_cast<std::size_t>(pattern.n));
  }
  MumpsFactors(const MumpsFactors&) = delete;
  MumpsFactors& operator=(const MumpsFactors&) = delete;
  ~MumpsFactors() override {
    const std::lock_guard lock(one_at_a_time());
    call(finish);
  }

  SparseOutcome factor(std::span<const double> numbers, double /*largest*/,
                       bool /*anew*/) override {
    SparseOutcome outcome;
    lost_.clear();
    if (its_.n == 0) return outcome;
    const std::lock_guard lock(one_at_a_time());
    std::copy(numbers.begin(), numbers.end(), numbers_.begin());
    for (int tries = 0; usable_ && tries < most_tries; ++tries) {
      call(factorise);
      if (its_.infog[0] != no_space && its_.infog[0] != too_small) break;
      set(14, 2 * its_.icntl[13] + 20);  // more room than was foreseen, in percent
    }
    if (!usable_ || its_.infog[0] < 0) {
      outcome.failed = true;
      return outcome;
    }
    for (int k = 0; k < its_.infog[27]; ++k) lost_.push_back(its_.pivnul_list[k] - 1);
    outcome.lost = lost_;
    return outcome;
  }

  void solve(std::span<double> x) override {
    if (its_.n == 0) return;
    const std::lock_guard lock(one_at_a_time());
    its_.rhs = x.data();
    call(back_substitute);
  }

  [[nodiscard]] LibraryFacts facts() const override {
    return {std::string("MUMPS ") + its_.version_number, static_cast<double>(rows_.size()),
            its_.infog[28] >= 0 ? static_cast<double>(its_.infog[28]) : -1e6 * its_.infog[28],
            its_.rinfog[2]};
  }

 private:
  void set(int control, int number) { its_.icntl[control - 1] = number; }
  void call(int job) {
    its_.job = job;
    dmumps_c(&its_);
  }

  DMUMPS_STRUC_C its_{};
  std::vector<int> rows_, columns_, lost_;
  std::vector<double> numbers_;
  bool usable_ = false;
};

Offer<SparseLibrary, MumpsFactors> own_library;

}  // namespace

TREADLE_MODULE(SparseLibrary, own_library)

}  // namespace treadle
