// Cells of a CSV file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace treadle {

/// A name and a unit in a header: "height [mm]" or "height (mm)".
struct CsvColumn {
  std::string name, unit;
};

struct CsvRow {
  std::size_t line = 0;  ///< counted from 1
  std::vector<std::string_view> cells;
};

/// Cells are parted by commas or, where the first line has none, by semicolons or tabs; spaces and
/// double quotes around them do not count. Between quotes a separator is a letter like others, and
/// two quotes stand for one (RFC 4180). Empty lines and those that begin with '#' are passed over.
struct CsvTable {
  std::vector<CsvColumn> header;  ///< empty if the first row has numbers
  std::vector<CsvRow> rows;
};

/// Whether the first row has names: always, or unless it begins with a number.
enum class CsvHeader { always, unless_number };

/// The cells look into `text`, which has to outlive them.
CsvTable parse_csv(std::string_view text, CsvHeader header = CsvHeader::unless_number);

}  // namespace treadle
