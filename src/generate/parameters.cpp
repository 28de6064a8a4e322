#include "parameters.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../scalar/literal_feed.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr double exponents[] = {1.0, 2.0, -1.0, 3.0, -2.0, 0.5};
constexpr double changes[] = {0.13, -0.11, 0.05, -0.17};  // of a parameter, relative
constexpr double exactness = 1e-9;

double changed(double value, double by) { return value == 0.0 ? by : value * (1.0 + by); }

bool close(double a, double b, double size) { return std::fabs(a - b) <= exactness * size; }

/// All numbers of the model for several values of the parameters.
struct Looks {
  std::vector<double> base;
  std::vector<std::vector<std::vector<double>>> single;  ///< by parameter and change
  std::vector<std::vector<double>> together;
  std::vector<std::vector<double>> values;  ///< of the parameters, by look together
};

bool law_of_one(const Looks& looks, std::size_t k, std::size_t i, double value,
                NumberLaw::Power& power) {
  for (const double exponent : exponents) {
    const auto at = [&](double by) { return std::pow(changed(value, by), exponent); };
    const double start = std::pow(value, exponent);
    if (!std::isfinite(start)) continue;
    const double factor = (looks.single[i][0][k] - looks.base[k]) / (at(changes[0]) - start);
    double size = std::fabs(looks.base[k]);
    for (const auto& look : looks.single[i]) size = std::max(size, std::fabs(look[k]));
    bool good = std::isfinite(factor);
    for (std::size_t c = 1; c < std::size(changes) && good; ++c)
      good = close(looks.base[k] + factor * (at(changes[c]) - start), looks.single[i][c][k], size);
    if (!good) continue;
    power.exponent = exponent;
    power.factor = factor;
    return true;
  }
  return false;
}

double number_at(const NumberLaw& law, const std::vector<double>& values) {
  double sum = law.constant, product = law.factor;
  for (const NumberLaw::Power& p : law.powers) {
    const double power = std::pow(values[static_cast<std::size_t>(p.parameter)], p.exponent);
    sum += p.factor * power;
    product *= power;
  }
  return law.product ? law.constant + product : sum;
}

bool holds(const NumberLaw& law, const Looks& looks) {
  for (std::size_t s = 0; s < looks.together.size(); ++s) {
    const double x = looks.together[s][law.place];
    if (!close(number_at(law, looks.values[s]), x,
               std::max(std::fabs(x), std::fabs(looks.base[law.place]))))
      return false;
  }
  return true;
}

// False where no such law fits; no powers where the number does not change.
bool find_law(const Looks& looks, const std::vector<double>& values, NumberLaw& law) {
  const double base = looks.base[law.place];
  law.constant = base;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool moves = std::any_of(
        looks.single[i].begin(), looks.single[i].end(), [&](const std::vector<double>& look) {
          return !close(look[law.place], base,
                        std::max(std::fabs(base), std::fabs(look[law.place])));
        });
    if (!moves) continue;
    law.powers.push_back({static_cast<int>(i), 1.0, 0.0});
    NumberLaw::Power& power = law.powers.back();
    if (!law_of_one(looks, law.place, i, values[i], power)) return false;
    law.constant -= power.factor * std::pow(values[i], power.exponent);
  }
  if (std::fabs(law.constant) < 1e-12 * std::fabs(base)) law.constant = 0.0;
  if (law.powers.empty() || holds(law, looks)) return true;
  // all move the same product, which one of them tells
  const NumberLaw::Power& first = law.powers.front();
  law.product = true;
  law.factor =
      first.factor * std::pow(values[static_cast<std::size_t>(first.parameter)], first.exponent);
  law.constant = base - law.factor;
  if (std::fabs(law.constant) < 1e-9 * std::fabs(base)) {
    law.constant = 0.0;
    law.factor = base;
  }
  for (const NumberLaw::Power& p : law.powers)
    law.factor /= std::pow(values[static_cast<std::size_t>(p.parameter)], p.exponent);
  return std::isfinite(law.factor) && holds(law, looks);
}

