#include "inside_series.hpp"

#include "../joints/dispatch.hpp"

namespace treadle {

namespace {

constexpr int most_coordinates = 3, most_factors = 4;

// Place of a pair among those of n coordinates, j <= k.
int pair_at(int n, int j, int k) { return j * n - j * (j - 1) / 2 + (k - j); }

}  // namespace

InsideSeries::InsideSeries(const InsideSolve<double>& solve)
    : count_(solve.count()), positions_(solve.q.size()) {
  if (count_ > most_coordinates) return;
  for (const Link<double>& link : solve.model.links) {
    const int quaternion = traits_of(link.type).quaternion_at;
    if (quaternion >= 0) quaternions_.push_back(link.q_at + quaternion);
  }
  std::size_t begin = 0;
  for (int order = 1; order <= most_factors; ++order) {
    const std::size_t end = terms_.size();
    for (std::size_t t = begin; order == 1 ? t == 0 : t < end; ++t) {
      const int lowest = order == 1 ? 0 : terms_[t].factor[at(order - 2)];
      for (int k = lowest; k < count_; ++k) {
        Term term = order == 1 ? Term{} : terms_[t];
        term.before = order == 1 ? -1 : static_cast<int>(t);
        term.factor[at(order - 1)] = k;
        term.count = order;
        terms_.push_back(term);
      }
    }
    begin = end;
  }
  const int pairs = count_ * (count_ + 1) / 2;
  first_.resize(at(count_) * positions_);
  second_.resize(at((2 * count_ + 1) * pairs) * positions_);
  acceleration_.resize(at(pairs) * solve.v.size());
  up_.resize(positions_);
  down_.resize(positions_);
  rate_.resize(positions_);
}

std::size_t InsideSeries::second_at(int place, int j, int k) const {
  const int pairs = count_ * (count_ + 1) / 2;
  return at(place * pairs + pair_at(count_, j, k)) * positions_;
}

// How fast the numbers q change.
void InsideSeries::rate_of(const InsideSolve<double>& solve, std::span<const double> v,
                           double* out) {
  plain_rate<double>(solve.model, solve.q, v, std::span(out, positions_));
}

void InsideSeries::take(int place, InsideSolve<double>& solve) {
  const std::size_t nv = solve.v.size();
  const auto acceleration = [&](int j, int k) {
    return std::span(acceleration_).subspan(at(pair_at(count_, j, k)) * nv, nv);
  };
  std::array<double, 6> y{};
  for (int j = 0; j < count_; ++j) {
    y = {};
    y[at(j)] = 1.0;
    solve.set_velocities(y.data());
    solve.accelerate(acceleration(j, j));
  }
  for (int j = 0; j < count_; ++j) {  // what two of them give together, beyond each alone
    for (int k = j + 1; k < count_; ++k) {
      y = {};
      y[at(j)] = y[at(k)] = 1.0;
      solve.set_velocities(y.data());
      const std::span<double> both = acceleration(j, k);
      solve.accelerate(both);
      for (std::size_t i = 0; i < nv; ++i)
        both[i] = 0.5 * (both[i] - acceleration(j, j)[i] - acceleration(k, k)[i]);
    }
  }
  if (place == 0) {
    for (int j = 0; j < count_; ++j)
      rate_of(solve, solve.slope_of(j), first_.data() + at(j) * positions_);
  }
  // rates of q are of the second degree in q at most, so that this difference is exact
  const auto turn_on = [&](int j, int k, double* out) {
    rate_of(solve, solve.slope_of(j), rate_.data());
    for (const double side : {1.0, -1.0}) {
      std::vector<double>& shifted = side > 0.0 ? up_ : down_;
      for (std::size_t i = 0; i < positions_; ++i) shifted[i] = solve.q[i] + side * rate_[i];
    }
    for (const double side : {1.0, -1.0}) {
      plain_rate<double>(solve.model, side > 0.0 ? up_ : down_, solve.slope_of(k), rate_);
      for (std::size_t i = 0; i < positions_; ++i) out[i] += 0.25 * side * rate_[i];
    }
  };
  for (int j = 0; j < count_; ++j) {
    for (int k = j; k < count_; ++k) {
      double* const out = second_.data() + second_at(place, j, k);
      rate_of(solve, acceleration(j, k), out);
      turn_on(j, k, out);
      turn_on(k, j, out);
    }
  }
}

// Third and fourth derivatives are differences of the second.
void InsideSeries::find(const double* way, double* out) const {
  const auto second = [&](int place, int j, int k) {
    return second_.data() + second_at(place, j, k);
  };
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    const Term& term = terms_[t];
    double share = 1.0;  // one over the factorials of how often each coordinate stands in it
    for (int i = 1, same = 1; i < term.count; ++i) {
      same = term.factor[at(i)] == term.factor[at(i - 1)] ? same + 1 : 1;
      share /= same;
    }
    std::array<int, 4> f = term.factor;
    double* const own = out + t * positions_;
    for (std::size_t i = 0; i < positions_; ++i) {
      double derivative = 0.0;
      if (term.count == 1) {
        derivative = first_[at(f[0]) * positions_ + i];
      } else if (term.count == 2) {
        derivative = second(0, f[0], f[1])[i];
      } else if (term.count == 3) {
        const int k = f[0];
        derivative =
            (second(1 + 2 * k, f[1], f[2])[i] - second(2 + 2 * k, f[1], f[2])[i]) / (2.0 * way[k]);
      } else {  // of three coordinates one stands twice
        const int k = f[0] == f[1] ? f[0] : f[1] == f[2] ? f[1] : f[2];
        const int a = f[0] == f[1] ? f[2] : f[0], b = f[0] == f[1] || f[1] == f[2] ? f[3] : f[1];
        derivative =
            (second(1 + 2 * k, a, b)[i] + second(2 + 2 * k, a, b)[i] - 2.0 * second(0, a, b)[i]) /
            (way[k] * way[k]);
      }
      own[i] = share * derivative;
    }
  }
}

}  // namespace treadle
