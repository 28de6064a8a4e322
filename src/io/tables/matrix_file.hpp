// Named matrices and lists of words as files for MATLAB and Octave (.mat, level 5, not compressed)
// and for numpy (.npz, a zip archive that is not compressed).
#pragma once

#include <complex>
#include <string>
#include <vector>

namespace treadle {

struct NamedMatrix {
  std::string name;
  int rows = 0, cols = 0;
  std::vector<double> real;    ///< column by column
  std::vector<double> imag{};  ///< empty where all numbers are real
  bool is_list = false;        ///< one column that is a plain list where a file has such
};

struct NamedWords {
  std::string name;
  std::vector<std::string> words;
};

struct MatrixFile {
  std::string title;
  std::vector<NamedMatrix> matrices;
  std::vector<NamedWords> words;
};

/// The bytes of the file. Names are those of variables: letters, digits and underscores.
std::string mat_bytes(const MatrixFile& file);
std::string npz_bytes(const MatrixFile& file);

}  // namespace treadle
