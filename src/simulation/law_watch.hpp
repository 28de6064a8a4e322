// Force laws that change their form: stops, contacts, friction, tables. A step whose ends see
// nothing of a part that was entered and left again between them has missed it
// (docs/theory/integration.md).
#pragma once

#include "../acceleration/step.hpp"
#include "../mechanism/mechanism.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace treadle {

/// What one law looks at along a step: a polynomial in the share of the step.
struct LawPath {
  std::array<double, 4> c{};

  /// Hermite's cubic through values and rates of both ends of a step.
  static LawPath between(double from, double from_rate, double to, double to_rate, double h);
  /// Its derivative over a step of length h.
  [[nodiscard]] LawPath rate(double h) const;
  [[nodiscard]] double at(double s) const { return c[0] + s * (c[1] + s * (c[2] + s * c[3])); }
  /// Shares inside the step at which it turns back; how many there are.
  int turns(std::array<double, 2>& shares) const;
};

/// Where a state (q, v, ...) is looked at.
class LawScene {
 public:
  virtual ~LawScene() = default;
  /// Poses, velocities and functions of time at a state, in the stages.
  virtual void look(double t, std::span<const double> x) = 0;
  [[nodiscard]] virtual const Workspace<double>& stages() const = 0;
};

class LawWatch {
 public:
  /// `tolerance`: absolute, of a number of the state, which has `size` of them; what passes an edge
  /// by less is not looked at. The mechanism must outlive it.
  LawWatch(const Mechanism& mechanism, std::unique_ptr<LawScene> scene, std::size_t size,
           double tolerance);

  /// Whether there is nothing to watch.
  [[nodiscard]] bool empty() const { return laws_.empty(); }
  /// Where the walk is begun.
  void begin(double t, std::span<const double> x);
  /// The state at a time inside a step.
  using StateAt = std::function<void(double, std::span<double>)>;
  /// After a step from t0, x0 to t1, x1: a time inside at which a law had a form that neither end
  /// shows. Looks at no steps but those that are longer than `longest`.
  std::optional<double> missed(double t0, std::span<const double> x0, double t1,
                               std::span<const double> x1, double longest, const StateAt& state_at);

  /// What is known of the last step is worth nothing.
  void forget() { known_ = -1.0; }

  void keep(Keep& keep) { keep(before_, after_, known_); }

 private:
  enum class Kind { coordinate, length, height, ball, coupler, gear };
  struct Law {
    Kind kind = Kind::coordinate;
    std::size_t at = 0;                  ///< in the list of its kind
    bool of_rate = false;                ///< it looks at how fast that number changes
    std::vector<double> edges;           ///< numbers at which its form changes
    const LookupTable* table = nullptr;  ///< its curve
    double largest = 0.0;                ///< force in that curve
    double from = 0.0;                   ///< where that curve begins to count
  };
  /// What a law looks at, and how fast that changes.
  struct Seen {
    double value = 0.0, rate = 0.0;
  };

  void add(Kind kind, std::size_t at, bool of_rate, std::vector<double> edges,
           const LookupTable* table = nullptr);
  void add(Kind kind, std::size_t at, const ScalarLaw<double>& law);
  void look(double t, std::span<const double> x, std::vector<Seen>& seen);
  [[nodiscard]] Seen see(const Law& law, std::span<const double> x) const;
  [[nodiscard]] bool is_on(const Law& law) const;
  [[nodiscard]] std::span<const double> q(std::span<const double> x) const { return x.first(nq_); }
  [[nodiscard]] std::span<const double> v(std::span<const double> x) const {
    return x.subspan(nq_, nv_);
  }
  /// A share of the step at which an edge may have been passed twice; which one.
  static std::optional<double> turned_at(const Law& law, const LawPath& path, double& edge);
  static std::optional<double> hidden_at(const Law& law, const LawPath& path);

  const Mechanism& mechanism_;
  std::unique_ptr<LawScene> scene_;
  std::size_t nq_, nv_;
  double tolerance_;
  std::vector<Law> laws_;
  std::vector<Seen> before_, after_;
  std::vector<double> x_;
  double known_ = -1.0;  ///< time of `after_`
};

}  // namespace treadle
