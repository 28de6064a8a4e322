#include "sundials_integrator.hpp"

#include "../../base/module.hpp"

namespace treadle {

namespace {

constexpr double unbounded = 1e30;

}  // namespace

SundialsHandles::SundialsHandles(std::size_t size) {
  SUNContext_Create(nullptr, &context);
  y = N_VNew_Serial(static_cast<sunindextype>(size), context);
  between = N_VNew_Serial(static_cast<sunindextype>(size), context);
}

SundialsHandles::~SundialsHandles() {
  if (linear != nullptr) SUNLinSolFree(linear);
  if (matrix != nullptr) SUNMatDestroy(matrix);
  for (N_Vector vector : {y, between})
    if (vector != nullptr) N_VDestroy(vector);
  if (context != nullptr) SUNContext_Free(&context);
}

SundialsIntegrator::SundialsIntegrator(bool is_implicit, const System& system,
                                       const Tolerance& tolerance)
    : AdaptiveIntegrator(system, tolerance),
      its_(system.state_size()),
      is_implicit_(is_implicit),
      tangent_(system.tangent_size()),
      projected_(system.state_size()),
      change_(system.tangent_size()),
      at_(system.state_size()) {}

Report SundialsIntegrator::start(System& system, double t, std::span<const double> x) {
  system_ = &system;
  return AdaptiveIntegrator::start(system, t, x);
}

Report SundialsIntegrator::begin(System& /*system*/, double t) {
  std::copy(x_.begin(), x_.end(), numbers_of(its_.y).begin());
  t_ = earlier_ = t;
  fresh_ = true;
  anew_ = false;
  failed_ = {};
  if (exists_) {
    earlier_counts_ = {statistics_.steps, statistics_.failures, 0.0};
    restart(t);
  } else {
    create(t);
  }
  exists_ = true;
  return failed_;
}

Report SundialsIntegrator::step(System& system, double stop) {
  system_ = &system;
  failed_ = {};
  if (anew_) failed_ = begin(system, t_);
  if (!failed_.ok()) return failed_;
  const double longest = fresh_ ? longest_first() : longest_;
  fresh_ = false;
  double reached = t_;
  if (one_step(stop, std::isfinite(longest) ? longest : 0.0, reached) < 0) {
    if (!failed_.ok()) return failed_;
    weigh(system);
    find_errors();
    norm(numbers_of(its_.between));
    return {Trouble::step_too_small, statistics_.largest_at, counted().next, 0};
  }
  const auto now = numbers_of(its_.y);
  std::copy(now.begin(), now.end(), x_.begin());
  // where it cannot be projected it is within the tolerance all the same
  if (!system.project(reached, x_).ok()) std::copy(now.begin(), now.end(), x_.begin());
  earlier_ = t_;
  t_ = reached;
  keep_step(t_ - earlier_, 0);
  const Counted counts = counted();
  const long failures = earlier_counts_.failures + counts.failures;
  // its trials are its own: what was refused is known after the step
  const int refusals = static_cast<int>(failures - statistics_.failures);
  statistics_.steps = earlier_counts_.steps + counts.steps;
  statistics_.failures = failures;
  if (refusals > 0) system.refused(earlier_, t_ - earlier_);
  // states inside this step are asked for before the next one
  anew_ = system.accepted({t_, t_ - earlier_, counts.next, longest_, refusals}, x_);
  return {};
}

void SundialsIntegrator::interpolate(const System& /*system*/, double t,
                                     std::span<double> x) const {
  std::copy(x_.begin(), x_.end(), x.begin());
  if (t == t_ || !between(t)) return;
  const auto values = numbers_of(its_.between);
  std::copy(values.begin(), values.end(), x.begin());
}

void SundialsIntegrator::make_linear_solver() {
  its_.matrix = SUNMatNewEmpty(its_.context);
  its_.matrix->content = this;
  its_.matrix->ops->getid = [](SUNMatrix) { return SUNMATRIX_CUSTOM; };
  its_.matrix->ops->zero = [](SUNMatrix) { return 0; };
  its_.matrix->ops->destroy = [](SUNMatrix matrix) { SUNMatFreeEmpty(matrix); };
  its_.linear = SUNLinSolNewEmpty(its_.context);
  its_.linear->content = this;
  its_.linear->ops->gettype = [](SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; };
  its_.linear->ops->setup = [](SUNLinearSolver, SUNMatrix) { return 0; };
  its_.linear->ops->solve = solve;
  its_.linear->ops->free = [](SUNLinearSolver linear) {
    SUNLinSolFreeEmpty(linear);
    return 0;
  };
}

Report SundialsIntegrator::factor(double t, std::span<const double> x, bool old_will_do,
                                  double gamma) {
  Report report;
  if (!old_will_do) {
    std::copy(x.begin(), x.end(), at_.begin());
    report = evaluate(*system_, t, at_, tangent_);
    if (report.ok()) report = system_->linearize(t, at_, tangent_);
  }
  return report.ok() ? system_->factor_newton(gamma * gamma, gamma) : report;
}

Report SundialsIntegrator::find_rate(double t, std::span<const double> x, bool projected,
                                     std::span<double> out) {
  Report report;
  if (projected) {
    std::copy(x.begin(), x.end(), projected_.begin());
    report = system_->project(t, projected_);
    x = projected_;
  }
  if (report.ok()) report = evaluate(*system_, t, x, tangent_);
  if (report.ok()) system_->plain_rate(x, tangent_, out);
  return report;
}

// Plain numbers there and back as tangent vectors where J was found; what is no tangent vector, as
// the length of a quaternion, stays what it is.
int SundialsIntegrator::solve(SUNLinearSolver linear, SUNMatrix /*matrix*/, N_Vector out,
                              N_Vector right, double /*tolerance*/) {
  auto& self = *static_cast<SundialsIntegrator*>(linear->content);
  const auto b = numbers_of(right);
  for (std::size_t i = 0; i < b.size(); ++i) self.projected_[i] = self.at_[i] + b[i];
  self.system_->difference(self.at_, self.projected_, self.tangent_);
  self.change_ = self.tangent_;
  const Report report = self.system_->solve_newton(self.change_);
  for (std::size_t i = 0; i < self.change_.size(); ++i) self.change_[i] -= self.tangent_[i];
  self.system_->plain_rate(self.at_, self.change_, self.projected_);
  const auto to = numbers_of(out);
  for (std::size_t i = 0; i < b.size(); ++i) to[i] = self.scale_ * (b[i] + self.projected_[i]);
  return self.told(report);
}

int SundialsIntegrator::weights(N_Vector y, N_Vector out, void* data) {
  auto& self = *static_cast<SundialsIntegrator*>(data);
  const double noise = self.system_->noise();
  const auto x = numbers_of(y), w = numbers_of(out);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double size = std::fabs(x[i]),
                 allowed = self.tolerance_.relative * size + self.tolerance_.absolute;
    // quadratures follow what they are integrals of: they have no row in the Newton matrix
    if (self.is_implicit_ && i >= self.coupled_) {
      w[i] = 1.0 / unbounded;
      continue;
    }
    w[i] = 1.0 / std::fmax(allowed, i < self.coupled_ ? noise * std::fmax(size, 1.0) : 0.0);
  }
  return 0;
}

namespace {

class OwnModule final : public SundialsModule {
 public:
  std::unique_ptr<AdaptiveIntegrator> make(SundialsMethod method, const System& system,
                                           const Tolerance& tolerance) override {
    if (method == SundialsMethod::ida) return make_ida(system, tolerance);
    return make_cvode(method == SundialsMethod::cvode_bdf, system, tolerance);
  }
};

OwnModule own_module;

}  // namespace

TREADLE_MODULE(SundialsModule, own_module)

}  // namespace treadle
