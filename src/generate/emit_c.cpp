#include "emit_c.hpp"

#include "elementary_code.hpp"
#include "emit_routine.hpp"
#include "expressions.hpp"
#include "layout.hpp"
#include "lookup_code.hpp"
#include "side_by_side_calls.hpp"

#include <algorithm>
#include <map>
#include <span>

namespace treadle {

namespace {

// Straight code longer than this many statements leaves the nearest cache of instructions: 32 kB at
// 13.5 bytes each. (X21)
constexpr long longest_straight = 2400;
// Routines must make the code so many times shorter.
constexpr long least_shortening = 4;

long written_statements(const Statements& statements, const std::vector<Routine>& routines) {
  long written = static_cast<long>(statements.order().size());
  for (const Routine& r : routines)
    written -= static_cast<long>(r.starts.size() - 1) * static_cast<long>(r.length);
  return written;
}

std::vector<Routine> chosen_routines(const Program& program, const Statements& statements,
                                     RoutineUse use) {
  const auto all = static_cast<long>(statements.order().size());
  if (use == RoutineUse::off || (use == RoutineUse::automatic && all <= longest_straight))
    return {};
  std::vector<Routine> routines = find_routines(program, statements);
  if (use == RoutineUse::automatic &&
      least_shortening * written_statements(statements, routines) > all)
    return {};
  return routines;
}

/// Writes the functions of one program.
class Writer {
 public:
  Writer(const Program& program, const EmitOptions& options)
      : p_(program),
        o_(options),
        stem_(options.prefix + "_" + program.name),
        s_(program),
        routines_(chosen_routines(program, s_, options.routines)),
        l_(program, s_, routines_, options.part),
        expressions_(program, s_, options.prefix,
                     [this](OperandPlace place) { return name(place); }) {
    for (const auto& [node, text] : p_.notes) notes_.emplace(node, text);
    for (std::size_t k = 0; k < p_.wanted.size(); ++k)
      writes_[p_.wanted[k].node()].push_back(static_cast<int>(k));
  }

  std::string all() {
    std::string text;
    for (std::size_t r = 0; r < routines_.size(); ++r) {
      const RoutineText routine =
          emit_routine(p_, s_, l_, routines_[r], o_.prefix,
                       stem_ + "_routine" + std::to_string(r + 1), o_.comments);
      text += "/* " + std::to_string(routines_[r].length) + " statements in " +
              std::to_string(routines_[r].starts.size()) + " places */\n" + routine.definition;
      calls_.push_back(routine.call);
    }
    if (l_.parts() == 1) {
      text += head("int", stem_, "") + " {\n" + unused() + scratch() + body(0);
      return text + rest_of_outputs() + status() + "}\n";
    }
    for (int part = 0; part < l_.parts(); ++part) {
      text += head("static int", part_name(part), ", double *restrict s") + " {\n" + unused() +
              "  int ok = 1;\n  (void)s;\n" + body(part) + "  return ok;\n}\n\n";
    }
    text += head("int", stem_, "") + " {\n" + scratch();
    for (int part = 0; part < l_.parts(); ++part)
      text += "  ok &= " + part_name(part) + "(" + arguments() + "out, s);\n";
    return text + rest_of_outputs() + status() + "}\n";
  }

  std::string declaration() { return head("int", stem_, "") + ";\n"; }

