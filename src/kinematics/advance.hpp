// Moving on the configuration manifold: tangent increments, differences, rates in the chart of an
// increment.
#pragma once

#include "../model/model.hpp"

#include <span>

namespace treadle {

/// q (+) dv, of one joint or all
template <Real S>
void advance(const Link<S>& link, std::span<const S> q, std::span<const S> dv, std::span<S> out);
template <Real S>
void advance(const Model<S>& model, std::span<const S> q, std::span<const S> dv, std::span<S> out);

/// The dv with from (+) dv = to, likewise.
template <Real S>
void difference(const Link<S>& link, std::span<const S> from, std::span<const S> to,
                std::span<S> dv);
template <Real S>
void difference(const Model<S>& model, std::span<const S> from, std::span<const S> to,
                std::span<S> dv);

/// Rate of the increment dv when q0 (+) dv moves with velocity v. (I2)
template <Real S>
void chart_rate(const Model<S>& model, std::span<const S> dv, std::span<const S> v,
                std::span<S> rate);

/// How fast the numbers q change under velocities v. (I4)
template <Real S>
void plain_rate(const Model<S>& model, std::span<const S> q, std::span<const S> v,
                std::span<S> rate);

/// Unit quaternions again, where q was found by adding up numbers.
void normalize_quaternions(const Model<double>& model, std::span<double> q);

}  // namespace treadle
