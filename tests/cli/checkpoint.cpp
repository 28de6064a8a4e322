// run --checkpoint and --resume: a run that was killed goes on and ends with the bytes of one that
// was not; anything else than its own state is refused.
#include "fixture.hpp"
#include "src/integrate/registry.hpp"
#include "src/record/run_file.hpp"

#include <csignal>

namespace treadle {
namespace {

class Checkpoint : public CommandLine {
 protected:
  Words run_words(const std::string& name, const std::string& until = "20") const {
    return {"run", four_bar(), "--until", until, "--out", path(name), "--json"};
  }
  static Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  /// What a run ends with, but for what a clock says.
  static nlohmann::json lasting(const Finished& finished) {
    nlohmann::json object = finished.object();
    for (const char* key : {"wall_seconds", "real_time_factor", "step_seconds", "out", "record",
                            "report", "solver_reason"})
      object.erase(key);
    return object;
  }
  /// The data of a page, or the result in a record, but for what a clock says.
  static nlohmann::json lasting_summary(nlohmann::json data) {
    for (nlohmann::json& row : data.at("summary")) {
      const auto label = row.at("label").get<std::string>();
      if (label.starts_with("wall time") || label.starts_with("one step")) row.erase("value");
      if (label == "solver") row.erase("note");
    }
    return data;
  }
  static nlohmann::json page_data(const std::string& page) {
    const std::string mark = R"(id="treadle-data">)";
    const std::size_t from = page.find(mark) + mark.size();
    return lasting_summary(nlohmann::json::parse(page.substr(from, page.find('<', from) - from)));
  }
  void expect_refused(const std::string& state, const std::string& words) {
    const Finished finished = treadle_program(with(run_words("b.csv"), {"--resume", state}));
    EXPECT_EQ(finished.code, 2) << words;
    EXPECT_TRUE(finished.complains("--resume")) << finished.err;
    EXPECT_TRUE(finished.complains(words)) << finished.err;
  }
};

TEST_F(Checkpoint, a_killed_run_goes_on_and_ends_with_the_same_bytes) {
  for (const char* integrator : {"adams", "dormand-prince", "rk4"}) {
    const Words chosen{"--integrator", integrator};
    const Finished whole = treadle_program(with(run_words("a.csv"), chosen));
    ASSERT_EQ(whole.code, 0) << whole.err;
    const std::string state = path(std::string(integrator) + ".state");
    {
      Running run(
          with(with(run_words("b.csv"), chosen), {"--checkpoint", state, "--every", "100 ms"}));
      ASSERT_TRUE(wait_for_file(state, 100));
      run.signal(SIGKILL);
      run.wait();
    }
    const Finished rest =
        treadle_program(with(with(run_words("b.csv"), chosen), {"--resume", state}));
    ASSERT_EQ(rest.code, 0) << rest.err;
    EXPECT_TRUE(read(path("a.csv")) == read(path("b.csv"))) << integrator;
    EXPECT_EQ(lasting(whole), lasting(rest)) << integrator;
  }
}

TEST_F(Checkpoint, an_interrupted_run_goes_on_where_it_was) {
  const std::string state = path("run.state");
  // a run that is over before the signal comes is tried again, longer
  std::string until;
  int code = 0;
  for (int seconds = 60; code == 0 && seconds < 100'000; seconds *= 4) {
    std::filesystem::remove(path("b.csv"));
    until = std::to_string(seconds);
    Running run(with(run_words("b.csv", until), {"--checkpoint", state, "--every", "1e6 s"}));
    ASSERT_TRUE(wait_for_file(path("b.csv"), 1000));
    run.signal(SIGINT);
    const Finished stopped = run.wait();
    code = stopped.code;
    ASSERT_TRUE(code == 130 || code == 0) << stopped.err;
  }
  ASSERT_EQ(code, 130);
  const Finished rest = treadle_program(with(run_words("b.csv", until), {"--resume", state}));
  ASSERT_EQ(rest.code, 0) << rest.err;
  const Finished whole = treadle_program(run_words("a.csv", until));
  EXPECT_TRUE(read(path("a.csv")) == read(path("b.csv")));
  EXPECT_EQ(lasting(whole), lasting(rest));
}

TEST_F(Checkpoint, saving_changes_nothing_and_states_follow_each_other) {
  const Finished whole = treadle_program(run_words("a.csv"));
  const std::string state = path("run.state");
  Words words = with(run_words("b.csv"), {"--checkpoint", state, "--every", "3 s"});
  const Finished saved = treadle_program(words);
  EXPECT_EQ(lasting(whole), lasting(saved));
  EXPECT_TRUE(read(path("a.csv")) == read(path("b.csv")));
  EXPECT_FALSE(std::filesystem::exists(state + ".part"));
  // from the last state to the end once more
  const Finished again = treadle_program(with(words, {"--resume", state}));
  EXPECT_EQ(lasting(whole), lasting(again));
  EXPECT_TRUE(read(path("a.csv")) == read(path("b.csv")));
}

TEST_F(Checkpoint, records_go_on) {
  if (!can_record()) GTEST_SKIP() << "this build has no HDF5";
  const auto words = [&](const std::string& name) {
    return Words{"run", four_bar(), "--until", "2", "--record", path(name + ".h5"), "--json"};
  };
  const Finished whole = treadle_program(words("a"));
  ASSERT_EQ(whole.code, 0) << whole.err;
  const std::string state = path("run.state");
  ASSERT_EQ(treadle_program(with(words("b"), {"--checkpoint", state, "--every", "700 ms"})).code,
            0);
  const Finished rest = treadle_program(with(words("b"), {"--resume", state}));
  ASSERT_EQ(rest.code, 0) << rest.err;
  const RunFileReader a(path("a.h5")), b(path("b.h5"));
  ASSERT_EQ(a.rows(), b.rows());
  EXPECT_EQ(a.read(0, a.rows()), b.read(0, b.rows()));
  EXPECT_EQ(lasting_summary(nlohmann::json::parse(b.text("report_result"))),
            lasting_summary(nlohmann::json::parse(a.text("report_result"))));
}

// Frames and samples of a page are thinned out as a run gets longer: this one is long enough.
TEST_F(Checkpoint, pages_go_on) {
  if (!has_viewer()) GTEST_SKIP() << "this build has no viewer";
  const auto words = [&](const std::string& name) {
    return Words{"run", four_bar(), "--until", "9", "--report", path(name + ".html"), "--json"};
  };
  const Finished whole = treadle_program(words("a"));
  ASSERT_EQ(whole.code, 0) << whole.err;
  const std::string state = path("run.state");
  ASSERT_EQ(treadle_program(with(words("b"), {"--checkpoint", state, "--every", "4 s"})).code, 0);
  std::filesystem::remove(path("b.html"));
  const Finished rest = treadle_program(with(words("b"), {"--resume", state}));
  ASSERT_EQ(rest.code, 0) << rest.err;
  const nlohmann::json a = page_data(read(path("a.html"))), b = page_data(read(path("b.html")));
  EXPECT_GT(a.at("samples").at("count"), 100);
  for (const auto& [key, value] : a.items())
    EXPECT_TRUE(b.contains(key) && b.at(key) == value) << key;
  EXPECT_EQ(a.size(), b.size());
}

TEST_F(Checkpoint, anything_but_its_own_state_is_refused) {
  const std::string state = path("run.state");
  ASSERT_EQ(treadle_program(with(run_words("b.csv"), {"--checkpoint", state})).code, 0);
  const std::string good = read(state);
  expect_refused(write("cut.state", good.substr(0, good.size() - 10)), "cut short");
  expect_refused(write("head.state", good.substr(0, 30)), "no state of a run");
  expect_refused(write("empty.state", ""), "no state of a run");
  expect_refused(write("foreign.state", "time [s]\n0\n"), "no state of a run");
  std::string changed = good;
  changed[changed.size() - 100] = static_cast<char>(changed[changed.size() - 100] ^ 1);
  expect_refused(write("changed.state", changed), "changed or damaged");
  std::string other = good;
  other.replace(other.find("build ") + 6, 3, "9.9");
  expect_refused(write("build.state", other), "another build");
  expect_refused(path("missing.state"), "missing.state");
  expect_refused(path(""), "directory");

  const Finished options =
      treadle_program(with(run_words("b.csv"), {"--resume", state, "--rtol", "1e-6"}));
  EXPECT_EQ(options.code, 2);
  EXPECT_TRUE(options.complains("other options")) << options.err;
  Words another = run_words("b.csv");
  another[1] = branched();
  const Finished model = treadle_program(with(another, {"--resume", state}));
  EXPECT_EQ(model.code, 2);
  EXPECT_TRUE(model.complains("another model")) << model.err;

  write("b.csv", "time [s]\n");
  const Finished file = treadle_program(with(run_words("b.csv"), {"--resume", state}));
  EXPECT_EQ(file.code, 2);
  EXPECT_TRUE(file.complains("--out")) << file.err;
  EXPECT_EQ(read(path("b.csv")), "time [s]\n");  // it was not touched
}

TEST_F(Checkpoint, wrong_words_are_refused) {
  const Finished every = treadle_program(with(run_words("b.csv"), {"--every", "1 s"}));
  EXPECT_EQ(every.code, 2);
  EXPECT_TRUE(every.complains("--checkpoint")) << every.err;
  const Finished never =
      treadle_program(with(run_words("b.csv"), {"--checkpoint", path("s"), "--every", "0 s"}));
  EXPECT_EQ(never.code, 2);
  EXPECT_TRUE(never.complains("--every")) << never.err;
  if (!has_sundials()) GTEST_SKIP() << "this build has no SUNDIALS";
  const Finished cvode = treadle_program(
      with(run_words("b.csv"), {"--checkpoint", path("s"), "--integrator", "cvode-bdf"}));
  EXPECT_EQ(cvode.code, 2);
  EXPECT_TRUE(cvode.complains("cannot be saved")) << cvode.err;
}

// --input NAME=VALUE
TEST_F(Checkpoint, inputs_have_units_and_names) {
  const std::string model = write("pushed.json", R"({
    "gravity": [0, 0, 0], "bodies": [{"name": "mass", "mass": "2 kg", "inertia": [1, 1, 1]}],
    "joints": [{"name": "rail", "type": "prismatic", "parent": "ground", "child": "mass",
                "axis": [1, 0, 0], "position": [0, 0, 0],
                "drive": {"type": "input", "name": "push"}}]})");
  const auto end_of = [&](const Words& more) {
    return treadle_program(with({"run", model, "--until", "1", "--json"}, more));
  };
  EXPECT_NEAR(end_of({}).object()["end"]["q"]["rail"].get<double>(), 0.0, 1e-12);
  EXPECT_NEAR(end_of({"--input", "push=8 N"}).object()["end"]["q"]["rail"].get<double>(), 2.0,
              1e-8);
  const Finished unit = end_of({"--input", "push=8 m"}), name = end_of({"--input", "pusj=8"}),
                 form = end_of({"--input", "push"});
  for (const Finished& wrong : {unit, name, form}) {
    EXPECT_EQ(wrong.code, 2);
    EXPECT_TRUE(wrong.complains("--input")) << wrong.err;
  }
  EXPECT_TRUE(name.complains("push")) << name.err;
}

}  // namespace
}  // namespace treadle
