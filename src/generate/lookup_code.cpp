#include "lookup_code.hpp"

#include "c_words.hpp"

#include <algorithm>

namespace treadle {

namespace {

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

const char* const slope_code = R"(
/* Its slope at x. */
static double PREFIX_look_slope(const double (*table)[3], int count, double x) {
  int low = 0, high = count - 1;
  if (!(x > table[0][0])) return table[0][2];
  if (x >= table[high][0]) return table[high][2];
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (x < table[middle][0]) high = middle; else low = middle;
  }
  {
    const double h = table[low + 1][0] - table[low][0], s = (x - table[low][0]) / h;
    const double rise = (table[low + 1][1] - table[low][1]) / h;
    const double a = table[low][2] - rise, b = rise - table[low + 1][2];
    return rise + (1.0 - s) * ((1.0 - 3.0 * s) * a) + s * (2.0 - 3.0 * s) * b;
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

bool is_lookup(Op op) {
  return op == Op::lookup || op == Op::lookup_integral || op == Op::lookup_slope;
}

}  // namespace

std::string lookup_functions(const std::vector<const Program*>& programs,
                             const std::string& prefix) {
  const std::pair<Op, const char*> functions[] = {{Op::lookup, look_code},
                                                  {Op::lookup_integral, integral_code},
                                                  {Op::lookup_slope, slope_code}};
  std::string text;
  for (const auto& [op, code] : functions) {
    const bool needed = std::any_of(programs.begin(), programs.end(),
                                    [op = op](const Program* p) { return uses(*p, op); });
    if (needed) text += with_prefix(code, prefix);
  }
  return text;
}

std::string lookup_tables(const Program& program, const std::string& prefix) {
  std::vector<char> used(program.graph.tables().size(), 0);
  const std::vector<char> live = live_nodes(program.graph, program.wanted);
  for (std::size_t i = 0; i < live.size(); ++i) {
    const Node& n = program.graph.nodes()[i];
    if (live[i] != 0 && is_lookup(n.op)) used[static_cast<std::size_t>(n.b)] = 1;
  }
  std::string text;
  for (std::size_t t = 0; t < used.size(); ++t) {
    if (used[t] == 0) continue;
    const LookupTable& table = program.graph.tables()[t];
    text += "\nstatic const double " + prefix + "_" + program.name + "_table" + std::to_string(t) +
            "[" + std::to_string(table.x.size()) + "][3] = {\n";
    for (std::size_t k = 0; k < table.x.size(); ++k)
      text += "    {" + c_number(table.x[k]) + ", " + c_number(table.y[k]) + ", " +
              c_number(table.slope[k]) + "},\n";
    text += "};\n";
  }
  return text;
}

}  // namespace treadle