 private:
  [[nodiscard]] const Node& node(std::int32_t i) const {
    return p_.graph.nodes()[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] std::string part_name(int part) const {
    return stem_ + "_part" + std::to_string(part + 1);
  }
  [[nodiscard]] std::string head(const std::string& type, const std::string& name,
                                 const std::string& more) const {
    std::string text = type + " " + name + "(";
    for (const InputArray& array : p_.inputs)
      text += "const double *restrict " + array.symbol + ", ";
    return text + "double *restrict out" + more + ")";
  }
  [[nodiscard]] std::string arguments() const {
    std::string text;
    for (const InputArray& array : p_.inputs) text += array.symbol + ", ";
    return text;
  }
  [[nodiscard]] std::string unused() const {
    std::string text = " ";
    for (const InputArray& array : p_.inputs) text += " (void)" + array.symbol + ";";
    return text + " (void)out;\n";
  }
  // Where values stand that cross from piece to piece; routines find the inputs there, too.
  [[nodiscard]] std::string scratch() const {
    std::string text;
    if (l_.slots() > 0 || l_.parts() > 1)
      text += "  double s[" + std::to_string(std::max(1, l_.slots())) + "];\n";
    text += std::string("  int ok = ") + (s_.never_good() ? "0" : "1") + ";\n";
    if (routines_.empty()) return text;
    for (std::size_t a = 0; a < p_.inputs.size(); ++a) {
      const std::size_t count = p_.inputs[a].numbers.size();
      if (count > 0)
        text += "  for (int j = 0; j < " + std::to_string(count) + "; ++j) s[" +
                std::to_string(l_.copy_of(static_cast<int>(a))) + " + j] = " + p_.inputs[a].symbol +
                "[j];\n";
    }
    return text;
  }

  [[nodiscard]] bool is_mask(std::int32_t i) const { return node(i).op == Op::less; }
  [[nodiscard]] std::string own_name(std::int32_t i) const {
    return (is_mask(i) ? "m" : "t") + std::to_string(i);
  }
  [[nodiscard]] std::string plain_name(std::int32_t i) const {
    const Node& n = node(i);
    if (n.op == Op::constant) return c_number(p_.graph.constants()[static_cast<std::size_t>(n.a)]);
    return p_.inputs[static_cast<std::size_t>(n.a)].symbol + "[" + std::to_string(n.b) + "]";
  }
  // How an operand is read in the piece being written.
  [[nodiscard]] std::string name(OperandPlace place) const {
    const std::int32_t i = operand_at(node(place.node), place.which) >> 1;
    if (node(i).op == Op::constant || node(i).op == Op::input) return plain_name(i);
    if (l_.local(i, piece_)) return own_name(i);
    const std::string at = "s[" + std::to_string(l_.slot(i)) + "]";
    return is_mask(i) ? "(" + at + " != 0.0)" : at;
  }

  std::string body(int part) {
    std::string text;
    std::size_t mark = 0;
    const std::vector<Piece>& pieces = l_.pieces();
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      const Piece& piece = pieces[k];
      if (piece.part != part) continue;
      if (piece.routine >= 0) {
        int rows = 1;  // calls one after the other are a loop
        while (k + 1 < pieces.size() && pieces[k + 1].part == part &&
               pieces[k + 1].routine == piece.routine && pieces[k + 1].row == piece.row + rows) {
          ++rows;
          ++k;
        }
        text += calls(piece, rows);
        continue;
      }
      piece_ = static_cast<int>(k);
      int called = 0;  // before this one, of neighbours that share a call
      for (int j = 0; j < piece.count; ++j) {
        const std::int32_t i = s_.order()[static_cast<std::size_t>(piece.first + j)];
        if (j >= called) {
          const auto some = neighbours(piece, j);
          if (some.size() > 1) text += shared_call(some);
          called = j + static_cast<int>(std::max<std::size_t>(some.size(), 1));
        }
        for (; mark < p_.marks.size() && p_.marks[mark].first <= i; ++mark) {
          if (o_.comments && (mark + 1 == p_.marks.size() || p_.marks[mark + 1].first > i))
            text += "\n  /* " + comment_text(p_.marks[mark].second) + " */\n";
        }
        text += statement(i);
      }
    }
    return text;
  }

  [[nodiscard]] std::string calls(const Piece& piece, int rows) const {
    std::string call = calls_[static_cast<std::size_t>(piece.routine)], begin = "  ";
    std::string row = std::to_string(piece.row);
    if (rows > 1) {
      begin += "for (int r = " + row + "; r < " + std::to_string(piece.row + rows) + "; ++r) ";
      row = "r";
    }
    for (std::size_t at = 0; (at = call.find("ROW", at)) != std::string::npos;)
      call.replace(at, 3, row);
    return begin + call + "\n";
  }

  // Functions of one kind that stand side by side and do not need each other. (X26)
  [[nodiscard]] std::span<const std::int32_t> neighbours(const Piece& piece, int j) const {
    const auto all = std::span(s_.order())
                         .subspan(static_cast<std::size_t>(piece.first + j),
                                  static_cast<std::size_t>(piece.count - j));
    const Op op = node(all.front()).op;
    if (!goes_side_by_side(op)) return {};
    std::size_t count = 0;
    while (count < std::min(all.size(), most_side_by_side) && node(all[count]).op == op) {
      bool free = true;
      each_operand(node(all[count]),
                   [&](std::int32_t code) { free = free && (code >> 1) < all.front(); });
      if (!free) break;
      ++count;
    }
    return all.first(count);
  }
  std::string shared_call(std::span<const std::int32_t> some) {
    const std::string out = "w" + std::to_string(some.front());
    for (std::size_t k = 0; k < some.size(); ++k)
      shared_[some[k]] = out + "[" + std::to_string(k) + "]";
    return "  double " + out + "[" + std::to_string(most_side_by_side) + "]; " +
           expressions_.side_by_side(some, most_side_by_side, out) + ";\n";
  }

