#include "emit_routine.hpp"

#include "c_words.hpp"
#include "expressions.hpp"

#include <algorithm>
#include <map>

namespace treadle {

namespace {

/// One column of a table: an entry for each call.
using Column = std::vector<std::int32_t>;

class RoutineWriter {
 public:
  RoutineWriter(const Program& p, const Statements& s, const Layout& l, const Routine& r,
                std::string prefix, std::string stem, bool comments)
      : p_(p),
        s_(s),
        l_(l),
        r_(r),
        prefix_(std::move(prefix)),
        stem_(std::move(stem)),
        comments_(comments) {
    for (const auto& [node, text] : p_.notes) notes_.emplace(node, text);
    for (int k = 0; k < r_.length; ++k) read(k);
    for (int k = 0; k < r_.length; ++k) write(k);
  }

  RoutineText text() {
    bool checks = false;
    for (int k = 0; k < r_.length; ++k) checks = checks || s_.watched(statement(0, k));
    const std::string rows = std::to_string(r_.starts.size());
    RoutineText out;
    std::string head =
        std::string("static ") + (checks ? "int " : "void ") + stem_ + "(double *restrict s";
    std::string call = std::string(checks ? "ok &= " : "") + stem_ + "(s";
    if (!numbers_.empty()) {
      out.definition += number_table(rows);
      head += ", const double *restrict k";
      call += ", " + stem_ + "_k[ROW]";
    }
    if (!places_.empty()) {
      out.definition += place_table(rows);
      head += std::string(", const ") + index_type() + " *restrict x";
      call += ", " + stem_ + "_x[ROW]";
    }
    out.call = call + ");";
    out.definition += head + ") {\n" + (checks ? "  int ok = 1;\n" : "") + body() +
                      (checks ? "  return ok;\n" : "") + "}\n\n";
    return out;
  }

