// P A P^T = L L^T of a sparse matrix by CHOLMOD, column by column. Its order (minimum degree) is
// asked for once; then it is handed the matrix in that order, so that it need not permute and
// allocate at each factorization.
#include "../offer.hpp"

#include <cholmod.h>

#include <algorithm>

namespace treadle {

namespace {

class CholmodFactors final : public RootFactors {
 public:
  explicit CholmodFactors(const ColumnPattern& pattern) {
    cholmod_start(&common_);
    common_.print = 0;
    common_.supernodal = CHOLMOD_SIMPLICIAL;
    common_.final_ll = 1;
    common_.nmethods = 1;
    common_.quick_return_if_not_posdef = 1;
    find_order(pattern);
    put_in_order(pattern);
    common_.method[0].ordering = CHOLMOD_NATURAL;
    common_.postorder = 0;
    factor_ = cholmod_analyze(matrix_, &common_);
    facts_ = {"CHOLMOD " + std::to_string(CHOLMOD_MAIN_VERSION) + "." +
                  std::to_string(CHOLMOD_SUB_VERSION) + "." +
                  std::to_string(CHOLMOD_SUBSUB_VERSION),
              static_cast<double>(pattern.rows.size()), common_.lnz, common_.fl};
  }
  CholmodFactors(const CholmodFactors&) = delete;
  CholmodFactors& operator=(const CholmodFactors&) = delete;
  ~CholmodFactors() override {
    cholmod_free_factor(&factor_, &common_);
    cholmod_free_sparse(&matrix_, &common_);
    cholmod_finish(&common_);
  }

  [[nodiscard]] std::span<const int> order() const override { return order_; }

  int factor(std::span<const double> numbers, double least) override {
    auto* to = static_cast<double*>(matrix_->x);
    for (std::size_t k = 0; k < numbers.size(); ++k) to[place_[k]] = numbers[k];
    cholmod_factorize(matrix_, factor_, &common_);
    if (common_.status != CHOLMOD_OK || factor_->minor < factor_->n)
      return static_cast<int>(std::min(factor_->minor, factor_->n - 1));
    const auto* begin = static_cast<const int*>(factor_->p);
    const auto* root = static_cast<const double*>(factor_->x);
    const auto* end = static_cast<const int*>(matrix_->p) + 1;
    for (std::size_t j = 0; j < factor_->n; ++j) {  // the diagonal is the last of its column here
      const double pivot = root[begin[j]];
      if (!(pivot * pivot > least * to[end[j] - 1])) return static_cast<int>(j);
    }
    return -1;
  }

  [[nodiscard]] RootColumns columns() const override {
    const std::size_t n = factor_->n;
    return {{static_cast<const int*>(factor_->p), n},
            {static_cast<const int*>(factor_->nz), n},
            {static_cast<const int*>(factor_->i), factor_->nzmax},
            {static_cast<const double*>(factor_->x), factor_->nzmax}};
  }

  [[nodiscard]] LibraryFacts facts() const override { return facts_; }

 private:
  void find_order(const ColumnPattern& pattern) {
    cholmod_sparse lower{};
    lower.nrow = lower.ncol = static_cast<std::size_t>(pattern.n);
    lower.nzmax = pattern.rows.size();
    lower.p = const_cast<int*>(pattern.begin.data());  // CHOLMOD only reads them
    lower.i = const_cast<int*>(pattern.rows.data());
    lower.stype = -1;
    lower.itype = CHOLMOD_INT;
    lower.xtype = CHOLMOD_PATTERN;
    lower.dtype = CHOLMOD_DOUBLE;
    lower.packed = 1;
    common_.method[0].ordering = CHOLMOD_AMD;
    cholmod_factor* symbolic = cholmod_analyze(&lower, &common_);
    const auto* order = static_cast<const int*>(symbolic->Perm);
    order_.assign(order, order + pattern.n);
    cholmod_free_factor(&symbolic, &common_);
  }

  // The upper triangle, as CHOLMOD wants it, and where each number goes.
  void put_in_order(const ColumnPattern& pattern) {
    const auto n = static_cast<std::size_t>(pattern.n);
    std::vector<int> position(n);
    for (std::size_t k = 0; k < n; ++k)
      position[static_cast<std::size_t>(order_[k])] = static_cast<int>(k);
    struct Entry {
      int column, row, from;
    };
    std::vector<Entry> entries;
    for (std::size_t j = 0; j < n; ++j) {
      for (int s = pattern.begin[j]; s < pattern.begin[j + 1]; ++s) {
        const int a = position[j],
                  b = position[static_cast<std::size_t>(pattern.rows[static_cast<std::size_t>(s)])];
        entries.push_back({std::max(a, b), std::min(a, b), s});
      }
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return a.column != b.column ? a.column < b.column : a.row < b.row;
    });
    matrix_ = cholmod_allocate_sparse(n, n, entries.size(), 1, 1, 1, CHOLMOD_REAL, &common_);
    auto* begin = static_cast<int*>(matrix_->p);
    auto* rows = static_cast<int*>(matrix_->i);
    place_.resize(entries.size());
    std::fill(begin, begin + n + 1, 0);
    for (std::size_t k = 0; k < entries.size(); ++k) {
      ++begin[entries[k].column + 1];
      rows[k] = entries[k].row;
      place_[static_cast<std::size_t>(entries[k].from)] = static_cast<int>(k);
    }
    for (std::size_t j = 0; j < n; ++j) begin[j + 1] += begin[j];
  }

  cholmod_common common_{};
  cholmod_sparse* matrix_ = nullptr;
  cholmod_factor* factor_ = nullptr;
  std::vector<int> order_, place_;
  LibraryFacts facts_;
};

Offer<RootLibrary, CholmodFactors> own_library;

}  // namespace

TREADLE_MODULE(RootLibrary, own_library)

}  // namespace treadle
