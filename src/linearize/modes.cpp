#include "modes.hpp"

#include "../base/at.hpp"
#include "../describe/names.hpp"
#include "../forces/find.hpp"
#include "../statics/equilibrium.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace treadle {

namespace {

/// The joint of a velocity and its place among the joint's.
struct Seat {
  const TreeBody* body = nullptr;
  int k = 0;
};

Seat seat_of(const Mechanism& m, int position) {
  for (const TreeBody& body : m.topology().bodies) {
    if (position >= body.v_at && position < body.v_at + body.nv)
      return {&body, position - body.v_at};
  }
  return {};
}

std::string with_suffix(const std::string& name, const char* suffix) {
  return *suffix == '\0' ? name : name + "." + suffix;
}

// A double zero of A that rounding has split: nothing accelerates along the shape.
bool is_rigid(const Eigen::MatrixXd& a, const Eigen::VectorXcd& shape, Eigen::Index freedoms,
              double size, double largest) {
  if (size > 1e-4 * largest) return false;
  Eigen::VectorXcd along = Eigen::VectorXcd::Zero(shape.size());
  along.head(freedoms) = shape.head(freedoms);
  const double moved = along.norm();
  if (moved < 1e-3 * shape.norm()) return size <= 1e-9 * largest;
  const Eigen::VectorXcd rate = a.cast<std::complex<double>>() * along;
  const double terms = (a.cwiseAbs() * along.cwiseAbs()).maxCoeff();
  return rate.cwiseAbs().maxCoeff() <= 1e-10 * std::max(terms, largest * largest * moved * 1e-3);
}

// Both zeros of one rigid motion have one shape.
bool is_same_motion(const LinearMode& one, const LinearMode& other) {
  if (!one.rigid || !other.rigid) return false;
  std::complex<double> both = 0.0;
  double a = 0.0, b = 0.0;
  for (std::size_t k = 0; k < one.dq.size(); ++k) {
    both += std::conj(one.dq[k]) * other.dq[k];
    a += std::norm(one.dq[k]);
    b += std::norm(other.dq[k]);
  }
  return std::norm(both) > (1.0 - 1e-6) * a * b;
}

}  // namespace

LinearName increment_name(const Mechanism& m, int position) {
  const Seat seat = seat_of(m, position);
  const auto& velocities = velocity_names(seat.body->type);
  const auto& coordinates = coordinate_names(seat.body->type);
  if (coordinates.size() == velocities.size()) {
    const CoordinateName& c = coordinates[at(seat.k)];
    return {with_suffix(seat.body->joint + ".q", c.suffix), c.unit};
  }
  const CoordinateName& c = velocities[at(seat.k)];
  std::string unit = c.unit;
  unit.resize(std::min(unit.size(), unit.find("/s")));
  return {with_suffix(seat.body->joint + ".dq", c.suffix), unit};
}

LinearName velocity_name(const Mechanism& m, int position) {
  const Seat seat = seat_of(m, position);
  const CoordinateName& c = velocity_names(seat.body->type)[at(seat.k)];
  return {with_suffix(seat.body->joint + ".v", c.suffix), c.unit};
}

LinearName state_name(const Mechanism& m, std::size_t state) {
  const std::size_t function = m.functions.states()[state];
  const std::vector<int> places = force_places(m.description, m.placement);
  std::string owner;
  for (std::size_t f = 0; f < places.size(); ++f) {
    if (places[f] < 0) continue;
    with_kind(m.forces, m.description.forces[f].kind, [&](const auto& list) {
      for_each_part<FunctionId>(list[at(places[f])], [&](const FunctionId& id) {
        if (id.valid() && id.index() == function) owner = m.description.forces[f].name;
      });
    });
  }
  return {owner.empty() ? "state." + std::to_string(state + 1) : owner + ".state", ""};
}

void find_modes(const Mechanism& m, const Eigen::MatrixXd& basis, Linearization& linear) {
  const Eigen::Index n = linear.a.rows, f = basis.cols();
  if (n == 0) return;
  const Eigen::MatrixXd a = Eigen::Map<const Eigen::MatrixXd>(linear.a.a.data(), n, n);
  const Eigen::EigenSolver<Eigen::MatrixXd> eigen(a);
  const Eigen::VectorXcd& values = eigen.eigenvalues();
  std::vector<Eigen::Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Eigen::Index i, Eigen::Index j) {
    const double x = std::abs(values[i]), y = std::abs(values[j]);
    return x != y ? x < y : values[i].imag() > values[j].imag();
  });
  const double largest = values.cwiseAbs().maxCoeff();
  for (const Eigen::Index k : order) {
    linear.eigenvalues.push_back(values[k]);
    if (values[k].imag() < 0.0) continue;  // its twin tells the same
    const double size = std::abs(values[k]);
    const Eigen::VectorXcd shape = eigen.eigenvectors().col(k);
    LinearMode mode;
    mode.eigenvalue = values[k];
    mode.rigid = size == 0.0 || is_rigid(a, shape, f, size, largest);
    if (!mode.rigid) {
      mode.frequency_hz = values[k].imag() > 0.0 ? size / (2.0 * std::numbers::pi) : 0.0;
      mode.damping_ratio = 0.0 - values[k].real() / size;
    }
    const Eigen::VectorXcd dq = basis.cast<std::complex<double>>() * shape.head(f);
    mode.dq.assign(dq.data(), dq.data() + dq.size());
    std::vector<double> sizes;
    for (const std::complex<double>& x : mode.dq) sizes.push_back(std::abs(x));
    mode.words = direction_words(m, sizes);
    if (linear.modes.empty() || !is_same_motion(linear.modes.back(), mode))
      linear.modes.push_back(std::move(mode));
  }
}

}  // namespace treadle
