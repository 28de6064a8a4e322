// Plain problems with closed forms, for integrators of every kind.
#pragma once

#include "src/integrate/registry.hpp"

#include <array>
#include <cmath>
#include <functional>

namespace treadle {

using Numbers = std::vector<double>;

/// x' = f(t, x), counting evaluations.
class Plain : public System {
 public:
  using Rate = std::function<void(double, std::span<const double>, std::span<double>)>;

  Plain(std::size_t size, Rate rate) : size_(size), rate_(std::move(rate)) {}
  [[nodiscard]] std::size_t state_size() const override { return size_; }
  [[nodiscard]] std::size_t tangent_size() const override { return size_; }
  Report rate(double t, std::span<const double> x, std::span<double> dx) override {
    ++evaluations;
    rate_(t, x, dx);
    return {};
  }
  long evaluations = 0;

 private:
  std::size_t size_;
  Rate rate_;
};

/// A problem with its start, its end and the state there.
struct Problem {
  Plain system;
  Numbers start;
  double end;
  std::function<Numbers(double)> exact;
};

inline Problem harmonic(double end = 20.0) {
  return {Plain(2,
                [](double, auto x, auto dx) {
                  dx[0] = x[1];
                  dx[1] = -x[0];
                }),
          {1.0, 0.0},
          end,
          [](double t) {
            return Numbers{std::cos(t), -std::sin(t)};
          }};
}

/// Two bodies on an ellipse, by Kepler's equation.
inline Problem orbit(double eccentricity, double end) {
  const double e = eccentricity;
  return {Plain(4,
                [](double, auto x, auto dx) {
                  const double r = std::hypot(x[0], x[1]), r3 = r * r * r;
                  dx[0] = x[2];
                  dx[1] = x[3];
                  dx[2] = -x[0] / r3;
                  dx[3] = -x[1] / r3;
                }),
          {1.0 - e, 0.0, 0.0, std::sqrt((1.0 + e) / (1.0 - e))},
          end,
          [e](double t) {
            double u = t;
            for (int k = 0; k < 100; ++k) u -= (u - e * std::sin(u) - t) / (1.0 - e * std::cos(u));
            const double b = std::sqrt(1.0 - e * e), rate = 1.0 / (1.0 - e * std::cos(u));
            return Numbers{std::cos(u) - e, b * std::sin(u), -std::sin(u) * rate,
                           b * std::cos(u) * rate};
          }};
}

/// Euler's equations of a body without torque; Jacobi's functions solve them.
inline Problem spinning(double end) {
  return {Plain(3,
                [](double, auto x, auto dx) {
                  dx[0] = x[1] * x[2];
                  dx[1] = -x[0] * x[2];
                  dx[2] = -0.51 * x[0] * x[1];
                }),
          {0.0, 1.0, 1.0},
          end,
          [](double t) {  // sn, cn, dn of k^2 = 0.51, by descending arithmetic-geometric means
            std::array<double, 12> a{}, c{};
            double mean = 1.0, b = std::sqrt(1.0 - 0.51);
            a[0] = 1.0;
            c[0] = std::sqrt(0.51);
            std::size_t n = 0;
            while (n + 1 < a.size() && std::fabs(c[n]) > 1e-17) {
              c[n + 1] = 0.5 * (mean - b);
              const double next = 0.5 * (mean + b);
              b = std::sqrt(mean * b);
              mean = a[++n] = next;
            }
            double phi = std::ldexp(mean * t, static_cast<int>(n));
            for (; n > 0; --n) phi = 0.5 * (phi + std::asin(c[n] / a[n] * std::sin(phi)));
            const double sn = std::sin(phi);
            return Numbers{sn, std::cos(phi), std::sqrt(1.0 - 0.51 * sn * sn)};
          }};
}

inline double distance(std::span<const double> a, std::span<const double> b) {
  double most = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::fmax(most, std::fabs(a[i] - b[i]));
  return most;
}

struct Solved {
  double error = 0.0;  ///< at the end
  StepStatistics statistics;
  bool ok = true;
};

inline Solved solve(Problem problem, const std::string& name, double tolerance) {
  const auto integrator = make_adaptive(name, problem.system, {tolerance, tolerance});
  Solved solved;
  solved.ok = integrator->start(problem.system, 0.0, problem.start).ok();
  while (solved.ok && integrator->time() < problem.end)
    solved.ok = integrator->step(problem.system, problem.end).ok();
  solved.error = distance(integrator->state(), problem.exact(problem.end));
  solved.statistics = integrator->statistics();
  return solved;
}

}  // namespace treadle
