#include "emit_c.hpp"

#include "statements.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>

namespace treadle {

namespace {

/// Writes the expressions of one program.
class Writer {
 public:
  Writer(const Program& program, const EmitOptions& options)
      : p_(program), o_(options), s_(program, options.part) {
    for (const auto& [node, text] : p_.notes) notes_.emplace(node, text);
    for (std::size_t k = 0; k < p_.wanted.size(); ++k)
      writes_[p_.wanted[k].node()].push_back(static_cast<int>(k));
  }

  std::string all() {
    std::string text;
    if (s_.parts() == 1) {
      text += head("int", o_.prefix + "_" + p_.name, "") + " {\n" + unused() + "  int ok = 1;\n";
      text += body(0) + rest_of_outputs() + status() + "}\n";
      return text;
    }
    for (int part = 0; part < s_.parts(); ++part) {
      text += head("static int", part_name(part), ", double *restrict s") + " {\n" + unused() +
              "  int ok = 1;\n  (void)s;\n" + body(part) + "  return ok;\n}\n\n";
    }
    text += head("int", o_.prefix + "_" + p_.name, "") + " {\n  double s[" +
            std::to_string(std::max(1, s_.slots())) + "];\n  int ok = 1;\n";
    for (int part = 0; part < s_.parts(); ++part)
      text += "  ok &= " + part_name(part) + "(" + arguments() + "out, s);\n";
    return text + rest_of_outputs() + status() + "}\n";
  }

  std::string declaration() { return head("int", o_.prefix + "_" + p_.name, "") + ";\n"; }