  std::string statement(std::int32_t i) {
    const std::string own = own_name(i);
    std::string text = is_mask(i) ? "  const int " : "  const double ";
    const auto shared = shared_.find(i);
    text += own + " = " + (shared != shared_.end() ? shared->second : expressions_.of(i)) + ";";
    if (s_.watched(i)) text += " ok &= " + own + ";";
    if (l_.slot(i) >= 0) text += " s[" + std::to_string(l_.slot(i)) + "] = " + own + ";";
    const auto writes = writes_.find(i);
    if (writes != writes_.end()) {
      for (const int k : writes->second)
        text += " out[" + std::to_string(k) +
                "] = " + (p_.wanted[static_cast<std::size_t>(k)].negative() ? "-" : "") + own + ";";
    }
    const auto note = notes_.find(i);
    if (o_.comments && note != notes_.end()) text += " /* " + comment_text(note->second) + " */";
    return text + "\n";
  }

  // Outputs that are constants or inputs, and what routines found.
  std::string rest_of_outputs() {
    std::string text, rows;
    int count = 0;
    for (std::size_t k = 0; k < p_.wanted.size(); ++k) {
      const Ref r = p_.wanted[k];
      const Op op = node(r.node()).op;
      if (op == Op::constant || op == Op::input) {
        text += "  out[" + std::to_string(k) + "] = " + (r.negative() ? "-" : "") +
                plain_name(r.node()) + ";\n";
      } else if (l_.pieces()[static_cast<std::size_t>(l_.piece_of(r.node()))].routine >= 0) {
        rows += std::string(count % 6 == 0 ? "\n        " : " ") + "{" + std::to_string(k) + ", " +
                std::to_string(l_.slot(r.node())) + ", " + (r.negative() ? "1" : "0") + "},";
        ++count;
      }
    }
    if (count == 0) return text;
    return text + "  {\n    static const int w[" + std::to_string(count) + "][3] = {" + rows +
           "\n    };\n    for (int j = 0; j < " + std::to_string(count) +
           "; ++j) out[w[j][0]] = w[j][2] ? -s[w[j][1]] : s[w[j][1]];\n  }\n";
  }

  [[nodiscard]] std::string status() const {
    const std::string count = std::to_string(p_.wanted.size());
    return "  {\n    int finite = 1;\n    for (int k = 0; k < " + count +
           "; ++k) finite &= out[k] - out[k] == 0.0;\n" +
           "    return (ok ? 0 : 1) | (finite ? 0 : 2);\n  }\n";
  }

  const Program& p_;
  const EmitOptions& o_;
  std::string stem_;
  Statements s_;
  std::vector<Routine> routines_;
  Layout l_;
  Expressions expressions_;
  std::map<std::int32_t, std::string> notes_;
  std::map<std::int32_t, std::vector<int>> writes_;
  std::vector<std::string> calls_;
  std::map<std::int32_t, std::string> shared_;  ///< what a call for several left for a node
  int piece_ = 0;
};

}  // namespace

CodeSize code_size(const Program& program, RoutineUse use) {
  const Statements statements(program);
  const std::vector<Routine> routines = chosen_routines(program, statements, use);
  CodeSize size;
  size.statements = static_cast<long>(statements.order().size());
  size.written = written_statements(statements, routines);
  size.routines = static_cast<int>(routines.size());
  for (const Routine& r : routines) size.calls += static_cast<int>(r.starts.size());
  size.straight = routines.empty();
  return size;
}

std::string emit_preamble(const std::vector<const Program*>& programs, const EmitOptions& options) {
  const std::string& prefix = options.prefix;
  return "#include <math.h>\n\n"
         "/* a b + c, rounded once where the machine can do that in one stroke */\n"
         "#if defined(FP_FAST_FMA) || defined(__FMA__) || defined(__ARM_FEATURE_FMA)\n#define " +
         prefix + "_FMA(a, b, c) fma(a, b, c)\n#else\n#define " + prefix +
         "_FMA(a, b, c) ((a) * (b) + (c))\n#endif\n" + elementary_functions(programs, prefix) +
         lookup_functions(programs, prefix);
}

std::string emit_program(const Program& program, const EmitOptions& options) {
  return lookup_tables(program, options.prefix) + "\n/* " + comment_text(program.words) + " */\n" +
         Writer(program, options).all();
}

std::string declare_program(const Program& program, const EmitOptions& options) {
  EmitOptions plain = options;  // the head alone
  plain.routines = RoutineUse::off;
  return Writer(program, plain).declaration();
}

}  // namespace treadle
