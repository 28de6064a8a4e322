#include "cluster_lanes.hpp"

#include "../base/at.hpp"

#include <algorithm>

namespace treadle {

namespace {

// What each lane finds in its place, by `number(place)`.
template <class Number>
Lanes gather(const LanePlaces& p, const Number& number) {
  return Lanes(Lanes::Numbers{number(p[0]), number(p[1]), number(p[2]), number(p[3])});
}

}  // namespace

ClusterLanes::ClusterLanes(EqualClusters set, std::vector<int> triangle)
    : set_(std::move(set)),
      triangle_(std::move(triangle)),
      front_(set_.shape),
      rank_(set_.shape.equations),
      lanes_(static_cast<int>(set_.clusters.size())),
      phi_(set_.phi.size()),
      gamma_(set_.rows.size()),
      y_(set_.positions.size()),
      border_(set_.border.size()),
      lambda_(set_.rows.size()),
      sums_(border_.size() * (border_.size() + 1) / 2) {
  for (const LanePlaces& p : set_.phi) gaps_ += *std::min_element(p.begin(), p.end()) < 0 ? 1 : 0;
}

void ClusterLanes::set_rank(int rank) {
  rank_ = rank;
  chosen_ = false;
}

// A split that suits all lanes, chosen on the numbers of one of them.
bool ClusterLanes::close() {
  if (chosen_ && front_.close(phi_.data())) return true;
  for (int lane = 0; lane < lanes_; ++lane) {
    ++splits_;
    chosen_ = front_.choose(rank_, [&](int k) { return phi_[at(k)][lane]; });
    if (chosen_ && front_.close(phi_.data())) return true;
  }
  return chosen_ = false;
}

bool ClusterLanes::balance() {
  if (front_.is_balanced()) return true;
  for (int lane = 0; lane < lanes_; ++lane) {
    ++splits_;
    chosen_ = front_.balance(rank_, phi_.data(), [lane](const Lanes& a) { return a[lane]; });
    if (chosen_) return true;
  }
  return false;
}

bool ClusterLanes::reduce(std::span<const double> phi, std::span<double> diagonal,
                          std::span<double> lower) {
  const std::size_t full = phi_.size() - gaps_;
  for (std::size_t k = 0; k < full; ++k)
    phi_[k] = gather(set_.phi[k], [&](int p) { return phi[at(p)]; });
  for (std::size_t k = full; k < phi_.size(); ++k)
    phi_[k] = gather(set_.phi[k], [&](int p) { return p < 0 ? 0.0 : phi[at(p)]; });
  good_ = close();
  if (!good_) return false;
  for (std::size_t s = 0; s < set_.mass.size(); ++s) {
    const LanePlaces& p = set_.mass[s];
    front_.set_mass(s, p[0] < 0 ? gather(p, [&](int i) { return diagonal[at(-1 - i)]; })
                                : gather(p, [&](int i) { return lower[at(i)]; }));
  }
  for (const auto& e : set_.coupling)
    front_.coupling(e.coordinate)[e.row] = gather(e.slots, [&](int p) { return lower[at(p)]; });
  good_ = balance() && front_.reduce();
  if (good_) subtract(diagonal, lower);
  return good_;
}

// What remains on the border, summed over the lanes. (G3)
void ClusterLanes::subtract(std::span<double> diagonal, std::span<double> lower) {
  const int width = set_.shape.border(), ni = set_.shape.interfaces;
  const auto each = [&](const auto& f) {
    std::size_t n = 0;
    for (int a = 0; a < width; ++a) {
      for (int b = a; b < width; ++b) f(sums_[n++], a, b);
    }
  };
  each([&](Lanes& sum, int a, int b) {
    sum = a >= ni  ? Lanes(0.0)
          : b < ni ? -front_.interface_mass()[b * ni + a]
                   : -front_.interface_coupling(a)[b - ni];
  });
  for (int k = 0; k < front_.independent(); ++k) {
    const Lanes *scaled = front_.scaled_row(k), *row = front_.border_row(k);
    each([&](Lanes& sum, int a, int b) { sum += scaled[a] * row[b]; });
  }
  const int* slot = triangle_.data();
  each([&](const Lanes& sum, int a, int b) {
    (a == b ? diagonal[at(set_.border[at(a)])] : lower[at(*slot++)]) -= sum.sum(lanes_);
  });
}

void ClusterLanes::forward(std::span<const double> gamma, std::span<double> z) {
  for (std::size_t j = 0; j < y_.size(); ++j)
    front_.force(static_cast<int>(j)) = gather(set_.positions[j], [&](int p) { return z[at(p)]; });
  for (std::size_t r = 0; r < gamma_.size(); ++r)
    gamma_[r] = gather(set_.rows[r], [&](int p) { return gamma[at(p)]; });
  std::fill(border_.begin(), border_.end(), Lanes(0.0));
  front_.forward(gamma_.data(), border_.data());
  for (std::size_t b = 0; b < border_.size(); ++b) z[at(set_.border[b])] += border_[b].sum(lanes_);
}

void ClusterLanes::backward(std::span<double> x, std::span<double> lambda) {
  for (std::size_t b = 0; b < border_.size(); ++b) border_[b] = Lanes(x[at(set_.border[b])]);
  front_.backward(border_.data(), y_.data());
  const auto scatter = [&](const std::vector<Lanes>& from, const std::vector<LanePlaces>& places,
                           std::span<double> to) {
    for (std::size_t k = 0; k < from.size(); ++k) {
      for (int l = 0; l < lanes_; ++l) to[at(places[k][at(l)])] = from[k][l];
    }
  };
  scatter(y_, set_.positions, x);
  if (lambda.empty()) return;
  front_.multipliers(y_.data(), border_.data(), lambda_.data());
  scatter(lambda_, set_.rows, lambda);
}

}  // namespace treadle
