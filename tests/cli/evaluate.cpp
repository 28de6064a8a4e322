// treadle evaluate: accelerations, multipliers and energies at the states of a file.
#include "fixture.hpp"
#include "src/solve/registry.hpp"
#include "support/places.hpp"

#include <cmath>
#include <map>

namespace treadle {
namespace {

using Columns = std::map<std::string, std::vector<double>>;

class Evaluate : public CommandLine {
 protected:
  /// Columns of a CSV file by their names without units.
  static Columns columns_of(const std::string& text) {
    Columns columns;
    std::vector<std::string> names;
    for (const std::string& line : lines_of(text)) {
      std::istringstream cells(line);
      std::string cell;
      for (std::size_t c = 0; std::getline(cells, cell, ','); ++c) {
        if (columns.size() <= c && names.size() <= c) {
          names.push_back(cell.substr(0, cell.find(" [")));
        } else {
          columns[names[c]].push_back(std::stod(cell));
        }
      }
    }
    return columns;
  }

  static std::string model(const std::string& name) {
    return models_folder() + "/" + name + ".json";
  }

  /// States of a short run, and the accelerations that the run itself gives there.
  std::pair<std::string, Columns> motion_of(const std::string& file) {
    const std::string states = path("states.csv"), full = path("full.csv");
    for (const auto& [out, channels] :
         {std::pair{states, "time,*.q*,*.v*"}, std::pair{full, "time,*.a*,energy.*"}}) {
      const Finished run = treadle_program({"run", file, "--until", "50 ms", "--output-interval",
                                            "10 ms", "--out", out, "--channels", channels});
      EXPECT_EQ(run.code, 0) << run.err;
    }
    return {states, columns_of(read(full))};
  }
};

double worst_difference(const std::vector<double>& a, const std::vector<double>& b, double scale) {
  EXPECT_EQ(a.size(), b.size());
  double worst = 0.0;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k)
    worst = std::max(worst, std::fabs(a[k] - b[k]));
  return worst / scale;
}

double largest(const Columns& columns, const std::string& part) {
  double most = 0.0;
  for (const auto& [name, values] : columns) {
    if (name.find(part) == std::string::npos) continue;
    for (const double value : values) most = std::max(most, std::fabs(value));
  }
  return most;
}

TEST_F(Evaluate, states_of_a_run_give_the_accelerations_of_the_run) {
  for (const char* name : {"hmmwv", "four_bar", "quadruped", "free_body"}) {
    const auto [states, own] = motion_of(model(name));
    const Finished run = treadle_program({"evaluate", model(name), "--states", states});
    ASSERT_EQ(run.code, 0) << name << run.err;
    const Columns found = columns_of(run.out);
    const double scale = largest(found, ".a");
    int compared = 0;
    for (const auto& [column, values] : found) {
      if (column.find(".a") == std::string::npos || !own.contains(column)) continue;
      EXPECT_LT(worst_difference(values, own.at(column), scale), 1e-12) << name << " " << column;
      ++compared;
    }
    EXPECT_GT(compared, 0) << name;
    const double energy = std::max(1.0, largest(own, "energy.kinetic"));
    EXPECT_LT(worst_difference(found.at("kinetic"), own.at("energy.kinetic"), energy), 1e-12);
    EXPECT_EQ(found.at("time"), own.at("time"));
    EXPECT_LT(largest(found, "_gap"), 1e-8) << name;
  }
}

TEST_F(Evaluate, every_solver_gives_the_same) {
  for (const char* name : {"hmmwv", "four_bar"}) {
    const auto [states, own] = motion_of(model(name));
    const Columns first =
        columns_of(treadle_program({"evaluate", model(name), "--states", states}).out);
    ASSERT_FALSE(first.empty());
    for (const std::string& solver : usable_solvers()) {
      const Finished run =
          treadle_program({"evaluate", model(name), "--states", states, "--solver", solver});
      ASSERT_EQ(run.code, 0) << solver << run.err;
      const Columns other = columns_of(run.out);
      for (const auto& [column, values] : first) {
        const bool multiplier = column.find(".lambda") != std::string::npos;
        if (!multiplier && column.find(".a") == std::string::npos) continue;
        const double scale = largest(first, multiplier ? ".lambda" : ".a");
        EXPECT_LT(worst_difference(values, other.at(column), scale), 1e-9)
            << name << " " << solver << " " << column;
      }
    }
  }
}

TEST_F(Evaluate, what_is_not_in_the_file_comes_from_the_start) {
  const std::string states = write("one.csv", "A.v [deg/s]\n180\n");
  const Finished run = treadle_program({"evaluate", four_bar(), "--states", states, "--json"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.complains("note: not in the file, taken from the assembled start: A.q, B.q, D.q"))
      << run.err;
  EXPECT_TRUE(run.complains("taken as zero: B.v, D.v")) << run.err;
  const nlohmann::json object = run.object();
  EXPECT_EQ(object["notes"].size(), 3U);
  EXPECT_TRUE(run.complains("1 state with open loops, worst in line 2")) << run.err;
  ASSERT_EQ(object["rows"].size(), 1U);
  std::map<std::string, double> row;
  for (std::size_t c = 0; c < object["columns"].size(); ++c)
    row[object["columns"][c]["name"]] = object["rows"][0][c].get<double>();
  EXPECT_FALSE(row.contains("time"));
  EXPECT_TRUE(row.contains("C.lambda.1")) << object["columns"].dump();
  // the crank turns alone: the loops are closed but open up at once
  EXPECT_LT(row.at("loop_gap"), 1e-9);
  EXPECT_GT(row.at("rate_gap"), 0.1);
}

TEST_F(Evaluate, open_loops_are_evaluated_as_they_are) {
  const std::string states = write("open.csv", "A.q,B.q,D.q\n0.1,0,0\n");
  const Finished run = treadle_program({"evaluate", four_bar(), "--states", states});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_GT(columns_of(run.out).at("loop_gap")[0], 0.01);
}

TEST_F(Evaluate, quaternions_must_have_length_one) {
  const auto states = [&](const char* w) {
    return write("ball.csv", "ball.q.qw,ball.q.qx,ball.q.qy,ball.q.qz\n1,0,0,0\n" + std::string(w) +
                                 ",0,0,0\n");
  };
  EXPECT_EQ(treadle_program({"evaluate", branched(), "--states", states("1.0000005")}).code, 0);
  const Finished run = treadle_program({"evaluate", branched(), "--states", states("1.00001")});
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(run.complains("line 3: the quaternion of 'ball' has length 1.00001")) << run.err;
  const Finished part =
      treadle_program({"evaluate", branched(), "--states", write("p.csv", "ball.q.qw\n1\n")});
  EXPECT_EQ(part.code, 2);
  EXPECT_TRUE(part.complains("give all four numbers or none")) << part.err;
}

TEST_F(Evaluate, mistakes_are_named_with_their_place) {
  const std::string file = four_bar();
  const auto refused = [&](const std::string& text, const std::string& words) {
    const Finished run = treadle_program({"evaluate", file, "--states", write("bad.csv", text)});
    EXPECT_EQ(run.code, 2) << text;
    EXPECT_TRUE(run.complains(words)) << run.err;
    EXPECT_EQ(run.out, "");
  };
  refused("A.q,B.w\n0,0\n", "bad.csv: line 1, column 2: unknown name (did you mean 'B.q'?)");
  refused("A.q,A.q\n0,0\n", "line 1, column 2: this name was there before");
  refused("A.q [mm]\n0\n", "line 1, column 1 (A.q): the unit does not fit; an angle is needed");
  refused("A.q\n0\nx\n", "line 3, column 1 (A.q): a finite number is needed");
  refused("A.q,B.q\n0,0\n0\n", "line 3: it has 1 cell for 2 columns");
  refused("1,2\n3,4\n", "there is no line with names of columns");
  refused("A.q\n", "there are no rows of numbers");
  EXPECT_TRUE(treadle_program({"evaluate", file}).complains("--states: give the file"));
  EXPECT_EQ(treadle_program({"evaluate", file, "--states", path("none.csv")}).code, 2);
  const Finished solver = treadle_program(
      {"evaluate", file, "--states", write("s.csv", "A.q\n0\n"), "--solver", "gaus"});
  EXPECT_EQ(solver.code, 2);
  EXPECT_TRUE(solver.complains("--solver: unknown solver 'gaus' (did you mean 'gauss'?)"))
      << solver.err;
}

TEST_F(Evaluate, writes_a_file_and_passes_over_other_channels) {
  const std::string states = path("motion.csv"), out = path("out.csv");
  treadle_program({"run", four_bar(), "--until", "5 ms", "--out", states, "--channels",
                   "*.q,*.v,A.a,energy.*"});
  const Finished run = treadle_program({"evaluate", four_bar(), "--states", states, "--out", out});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.complains("passed over: C.q")) << run.err;
  EXPECT_TRUE(run.says("6 states with solver ")) << run.out;
  const std::string head = lines_of(read(out)).front();
  EXPECT_EQ(head.find("time [s],A.a [rad/s^2],B.a [rad/s^2],D.a [rad/s^2],C.lambda.1 [N]"), 0U)
      << head;
  const Finished over =
      treadle_program({"evaluate", four_bar(), "--states", states, "--out", states});
  EXPECT_EQ(over.code, 2);
}

TEST_F(Evaluate, reads_what_run_writes_whatever_names_joints_have) {
  const std::string model = write("odd.json", R"({"bodies": [
      {"name": "a", "mass": 1, "center": [0.2, 0, 0], "inertia": [0.01, 0.01, 0.01]},
      {"name": "b", "mass": 1, "center": [0.6, 0, 0], "inertia": [0.01, 0.01, 0.01]}],
    "joints": [{"name": "1", "type": "revolute", "parent": "ground", "child": "a",
       "position": [0, 0, 0], "axis": [0, 1, 0]},
      {"name": "elbow \"б\", left; [x]", "type": "revolute", "parent": "a", "child": "b",
       "position": [0.4, 0, 0], "axis": [0, 1, 0], "velocity": 2}]})");
  const std::string states = path("odd.csv");
  ASSERT_EQ(treadle_program({"run", model, "--until", "2 ms", "--out", states, "--channels",
                             "1.q,1.v,elbow*.q,elbow*.v"})
                .code,
            0);
  const Finished own = treadle_program({"evaluate", model, "--states", states});
  EXPECT_EQ(own.code, 0) << own.err;
  EXPECT_FALSE(own.complains("not in the file")) << own.err;
  // all cells quoted, as spreadsheets do it
  const Finished quoted = treadle_program(
      {"evaluate", model, "--states", write("q.csv", "\"1.q\",\"1.v\"\n\"0.5\",\"0\"\n")});
  EXPECT_EQ(quoted.code, 0) << quoted.err;
}