 private:
  [[nodiscard]] const Node& node(std::int32_t i) const {
    return p_.graph.nodes()[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] std::int32_t statement(std::size_t row, int k) const {
    return s_.order()[static_cast<std::size_t>(r_.starts[row] + k)];
  }
  [[nodiscard]] double number(std::int32_t i) const {
    return p_.graph.constants()[static_cast<std::size_t>(node(i).a)];
  }
  [[nodiscard]] int place_of(std::int32_t i) const {
    return node(i).op == Op::input ? l_.copy_of(node(i).a) + node(i).b : l_.slot(i);
  }
  [[nodiscard]] const char* index_type() const {
    return l_.slots() <= 65536 ? "unsigned short" : "unsigned int";
  }
  static int column(std::vector<Column>& columns, std::map<Column, int>& known, Column entries) {
    const auto [found, fresh] = known.emplace(entries, static_cast<int>(columns.size()));
    if (fresh) columns.push_back(std::move(entries));
    return found->second;
  }

  // The operands of one statement, for all calls; how the routine calls them.
  void read(int k) {
    std::vector<OperandPlace> at;
    std::vector<Column> entries;
    for (std::size_t row = 0; row < r_.starts.size(); ++row) {
      std::size_t leaf = 0;
      each_leaf(p_.graph, s_, statement(row, k),
                [&](std::int32_t user, int which, std::int32_t code) {
                  if (row == 0) {
                    at.push_back({user, which});
                    entries.emplace_back();
                  }
                  entries[leaf++].push_back(code >> 1);
                });
    }
    for (std::size_t leaf = 0; leaf < at.size(); ++leaf)
      names_[at[leaf]] = operand_name(entries[leaf]);
  }

  std::string operand_name(const Column& entries) {
    const std::int32_t first = entries.front();
    if (node(first).op == Op::constant) {
      const bool equal =
          std::all_of(entries.begin(), entries.end(), [&](std::int32_t i) { return i == first; });
      if (equal) return c_number(number(first));
      return "k[" + std::to_string(column(numbers_, known_numbers_, entries)) + "]";
    }
    const bool mask = node(first).op == Op::less;
    const auto own = pattern_place(first);
    if (own >= 0) return (mask ? "m" : "t") + std::to_string(own);
    Column places;
    for (const std::int32_t i : entries) places.push_back(place_of(i));
    const std::string place = "s[" + address(places) + "]";
    const auto [found, fresh] = reads_.emplace(place, static_cast<int>(reads_.size()));
    if (fresh) loads_ += "  const double e" + std::to_string(found->second) + " = " + place + ";\n";
    const std::string name = "e" + std::to_string(found->second);
    return mask ? "(" + name + " != 0.0)" : name;
  }
  // Places that keep their distance from call to call need one column.
  std::string address(const Column& places) {
    Column shape;
    for (const std::int32_t p : places) shape.push_back(p - places.front());
    const auto [found, fresh] = bases_.emplace(shape, static_cast<int>(places_.size()));
    if (fresh) places_.push_back(places);
    const int offset = places.front() - places_[static_cast<std::size_t>(found->second)].front();
    const std::string base = "x[" + std::to_string(found->second) + "]";
    if (offset == 0) return base;
    return base + (offset < 0 ? " - " : " + ") + std::to_string(std::abs(offset));
  }
  [[nodiscard]] int pattern_place(std::int32_t i) const {
    if (node(i).op == Op::input || node(i).op == Op::constant) return -1;
    const auto found = std::lower_bound(s_.order().begin(), s_.order().end(), i);
    const auto place = static_cast<int>(found - s_.order().begin()) - r_.starts.front();
    return place >= 0 && place < r_.length ? place : -1;
  }

  // Where a result goes, for all calls.
  void write(int k) {
    Column places;
    for (std::size_t row = 0; row < r_.starts.size(); ++row)
      places.push_back(l_.slot(statement(row, k)));
    if (places.front() >= 0) writes_[k] = address(places);
  }

  [[nodiscard]] std::string number_table(const std::string& rows) const {
    std::string text = "static const double " + stem_ + "_k[" + rows + "][" +
                       std::to_string(numbers_.size()) + "] = {\n";
    for (std::size_t row = 0; row < r_.starts.size(); ++row) {
      text += "    {";
      for (std::size_t c = 0; c < numbers_.size(); ++c)
        text += (c == 0 ? "" : ", ") + c_number(number(numbers_[c][row]));
      text += "}," + about(row) + "\n";
    }
    return text + "};\n";
  }
  [[nodiscard]] std::string place_table(const std::string& rows) const {
    std::string text = std::string("static const ") + index_type() + " " + stem_ + "_x[" + rows +
                       "][" + std::to_string(places_.size()) + "] = {\n";
    for (std::size_t row = 0; row < r_.starts.size(); ++row) {
      text += "    {";
      for (std::size_t c = 0; c < places_.size(); ++c)
        text += (c == 0 ? "" : ", ") + std::to_string(places_[c][row]);
      text += "}," + (numbers_.empty() ? about(row) : "") + "\n";
    }
    return text + "};\n";
  }
  // What the first named quantity of a call is.
  [[nodiscard]] std::string about(std::size_t row) const {
    for (int k = 0; comments_ && k < r_.length; ++k) {
      const auto note = notes_.find(statement(row, k));
      if (note != notes_.end()) return " /* " + comment_text(note->second) + " ... */";
    }
    return "";
  }

  std::string body() {
    const Expressions expressions(p_, s_, prefix_,
                                  [&](OperandPlace place) { return names_.at(place); });
    std::string text = loads_;
    for (int k = 0; k < r_.length; ++k) {
      const std::int32_t i = statement(0, k);
      const bool mask = node(i).op == Op::less;
      const std::string own = (mask ? "m" : "t") + std::to_string(k);
      text += std::string(mask ? "  const int " : "  const double ") + own + " = " +
              expressions.of(i) + ";";
      if (s_.watched(i)) text += " ok &= " + own + ";";
      const auto note = notes_.find(i);
      if (comments_ && note != notes_.end()) text += " /* " + comment_text(note->second) + " */";
      text += "\n";
    }
    for (const auto& [k, at] : writes_) {
      const bool mask = node(statement(0, k)).op == Op::less;
      text += "  s[" + at + "] = " + (mask ? "m" : "t") + std::to_string(k) + ";\n";
    }
    return text;
  }

  const Program& p_;
  const Statements& s_;
  const Layout& l_;
  const Routine& r_;
  std::string prefix_, stem_;
  bool comments_;
  std::map<std::int32_t, std::string> notes_;
  std::map<OperandPlace, std::string> names_;
  std::vector<Column> numbers_, places_;
  std::map<Column, int> known_numbers_, bases_;
  std::map<int, std::string> writes_;  ///< statement -> place
  std::map<std::string, int> reads_;
  std::string loads_;
};

}  // namespace

RoutineText emit_routine(const Program& program, const Statements& statements, const Layout& layout,
                         const Routine& routine, const std::string& prefix, const std::string& stem,
                         bool comments) {
  return RoutineWriter(program, statements, layout, routine, prefix, stem, comments).text();
}

}  // namespace treadle
