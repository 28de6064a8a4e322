#include "csv_table.hpp"

#include <charconv>

namespace treadle {

namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  text = text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    text = text.substr(1, text.size() - 2);
  return text;
}

char separator_of(std::string_view line) {
  for (const char c : {',', ';', '\t'}) {
    if (line.find(c) != std::string_view::npos) return c;
  }
  return ',';
}

std::vector<std::string_view> split(std::string_view line, char separator) {
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t end = line.find(separator);
    cells.push_back(trimmed(line.substr(0, end)));
    if (end == std::string_view::npos) return cells;
    line.remove_prefix(end + 1);
  }
}

bool begins_with_number(std::string_view cell) {
  if (cell.starts_with('+')) cell.remove_prefix(1);
  double number = 0.0;
  return std::from_chars(cell.data(), cell.data() + cell.size(), number).ec == std::errc{};
}

CsvColumn column_of(std::string_view cell) {
  const std::size_t open = cell.find_last_of("[(");
  const bool closed = !cell.empty() && (cell.back() == ']' || cell.back() == ')');
  if (open == std::string_view::npos || !closed) return {std::string(cell), ""};
  return {std::string(trimmed(cell.substr(0, open))),
          std::string(trimmed(cell.substr(open + 1, cell.size() - open - 2)))};
}

}  // namespace

CsvTable parse_csv(std::string_view text) {
  CsvTable table;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a mark that some programs write
  char separator = '\0';
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    const std::string_view all = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (all.empty() || all.front() == '#') continue;
    const bool first = separator == '\0';
    if (first) separator = separator_of(all);
    CsvRow row{line, split(all, separator)};
    if (first && !begins_with_number(row.cells.front())) {
      for (const std::string_view cell : row.cells) table.header.push_back(column_of(cell));
    } else {
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace treadle
