// The texts around generated functions: header, page, build file, test.
#pragma once

#include "emit_c.hpp"
#include "standalone.hpp"

namespace treadle {

/// What the stored test puts in.
struct TestState {
  std::vector<double> q, v, u, parameters;
};

std::string header_begin(const Mechanism& mechanism, const StandalonePackage& package);
/// Sizes and places of what one function reads and writes.
std::string header_of(const Program& program, const EmitOptions& options);
std::string header_end(const StandalonePackage& package);
/// `unique`: multipliers can be compared.
std::string test_text(const StandalonePackage& package, const TestState& state,
                      const std::vector<double>& expected, bool unique);
std::string build_text(const StandalonePackage& package);
std::string readme_text(const Mechanism& mechanism, const StandalonePackage& package);

}  // namespace treadle
