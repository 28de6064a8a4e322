// The lists of scalars of kernels that are also differentiated: those of the equations.
#pragma once

#include "dual.hpp"
#include "instantiate.hpp"

#ifdef TREADLE_CHECK_ARCHETYPE
#define TREADLE_FOR_EACH_SCALAR_AND_DUAL(F) F(Archetype)
#define TREADLE_FOR_EACH_SCALAR_LANES_AND_DUAL(F) F(Archetype)
#else
#define TREADLE_FOR_EACH_SCALAR_AND_DUAL(F) TREADLE_FOR_EACH_SCALAR(F) F(Dual)
#define TREADLE_FOR_EACH_SCALAR_LANES_AND_DUAL(F) TREADLE_FOR_EACH_SCALAR_AND_LANES(F) F(Dual)
#endif
