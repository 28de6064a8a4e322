// Models of random descriptions at random states, moved by plain numbers: what tests of single
// rooms share. Nothing here assembles, solves or integrates.
#pragma once

#include "src/kinematics/advance.hpp"
#include "src/kinematics/functions.hpp"
#include "src/kinematics/loops.hpp"
#include "src/model/build.hpp"
#include "support/dense.hpp"
#include "support/random_mechanism.hpp"

namespace treadle::test {

using Numbers = std::vector<double>;

inline Numbers random_numbers(std::mt19937& dice, int size) {
  Numbers v(static_cast<std::size_t>(size));
  for (double& x : v) x = uniform(dice);
  return v;
}

inline RandomMechanism pick(unsigned seed, bool loops = true) {
  RandomChoice choice;
  choice.bodies = 2 + static_cast<int>(seed % 7);
  choice.loops = loops && seed % 2 == 1 ? 1 + static_cast<int>(seed % 3) : 0;
  choice.free_root = seed % 3 == 0;
  return random_mechanism(seed, choice);
}

inline Eigen::Vector3d eigen(const Vec3<double>& a) { return {a.x, a.y, a.z}; }
inline Eigen::Matrix3d eigen(const Mat3<double>& a) {
  Eigen::Matrix3d m;
  m << eigen(a.x), eigen(a.y), eigen(a.z);
  return m;
}

/// q (+) h v
inline Numbers moved(const Model<double>& model, const Numbers& q, const Numbers& v, double h) {
  Numbers dv(v), out(q.size());
  for (double& x : dv) x *= h;
  advance<double>(model, q, dv, out);
  return out;
}

/// df/dh at 0 by a difference of fourth order: wrong by h^4 f(5) / 30 and by rounding / h.
inline constexpr double difference_step = 1e-3;
/// Fifth derivatives of sines with rates up to some ten rad/s, and rounding.
inline constexpr double by_difference = 1e-9;
template <class F>
auto slope(const F& f) {
  constexpr double h = difference_step;
  using Result = decltype(f(0.0));
  return Result((8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h));
}

}  // namespace treadle::test