Looks look_around(const Mechanism& m, const std::vector<double>& values, const BuildWith& build) {
  Looks looks;
  looks.base = numbers_of(m);
  const auto look = [&](const std::vector<double>& at) {
    std::vector<double> numbers = numbers_of(build(at));
    if (numbers.size() != looks.base.size())
      throw ModelError("parameters", "the chosen parameters change the structure of the mechanism");
    return numbers;
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    looks.single.emplace_back();
    for (const double by : changes) {
      std::vector<double> at(values);
      at[i] = changed(values[i], by);
      looks.single.back().push_back(look(at));
    }
  }
  for (int s = 0; s < 2 && values.size() > 1; ++s) {
    std::vector<double> at(values);
    for (std::size_t i = 0; i < at.size(); ++i)
      at[i] = changed(at[i],
                      0.07 * std::sin(1.0 + static_cast<double>(s) + 2.0 * static_cast<double>(i)));
    looks.values.push_back(at);
    looks.together.push_back(look(at));
  }
  return looks;
}

Traced power_of(const Traced& x, double exponent) {
  if (exponent == 0.5) return sqrt(x);
  Traced out = x;
  for (int k = 1; k < static_cast<int>(std::fabs(exponent)); ++k) out *= x;
  return exponent < 0.0 ? Traced(1.0) / out : out;
}

}  // namespace

std::vector<double> numbers_of(const Mechanism& mechanism) {
  Graph graph;
  const Tracing tracing(graph);
  LiteralFeed feed;
  static_cast<void>(cast<Traced>(mechanism.model));
  static_cast<void>(cast<Traced>(mechanism.forces));
  return feed.seen();
}

KeptParameters keep_parameters(const Mechanism& m, const std::vector<std::string>& names,
                               const BuildWith& build) {
  KeptParameters kept;
  std::vector<std::string> known;
  for (const ParameterItem& item : m.description.parameters) known.push_back(item.name);
  std::vector<double> values;
  for (const std::string& name : names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end())
      throw ModelError("parameters", "unknown parameter '" + name + "'" + suggestion(name, known));
    kept.items.push_back(m.description.parameters[static_cast<std::size_t>(found - known.begin())]);
    values.push_back(kept.items.back().value);
  }
  const Looks looks = look_around(m, values, build);
  std::vector<char> used(names.size(), 0);
  for (std::size_t k = 0; k < looks.base.size(); ++k) {
    NumberLaw law;
    law.place = k;
    if (!find_law(looks, values, law)) {
      std::string involved;
      for (const NumberLaw::Power& p : law.powers)
        involved +=
            (involved.empty() ? "'" : ", '") + names[static_cast<std::size_t>(p.parameter)] + "'";
      throw ModelError("parameters",
                       "a number of the mechanism follows from " + involved +
                           " in a way that cannot be kept; understood are a constant and a sum of "
                           "powers of single parameters, or a constant and one product of powers, "
                           "with exponents 1, 2, 3, -1, -2 and 1/2. Leave one of them out, or let "
                           "the model use a parameter for the number itself");
    }
    for (const NumberLaw::Power& p : law.powers) used[static_cast<std::size_t>(p.parameter)] = 1;
    if (!law.powers.empty()) kept.laws.push_back(law);
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (used[i] == 0)
      throw ModelError("parameters",
                       "parameter '" + names[i] +
                           "' changes nothing but the start or functions of time, which "
                           "are inputs anyway");
  }
  return kept;
}

Traced traced_number(const NumberLaw& law) {
  Traced sum(law.constant), product(law.factor);
  for (const NumberLaw::Power& p : law.powers) {
    const Traced power = power_of(Traced::input(input_parameters, p.parameter), p.exponent);
    if (law.product) {
      product *= power;
    } else {
      sum += Traced(p.factor) * power;
    }
  }
  return law.product ? sum + product : sum;
}

}  // namespace treadle
