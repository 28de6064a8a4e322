#include "registry.hpp"

#include "adams.hpp"
#include "bdf.hpp"
#include "dormand_prince.hpp"
#include "generalized_alpha.hpp"
#include "sundials.hpp"
#include "switching.hpp"
#include "w_method.hpp"

#include <algorithm>

namespace treadle {

namespace {

const std::vector<std::string>& adaptive_names() {
  static const std::vector<std::string> names{
      "adams",       "dormand-prince", "auto", "implicit", "bdf", "generalized-alpha",
      "cvode-adams", "cvode-bdf",      "ida"};
  return names;
}

}  // namespace

const std::vector<std::string>& integrator_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = adaptive_names();
    all.insert(all.end(), fixed_step_names().begin(), fixed_step_names().end());
    return all;
  }();
  return names;
}

bool is_adaptive(std::string_view name) {
  const auto& names = adaptive_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_implicit(std::string_view name) {
  static const std::vector<std::string> names{
      "auto", "implicit", "bdf", "generalized-alpha", "implicit-euler", "cvode-bdf", "ida"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool needs_sundials(std::string_view name) { return name.starts_with("cvode") || name == "ida"; }

std::unique_ptr<AdaptiveIntegrator> make_adaptive(std::string_view name, const System& system,
                                                  const Tolerance& tolerance) {
  if (name == "adams") return std::make_unique<Adams>(system, tolerance);
  if (name == "dormand-prince") return std::make_unique<DormandPrince>(system, tolerance);
  if (name == "auto") return std::make_unique<Switching>(system, tolerance);
  if (name == "bdf") return std::make_unique<Bdf>(system, tolerance);
  if (name == "generalized-alpha") return std::make_unique<GeneralizedAlpha>(system, tolerance);
  if (name == "implicit") return std::make_unique<WMethod>(system, tolerance);
  if (name == "cvode-adams") return make_sundials(SundialsMethod::cvode_adams, system, tolerance);
  if (name == "cvode-bdf") return make_sundials(SundialsMethod::cvode_bdf, system, tolerance);
  if (name == "ida") return make_sundials(SundialsMethod::ida, system, tolerance);
  return nullptr;
}

}  // namespace treadle
