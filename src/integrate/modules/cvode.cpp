// CVODE on the plain numbers of a state. Only its BDF can project inside a step. With Adams'
// formulas its own numbers may drift: rates are those of the projected state, and so are the states
// that are shown.
#include "../cvode.hpp"
#include "../../base/module.hpp"

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>

namespace treadle {

namespace {

std::span<double> numbers(N_Vector vector) {
  return {N_VGetArrayPointer(vector), static_cast<std::size_t>(N_VGetLength(vector))};
}

/// What CVODE hands out, freed in the right order.
struct Handles {
  SUNContext context = nullptr;
  N_Vector y = nullptr, between = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver linear = nullptr;
  SUNNonlinearSolver nonlinear = nullptr;
  void* memory = nullptr;

  Handles() = default;
  Handles(const Handles&) = delete;
  Handles& operator=(const Handles&) = delete;
  ~Handles() {
    if (memory != nullptr) CVodeFree(&memory);
    if (nonlinear != nullptr) SUNNonlinSolFree(nonlinear);
    if (linear != nullptr) SUNLinSolFree(linear);
    if (matrix != nullptr) SUNMatDestroy(matrix);
    for (N_Vector vector : {y, between})
      if (vector != nullptr) N_VDestroy(vector);
    if (context != nullptr) SUNContext_Free(&context);
  }
};

class Cvode final : public AdaptiveIntegrator {
 public:
  Cvode(CvodeMethod method, const System& system, const Tolerance& tolerance)
      : AdaptiveIntegrator(system, tolerance),
        bdf_(method == CvodeMethod::bdf),
        tangent_(system.tangent_size()),
        projected_(system.state_size()) {
    const auto size = static_cast<sunindextype>(system.state_size());
    SUNContext_Create(nullptr, &its_.context);
    its_.y = N_VNew_Serial(size, its_.context);
    its_.between = N_VNew_Serial(size, its_.context);
  }

  Report start(System& system, double t, std::span<const double> x) override {
    system_ = &system;
    std::copy(x.begin(), x.end(), x_.begin());
    begin(t);
    return {};
  }

  [[nodiscard]] bool can_keep() const override { return false; }

  Report step(System& system, double stop) override {
    system_ = &system;
    failed_ = {};
    CVodeSetStopTime(its_.memory, stop);
    const double longest = fresh_ ? longest_first() : longest_;
    CVodeSetMaxStep(its_.memory, std::isfinite(longest) ? longest : 0.0);  // 0: no bound
    fresh_ = false;
    double reached = t_;
    const int flag = CVode(its_.memory, stop, its_.y, &reached, CV_ONE_STEP);
    if (flag < 0) {
      if (failed_.ok()) failed_.trouble = Trouble::step_too_small;
      return failed_;
    }
    const auto now = numbers(its_.y);
    std::copy(now.begin(), now.end(), x_.begin());
    // where it cannot be projected it is within the tolerance all the same
    if (!system.project(reached, x_).ok()) std::copy(now.begin(), now.end(), x_.begin());
    earlier_ = t_;
    t_ = reached;
    keep_step(t_ - earlier_, 0);
    const long failures = statistics_.failures;
    tell();
    // its trials are its own: what was refused is known after the step
    const int refusals = static_cast<int>(statistics_.failures - failures);
    if (refusals > 0) system.refused(earlier_, t_ - earlier_);
    double next = 0.0;
    CVodeGetCurrentStep(its_.memory, &next);
    const bool anew = system.accepted({t_, t_ - earlier_, next, longest_, refusals}, x_);
    if (anew) begin(t_);
    return {};
  }

  void interpolate(const System& /*system*/, double t, std::span<double> x) const override {
    std::copy(x_.begin(), x_.end(), x.begin());
    if (t == t_) return;
    if (CVodeGetDky(its_.memory, t, 0, its_.between) != CV_SUCCESS) return;
    const auto values = numbers(its_.between);
    std::copy(values.begin(), values.end(), x.begin());
  }

 private:
  // At the state that is there, without history.
  void begin(double t) {
    std::copy(x_.begin(), x_.end(), numbers(its_.y).begin());
    t_ = earlier_ = t;
    fresh_ = true;
    if (its_.memory == nullptr) {
      create(t);
    } else {
      earlier_steps_ = statistics_.steps;
      earlier_failures_ = statistics_.failures;
      CVodeReInit(its_.memory, t, its_.y);
    }
  }

