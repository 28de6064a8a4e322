// What CVODE and IDA have in common: plain numbers of the state in their vectors, matrices and
// linear solvers that are empty shells around those of the system, steps one by one.
#pragma once

#include "../sundials.hpp"

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace treadle {

inline std::span<double> numbers_of(N_Vector vector) {
  return {N_VGetArrayPointer(vector), static_cast<std::size_t>(N_VGetLength(vector))};
}

/// Objects of SUNDIALS, freed in the right order.
struct SundialsHandles {
  SUNContext context = nullptr;
  N_Vector y = nullptr, between = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver linear = nullptr;

  explicit SundialsHandles(std::size_t size);
  SundialsHandles(const SundialsHandles&) = delete;
  SundialsHandles& operator=(const SundialsHandles&) = delete;
  ~SundialsHandles();
};

class SundialsIntegrator : public AdaptiveIntegrator {
 public:
  SundialsIntegrator(bool is_implicit, const System& system, const Tolerance& tolerance);

  Report start(System& system, double t, std::span<const double> x) override;
  [[nodiscard]] bool can_keep() const override { return false; }
  Report step(System& system, double stop) override;
  void interpolate(const System& system, double t, std::span<double> x) const override;

 protected:
  struct Counted {
    long steps = 0, failures = 0;
    double next = 0.0;  ///< step that comes
  };

  /// Makes what steps, at the state that is there.
  virtual void create(double t) = 0;
  /// Forgets its history, at the state that is there.
  virtual void restart(double t) = 0;
  /// One step, no longer than `longest` (0: any) nor beyond `stop`; negative where it failed.
  virtual int one_step(double stop, double longest, double& reached) = 0;
  [[nodiscard]] virtual bool between(double t) const = 0;
  /// Of the last trial, to its_.between.
  virtual void find_errors() = 0;
  virtual Counted counted() = 0;

  /// Shells for a matrix 1 - gamma J that the system keeps; solutions are multiplied by scale_.
  void make_linear_solver();
  /// J at a state, unless the old one will do, and factors with gamma.
  Report factor(double t, std::span<const double> x, bool old_will_do, double gamma);
  /// The rate of the state, or of the projected state, as plain numbers.
  Report find_rate(double t, std::span<const double> x, bool projected, std::span<double> out);
  /// For functions of the libraries: 0, or 1 with what failed remembered.
  int told(const Report& report) {
    if (!report.ok()) failed_ = report;
    return report.ok() ? 0 : 1;
  }
  static int weights(N_Vector y, N_Vector out, void* data);
  static void say_nothing(int /*code*/, const char* /*module*/, const char* /*function*/,
                          char* /*message*/, void* /*data*/) {}

  SundialsHandles its_;
  System* system_ = nullptr;
  double scale_ = 1.0;

 private:
  Report begin(System& system, double t) override;
  static int solve(SUNLinearSolver linear, SUNMatrix matrix, N_Vector out, N_Vector right,
                   double tolerance);

  bool is_implicit_;
  bool exists_ = false, fresh_ = true;  ///< fresh: no step yet
  bool anew_ = false;                   ///< the next step begins without history
  Counted earlier_counts_;              ///< before the last restart
  Report failed_;
  std::vector<double> tangent_, projected_, change_;
  std::vector<double> at_;  ///< where J was found
};

/// The two integrators.
std::unique_ptr<AdaptiveIntegrator> make_cvode(bool bdf, const System& system,
                                               const Tolerance& tolerance);
std::unique_ptr<AdaptiveIntegrator> make_ida(const System& system, const Tolerance& tolerance);

}  // namespace treadle
