// A function of time from two columns of a CSV file.
#pragma once

#include "../reading/fields.hpp"

namespace treadle {

/// Reads the keys "file", "columns" and "units" of a table: times in the first of two columns and
/// values of `kind` in the second. Mistakes in the file are at the key and name its line.
Curve read_table_file(const Fields& fields, Dimension kind);

}  // namespace treadle
