// What a sparse matrix and its factors hold.
#pragma once

namespace treadle {

/// Entries as they are kept: one triangle where the matrix is symmetric.
struct FillFacts {
  long matrix = 0;          ///< entries of the matrix
  long factors = 0;         ///< entries of its factors
  double operations = 0.0;  ///< multiplications of one factorization
  long plans = 0;           ///< how often the pattern was planned
};

}  // namespace treadle
