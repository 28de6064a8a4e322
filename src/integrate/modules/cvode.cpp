// CVODE on the plain numbers of a state. Its BDF asks the system itself for 1 - gamma J and for
// solutions with it, and can project inside a step. With Adams' formulas its own numbers may drift:
// rates are those of the projected state, and so are the states that are shown.
#include "sundials_integrator.hpp"

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

namespace treadle {

namespace {

class Cvode final : public SundialsIntegrator {
 public:
  Cvode(bool bdf, const System& system, const Tolerance& tolerance)
      : SundialsIntegrator(bdf, system, tolerance), bdf_(bdf) {}
  Cvode(const Cvode&) = delete;
  Cvode& operator=(const Cvode&) = delete;
  ~Cvode() override {
    if (memory_ != nullptr) CVodeFree(&memory_);
    if (nonlinear_ != nullptr) SUNNonlinSolFree(nonlinear_);
  }

 private:
  void create(double t) override {
    memory_ = CVodeCreate(bdf_ ? CV_BDF : CV_ADAMS, its_.context);
    CVodeInit(memory_, rate, t, its_.y);
    CVodeSetErrHandlerFn(memory_, say_nothing, nullptr);
    CVodeSetUserData(memory_, this);
    CVodeWFtolerances(memory_, weights);
    CVodeSetMaxNumSteps(memory_, -1);
    if (bdf_) {
      make_linear_solver();
      CVodeSetLinearSolver(memory_, its_.linear, its_.matrix);
      CVodeSetLinSysFn(memory_, linear_system);
      CVodeSetProjFn(memory_, project);
    } else {
      nonlinear_ = SUNNonlinSol_FixedPoint(its_.y, 0, its_.context);
      CVodeSetNonlinearSolver(memory_, nonlinear_);
    }
  }

  void restart(double t) override { CVodeReInit(memory_, t, its_.y); }

  int one_step(double stop, double longest, double& reached) override {
    CVodeSetStopTime(memory_, stop);
    CVodeSetMaxStep(memory_, longest);
    return CVode(memory_, stop, its_.y, &reached, CV_ONE_STEP);
  }

  [[nodiscard]] bool between(double t) const override {
    return CVodeGetDky(memory_, t, 0, its_.between) == CV_SUCCESS;
  }

  void find_errors() override { CVodeGetEstLocalErrors(memory_, its_.between); }

  Counted counted() override {
    Counted counts;
    long unconverged = 0;
    CVodeGetNumSteps(memory_, &counts.steps);
    CVodeGetNumErrTestFails(memory_, &counts.failures);
    CVodeGetNumNonlinSolvConvFails(memory_, &unconverged);
    counts.failures += unconverged;
    CVodeGetLastOrder(memory_, &statistics_.order);
    CVodeGetCurrentStep(memory_, &counts.next);
    return counts;
  }

  static int rate(double t, N_Vector y, N_Vector out, void* data) {
    auto& self = *static_cast<Cvode*>(data);
    return self.told(self.find_rate(t, numbers_of(y), !self.bdf_, numbers_of(out)));
  }

  // 1 - gamma J, with a new J unless the old one will do.
  static int linear_system(double t, N_Vector y, N_Vector /*rate*/, SUNMatrix /*matrix*/,
                           int old_will_do, int* is_new, double gamma, void* data, N_Vector /*a*/,
                           N_Vector /*b*/, N_Vector /*c*/) {
    auto& self = *static_cast<Cvode*>(data);
    *is_new = old_will_do == 0 ? 1 : 0;
    return self.told(self.factor(t, numbers_of(y), old_will_do != 0, gamma));
  }

  static int project(double t, N_Vector y, N_Vector correction, double /*bound*/,
                     N_Vector /*error*/, void* data) {
    auto& self = *static_cast<Cvode*>(data);
    const auto from = numbers_of(y), to = numbers_of(correction);
    std::copy(from.begin(), from.end(), to.begin());
    const Report report = self.system_->project(t, to);
    for (std::size_t i = 0; i < to.size(); ++i) to[i] -= from[i];
    return self.told(report);
  }

  bool bdf_;
  void* memory_ = nullptr;
  SUNNonlinearSolver nonlinear_ = nullptr;
};

}  // namespace

std::unique_ptr<AdaptiveIntegrator> make_cvode(bool bdf, const System& system,
                                               const Tolerance& tolerance) {
  return std::make_unique<Cvode>(bdf, system, tolerance);
}

}  // namespace treadle
