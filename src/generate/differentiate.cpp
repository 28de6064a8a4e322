#include "differentiate.hpp"

#include "../base/at.hpp"
#include "../joints/dispatch.hpp"
#include "../scalar/traced.hpp"
#include "statements.hpp"

#include <array>
#include <cassert>

namespace treadle {

namespace {

/// Rules of differentiation, one node after the other. (X18)
class Derivatives {
 public:
  Derivatives(Graph& graph, const std::map<std::int32_t, SparseRow>& seeds)
      : g_(graph), seeds_(seeds), rows_(graph.nodes().size()) {}

  [[nodiscard]] SparseRow of(std::int32_t code) const {
    SparseRow row = rows_[static_cast<std::size_t>(code >> 1)];
    if ((code & 1) != 0) {
      for (auto& [seed, d] : row) d = -d;
    }
    return row;
  }

  void node(std::int32_t i) {
    const Node n = g_.nodes()[static_cast<std::size_t>(i)];
    const Ref own{2 * i}, a{n.a}, b{n.b};
    SparseRow& out = rows_[static_cast<std::size_t>(i)];
    switch (n.op) {
      case Op::constant:
      case Op::less:
        break;
      case Op::input:
        if (const auto seed = seeds_.find(i); seed != seeds_.end()) out = seed->second;
        break;
      case Op::add:
        out = sum(of(n.a), of(n.b));
        break;
      case Op::sub:
        out = sum(of(n.a), of(n.b ^ 1));
        break;
      case Op::mul:
        out = sum(times(of(n.a), b), times(of(n.b), a));
        break;
      case Op::inverse:
        out = scaled(n.a, [&] { return -g_.mul(own, own); });
        break;
      case Op::root:
        out = scaled(n.a, [&] { return g_.divide(g_.constant(0.5), own); });
        break;
      case Op::sine:
        out = scaled(n.a, [&] { return g_.cosine(a); });
        break;
      case Op::cosine:
        out = scaled(n.a, [&] { return -g_.sine(a); });
        break;
      case Op::atan2: {
        if (of(n.a).empty() && of(n.b).empty()) break;
        const Ref square = g_.add(g_.mul(a, a), g_.mul(b, b));
        out = sum(times(of(n.a), g_.divide(b, square)), times(of(n.b), -g_.divide(a, square)));
        break;
      }
      case Op::exp:
        out = scaled(n.a, [&] { return own; });
        break;
      case Op::log:
        out = scaled(n.a, [&] { return g_.divide(g_.constant(1.0), a); });
        break;
      case Op::tanh:
        out = scaled(n.a, [&] { return g_.add(g_.constant(1.0), -g_.mul(own, own)); });
        break;
      case Op::abs:
        out = scaled(
            n.a, [&] { return g_.select(g_.less(a, Ref{}), g_.constant(-1.0), g_.constant(1.0)); });
        break;
      case Op::min:
        out = either(g_.less(b, a), of(n.b), of(n.a));
        break;
      case Op::max:
        out = either(g_.less(a, b), of(n.b), of(n.a));
        break;
      case Op::select:
        out = either(a, of(n.b), of(n.c));
        break;
      case Op::lookup_integral:
      case Op::lookup:
        out = scaled(n.a, [&] {
          const LookupTable table = g_.tables()[static_cast<std::size_t>(n.b)];
          return g_.lookup(n.op == Op::lookup ? Op::lookup_slope : Op::lookup, table, a);
        });
        break;
      case Op::lookup_slope:  // only derivatives make it, and they are not derived again
        assert(of(n.a).empty());
        break;
    }
  }

 private:
  template <class Join>
  static SparseRow joined(const SparseRow& a, const SparseRow& b, Join join) {
    SparseRow out;
    std::size_t i = 0, k = 0;
    while (i < a.size() || k < b.size()) {
      const bool first = k == b.size() || (i < a.size() && a[i].first <= b[k].first);
      const bool second = i == a.size() || (k < b.size() && b[k].first <= a[i].first);
      const int seed = first ? a[i].first : b[k].first;
      const Ref d = join(first ? a[i].second : Ref{}, second ? b[k].second : Ref{});
      i += first ? 1 : 0;
      k += second ? 1 : 0;
      if (!(d == Ref{})) out.emplace_back(seed, d);
    }
    return out;
  }
  SparseRow sum(const SparseRow& a, const SparseRow& b) {
    return joined(a, b, [&](Ref x, Ref y) { return g_.add(x, y); });
  }
  SparseRow either(Ref mask, const SparseRow& a, const SparseRow& b) {
    return joined(a, b, [&](Ref x, Ref y) { return g_.select(mask, x, y); });
  }
  SparseRow times(SparseRow row, Ref factor) {
    for (auto& [seed, d] : row) d = g_.mul(d, factor);
    return row;
  }
  template <class Slope>
  SparseRow scaled(std::int32_t code, Slope slope) {
    const SparseRow row = of(code);
    return row.empty() ? row : times(row, slope());
  }

  Graph& g_;
  const std::map<std::int32_t, SparseRow>& seeds_;
  std::vector<SparseRow> rows_;
};

}  // namespace

std::vector<SparseRow> differentiate(Graph& graph, std::span<const Ref> wanted,
                                     const std::map<std::int32_t, SparseRow>& seeds) {
  const std::vector<char> live = live_nodes(graph, wanted);
  Derivatives derivatives(graph, seeds);
  for (std::size_t i = 0; i < live.size(); ++i) {
    if (live[i] != 0) derivatives.node(static_cast<std::int32_t>(i));
  }
  std::vector<SparseRow> rows;
  for (const Ref r : wanted) rows.push_back(derivatives.of(r.code));
  return rows;
}

// How coordinates move with each velocity. (I4)
std::map<std::int32_t, SparseRow> state_seeds(Graph& graph, const Mechanism& m) {
  const Tracing tracing(graph);
  std::map<std::int32_t, SparseRow> seeds;
  const int nv = m.model.nv();
  const auto seed = [&](int q_at, int v_at, const Traced& rate) {
    if (rate.ref() == Ref{}) return;
    seeds[graph.input(input_q, q_at).node()].emplace_back(v_at, rate.ref());
  };
  for (const Link<double>& link : m.model.links) {
    with_joint(link.type, [&](auto joint) {
      std::array<Traced, joint.nq> q, rate;
      for (int k = 0; k < joint.nq; ++k) q[at(k)] = Traced::input(input_q, link.q_at + k);
      for (int a = 0; a < joint.nv; ++a) {
        std::array<Traced, joint.nv> along;
        along[at(a)] = Traced(1.0);
        joint.plain_rate(q.data(), along.data(), rate.data());
        for (int k = 0; k < joint.nq; ++k) seed(link.q_at + k, link.v_at + a, rate[at(k)]);
      }
    });
  }
  for (int k = 0; k < nv; ++k)
    seeds[graph.input(input_v, k).node()].emplace_back(nv + k, graph.constant(1.0));
  return seeds;
}

}  // namespace treadle
