#include "elementary_code.hpp"

#include <algorithm>
#include <array>

namespace treadle {

namespace {

// '@' becomes the prefix, '#' 1 or 4: what one body needs to stand for both.
const char* const words = R"(
/* Elementary functions: the same operations for one number and for four side by side. */
#if defined(__GNUC__)
#define @OWN static __attribute__((unused))
#else
#define @OWN static
#endif
typedef union { double x; long long i; } @number;
@OWN long long @bits(double x) { @number n; n.x = x; return n.i; }
@OWN double @real(long long i) { @number n; n.i = i; return n.x; }
#define @D1 double
#define @I1 long long
#define @SET1(c) (c)
#define @ISET1(c) (c)
#define @BITS1(x) @bits(x)
#define @REAL1(i) @real(i)
#define @LESS1(a, b) ((a) < (b))
#define @BELOW1(i) ((i) < 0)
#define @ODD1(i) (((i) & 1) != 0)
#define @SEL1(m, a, b) ((m) ? (a) : (b))
#define @FMA1(a, b, c) @FMA(a, b, c)
#if defined(__GNUC__)
typedef double @D4 __attribute__((vector_size(32)));
typedef long long @I4 __attribute__((vector_size(32)));
#define @SET4(c) ((@D4){(c), (c), (c), (c)})
#define @ISET4(c) ((@I4){(c), (c), (c), (c)})
#define @BITS4(x) ((@I4)(x))
#define @REAL4(i) ((@D4)(i))
#define @LESS4(a, b) ((@I4)((a) < (b)))
#define @BELOW4(i) ((i) < @ISET4(0))
#define @ODD4(i) (-((i) & @ISET4(1)))
#define @SEL4(m, a, b) @REAL4(((m) & @BITS4(a)) | (~(m) & @BITS4(b)))
#if defined(__AVX__) && defined(__FMA__)
#define @FMA4(a, b, c) ((@D4)__builtin_ia32_vfmaddpd256((a), (b), (c)))
#elif defined(FP_FAST_FMA) || defined(__ARM_FEATURE_FMA)
@OWN @D4 @fma4(@D4 a, @D4 b, @D4 c) {
  return (@D4){fma(a[0], b[0], c[0]), fma(a[1], b[1], c[1]), fma(a[2], b[2], c[2]), fma(a[3], b[3], c[3])};
}
#define @FMA4(a, b, c) @fma4((a), (b), (c))
#else
#define @FMA4(a, b, c) ((a) * (b) + (c))
#endif
#endif
)";

/// A function: the numbers it takes, what sends a number to the C library, and its body, which
/// leaves the value in r.
struct Elementary {
  Op op;
  const char* name;
  int takes;
  const char* far;  ///< a condition on x and y; "" where there is none
  const char* body;
};

// (X27): x = k pi/2 + r with pi/2 in three parts, |r| <= pi/4.
#define TREADLE_QUARTERS                                                                \
  "  const @D# t = @FMA#(x, @SET#(0.6366197723675814), @SET#(6755399441055744.0));\n"   \
  "  const @D# k = t - @SET#(6755399441055744.0);\n"                                    \
  "  const @D# a = @FMA#(-k, @SET#(1.5707963267341256), x);\n"                          \
  "  const @D# b = @FMA#(-k, @SET#(6.077100506303966e-11), a);\n"                       \
  "  const @D# w = @FMA#(-k, @SET#(2.0222662487959506e-21), b);\n"                      \
  "  const @D# z = w * w;\n"                                                            \
  "  @D# s = @FMA#(z, @SET#(-7.586636882825159e-13), @SET#(1.6058530596645953e-10));\n" \
  "  @D# c = @FMA#(z, @SET#(-1.138254464534925e-11), @SET#(2.087614504941318e-09));\n"  \
  "  s = @FMA#(z, s, @SET#(-2.50521062259944e-08));\n"                                  \
  "  c = @FMA#(z, c, @SET#(-2.755731726587808e-07));\n"                                 \
  "  s = @FMA#(z, s, @SET#(2.755731921932058e-06));\n"                                  \
  "  c = @FMA#(z, c, @SET#(2.48015872987544e-05));\n"                                   \
  "  s = @FMA#(z, s, @SET#(-0.0001984126984126504));\n"                                 \
  "  c = @FMA#(z, c, @SET#(-0.0013888888888887389));\n"                                 \
  "  s = @FMA#(z, s, @SET#(0.008333333333333331));\n"                                   \
  "  c = @FMA#(z, c, @SET#(0.041666666666666664));\n"                                   \
  "  s = @FMA#(z, s, @SET#(-0.16666666666666666));\n"                                   \
  "  s = @FMA#(w * z, s, w);\n"                                                         \
  "  c = @FMA#(z * z, c, @FMA#(@SET#(-0.5), z, @SET#(1.0)));\n"

// x = k ln 2 + w, p = exp(w) - 1, m = 2^k   (X28)
#define TREADLE_POWERS                                                                \
  "  const @D# t = @FMA#(u, @SET#(1.4426950408889634), @SET#(6755399441055744.0));\n" \
  "  const @D# k = t - @SET#(6755399441055744.0);\n"                                  \
  "  const @D# a = @FMA#(-k, @SET#(0.6931471804855391), u);\n"                        \
  "  const @D# w = @FMA#(-k, @SET#(7.440617110012397e-11), a);\n"                     \
  "  const @D# m = @REAL#((@BITS#(t) + @ISET#(1023)) << 52);\n"                       \
  "  @D# p = @FMA#(w, @SET#(2.09147553258932e-09), @SET#(2.5105312729622103e-08));\n" \
  "  p = @FMA#(w, p, @SET#(2.755727347871858e-07));\n"                                \
  "  p = @FMA#(w, p, @SET#(2.755725517000089e-06));\n"                                \
  "  p = @FMA#(w, p, @SET#(2.480158732567746e-05));\n"                                \
  "  p = @FMA#(w, p, @SET#(0.0001984126987500228));\n"                                \
  "  p = @FMA#(w, p, @SET#(0.0013888888888883711));\n"                                \
  "  p = @FMA#(w, p, @SET#(0.008333333333326084));\n"                                 \
  "  p = @FMA#(w, p, @SET#(0.04166666666666667));\n"                                  \
  "  p = @FMA#(w, p, @SET#(0.1666666666666667));\n"                                   \
  "  p = @FMA#(w, p, @SET#(0.5));\n"                                                  \
  "  p = @FMA#(w * w, p, w);\n"

const std::array<Elementary, 5> all_functions{{
    {Op::sine, "sin", 1, "!(fabs(x) < 1e6)",
     TREADLE_QUARTERS "  const @D# r = @REAL#(@BITS#(@SEL#(@ODD#(@BITS#(t)), c, s)) ^\n"
                      "                       ((@BITS#(t) & @ISET#(2)) << 62));\n"},
    {Op::cosine, "cos", 1, "!(fabs(x) < 1e6)",
     TREADLE_QUARTERS "  const @D# r = @REAL#(@BITS#(@SEL#(@ODD#(@BITS#(t)), s, c)) ^\n"
                      "                       (((@BITS#(t) + @ISET#(1)) & @ISET#(2)) << 62));\n"},
    // the smaller of |x| and |y| over the larger, brought below tan(pi/8)   (X29)
    {Op::atan2, "atan2", 2, "",
     R"(  const @D# ax = @REAL#(@BITS#(x) & @ISET#(0x7fffffffffffffffLL));
  const @D# ay = @REAL#(@BITS#(y) & @ISET#(0x7fffffffffffffffLL));
  const @D# most = @SEL#(@LESS#(ax, ay), ay, ax), least = @SEL#(@LESS#(ax, ay), ax, ay);
  const @D# edge = @SET#(0.41421356237309503) * most;
  const @D# above = @SEL#(@LESS#(edge, least), least - most, least);
  const @D# under = @SEL#(@LESS#(edge, least), most + least, most);
  const @D# w = above / @SEL#(@LESS#(under, @SET#(5e-324)), @SET#(1.0), under);
  const @D# z = w * w;
  @D# p = @FMA#(z, @SET#(-0.019175404711104935), @SET#(0.03923044778479309));
  p = @FMA#(z, p, @SET#(-0.050854078345894844));
  p = @FMA#(z, p, @SET#(0.05858140904866328));
  p = @FMA#(z, p, @SET#(-0.06664510525508936));
  p = @FMA#(z, p, @SET#(0.07692183125376892));
  p = @FMA#(z, p, @SET#(-0.0909090457530649));
  p = @FMA#(z, p, @SET#(0.11111111015187018));
  p = @FMA#(z, p, @SET#(-0.14285714284665682));
  p = @FMA#(z, p, @SET#(0.19999999999995516));
  p = @FMA#(z, p, @SET#(-0.3333333333333333));
  p = @FMA#(w * z, p, w);
  p = @SEL#(@LESS#(edge, least), @SET#(0.7853981633974483) + (p + @SET#(3.061616997868383e-17)), p);
  p = @SEL#(@LESS#(ax, ay), @SET#(1.5707963267948966) - (p - @SET#(6.123233995736766e-17)), p);
  p = @SEL#(@BELOW#(@BITS#(x)), @SET#(3.141592653589793) - (p - @SET#(1.2246467991473532e-16)), p);
  const @D# r = @REAL#((@BITS#(p) & @ISET#(0x7fffffffffffffffLL)) |
                       (@BITS#(y) & ~@ISET#(0x7fffffffffffffffLL)));
)"},
    {Op::exp, "exp", 1, "!(fabs(x) < 700.0)",
     "  const @D# u = x;\n" TREADLE_POWERS "  const @D# r = @FMA#(m, p, m);\n"},
    // (e^2|x| - 1) / (e^2|x| + 1), which is 1 beyond 22
    {Op::tanh, "tanh", 1, "",
     "  const @D# twice = @SET#(2.0) * @REAL#(@BITS#(x) & @ISET#(0x7fffffffffffffffLL));\n"
     "  const @D# u = @SEL#(@LESS#(@SET#(44.0), twice), @SET#(44.0), twice);\n" TREADLE_POWERS
     "  const @D# e = @FMA#(m, p, m - @SET#(1.0)), h = e / (e + @SET#(2.0));\n"
     "  const @D# r = @REAL#(@BITS#(h) | (@BITS#(x) & ~@ISET#(0x7fffffffffffffffLL)));\n"},
}};

#undef TREADLE_QUARTERS
#undef TREADLE_POWERS

void replace(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

std::string body_of(const Elementary& f, const char* width) {
  std::string text = f.body;
  replace(text, "#", width);
  return text;
}

// `y0, y1, y2, y3`
std::string four(const std::string& name) {
  std::string text;
  for (const char* k : {"0", "1", "2", "3"}) text += (text.empty() ? "" : ", ") + name + k;
  return text;
}

std::string each_by_itself(const Elementary& f) {
  std::string text;
  for (const std::string k : {"0", "1", "2", "3"})
    text += "    out[" + k + "] = @" + f.name + "_1(" + (f.takes == 2 ? "y" + k + ", " : "") + "x" +
            k + ");\n";
  return text;
}

std::string text_of(const Elementary& f) {
  const bool two = f.takes == 2;
  const std::string name = f.name, far = f.far;
  std::string text = "@OWN double @" + name + "_1(" + (two ? "double y, " : "") + "double x) {\n";
  if (!far.empty()) text += "  if (" + far + ") return " + name + "(x);\n";
  text += "  {\n" + body_of(f, "1") + "  return r;\n  }\n}\n";
  text += "@OWN void @" + name + "_4(double *restrict out";
  for (const char* number : {"y", "x"}) {
    if (*number == 'y' && !two) continue;
    for (const char* k : {"0", "1", "2", "3"}) text += std::string(", double ") + number + k;
  }
  text += ") {\n#if defined(__GNUC__)\n";
  if (!far.empty()) {
    text += "  if (";
    for (const std::string k : {"0", "1", "2", "3"}) {
      std::string one = far;
      replace(one, "(x)", "(x" + k + ")");
      text += (k == "0" ? "" : " || ") + one;
    }
    text += ") {\n" + each_by_itself(f) + "    return;\n  }\n";
  }
  text += std::string("  {\n  const @D4 x = {") + four("x") + "}" +
          (two ? ", y = {" + four("y") + "}" : "") + ";\n" + body_of(f, "4");
  text += "  out[0] = r[0]; out[1] = r[1]; out[2] = r[2]; out[3] = r[3];\n  }\n#else\n";
  return text + each_by_itself(f) + "#endif\n}\n";
}

bool uses_function(const Program& program, Op op) {
  const std::vector<char> live = live_nodes(program.graph, program.wanted);
  for (std::size_t i = 0; i < live.size(); ++i) {
    if (live[i] != 0 && program.graph.nodes()[i].op == op) return true;
  }
  return false;
}

}  // namespace

const char* elementary_name(Op op) {
  const auto* const found = std::find_if(all_functions.begin(), all_functions.end(),
                                         [op](const Elementary& f) { return f.op == op; });
  return found == all_functions.end() ? "" : found->name;
}

bool goes_side_by_side(Op op) { return *elementary_name(op) != '\0'; }

std::string elementary_functions(const std::vector<const Program*>& programs,
                                 const std::string& prefix) {
  std::string text;
  for (const Elementary& f : all_functions) {
    if (std::any_of(programs.begin(), programs.end(),
                    [&](const Program* p) { return uses_function(*p, f.op); }))
      text += text_of(f);
  }
  if (text.empty()) return text;
  text = words + text;
  replace(text, "@", prefix + "_");
  return text;
}

}  // namespace treadle