TEST_F(Evaluate, a_hinge_that_is_turned_over_is_open) {
  // one body in flight and on a hinge: half a turn about x leaves all equations of the hinge zero
  const std::string model = write("plate.json", R"({
    "bodies": [{"name": "plate", "mass": 1, "inertia": [0.01, 0.01, 0.01]}],
    "joints": [{"name": "flight", "type": "free", "parent": "ground", "child": "plate", "tree": "keep"},
      {"name": "hinge", "type": "revolute", "parent": "ground", "child": "plate", "tree": "cut",
       "position": [0, 0, 0], "axis": [0, 0, 1]}]})");
  const std::string names = "flight.q.qw,flight.q.qx,flight.q.qy,flight.q.qz,flight.v.z\n";
  const Finished run = treadle_program(
      {"evaluate", model, "--states", write("s.csv", names + "0.6,0,0,0.8,0\n0,1,0,0,0.5\n")});
  ASSERT_EQ(run.code, 0) << run.err;
  const Columns found = columns_of(run.out);
  EXPECT_LT(found.at("loop_gap")[0], 1e-14);
  EXPECT_NEAR(found.at("loop_gap")[1], std::acos(-1.0), 1e-12);
  EXPECT_NEAR(found.at("rate_gap")[1], 0.5, 1e-12);
  EXPECT_TRUE(run.complains("1 state with open loops, worst in line 3: 3.14 m or rad")) << run.err;
}

