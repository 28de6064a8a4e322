// IDA on the plain numbers of a state: y' - f(project(y)) = 0, with the matrix of the system
// itself. It cannot project inside its steps; its own numbers may drift off the loops within the
// tolerance, and neither rates nor the states that are shown know of that. (J19)
#include "sundials_integrator.hpp"

#include <ida/ida.h>

namespace treadle {

namespace {

class Ida final : public SundialsIntegrator {
 public:
  Ida(const System& system, const Tolerance& tolerance)
      : SundialsIntegrator(true, system, tolerance), slope_(N_VClone(its_.y)) {}
  Ida(const Ida&) = delete;
  Ida& operator=(const Ida&) = delete;
  ~Ida() override {
    if (memory_ != nullptr) IDAFree(&memory_);
    N_VDestroy(slope_);
  }

 private:
  void create(double t) override {
    find_slope(t);
    memory_ = IDACreate(its_.context);
    IDAInit(memory_, residual, t, its_.y, slope_);
    IDASetErrHandlerFn(memory_, say_nothing, nullptr);
    IDASetUserData(memory_, this);
    IDAWFtolerances(memory_, weights);
    IDASetMaxNumSteps(memory_, -1);
    make_linear_solver();
    IDASetLinearSolver(memory_, its_.linear, its_.matrix);
    IDASetJacFn(memory_, jacobian);
  }

  void restart(double t) override {
    find_slope(t);
    IDAReInit(memory_, t, its_.y, slope_);
  }

  int one_step(double stop, double longest, double& reached) override {
    IDASetStopTime(memory_, stop);
    IDASetMaxStep(memory_, longest);
    return IDASolve(memory_, stop, &reached, its_.y, slope_, IDA_ONE_STEP);
  }

  [[nodiscard]] bool between(double t) const override {
    return IDAGetDky(memory_, t, 0, its_.between) == IDA_SUCCESS;
  }

  void find_errors() override { IDAGetEstLocalErrors(memory_, its_.between); }

  Counted counted() override {
    Counted counts;
    long unconverged = 0;
    IDAGetNumSteps(memory_, &counts.steps);
    IDAGetNumErrTestFails(memory_, &counts.failures);
    IDAGetNumNonlinSolvConvFails(memory_, &unconverged);
    counts.failures += unconverged;
    IDAGetLastOrder(memory_, &statistics_.order);
    IDAGetCurrentStep(memory_, &counts.next);
    return counts;
  }

  // The rate that belongs to the state where it begins.
  void find_slope(double t) { told(find_rate(t, numbers_of(its_.y), false, numbers_of(slope_))); }

  static int residual(double t, N_Vector y, N_Vector slope, N_Vector out, void* data) {
    auto& self = *static_cast<Ida*>(data);
    const auto to = numbers_of(out), is = numbers_of(slope);
    const Report report = self.find_rate(t, numbers_of(y), true, to);
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = is[i] - to[i];
    return self.told(report);
  }

  // It asks for solutions with c - J = (1 - J / c) c.
  static int jacobian(double t, double c, N_Vector y, N_Vector /*slope*/, N_Vector /*residual*/,
                      SUNMatrix /*matrix*/, void* data, N_Vector /*a*/, N_Vector /*b*/,
                      N_Vector /*c*/) {
    auto& self = *static_cast<Ida*>(data);
    self.scale_ = 1.0 / c;
    return self.told(self.factor(t, numbers_of(y), false, self.scale_));
  }

  void* memory_ = nullptr;
  N_Vector slope_;
};

}  // namespace

std::unique_ptr<AdaptiveIntegrator> make_ida(const System& system, const Tolerance& tolerance) {
  return std::make_unique<Ida>(system, tolerance);
}

}  // namespace treadle
