// Parameters of a model that generated code keeps as inputs: how each number of the frozen model
// follows from them, found by looking at the model for several values (docs/theory/generate.md).
#pragma once

#include "../mechanism/mechanism.hpp"
#include "../scalar/traced.hpp"
#include "program.hpp"

#include <functional>
#include <string>
#include <vector>

namespace treadle {

/// A number of the model, by its place in the order of cast<S>: a constant and a sum of powers of
/// single parameters, or a constant and one product of powers of several. (X16)
struct NumberLaw {
  struct Power {
    int parameter = 0;
    double exponent = 1.0, factor = 1.0;
  };
  std::size_t place = 0;
  double constant = 0.0;
  double factor = 1.0;  ///< of the product
  bool product = false;
  std::vector<Power> powers;
};

struct KeptParameters {
  std::vector<ParameterItem> items;  ///< with their values in the model
  std::vector<NumberLaw> laws;       ///< by place
};

/// The mechanism with other values of the chosen parameters.
using BuildWith = std::function<Mechanism(const std::vector<double>& values)>;

/// Throws ModelError where a parameter is unknown, changes nothing, or acts in a way that is no
/// such law.
KeptParameters keep_parameters(const Mechanism& mechanism, const std::vector<std::string>& names,
                               const BuildWith& build);

/// All numbers of model and forces in the order of cast<S>.
std::vector<double> numbers_of(const Mechanism& mechanism);

/// What a law says, on the graph being traced.
Traced traced_number(const NumberLaw& law);

/// Cuts what depends on parameters alone out of a program: the first gives an array `p`, the second
/// reads it.
struct PreparedProgram {
  Program prepare, program;
};
PreparedProgram split_parameters(const Program& whole);

}  // namespace treadle