TEST_F(Evaluate, says_which_file_is_meant_and_what_may_be_chosen) {
  const std::string states = write("s.csv", "A.q\n0\n"), file = four_bar();
  EXPECT_TRUE(treadle_program({"evaluate", file, "--states", states, "--out", states})
                  .complains("is the file of the states itself"));
  EXPECT_TRUE(treadle_program({"evaluate", file, "--states", path("")})
                  .complains("this is a directory; a file is needed"));
  EXPECT_TRUE(
      treadle_program({"evaluate", file, "--states", write("n.csv", std::string("A\0q\n1\n", 6))})
          .complains("line 1, column 1: unknown name"));
  const Finished compiled =
      treadle_program({"evaluate", file, "--states", states, "--solver", "generated"});
  EXPECT_EQ(compiled.code, 2);
  EXPECT_TRUE(compiled.complains("serves runs only; take one of auto")) << compiled.err;
  EXPECT_FALSE(treadle_program({"evaluate", "--help"}).says("generated"));
  EXPECT_TRUE(treadle_program({"bench", file, "--seconds", "abc"})
                  .complains("--seconds: 'abc' is not a number that fits here"));
}

TEST_F(Evaluate, states_without_accelerations_say_why) {
  const Finished run =
      treadle_program({"evaluate", four_bar(), "--states", write("s.csv", "A.v\n1\n1e200\n")});
  EXPECT_EQ(run.code, 3);
  EXPECT_TRUE(run.complains("line 3: the acceleration of '")) << run.err;
  EXPECT_TRUE(run.complains("look at the numbers of this line")) << run.err;
  std::string many = "A.v\n";
  for (int k = 0; k < 30; ++k) many += "1e200\n";
  const Finished all = treadle_program({"evaluate", four_bar(), "--states", write("m.csv", many)});
  EXPECT_EQ(all.code, 3);
  EXPECT_TRUE(all.complains("and 20 lines more")) << all.err;
}

TEST_F(Evaluate, help_comes_with_examples) {
  for (const char* command : {"evaluate", "bench"}) {
    const Finished help = treadle_program({command, "--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_TRUE(help.says("Examples:\n  treadle ")) << help.out;
    EXPECT_TRUE(treadle_program({"--help"}).says("\n  " + std::string(command) + " "));
  }
}

}  // namespace
}  // namespace treadle
