// treadle statics and treadle linearize.
#include "fixture.hpp"
#include "support/places.hpp"

#include <cmath>
#include <cstring>

namespace treadle {
namespace {

const std::string model_folder = models_folder();

class SmallMotions : public CommandLine {
 protected:
  [[nodiscard]] std::string pendulum(const std::string& joint = "",
                                     const std::string& more = "") const {
    return write("pendulum.json", R"({"name": "pendulum", "parameters": {"spring": "0 N m/rad"},
      "bodies": [{"name": "rod", "mass": 2, "center": [0, 0, -0.5], "inertia": [0.1, 0.1, 0.001]}],
      "joints": [{"name": "pivot", "type": "revolute", "parent": "ground", "child": "rod",
        "position": [0, 0, 0], "axis": [0, 1, 0], "spring": {"stiffness": "spring"})" +
                                      joint + "}]" + more + "}");
  }
  const double square = 2 * 9.80665 * 0.5 / 0.6;
};

TEST_F(SmallMotions, statics_has_the_keys_that_scripts_rely_on) {
  const Finished run = treadle_program({"statics", pendulum(R"(, "start": "50 deg")"), "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  const nlohmann::json object = run.object();
  EXPECT_TRUE(object["equilibrium"].get<bool>());
  EXPECT_TRUE(object["stable"].get<bool>());
  EXPECT_LT(object["residual"].get<double>(), 1e-8);
  EXPECT_NEAR(object["q"]["pivot"].get<double>(), 0.0, 1e-9);
  EXPECT_NEAR(object["reactions"]["pivot"]["force"][2].get<double>(), 2 * 9.80665, 1e-9);
  EXPECT_NEAR(object["modes"][0]["square"].get<double>(), square, 1e-9);
}

TEST_F(SmallMotions, statics_ends_with_trouble_where_nothing_holds) {
  const std::string falling = write("falling.json", R"({"bodies": [{"name": "stone", "mass": 1}],
    "joints": [{"name": "drop", "type": "prismatic", "parent": "ground", "child": "stone",
      "position": [0, 0, 0], "axis": [0, 0, 1]}]})");
  const Finished run = treadle_program({"statics", falling, "--json"});
  EXPECT_EQ(run.code, 3);
  const nlohmann::json object = run.object();
  EXPECT_FALSE(object["equilibrium"].get<bool>());
  EXPECT_EQ(object["error"]["where"], "drop");
  EXPECT_TRUE(run.complains("9.81 N is left along drop")) << run.err;
}

// A collar on two legs that hang straight: the legs swing at frequencies of their own in the
// tangent space, and only together in truth.
TEST_F(SmallMotions, an_equilibrium_in_a_singular_position_is_told) {
  std::string bodies = R"({"name": "collar", "mass": 3})", joints = R"(
    {"name": "guide", "type": "prismatic", "parent": "ground", "child": "collar",
      "position": [0, 0, -0.6], "axis": [0, 0, 1]})";
  const auto leg = [&](const std::string& name, const std::string& x, const std::string& knee) {
    bodies += R"(, {"name": "upper)" + name + R"(", "mass": 1, "center": [)" + x +
              R"(, 0, -0.1], "inertia": [0.01, 0.01, 0.001]}, {"name": "lower)" + name +
              R"(", "mass": 1, "center": [)" + x + R"(, 0, -0.5], "inertia": [0.01, 0.01, 0.001]})";
    const auto hinge = [&](const std::string& joint, const std::string& parent,
                           const std::string& child, const std::string& z) {
      joints += R"(, {"name": ")" + joint + name + R"(", "type": "revolute", "parent": ")" +
                parent + R"(", "child": ")" + child + R"(", "position": [)" + x + ", 0, " + z +
                R"(], "axis": [0, 1, 0]})";
    };
    hinge("hip", "ground", "upper" + name, "0");
    hinge("knee", "upper" + name, "lower" + name, knee);
    hinge("ankle", "lower" + name, "collar", "-0.6");
  };
  leg("1", "-0.2", "-0.3");
  leg("2", "0.2", "-0.2");
  const std::string model =
      write("legs.json", R"({"bodies": [)" + bodies + R"(], "joints": [)" + joints + "]}");
  const Finished rest = treadle_program({"statics", model, "--json"});
  EXPECT_EQ(rest.code, 0) << rest.err;
  EXPECT_EQ(rest.object()["singular"], 1);
  EXPECT_TRUE(rest.complains("singular position")) << rest.err;
  const Finished linear = treadle_program({"linearize", model, "--at", "equilibrium", "--json"});
  EXPECT_EQ(linear.code, 3);
  EXPECT_TRUE(linear.complains("a singular position: 1 direction of the motion is free"))
      << linear.err;
}

