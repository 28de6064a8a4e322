// The scalar that writes down what is done to it: each operation becomes a node of the graph that
// is being traced on this thread. A branch on a number does not compile.
//
//   Graph graph;
//   const Tracing tracing(graph);
//   const Traced y = sqrt(Traced::input(0, 3)) * Traced(2.0);
#pragma once

#include "graph.hpp"
#include "real.hpp"

namespace treadle {

/// Makes a graph the one that is traced on this thread, for as long as it lives.
class Tracing {
 public:
  explicit Tracing(Graph& graph);
  ~Tracing();
  Tracing(const Tracing&) = delete;
  Tracing& operator=(const Tracing&) = delete;

 private:
  Graph* before_;
};

class Traced {
 public:
  struct Mask {
    Ref ref;
  };

  Traced() {}  ///< zero; NOLINT: gcc 12 fails on arrays of it where this is defaulted
  explicit Traced(double x);
  explicit Traced(Ref ref) : ref_(ref) {}
  static Traced input(int array, int place);

  [[nodiscard]] Ref ref() const { return ref_; }

  friend Traced operator+(Traced a, Traced b);
  friend Traced operator-(Traced a, Traced b);
  friend Traced operator*(Traced a, Traced b);
  friend Traced operator/(Traced a, Traced b);
  friend Traced operator-(Traced a) { return Traced(-a.ref_); }
  Traced& operator+=(Traced b) { return *this = *this + b; }
  Traced& operator-=(Traced b) { return *this = *this - b; }
  Traced& operator*=(Traced b) { return *this = *this * b; }
  friend Mask operator<(Traced a, Traced b);
  friend Mask operator>(Traced a, Traced b) { return b < a; }
  friend Traced sqrt(Traced a);
  friend SinCos<Traced> sincos(Traced a);
  friend Traced atan2(Traced y, Traced x);
  friend Traced exp(Traced a);
  friend Traced log(Traced a);
  friend Traced tanh(Traced a);
  friend Traced abs(Traced a);
  friend Traced min(Traced a, Traced b);
  friend Traced max(Traced a, Traced b);
  friend Traced select(Mask m, Traced a, Traced b);
  friend Traced lookup(const LookupTable& table, Traced a);
  friend Traced lookup_integral(const LookupTable& table, Traced a);
  friend Traced lookup_slope(const LookupTable& table, Traced a);
  /// What must hold for the numbers to be trusted: becomes the status of generated code.
  friend void watch(Mask mask);

 private:
  Ref ref_;
};

void watch(Traced::Mask mask);
/// A number that is traced cannot say: generated code will.
inline bool holds(Traced::Mask mask) {
  watch(mask);
  return true;
}

static_assert(Real<Traced> && !Decidable<Traced>);

}  // namespace treadle
