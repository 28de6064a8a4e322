// Where things stand in the state of a run, x = (q, v, z), and in its tangent, dx = (dq, dv, dz):
// q coordinates, v velocities, z numbers that forces and controllers own. The last z is the work
// of all that keeps no energy.
#pragma once

#include "../model/model.hpp"

#include <cstddef>
#include <span>

namespace treadle {

struct StateLayout {
  std::size_t nq = 0, nv = 0, nz = 1;

  StateLayout() = default;
  /// `states`: those that forces own.
  StateLayout(const Model<double>& model, std::size_t states)
      : nq(static_cast<std::size_t>(model.nq())),
        nv(static_cast<std::size_t>(model.nv())),
        nz(states + 1) {}

  /// Of the work, among z.
  [[nodiscard]] std::size_t work_at() const { return nz - 1; }
  /// What forces own, without the work.
  template <class T>
  [[nodiscard]] std::span<T> states(std::span<T> x) const {
    return x.subspan(nq + nv, nz - 1);
  }

  [[nodiscard]] std::size_t state_size() const { return nq + nv + nz; }
  [[nodiscard]] std::size_t tangent_size() const { return 2 * nv + nz; }
  /// Numbers that the mechanism moves with: q and v.
  [[nodiscard]] std::size_t motion_size() const { return nq + nv; }

  template <class T>
  [[nodiscard]] std::span<T> q(std::span<T> x) const {
    return x.first(nq);
  }
  template <class T>
  [[nodiscard]] std::span<T> v(std::span<T> x) const {
    return x.subspan(nq, nv);
  }
  template <class T>
  [[nodiscard]] std::span<T> z(std::span<T> x) const {
    return x.subspan(nq + nv, nz);
  }
  template <class T>
  [[nodiscard]] std::span<T> dq(std::span<T> dx) const {
    return dx.first(nv);
  }
  template <class T>
  [[nodiscard]] std::span<T> dv(std::span<T> dx) const {
    return dx.subspan(nv, nv);
  }
  template <class T>
  [[nodiscard]] std::span<T> dz(std::span<T> dx) const {
    return dx.subspan(2 * nv, nz);
  }
  /// What adds up plainly: v and z, and their rates.
  template <class T>
  [[nodiscard]] std::span<T> plain(std::span<T> x) const {
    return x.subspan(nq, nv + nz);
  }
  template <class T>
  [[nodiscard]] std::span<T> plain_rate(std::span<T> dx) const {
    return dx.subspan(nv, nv + nz);
  }
};

}  // namespace treadle
