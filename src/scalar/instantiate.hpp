// The lists of scalars. A header declares a kernel, its .cpp instantiates it over one of these
// lists, so users link and never instantiate.
#pragma once

#include "counted.hpp"
#include "lanes.hpp"
#include "real.hpp"
#include "traced.hpp"

#ifdef TREADLE_CHECK_ARCHETYPE  // set only for the compile-time check of the closed set of
                                // operations
#include "archetype.hpp"
#define TREADLE_FOR_EACH_SCALAR(F) F(Archetype)
#define TREADLE_FOR_EACH_SCALAR_AND_LANES(F) F(Archetype)
#else
/// Kernels: everything that only computes.
#define TREADLE_FOR_EACH_SCALAR(F) F(double) F(Counted) F(Traced)
/// Kernels of an evaluation by the recursion, where equal branches go side by side.
#define TREADLE_FOR_EACH_SCALAR_AND_LANES(F) TREADLE_FOR_EACH_SCALAR(F) F(Lanes)
#endif

/// Code that must pivot, rank or iterate.
#define TREADLE_FOR_EACH_DECIDABLE(F) F(double) F(Counted)
