// Code that stands alone: clean under two compilers, its own test passes, names are found again.
#include "src/generate/standalone.hpp"
#include "src/base/error.hpp"
#include "src/generate/cache.hpp"
#include "src/generate/emit_c.hpp"
#include "src/io/reading/read_model.hpp"
#include "support.hpp"
#include "support/places.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace treadle::test {
namespace {

const std::string clean = " -std=c99 -Wall -Wextra -Wpedantic -Werror ";

bool has(const std::string& program) {
  return std::system(("command -v " + program + " > /dev/null 2>&1").c_str()) == 0;
}

StandalonePackage package_of(const std::string& model, TraceMethod method) {
  StandaloneOptions options;
  options.method = method;
  for (const std::string& name : output_names()) add_output(name, options);
  return make_standalone(build_mechanism(read_model(models_folder() + "/" + model + ".json")),
                         options);
}

std::string text_of(const StandalonePackage& package, const std::string& name) {
  for (const SourceFile& file : package.files) {
    if (file.name == name) return file.text;
  }
  return "";
}

void build_and_run(const StandalonePackage& package, const std::string& compiler) {
  const Folder folder;
  std::string sources;
  for (const SourceFile& file : package.files) {
    write_bytes(folder.path(file.name), file.text);
    if (file.name.ends_with(".c")) sources += " " + folder.path(file.name);
  }
  const std::string binary = folder.path("test"), log = folder.path("log");
  ASSERT_EQ(std::system(
                (compiler + clean + sources + " -o " + binary + " -lm > " + log + " 2>&1").c_str()),
            0)
      << compiler << "\n"
      << read_bytes(log);
  EXPECT_EQ(std::system((binary + " > " + log + " 2>&1").c_str()), 0) << compiler << "\n"
                                                                      << read_bytes(log);
  EXPECT_EQ(read_bytes(log).find("runtime error"), std::string::npos) << read_bytes(log);
}

TEST(Standalone, IsCleanAndRight) {
  for (const char* model :
       {"four_bar", "slider_crank", "double_wishbone", "parallel_four_bar", "quadruped"}) {
    const StandalonePackage package = package_of(model, TraceMethod::clustered);
    // The sanitizers watch who writes this code; compilers say the same of it in every build.
    if (sanitized && package.prefix != "four_bar") continue;
    for (const char* compiler : {"gcc -O1", "clang -O1"}) {
      if (has(std::string(compiler).substr(0, std::string(compiler).find(' '))))
        build_and_run(package, compiler);
    }
  }
}

TEST(Standalone, HasNoUndefinedBehaviour) {
  for (const TraceMethod method : {TraceMethod::clustered, TraceMethod::topology}) {
    for (const char* compiler : {"gcc", "clang"}) {
      if (has(compiler))
        build_and_run(
            package_of("slider_crank", method),
            std::string(compiler) + " -O0 -fsanitize=undefined -fno-sanitize-recover=all");
    }
  }
}

// A pendulum whose mass, length and stiffness stay inputs, against the model with other values.
const char* const pendulum = R"({"parameters": {"m": "2 kg", "l": "0.5 m", "k": "3 N m/rad"},
  "bodies": [{"name": "bob", "mass": "m", "inertia": ["m*l*l/12", "m*l*l/12", "m*l*l/12"],
              "position": [0, 0, "-l"]}],
  "joints": [{"name": "hinge", "type": "revolute", "parent": "ground", "child": "bob",
              "position": [0, 0, 0], "axis": [0, 1, 0], "start": "0.7 rad",
              "spring": {"stiffness": "k"}}]})";

Mechanism pendulum_with(const std::vector<double>& values) {
  return build_mechanism(read_model_text(pendulum, "pendulum.json",
                                         {{"m", c_number(values[0]) + " kg"},
                                          {"l", c_number(values[1]) + " m"},
                                          {"k", c_number(values[2]) + " N m/rad"}}));
}

TEST(Standalone, KeepsParametersAsInputs) {
  const std::vector<double> values{2.0, 0.5, 3.0}, others{1.3, 0.8, 4.5};
  const Mechanism m = pendulum_with(values), other = pendulum_with(others);
  const KeptParameters kept = keep_parameters(m, {"m", "l", "k"}, pendulum_with);
  TraceOptions options;
  options.kept = &kept;
  const std::optional<Program> whole = trace_evaluation(m, options);
  ASSERT_TRUE(whole);
  const PreparedProgram parts = split_parameters(*whole);
  const auto run = [](const Program& p, const Given& g) {
    const auto arrays = g.arrays();
    const auto numbers = evaluate_graph(p.graph, live_nodes(p.graph, p.wanted), arrays);
    std::vector<double> out;
    for (const Ref r : p.wanted) out.push_back(value_of(numbers, r));
    return out;
  };
  Given g = given_at(other, 0.0, 3);
  g.p = others;
  const std::vector<double> direct = run(*whole, g);
  g.p = run(parts.prepare, g);
  const std::vector<double> prepared = run(parts.program, g);
  const std::optional<Program> fixed = trace_evaluation(other, {});
  const std::vector<double> expected = run(*fixed, g);
  EXPECT_NEAR(direct[0], expected[0], 1e-9 * std::fabs(expected[0]));
  EXPECT_NEAR(prepared[0], expected[0], 1e-9 * std::fabs(expected[0]));
  EXPECT_LT(count_operations(parts.program).mul, count_operations(*whole).mul);
  EXPECT_THROW(keep_parameters(m, {"x"}, pendulum_with), ModelError);
}

TEST(Standalone, NamesWhatIsInside) {
  const StandalonePackage package = package_of("four_bar", TraceMethod::clustered);
  EXPECT_EQ(package.prefix, "four_bar");
  const std::string code = text_of(package, "four_bar_evaluate.c");
  EXPECT_NE(code.find("/* coupler: angular velocity"), std::string::npos);
  EXPECT_EQ(code.find("malloc"), std::string::npos);
  const std::string page = text_of(package, "README.md");
  EXPECT_NE(page.find("| `q[0]` | "), std::string::npos);
  EXPECT_NE(page.find("| rad/s^2 |"), std::string::npos);
  EXPECT_NE(text_of(package, "four_bar.h").find("#define FOUR_BAR_EVALUATE_ENERGY"),
            std::string::npos);
  EXPECT_NE(text_of(package, "CMakeLists.txt").find("add_test"), std::string::npos);
}

TEST(Standalone, WritesNumbersToTheLastBit) {
  for (const double x : {0.1, 1.0 / 3.0, 1e300, 5e-324, 123456789.0, 2.0}) {
    const std::string text = c_number(x);
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), x);
    EXPECT_NE(text.find_first_of(".e"), std::string::npos) << text;
  }
  EXPECT_EQ(c_identifier("Car 2: left"), "car_2__left");
  EXPECT_EQ(c_identifier("2 arms"), "m2_arms");
}

}  // namespace
}  // namespace treadle::test
