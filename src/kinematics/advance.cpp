#include "advance.hpp"

#include "../joints/dispatch.hpp"
#include "../scalar/instantiate_dual.hpp"

#include <cmath>

namespace treadle {

template <Real S>
void advance(const Link<S>& link, std::span<const S> q, std::span<const S> dv, std::span<S> out) {
  with_joint(link.type, [&](auto joint) {
    joint.advance(q.data() + link.q_at, dv.data() + link.v_at, out.data() + link.q_at);
  });
}

template <Real S>
void advance(const Model<S>& model, std::span<const S> q, std::span<const S> dv, std::span<S> out) {
  for (const Link<S>& link : model.links) advance(link, q, dv, out);
}

template <Real S>
void difference(const Link<S>& link, std::span<const S> from, std::span<const S> to,
                std::span<S> dv) {
  with_joint(link.type, [&](auto joint) {
    joint.difference(from.data() + link.q_at, to.data() + link.q_at, dv.data() + link.v_at);
  });
}

template <Real S>
void difference(const Model<S>& model, std::span<const S> from, std::span<const S> to,
                std::span<S> dv) {
  for (const Link<S>& link : model.links) difference(link, from, to, dv);
}

template <Real S>
void chart_rate(const Model<S>& model, std::span<const S> dv, std::span<const S> v,
                std::span<S> rate) {
  for (const Link<S>& link : model.links) {
    with_joint(link.type, [&](auto joint) {
      joint.chart_rate(dv.data() + link.v_at, v.data() + link.v_at, rate.data() + link.v_at);
    });
  }
}

template <Real S>
void plain_rate(const Model<S>& model, std::span<const S> q, std::span<const S> v,
                std::span<S> rate) {
  for (const Link<S>& link : model.links) {
    with_joint(link.type, [&](auto joint) {
      joint.plain_rate(q.data() + link.q_at, v.data() + link.v_at, rate.data() + link.q_at);
    });
  }
}

void normalize_quaternions(const Model<double>& model, std::span<double> q) {
  for (const Link<double>& link : model.links) {
    if (link.nv < 3) continue;
    const int at = traits_of(link.type).quaternion_at;
    if (at < 0) continue;
    double* p = q.data() + link.q_at + at;
    const double square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
    if (std::fabs(square - 1.0) < 1e-15) continue;
    const double factor = 1.0 / std::sqrt(square);
    for (int k = 0; k < 4; ++k) p[k] *= factor;
  }
}

#define TREADLE_INSTANTIATE(S)                                                                     \
  template void advance<S>(const Link<S>&, std::span<const S>, std::span<const S>, std::span<S>);  \
  template void difference<S>(const Link<S>&, std::span<const S>, std::span<const S>,              \
                              std::span<S>);                                                       \
  template void advance<S>(const Model<S>&, std::span<const S>, std::span<const S>, std::span<S>); \
  template void difference<S>(const Model<S>&, std::span<const S>, std::span<const S>,             \
                              std::span<S>);                                                       \
  template void chart_rate<S>(const Model<S>&, std::span<const S>, std::span<const S>,             \
                              std::span<S>);                                                       \
  template void plain_rate<S>(const Model<S>&, std::span<const S>, std::span<const S>,             \
                              std::span<S>);
TREADLE_FOR_EACH_SCALAR_AND_DUAL(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
