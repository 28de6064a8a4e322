#include "fixed_step.hpp"

#include <algorithm>
#include <array>

namespace treadle {

namespace {

using Vector = std::vector<double>;

void scale(const Vector& from, double factor, Vector& to) {
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = factor * from[i];
}

// Projects the trial state and makes it the state.
Report accept(System& system, double t, Vector& trial, std::span<double> x) {
  const Report report = system.project(t, trial);
  if (report.ok()) std::copy(trial.begin(), trial.end(), x.begin());
  return report;
}

class ExplicitEuler final : public Integrator {
 public:
  explicit ExplicitEuler(const System& system)
      : rate_(system.tangent_size()), trial_(system.state_size()) {}

  Report step(System& system, double t, double h, std::span<double> x) override {
    const Report report = system.rate(t, x, rate_);
    if (!report.ok()) return report;
    scale(rate_, h, rate_);
    system.advance(x, rate_, trial_);
    return accept(system, t + h, trial_, x);
  }

  [[nodiscard]] int order() const override { return 1; }
  [[nodiscard]] int evaluations() const override { return 1; }

 private:
  Vector rate_, trial_;
};

// Velocities first, then positions with the new velocities. (I1)
class SemiImplicitEuler final : public Integrator {
 public:
  explicit SemiImplicitEuler(const System& system)
      : rate_(system.tangent_size()), moving_(system.positions()), trial_(system.state_size()) {}

  Report step(System& system, double t, double h, std::span<double> x) override {
    Report report = system.rate(t, x, rate_);
    if (!report.ok()) return report;
    const std::size_t positions = system.positions();
    scale(rate_, h, rate_);
    system.velocities(x, moving_);
    for (std::size_t k = 0; k < positions; ++k) rate_[k] = h * (moving_[k] + rate_[positions + k]);
    system.advance(x, rate_, trial_);
    report = system.drift(x, h, trial_);
    if (!report.ok()) return report;
    return accept(system, t + h, trial_, x);
  }

  [[nodiscard]] int order() const override { return 1; }
  [[nodiscard]] int evaluations() const override { return 1; }

 private:
  Vector rate_, moving_, trial_;
};

// The classical fourth-order scheme on tangent increments of the old state, whose rates are seen in
// the chart of the increment (Munthe-Kaas). (I3)
class RungeKutta4 final : public Integrator {
 public:
  explicit RungeKutta4(const System& system)
      : dx_(system.tangent_size()), trial_(system.state_size()) {
    for (Vector& k : k_) k.resize(system.tangent_size());
  }

  Report step(System& system, double t, double h, std::span<double> x) override {
    static constexpr std::array<double, 4> node{0.0, 0.5, 0.5, 1.0};
    for (std::size_t s = 0; s < 4; ++s) {
      if (s > 0) {
        scale(k_[s - 1], node[s] * h, dx_);
        system.advance(x, dx_, trial_);
      }
      const Report report =
          system.rate(t + node[s] * h, s > 0 ? std::span<const double>(trial_) : x, k_[s]);
      if (!report.ok()) return report;
      if (s > 0) system.chart_rate(dx_, k_[s]);
    }
    for (std::size_t i = 0; i < dx_.size(); ++i) {
      dx_[i] = h / 6.0 * (k_[0][i] + 2.0 * (k_[1][i] + k_[2][i]) + k_[3][i]);
    }
    system.advance(x, dx_, trial_);
    return accept(system, t + h, trial_, x);
  }

  [[nodiscard]] int order() const override { return 4; }
  [[nodiscard]] int evaluations() const override { return 4; }

 private:
  std::array<Vector, 4> k_;
  Vector dx_, trial_;
};

// Euler's implicit method with one step of Newton's: the slope of the rate is in the matrix, and a
// step has one evaluation and one factorization. (J16)
class ImplicitEuler final : public Integrator {
 public:
  explicit ImplicitEuler(const System& system)
      : rate_(system.tangent_size()), trial_(system.state_size()) {}

  Report step(System& system, double t, double h, std::span<double> x) override {
    return step(system, t, h, x, 0);
  }

  [[nodiscard]] int order() const override { return 1; }
  [[nodiscard]] int evaluations() const override { return 1; }

 private:
  // A linear system that cannot be solved is met by two steps of half the size.
  Report step(System& system, double t, double h, std::span<double> x, int halved) {
    constexpr int often_enough = 6;
    Report report = system.rate(t + h, x, rate_);
    if (report.ok()) report = system.linearize(t + h, x, rate_);
    if (!report.ok()) return report;
    report = system.factor_newton(h * h, h);
    scale(rate_, h, rate_);
    if (report.ok()) report = system.solve_newton(rate_);
    if (!report.ok()) {
      if (halved == often_enough) return report;
      report = step(system, t, 0.5 * h, x, halved + 1);
      return report.ok() ? step(system, t + 0.5 * h, 0.5 * h, x, halved + 1) : report;
    }
    system.advance(x, rate_, trial_);
    return accept(system, t + h, trial_, x);
  }

  Vector rate_, trial_;
};

}  // namespace

const std::vector<std::string>& fixed_step_names() {
  static const std::vector<std::string> names{"rk4", "implicit-euler", "semi-implicit-euler",
                                              "explicit-euler"};
  return names;
}

std::unique_ptr<Integrator> make_integrator(std::string_view name, const System& system) {
  if (name == "rk4") return std::make_unique<RungeKutta4>(system);
  if (name == "implicit-euler") return std::make_unique<ImplicitEuler>(system);
  if (name == "semi-implicit-euler") return std::make_unique<SemiImplicitEuler>(system);
  if (name == "explicit-euler") return std::make_unique<ExplicitEuler>(system);
  return nullptr;
}

}  // namespace treadle