TEST_F(SmallMotions, a_run_may_begin_in_equilibrium) {
  const std::string model = pendulum(R"(, "start": "50 deg", "velocity": "3 rad/s")",
                                     R"(, "simulation": {"duration": 1, "start": "equilibrium"})");
  const Finished run = treadle_program({"run", model, "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NEAR(run.object()["end"]["q"]["pivot"].get<double>(), 0.0, 1e-9);
  const std::string falling = write("falling.json", R"({"bodies": [{"name": "stone", "mass": 1}],
    "joints": [{"name": "drop", "type": "prismatic", "parent": "ground", "child": "stone",
      "position": [0, 0, 0], "axis": [0, 0, 1]}], "simulation": {"start": "equilibrium"}})");
  const Finished none = treadle_program({"run", falling, "--json"});
  EXPECT_EQ(none.code, 3);
  EXPECT_TRUE(none.object().contains("error"));
}

TEST_F(SmallMotions, linearize_has_the_keys_that_scripts_rely_on) {
  const Finished run = treadle_program(
      {"linearize", pendulum(R"(, "start": "50 deg", "drive": {"type": "input", "name": "push"})"),
       "--at", "equilibrium", "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  const nlohmann::json object = run.object();
  ASSERT_EQ(object["eigenvalues"].size(), 2U);
  EXPECT_NEAR(object["eigenvalues"][0][1].get<double>(), std::sqrt(square), 1e-9);
  ASSERT_EQ(object["modes"].size(), 1U);
  EXPECT_NEAR(object["modes"][0]["frequency_hz"].get<double>(),
              std::sqrt(square) / 6.283185307179586, 1e-9);
  EXPECT_NEAR(object["modes"][0]["damping_ratio"].get<double>(), 0.0, 1e-12);
  EXPECT_EQ(object["states"], (nlohmann::json{"pivot.q", "pivot.v"}));
  EXPECT_EQ(object["inputs"], nlohmann::json{"push"});
  EXPECT_NEAR(object["A"][1][0].get<double>(), -square, 1e-9);
  EXPECT_NEAR(object["B"][1][0].get<double>(), 1 / 0.6, 1e-9);
  EXPECT_EQ(object["C"].size(), object["outputs"].size());
  EXPECT_EQ(object["D"].size(), object["outputs"].size());
}

TEST_F(SmallMotions, a_state_that_moves_is_called_so) {
  const Finished run =
      treadle_program({"linearize", model_folder + "/four_bar.json", "--at", "0.5 s"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.says("a motion, at one instant"));
  // the same state from a file
  const std::string file = path("motion.csv");
  ASSERT_EQ(treadle_program({"run", model_folder + "/four_bar.json", "--until", "0.5 s", "--rtol",
                             "1e-11", "--atol", "1e-11", "--out", file})
                .code,
            0);
  const nlohmann::json one = treadle_program({"linearize", model_folder + "/four_bar.json", "--at",
                                              "0.5 s", "--json"})
                                 .object(),
                       other = treadle_program({"linearize", model_folder + "/four_bar.json",
                                                "--at", file, "--json"})
                                   .object();
  EXPECT_NEAR(one["A"][1][0].get<double>(), other["A"][1][0].get<double>(), 1e-5);
}

TEST_F(SmallMotions, root_locus_goes_over_a_parameter) {
  const Finished run = treadle_program({"linearize", pendulum(), "--vary", "spring=0:20 N m/rad:3",
                                        "--out", path("locus.csv"), "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  const nlohmann::json object = run.object();
  ASSERT_EQ(object["locus"].size(), 3U);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(object["locus"][k]["eigenvalues"][0][1].get<double>(),
                std::sqrt(square + 10.0 * static_cast<double>(k) / 0.6), 1e-9);
  }
  EXPECT_EQ(lines_of(read(path("locus.csv"))).size(), 4U);
  EXPECT_EQ(treadle_program({"linearize", pendulum(), "--vary", "spring=0:20 N m/rad:3", "--out",
                             path("locus.svg")})
                .code,
            0);
  EXPECT_NE(read(path("locus.svg")).find("<circle"), std::string::npos);
}

// A variable of a .mat file: the tag of its data and the numbers, found by its name.
TEST_F(SmallMotions, matrices_are_written_for_others) {
  for (const char* const name : {"p.mat", "p.npz", "p.json"}) {
    const Finished run =
        treadle_program({"linearize", pendulum(), "--at", "equilibrium", "--out", path(name)});
    EXPECT_EQ(run.code, 0) << run.err;
  }
  const std::string mat = read(path("p.mat"));
  EXPECT_EQ(mat.substr(124, 4), std::string("\x00\x01IM", 4));
  EXPECT_EQ((mat.size() - 128) % 8, 0U);
  const std::size_t a =
      mat.find(std::string("\x01\x00\x00\x00\x01\x00\x00\x00"
                           "A\0\0\0\0\0\0\0",
                           16));
  ASSERT_NE(a, std::string::npos);
  double entry = 0.0;
  std::memcpy(&entry, mat.data() + a + 16 + 8 + 8, sizeof entry);  // A(2, 1): columns come first
  EXPECT_NEAR(entry, -square, 1e-9);
  const std::string npz = read(path("p.npz"));
  EXPECT_EQ(npz.substr(0, 4), "PK\x03\x04");
  const std::size_t head = npz.find("\x93NUMPY");
  ASSERT_NE(head, std::string::npos);
  EXPECT_NE(npz.find("'fortran_order': True, 'shape': (2, 2)"), std::string::npos);
  std::memcpy(&entry, npz.data() + head + 128 + 8, sizeof entry);
  EXPECT_NEAR(entry, -square, 1e-9);
  EXPECT_EQ(treadle_program({"linearize", pendulum(), "--out", path("p.txt")}).code, 2);
}

TEST_F(SmallMotions, modes_move_on_a_page) {
  const std::string page = path("modes.html");
  const Finished run = treadle_program(
      {"linearize", model_folder + "/quadruped.json", "--at", "equilibrium", "--report", page});
  if (!has_viewer()) {
    EXPECT_EQ(run.code, 2);
    return;
  }
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(read(page).find("0 s to 4 s: mode 1"), std::string::npos);
}

TEST_F(SmallMotions, wrong_words_are_told) {
  EXPECT_EQ(treadle_program({"linearize", pendulum(), "--at", "-1 s"}).code, 2);
  EXPECT_EQ(treadle_program({"linearize", pendulum(), "--at", path("none.csv")}).code, 2);
  EXPECT_EQ(treadle_program({"linearize", pendulum(), "--channels", "nothing"}).code, 2);
  EXPECT_EQ(treadle_program({"linearize", pendulum(), "--vary", "spring"}).code, 2);
  EXPECT_EQ(treadle_program({"linearize", pendulum(), "--vary", "sprang=0:1:2"}).code, 2);
}

}  // namespace
}  // namespace treadle