 private:
  [[nodiscard]] const Node& node(std::int32_t i) const {
    return p_.graph.nodes()[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] std::string part_name(int part) const {
    return o_.prefix + "_" + p_.name + "_part" + std::to_string(part + 1);
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
  [[nodiscard]] bool is_mask(std::int32_t i) const { return node(i).op == Op::less; }

  // How a value is read in the function being written.
  std::string name(std::int32_t i) {
    const Node& n = node(i);
    if (n.op == Op::constant) return c_number(p_.graph.constants()[static_cast<std::size_t>(n.a)]);
    if (n.op == Op::input)
      return p_.inputs[static_cast<std::size_t>(n.a)].symbol + "[" + std::to_string(n.b) + "]";
    if (s_.inside(i)) return "(" + expression(i) + ")";
    if (s_.part_of(i) != part_) {
      const std::string place = "s[" + std::to_string(s_.slot(i)) + "]";
      return is_mask(i) ? "(" + place + " != 0.0)" : place;
    }
    return (is_mask(i) ? "m" : "t") + std::to_string(i);
  }
  std::string operand(std::int32_t code) {
    const std::string plain = name(code >> 1);
    return (code & 1) != 0 ? "-" + plain : plain;
  }
  std::string call(const char* function, const Node& n) {
    std::string text = std::string(function) + "(" + operand(n.a);
    if (operands(n.op) > 1) text += ", " + operand(n.b);
    return text + ")";
  }
  // Inside a sum no brackets are needed around products.
  std::string term(std::int32_t code) {
    const std::int32_t i = code >> 1;
    return (code & 1) == 0 && node(i).op == Op::mul && s_.inside(i) ? expression(i) : operand(code);
  }
  std::string product(const Node& n) {
    const auto inner = [&](std::int32_t code) {
      const std::int32_t i = code >> 1;
      return node(i).op == Op::inverse && s_.inside(i);
    };
    if (inner(n.b)) return operand(n.a) + " / " + operand(node(n.b >> 1).a);
    if (inner(n.a)) return operand(n.b) + " / " + operand(node(n.a >> 1).a);
    return operand(n.a) + " * " + operand(n.b);
  }
  std::string expression(std::int32_t i) {
    const Node& n = node(i);
    switch (n.op) {
      case Op::add:
        return term(n.a) + " + " + term(n.b);
      case Op::sub:
        return term(n.a) + " - " + term(n.b);
      case Op::mul:
        return product(n);
      case Op::inverse:
        return "1.0 / " + operand(n.a);
      case Op::root:
        return call("sqrt", n);
      case Op::sine:
        return call("sin", n);
      case Op::cosine:
        return call("cos", n);
      case Op::atan2:
        return call("atan2", n);
      case Op::exp:
        return call("exp", n);
      case Op::log:
        return call("log", n);
      case Op::tanh:
        return call("tanh", n);
      case Op::abs:
        return call("fabs", n);
      case Op::min:
        return operand(n.b) + " < " + operand(n.a) + " ? " + operand(n.b) + " : " + operand(n.a);
      case Op::max:
        return operand(n.a) + " < " + operand(n.b) + " ? " + operand(n.b) + " : " + operand(n.a);
      case Op::less:
        return operand(n.a) + " < " + operand(n.b);
      case Op::select:
        return operand(n.a) + " ? " + operand(n.b) + " : " + operand(n.c);
      case Op::lookup:
      case Op::lookup_integral: {
        const std::string table = o_.prefix + "_" + p_.name + "_table" + std::to_string(n.b);
        const std::size_t count = p_.graph.tables()[static_cast<std::size_t>(n.b)].x.size();
        return o_.prefix + (n.op == Op::lookup ? "_look(" : "_look_integral(") + table + ", " +
               std::to_string(count) + ", " + operand(n.a) + ")";
      }
      default:
        return name(i);
    }
  }

  std::string body(int part) {
    part_ = part;
    std::string text;
    std::size_t mark = 0;
    for (const std::int32_t i : s_.order()) {
      if (s_.part_of(i) != part) continue;
      for (; mark < p_.marks.size() && p_.marks[mark].first <= i; ++mark) {
        if (o_.comments && (mark + 1 == p_.marks.size() || p_.marks[mark + 1].first > i))
          text += "\n  /* " + p_.marks[mark].second + " */\n";
      }
      text += statement(i);
    }
    for (const Ref r : s_.watched()) {
      if (s_.part_of(r.node()) != part) continue;
      text += "  ok &= " + (s_.inside(r.node()) ? expression(r.node()) : name(r.node())) + ";\n";
    }
    return text;
  }

  std::string statement(std::int32_t i) {
    const std::string own = (is_mask(i) ? "m" : "t") + std::to_string(i);
    std::string text = is_mask(i) ? "  const int " : "  const double ";
    text += own + " = " + expression(i) + ";";
    if (s_.slot(i) >= 0) text += " s[" + std::to_string(s_.slot(i)) + "] = " + own + ";";
    const auto writes = writes_.find(i);
    if (writes != writes_.end()) {
      for (const int k : writes->second)
        text += " out[" + std::to_string(k) +
                "] = " + (p_.wanted[static_cast<std::size_t>(k)].negative() ? "-" : "") + own + ";";
    }
    const auto note = notes_.find(i);
    if (o_.comments && note != notes_.end()) text += " /* " + harmless(note->second) + " */";
    return text + "\n";
  }

  // Outputs that are constants or inputs.
  std::string rest_of_outputs() {
    std::string text;
    for (std::size_t k = 0; k < p_.wanted.size(); ++k) {
      const Op op = node(p_.wanted[k].node()).op;
      if (op == Op::constant || op == Op::input)
        text += "  out[" + std::to_string(k) + "] = " + operand(p_.wanted[k].code) + ";\n";
    }
    return text;
  }

  [[nodiscard]] std::string status() const {
    const std::string count = std::to_string(p_.wanted.size());
    return "  {\n    int finite = 1;\n    for (int k = 0; k < " + count +
           "; ++k) finite &= out[k] - out[k] == 0.0;\n" +
           "    return (ok ? 0 : 1) | (finite ? 0 : 2);\n  }\n";
  }

  static std::string harmless(std::string text) {
    for (std::size_t at = 0; (at = text.find("*/", at)) != std::string::npos;) text[at] = '.';
    return text;
  }

  const Program& p_;
  const EmitOptions& o_;
  Statements s_;
  std::map<std::int32_t, std::string> notes_;
  std::map<std::int32_t, std::vector<int>> writes_;
  int part_ = 0;
};

const char* const look_code = R"(
/* Value of a piecewise cubic at x; straight outside its points. Rows: place, value, slope. */
static double PREFIX_look(const double (*table)[3], int count, double x) {
  int low = 0, high = count - 1;
  if (!(x > table[0][0])) return table[0][1] + table[0][2] * (x - table[0][0]);
  if (x >= table[high][0]) return table[high][1] + table[high][2] * (x - table[high][0]);
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (x < table[middle][0]) high = middle; else low = middle;
  }
  {
    const double h = table[low + 1][0] - table[low][0], s = (x - table[low][0]) / h;
    const double rise = (table[low + 1][1] - table[low][1]) / h;
    const double a = table[low][2] - rise, b = rise - table[low + 1][2];
    return table[low][1] + h * s * (rise + (1.0 - s) * ((1.0 - s) * a + s * b));
  }
}
)";

const char* const integral_code = R"(
/* Its integral from the first point to x. */
static double PREFIX_look_integral(const double (*table)[3], int count, double x) {
  double sum = 0.0;
  const int last = count - 1;
  if (!(x > table[0][0])) {
    const double dx = x - table[0][0];
    return dx * (table[0][1] + 0.5 * table[0][2] * dx);
  }
  for (int i = 0; i < last; ++i) {
    const double h = table[i + 1][0] - table[i][0], rise = (table[i + 1][1] - table[i][1]) / h;
    const double a = table[i][2] - rise, b = rise - table[i + 1][2];
    const double s = x < table[i + 1][0] ? (x - table[i][0]) / h : 1.0;
    sum += h * s * (table[i][1] + h * s * (0.5 * (rise + a) +
                                           s * ((b - 2.0 * a) / 3.0 + 0.25 * s * (a - b))));
    if (x < table[i + 1][0]) return sum;
  }
  {
    const double dx = x - table[last][0];
    return sum + dx * (table[last][1] + 0.5 * table[last][2] * dx);
  }
}
)";

std::string with_prefix(std::string text, const std::string& prefix) {
  for (std::size_t at = 0; (at = text.find("PREFIX", at)) != std::string::npos;)
    text.replace(at, 6, prefix);
  return text;
}

bool uses(const Program& program, Op op) {
  const std::vector<char> live = live_nodes(program.graph, program.wanted);
  for (std::size_t i = 0; i < live.size(); ++i) {
    if (live[i] != 0 && program.graph.nodes()[i].op == op) return true;
  }
  return false;
}

std::string tables_of(const Program& program, const EmitOptions& o) {
  std::vector<char> used(program.graph.tables().size(), 0);
  const std::vector<char> live = live_nodes(program.graph, program.wanted);
  for (std::size_t i = 0; i < live.size(); ++i) {
    const Node& n = program.graph.nodes()[i];
    if (live[i] != 0 && (n.op == Op::lookup || n.op == Op::lookup_integral))
      used[static_cast<std::size_t>(n.b)] = 1;
  }
  std::string text;
  for (std::size_t t = 0; t < used.size(); ++t) {
    if (used[t] == 0) continue;
    const LookupTable& table = program.graph.tables()[t];
    text += "\nstatic const double " + o.prefix + "_" + program.name + "_table" +
            std::to_string(t) + "[" + std::to_string(table.x.size()) + "][3] = {\n";
    for (std::size_t k = 0; k < table.x.size(); ++k)
      text += "    {" + c_number(table.x[k]) + ", " + c_number(table.y[k]) + ", " +
              c_number(table.slope[k]) + "},\n";
    text += "};\n";
  }
  return text;
}

}  // namespace

