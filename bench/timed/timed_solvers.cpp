#include "timed_solvers.hpp"

#include "../../src/solve/augmented.hpp"

#include <Eigen/LU>

#ifdef TREADLE_HAS_LAPACK
extern "C" {
void dgetrf_(const int* m, const int* n, double* a, const int* lda, int* pivots, int* info);
void dgetrs_(const char* trans, const int* n, const int* columns, const double* a, const int* lda,
             const int* pivots, double* b, const int* ldb, int* info);
void dsytrf_(const char* uplo, const int* n, double* a, const int* lda, int* pivots, double* work,
             const int* lwork, int* info);
void dsytrs_(const char* uplo, const int* n, const int* columns, const double* a, const int* lda,
             const int* pivots, double* b, const int* ldb, int* info);
void openblas_set_num_threads(int threads);
}
#endif

namespace treadle {

namespace {

// A dense method: `Method` has factor(matrix, order, pivots) -> column without a pivot or -1, and
// solve(matrix, order, pivots, x).
template <class Method>
class TimedSolver final : public SaddleSolver<double> {
 public:
  explicit TimedSolver(const SaddlePattern& pattern)
      : augmented_(pattern), method_(augmented_.size()) {}

  void leave_out(std::span<const int> dependent, std::span<const int> /*vanishing*/) override {
    augmented_.leave_out(dependent);
  }
  Report factor(const SaddleMatrix<double>& matrix) override {
    const int dropped = augmented_.fill(matrix);
    const int column = method_.factor(augmented_.matrix().data(), augmented_.pivots().data());
    mark("factor");
    return augmented_.report(column, dropped);
  }
  void solve(std::span<const double> q, std::span<const double> gamma, std::span<double> qdd,
             std::span<double> lambda) override {
    augmented_.fill_right(q, gamma);
    method_.solve(augmented_.matrix().data(), augmented_.pivots().data(), augmented_.x().data());
    augmented_.split(qdd, lambda);
    mark("solve");
  }

 private:
  Augmented<double> augmented_;
  Method method_;
};

// The matrix is symmetric: rows or columns first makes no difference.
class EigenLu {
 public:
  explicit EigenLu(int n) : lu_(n), n_(n) {}
  int factor(const double* a, int* /*pivots*/) {
    lu_.compute(Eigen::Map<const Eigen::MatrixXd>(a, n_, n_));
    for (int k = 0; k < n_; ++k) {
      if (lu_.matrixLU()(k, k) == 0.0) return k;
    }
    return -1;
  }
  void solve(const double* /*a*/, const int* /*pivots*/, double* x) {
    Eigen::Map<Eigen::VectorXd> v(x, n_);
    v = lu_.permutationP() * v;
    lu_.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(v);
    lu_.matrixLU().triangularView<Eigen::Upper>().solveInPlace(v);
  }

 private:
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  int n_;
};

#ifdef TREADLE_HAS_LAPACK

constexpr int one_column = 1;

class LapackLu {
 public:
  explicit LapackLu(int n) : n_(n) { openblas_set_num_threads(1); }
  int factor(double* a, int* pivots) {
    int info = 0;
    dgetrf_(&n_, &n_, a, &n_, pivots, &info);
    return info - 1;
  }
  void solve(const double* a, const int* pivots, double* x) {
    int info = 0;
    dgetrs_("N", &n_, &one_column, a, &n_, pivots, x, &n_, &info);
  }

 private:
  int n_;
};

class LapackSymmetric {
 public:
  explicit LapackSymmetric(int n) : n_(n), work_(static_cast<std::size_t>(n) * 64) {
    openblas_set_num_threads(1);
  }
  int factor(double* a, int* pivots) {
    int info = 0;
    const int room = static_cast<int>(work_.size());
    dsytrf_("L", &n_, a, &n_, pivots, work_.data(), &room, &info);
    return info - 1;
  }
  void solve(const double* a, const int* pivots, double* x) {
    int info = 0;
    dsytrs_("L", &n_, &one_column, a, &n_, pivots, x, &n_, &info);
  }

 private:
  int n_;
  std::vector<double> work_;
};

#endif

}  // namespace

const std::vector<std::string>& timed_solver_names() {
  static const std::vector<std::string> names{
      "gauss-eigen",
#ifdef TREADLE_HAS_LAPACK
      "gauss-lapack",
      "symmetric-lapack",
#endif
  };
  return names;
}

std::unique_ptr<SaddleSolver<double>> make_timed_solver(std::string_view name,
                                                        const SaddlePattern& pattern) {
  if (name == "gauss-eigen") return std::make_unique<TimedSolver<EigenLu>>(pattern);
#ifdef TREADLE_HAS_LAPACK
  if (name == "gauss-lapack") return std::make_unique<TimedSolver<LapackLu>>(pattern);
  if (name == "symmetric-lapack") return std::make_unique<TimedSolver<LapackSymmetric>>(pattern);
#endif
  return nullptr;
}

}  // namespace treadle
