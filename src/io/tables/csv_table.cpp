#include "csv_table.hpp"

#include <charconv>

namespace treadle {

namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Where the first of `letters` stands outside of quotes.
std::size_t find_outside(std::string_view text, std::string_view letters) {
  bool quoted = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '"') quoted = !quoted;
    if (!quoted && letters.find(text[k]) != std::string_view::npos) return k;
  }
  return std::string_view::npos;
}

std::string_view without_quotes(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return text;
  return text.substr(1, text.size() - 2);
}

char separator_of(std::string_view line) {
  for (const char c : {',', ';', '\t'}) {
    if (find_outside(line, {&c, 1}) != std::string_view::npos) return c;
  }
  return ',';
}

std::vector<std::string_view> split(std::string_view line, char separator) {
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t end = find_outside(line, {&separator, 1});
    cells.push_back(without_quotes(trimmed(line.substr(0, end))));
    if (end == std::string_view::npos) return cells;
    line.remove_prefix(end + 1);
  }
}

// Two quotes stand for one.
std::string plain(std::string_view cell) {
  std::string text;
  for (std::size_t k = 0; k < cell.size(); ++k) {
    text += cell[k];
    if (cell[k] == '"' && k + 1 < cell.size() && cell[k + 1] == '"') ++k;
  }
  return text;
}

bool begins_with_number(std::string_view cell) {
  if (cell.starts_with('+')) cell.remove_prefix(1);
  double number = 0.0;
  return std::from_chars(cell.data(), cell.data() + cell.size(), number).ec == std::errc{};
}

CsvColumn column_of(std::string_view cell) {
  const std::size_t open = cell.find_last_of("[(");
  const bool closed = !cell.empty() && (cell.back() == ']' || cell.back() == ')');
  if (open == std::string_view::npos || !closed) return {plain(cell), ""};
  return {plain(trimmed(cell.substr(0, open))),
          std::string(trimmed(cell.substr(open + 1, cell.size() - open - 2)))};
}

}  // namespace

CsvTable parse_csv(std::string_view text, CsvHeader header) {
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
    if (first && (header == CsvHeader::always || !begins_with_number(row.cells.front()))) {
      for (const std::string_view cell : row.cells) table.header.push_back(column_of(cell));
    } else {
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace treadle
