// What a command writes never takes the place of what it reads, nor of what it writes elsewhere.
#include "fixture.hpp"

namespace treadle {
namespace {

class Outputs : public CommandLine {
 protected:
  /// A model of two files and a table: a pendulum in a part, pushed by a table.
  std::string assembly() const {
    write("part.json", R"({"bodies": [{"name": "arm", "mass": 1, "inertia": [1, 1, 1],
                                       "position": [1, 0, 0]}],
      "joints": [{"name": "pin", "type": "revolute", "parent": "ground", "child": "arm",
                  "axis": [0, 1, 0], "position": [0, 0, 0]}],
      "forces": [{"name": "push", "type": "applied", "on": {"body": "arm"},
                  "direction": [1, 0, 0], "force": {"type": "table", "file": "push.csv"}}]})");
    write("push.csv", "t,F\n0,0\n1,1\n2,0\n");
    return write("assembly.json", R"({"include": [{"file": "part.json", "name": "left"}]})");
  }
  void expect_refused(const Words& words, const std::string& option, const std::string& why) const {
    const Finished finished = treadle_program(words);
    EXPECT_EQ(finished.code, 2) << option << " " << finished.out;
    EXPECT_TRUE(finished.complains(option + ": ")) << finished.err;
    EXPECT_TRUE(finished.complains(why)) << finished.err;
  }
};

TEST_F(Outputs, never_replace_a_file_of_the_model) {
  const std::string model = assembly();
  const std::string states = write("states.csv", "left.pin.q\n0\n");
  for (const char* name : {"assembly.json", "part.json", "push.csv"}) {
    const std::string file = path(name), before = read(file);
    for (const char* option : {"--out", "--checkpoint"})
      expect_refused({"run", model, "--until", "0.1", option, file}, option, "model itself");
    expect_refused({"run", model, "--until", "0.1", "--out", path("./") + name}, "--out",
                   "model itself");
    expect_refused({"inspect", model, "--svg", file}, "--svg", "model itself");
    expect_refused({"convert", model, "-o", file}, "--out", "model itself");
    expect_refused({"evaluate", model, "--states", states, "--out", file}, "--out", "model itself");
    expect_refused({"kinematics", model, "--drive", "left.pin=0:1", "--out", file}, "--out",
                   "model itself");
    EXPECT_EQ(read(file), before) << name;
  }
}

TEST_F(Outputs, are_files_of_their_own) {
  const std::string model = four_bar(), same = path("same");
  const auto with = [&](const Words& more) {
    Words words{"run", model, "--until", "0.1"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  expect_refused(with({"--out", same, "--checkpoint", same}), "--checkpoint", "as for --out");
  // under another name, before and after it is there; and where it stands until it is whole
  const std::string other = path("./") + "same";
  expect_refused(with({"--out", same, "--checkpoint", other}), "--checkpoint", "as for --out");
  write("same", "");
  expect_refused(with({"--out", same, "--checkpoint", other}), "--checkpoint", "as for --out");
  std::filesystem::create_symlink(same, path("link"));
  expect_refused(with({"--out", same, "--checkpoint", path("link")}), "--checkpoint",
                 "as for --out");
  expect_refused(with({"--out", path("s.part"), "--checkpoint", path("s")}), "--checkpoint",
                 "as for --out");
  if (has_viewer())
    expect_refused(with({"--report", same, "--checkpoint", same}), "--checkpoint",
                   "as for --report");
  EXPECT_EQ(read(same), "");
  // a state is renamed to its place, so that must not be a device
  expect_refused(with({"--checkpoint", "/dev/null"}), "--checkpoint", "no plain file");
  EXPECT_EQ(treadle_program(with({"--out", "/dev/null"})).code, 0);
}

TEST_F(Outputs, the_state_to_go_on_from_may_be_replaced_by_a_later_one_only) {
  const std::string state = path("run.state");
  Words words{"run", four_bar(), "--until", "1", "--out", path("a.csv"), "--checkpoint", state};
  ASSERT_EQ(treadle_program(words).code, 0);
  words.insert(words.end(), {"--resume", state});
  EXPECT_EQ(treadle_program(words).code, 0);
  const std::string before = read(state);
  expect_refused({"run", four_bar(), "--until", "1", "--out", state, "--resume", state}, "--out",
                 "to go on from");
  EXPECT_EQ(read(state), before);
}

}  // namespace
}  // namespace treadle
