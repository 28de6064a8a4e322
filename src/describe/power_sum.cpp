#include "power_sum.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

PowerSum PowerSum::variable(Dimension kind) {
  PowerSum x;
  x.terms = {{1.0, 1.0, true}};
  x.kind = kind;
  return x;
}

bool PowerSum::is_number() const {
  return std::all_of(terms.begin(), terms.end(),
                     [](const PowerTerm& t) { return t.power == 0.0 && !t.odd; });
}

double PowerSum::number() const { return terms.empty() ? 0.0 : terms.front().factor; }

bool PowerSum::is_finite() const {
  return std::all_of(terms.begin(), terms.end(),
                     [](const PowerTerm& t) { return std::isfinite(t.factor); });
}

void PowerSum::add(const PowerTerm& term) {
  const auto found = std::find_if(terms.begin(), terms.end(), [&](const PowerTerm& t) {
    return t.power == term.power && t.odd == term.odd;
  });
  if (found == terms.end()) {
    terms.push_back(term);
  } else {
    found->factor += term.factor;
  }
}

PowerSum product(const PowerSum& a, const PowerSum& b) {
  PowerSum out;
  for (const PowerTerm& s : a.terms) {
    for (const PowerTerm& t : b.terms)
      out.add({s.factor * t.factor, s.power + t.power, s.odd != t.odd});
  }
  return out;
}

}  // namespace treadle
