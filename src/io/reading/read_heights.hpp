// Heights over a grid, from a CSV file.
#pragma once

#include "fields.hpp"

#include <array>
#include <string>
#include <vector>

namespace treadle {

struct HeightGrid {
  std::string file;  ///< as it is written
  int columns = 0;
  std::vector<double> heights;  ///< line by line
};

/// Lines of numbers, all of one length, two of two at least, from the file of the key `file`.
HeightGrid read_height_file(const Fields& fields);

/// Two lengths of a key.
void read_two_lengths(const Fields& fields, const char* key, Range range,
                      std::array<double, 2>& to);

}  // namespace treadle