  void create(double t) {
    its_.memory = CVodeCreate(bdf_ ? CV_BDF : CV_ADAMS, its_.context);
    CVodeInit(its_.memory, rate, t, its_.y);
    CVodeSetErrHandlerFn(its_.memory, say_nothing, nullptr);
    CVodeSetUserData(its_.memory, this);
    CVodeWFtolerances(its_.memory, weights);
    CVodeSetMaxNumSteps(its_.memory, -1);
    if (bdf_) {
      const auto size = static_cast<sunindextype>(x_.size());
      its_.matrix = SUNDenseMatrix(size, size, its_.context);
      its_.linear = SUNLinSol_Dense(its_.y, its_.matrix, its_.context);
      CVodeSetLinearSolver(its_.memory, its_.linear, its_.matrix);
      CVodeSetProjFn(its_.memory, project);
    } else {
      its_.nonlinear = SUNNonlinSol_FixedPoint(its_.y, 0, its_.context);
      CVodeSetNonlinearSolver(its_.memory, its_.nonlinear);
    }
  }

  void tell() {
    long steps = 0, errors = 0, unconverged = 0;
    CVodeGetNumSteps(its_.memory, &steps);
    CVodeGetNumErrTestFails(its_.memory, &errors);
    CVodeGetNumNonlinSolvConvFails(its_.memory, &unconverged);
    CVodeGetLastOrder(its_.memory, &statistics_.order);
    statistics_.steps = earlier_steps_ + steps;
    statistics_.failures = earlier_failures_ + errors + unconverged;
  }

  static int rate(double t, N_Vector y, N_Vector out, void* data) {
    auto& self = *static_cast<Cvode*>(data);
    ++self.statistics_.evaluations;
    std::span<const double> x = numbers(y);
    Report report;
    if (!self.bdf_) {
      std::copy(x.begin(), x.end(), self.projected_.begin());
      report = self.system_->project(t, self.projected_);
      x = self.projected_;
    }
    if (report.ok()) report = self.system_->rate(t, x, self.tangent_);
    if (!report.ok()) {
      self.failed_ = report;
      return 1;
    }
    self.system_->plain_rate(x, self.tangent_, numbers(out));
    return 0;
  }

  static int weights(N_Vector y, N_Vector out, void* data) {
    auto& self = *static_cast<Cvode*>(data);
    const double noise = self.system_->noise();
    const auto x = numbers(y), w = numbers(out);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double size = std::fabs(x[i]),
                   allowed = self.tolerance_.relative * size + self.tolerance_.absolute;
      w[i] = 1.0 / std::fmax(allowed, i < self.coupled_ ? noise * std::fmax(size, 1.0) : 0.0);
    }
    return 0;
  }

  static int project(double t, N_Vector y, N_Vector correction, double /*bound*/,
                     N_Vector /*error*/, void* data) {
    auto& self = *static_cast<Cvode*>(data);
    const auto from = numbers(y), to = numbers(correction);
    std::copy(from.begin(), from.end(), to.begin());
    const Report report = self.system_->project(t, to);
    if (!report.ok()) {
      self.failed_ = report;
      return 1;
    }
    for (std::size_t i = 0; i < to.size(); ++i) to[i] -= from[i];
    return 0;
  }

  static void say_nothing(int /*code*/, const char* /*module*/, const char* /*function*/,
                          char* /*message*/, void* /*data*/) {}

  bool bdf_;
  bool fresh_ = true;  ///< no step yet
  long earlier_steps_ = 0, earlier_failures_ = 0;
  System* system_ = nullptr;
  Report failed_;
  std::vector<double> tangent_, projected_;
  Handles its_;
};

class OwnModule final : public CvodeModule {
 public:
  std::unique_ptr<AdaptiveIntegrator> make(CvodeMethod method, const System& system,
                                           const Tolerance& tolerance) override {
    return std::make_unique<Cvode>(method, system, tolerance);
  }
};

OwnModule own_module;

}  // namespace

TREADLE_MODULE(CvodeModule, own_module)

}  // namespace treadle