std::string c_number(double x) {
  if (std::isnan(x)) return "(0.0 / 0.0)";
  if (std::isinf(x)) return x < 0.0 ? "(-HUGE_VAL)" : "HUGE_VAL";
  std::array<char, 40> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), x);
  std::string text(digits.data(), end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string c_identifier(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const auto u = static_cast<unsigned char>(c);
    out += u < 128 && std::isalnum(u) != 0 ? static_cast<char>(std::tolower(u)) : '_';
  }
  if (out.empty() || std::isdigit(static_cast<unsigned char>(out[0])) != 0) out = "m" + out;
  return out;
}

std::string emit_preamble(const std::vector<const Program*>& programs, const EmitOptions& options) {
  std::string text = "#include <math.h>\n";
  const auto any = [&](Op op) {
    return std::any_of(programs.begin(), programs.end(),
                       [&](const Program* p) { return uses(*p, op); });
  };
  if (any(Op::lookup)) text += with_prefix(look_code, options.prefix);
  if (any(Op::lookup_integral)) text += with_prefix(integral_code, options.prefix);
  return text;
}

std::string emit_program(const Program& program, const EmitOptions& options) {
  return tables_of(program, options) + "\n/* " + program.words + " */\n" +
         Writer(program, options).all();
}

std::string declare_program(const Program& program, const EmitOptions& options) {
  return Writer(program, options).declaration();
}

}  // namespace treadle
