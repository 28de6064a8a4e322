// LU of a sparse matrix by KLU: blocks of the triangular form, each ordered by minimum degree. The
// pivots that were chosen once serve again (klu_refactor) until they wear out.
#include "../offer.hpp"

#include <klu.h>

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

// A diagonal entry is taken as a pivot down to this part of the largest one of its column.
constexpr double diagonal_preference = 0.1;
// Pivots serve again until entries of U have grown so many times as much as at first.
constexpr double worn_out = 16.0;
// A pivot that is not above this part of the largest entry is none.
constexpr double no_pivot = 1e-15;

class KluFactors final : public SparseFactors {
 public:
  explicit KluFactors(const ColumnPattern& pattern) : pattern_(pattern) {
    klu_defaults(&common_);
    common_.scale = 0;  // that was done, by powers of two
    common_.tol = diagonal_preference;
    symbolic_ = klu_analyze(pattern_.n, pattern_.begin.data(), pattern_.rows.data(), &common_);
  }
  KluFactors(const KluFactors&) = delete;
  KluFactors& operator=(const KluFactors&) = delete;
  ~KluFactors() override {
    klu_free_numeric(&numeric_, &common_);
    klu_free_symbolic(&symbolic_, &common_);
  }

  SparseOutcome factor(std::span<const double> numbers, double largest, bool anew) override {
    SparseOutcome outcome;
    if (symbolic_ == nullptr) {
      outcome.failed = pattern_.n > 0;
      return outcome;
    }
    a_ = const_cast<double*>(numbers.data());  // KLU only reads it
    const double least = no_pivot * largest;
    if (!anew && numeric_ != nullptr &&
        klu_refactor(pattern_.begin.data(), pattern_.rows.data(), a_, symbolic_, numeric_,
                     &common_) != 0 &&
        common_.status == KLU_OK && weakest(least) < 0 && growth() * worn_out >= first_growth_)
      return outcome;
    klu_free_numeric(&numeric_, &common_);
    numeric_ = klu_factor(pattern_.begin.data(), pattern_.rows.data(), a_, symbolic_, &common_);
    if (numeric_ == nullptr) {
      outcome.failed = common_.status != KLU_SINGULAR;
      if (!outcome.failed) outcome.column = common_.singular_col;
      return outcome;
    }
    outcome.column = weakest(least);
    outcome.fresh = true;
    first_growth_ = growth();
    return outcome;
  }

  void solve(std::span<double> x) override {
    if (numeric_ != nullptr) klu_solve(symbolic_, numeric_, pattern_.n, 1, x.data(), &common_);
  }

  [[nodiscard]] LibraryFacts facts() const override {
    LibraryFacts facts{"KLU " + std::to_string(KLU_MAIN_VERSION) + "." +
                           std::to_string(KLU_SUB_VERSION) + "." +
                           std::to_string(KLU_SUBSUB_VERSION),
                       static_cast<double>(pattern_.rows.size()), 0.0, 0.0};
    if (numeric_ == nullptr) return facts;
    facts.entries =
        static_cast<double>(numeric_->lnz) + numeric_->unz - numeric_->n + numeric_->nzoff;
    klu_common counting = common_;
    klu_flops(symbolic_, numeric_, &counting);
    facts.operations = counting.flops;
    return facts;
  }

 private:
  // An unknown whose pivot is not above `least`; -1: there is none.
  [[nodiscard]] int weakest(double least) const {
    const auto* pivots = static_cast<const double*>(numeric_->Udiag);
    for (int k = 0; k < pattern_.n; ++k) {
      if (!(std::fabs(pivots[k]) > least)) return symbolic_->Q[k];
    }
    return -1;
  }

  // The reciprocal of the growth.
  double growth() {
    klu_rgrowth(pattern_.begin.data(), pattern_.rows.data(), a_, symbolic_, numeric_, &common_);
    return common_.rgrowth;
  }

  ColumnPattern pattern_;
  klu_common common_{};
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
  double* a_ = nullptr;
  double first_growth_ = 0.0;
};

Offer<SparseLibrary, KluFactors> own_library;

}  // namespace

TREADLE_MODULE(SparseLibrary, own_library)

}  // namespace treadle
