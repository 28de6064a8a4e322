#include "traced.hpp"

#include "../base/thread_local.hpp"
#include "literal_feed.hpp"

namespace treadle {

namespace {

TREADLE_THREAD_LOCAL Graph* traced_graph = nullptr;
TREADLE_THREAD_LOCAL LiteralFeed* literal_feed = nullptr;

Graph& graph() { return *traced_graph; }

}  // namespace

Tracing::Tracing(Graph& graph) : before_(traced_graph) { traced_graph = &graph; }
Tracing::~Tracing() { traced_graph = before_; }

LiteralFeed::LiteralFeed() : before_(literal_feed) { literal_feed = this; }
LiteralFeed::~LiteralFeed() { literal_feed = before_; }

Ref LiteralFeed::take(double x, Graph& graph) {
  const std::size_t place = seen_.size();
  seen_.push_back(x);
  if (next_ == by_.size() || by_[next_].first != place) return graph.constant(x);
  return by_[next_++].second;
}

Traced::Traced(double x)
    : ref_(literal_feed != nullptr ? literal_feed->take(x, graph()) : graph().constant(x)) {}
Traced Traced::input(int array, int place) { return Traced(graph().input(array, place)); }

Traced operator+(Traced a, Traced b) { return Traced(graph().add(a.ref_, b.ref_)); }
Traced operator-(Traced a, Traced b) { return Traced(graph().add(a.ref_, -b.ref_)); }
Traced operator*(Traced a, Traced b) { return Traced(graph().mul(a.ref_, b.ref_)); }
Traced operator/(Traced a, Traced b) { return Traced(graph().divide(a.ref_, b.ref_)); }
Traced::Mask operator<(Traced a, Traced b) { return {graph().less(a.ref_, b.ref_)}; }
Traced sqrt(Traced a) { return Traced(graph().root(a.ref_)); }
SinCos<Traced> sincos(Traced a) {
  return {Traced(graph().sine(a.ref_)), Traced(graph().cosine(a.ref_))};
}
Traced atan2(Traced y, Traced x) { return Traced(graph().atan2(y.ref_, x.ref_)); }
Traced exp(Traced a) { return Traced(graph().function(Op::exp, a.ref_)); }
Traced log(Traced a) { return Traced(graph().function(Op::log, a.ref_)); }
Traced tanh(Traced a) { return Traced(graph().function(Op::tanh, a.ref_)); }
Traced abs(Traced a) { return Traced(graph().abs(a.ref_)); }
Traced min(Traced a, Traced b) { return Traced(graph().least(a.ref_, b.ref_)); }
Traced max(Traced a, Traced b) { return Traced(graph().most(a.ref_, b.ref_)); }
Traced select(Traced::Mask m, Traced a, Traced b) {
  return Traced(graph().select(m.ref, a.ref_, b.ref_));
}
Traced lookup(const LookupTable& table, Traced a) {
  return Traced(graph().lookup(Op::lookup, table, a.ref_));
}
Traced lookup_integral(const LookupTable& table, Traced a) {
  return Traced(graph().lookup(Op::lookup_integral, table, a.ref_));
}
Traced lookup_slope(const LookupTable& table, Traced a) {
  return Traced(graph().lookup(Op::lookup_slope, table, a.ref_));
}
void watch(Traced::Mask mask) { graph().watch(mask.ref); }

}  // namespace treadle
