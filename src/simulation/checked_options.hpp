// What a run may be asked for.
#pragma once

#include "../acceleration/constraint_method.hpp"
#include "../mechanism/mechanism.hpp"
#include "../newton/jacobian_kind.hpp"
#include "run.hpp"

namespace treadle {

/// Throw ModelError where there is none of this name.
ConstraintMethod method_of(const RunOptions& options);
JacobianKind jacobian_of(const RunOptions& options);

/// The same options; throws ModelError where they are wrong or do not fit the mechanism.
RunOptions checked(const Mechanism& mechanism, RunOptions options);

}  // namespace treadle
