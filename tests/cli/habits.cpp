// Habits of a command line: standard output, going on from a file, names that are nearly right,
// files that cannot be written.
#include "fixture.hpp"
#include "src/record/run_file.hpp"

#include <csignal>

namespace treadle {
namespace {

class Habits : public CommandLine {
 protected:
  static std::vector<double> last_numbers(const std::string& text) {
    std::vector<double> numbers;
    const std::vector<std::string> lines = lines_of(text);
    std::istringstream cells(lines.back());
    for (std::string cell; std::getline(cells, cell, ',');) numbers.push_back(std::stod(cell));
    return numbers;
  }
};

TEST_F(Habits, a_dash_is_standard_output) {
  const std::string model = four_bar(), file = path("motion.csv");
  const Words words{"run", model, "--until", "20 ms"};
  Words to_file = words, to_screen = words;
  to_file.insert(to_file.end(), {"--out", file});
  to_screen.insert(to_screen.end(), {"--out", "-"});
  ASSERT_EQ(treadle_program(to_file).code, 0);
  const Finished run = treadle_program(to_screen);
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, read(file)) << "rows and nothing else";
  EXPECT_TRUE(run.complains("degree of freedom")) << "the summary goes beside them";

  const Finished moved =
      treadle_program({"kinematics", model, "--drive", "A=0:30 deg", "--out", "-"});
  EXPECT_EQ(moved.code, 0) << moved.err;
  EXPECT_EQ(lines_of(moved.out).size(), 182U);
  const Finished drawn = treadle_program({"inspect", model, "--svg", "-"});
  EXPECT_EQ(drawn.code, 0) << drawn.err;
  EXPECT_NE(drawn.out.find("<svg"), std::string::npos);
  EXPECT_EQ(drawn.out.find("degrees of freedom"), std::string::npos);
  const Finished evaluated = treadle_program({"evaluate", model, "--states", file, "--out", "-"});
  EXPECT_EQ(evaluated.code, 0) << evaluated.err;
  EXPECT_EQ(lines_of(evaluated.out).size(), lines_of(read(file)).size());
  EXPECT_FALSE(std::filesystem::exists("-"));
}

TEST_F(Habits, a_dash_where_only_a_file_serves_is_refused) {
  const std::string model = four_bar();
  const auto refused = [&](const Words& more) {
    Words words{"run", model, "--until", "1 ms"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished run = treadle_program(words);
    EXPECT_EQ(run.code, 2) << run.err;
    EXPECT_TRUE(run.complains("standard output")) << run.err;
  };
  refused({"--out", "-", "--json"});
  refused({"--checkpoint", "-"});
  if (can_record()) refused({"--record", "-"});
  EXPECT_EQ(treadle_program({"generate", model, "-o", "-"}).code, 2);
}

// The second half, begun where the first one ended, ends where the whole run ends.
TEST_F(Habits, a_run_goes_on_from_the_end_of_another) {
  const std::string model = four_bar(), half = path("half.csv"), rest = path("rest.csv"),
                    all = path("all.csv"), record = path("half.h5");
  Words first{"run", model, "--until", "0.2 s", "--out", half};
  if (can_record()) first.insert(first.end(), {"--record", record});
  ASSERT_EQ(treadle_program(first).code, 0);
  ASSERT_EQ(treadle_program({"run", model, "--until", "0.5 s", "--out", all}).code, 0);
  const std::vector<double> wanted = last_numbers(read(all));
  std::vector<std::string> starts{half};
  if (can_record()) starts.push_back(record);
  for (const std::string& start : starts) {
    const Finished run = treadle_program(
        {"run", model, "--start-from", start, "--until", "0.5 s", "--out", rest, "--json"});
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.object()["start_time"], 0.2);
    const std::vector<double> got = last_numbers(read(rest));
    ASSERT_EQ(got.size(), wanted.size());
    EXPECT_EQ(got[0], 0.5);
    for (std::size_t k = 0; k < got.size(); ++k)
      EXPECT_NEAR(got[k], wanted[k], 2e-6 * (1.0 + std::abs(wanted[k])))
          << k;  // rtol 1e-8, 5 turns
    const std::vector<std::string> lines = lines_of(read(rest));
    EXPECT_EQ(std::stod(lines[1]), 0.2);
    EXPECT_EQ(lines.size(), 302U);
  }
}

TEST_F(Habits, what_cannot_be_gone_on_from_is_refused_with_names) {
  const std::string model = four_bar(), half = path("half.csv");
  ASSERT_EQ(treadle_program({"run", model, "--until", "0.2 s", "--out", half}).code, 0);
  const auto refusal = [&](const std::string& file, const std::string& start,
                           const std::string& until) {
    const Finished run = treadle_program({"run", file, "--start-from", start, "--until", until});
    EXPECT_EQ(run.code, 2) << run.err;
    return run.err;
  };
  EXPECT_NE(refusal(model, half, "0.1 s").find("ended at 0.2 s"), std::string::npos);
  const std::string other = refusal(stiff_block(), half, "1 s");
  EXPECT_NE(other.find("slide"), std::string::npos) << other;  // what it has instead
  const std::string short_of = write("short.csv", "time,A.q,A.v\n0.1,0,1\n");
  const std::string missing = refusal(model, short_of, "1 s");
  EXPECT_NE(missing.find("lacks"), std::string::npos) << missing;
  EXPECT_NE(missing.find("B.q"), std::string::npos) << missing;
  // the same names, other lengths: the loop is open there
  std::string longer = read(model);
  longer.replace(longer.find("\"position\": [3, 0, 2]"), 21, "\"position\": [3, 0, 3]");
  const std::string open = refusal(write("longer.json", longer), half, "1 s");
  EXPECT_NE(open.find("is open by"), std::string::npos) << open;
  EXPECT_NE(refusal(model, path("nowhere.csv"), "1 s").find("nowhere.csv"), std::string::npos);
}

TEST_F(Habits, set_knows_the_names_of_parts) {
  write("part.json",
        R"({"ports": ["base"], "parameters": {"length": "1 m", "width": "0.1 m"},
        "bodies": [{"name": "arm", "mass": 1, "inertia": [1, 1, 1], "center": ["length", "width", 0]}],
        "joints": [{"name": "pin", "type": "revolute", "parent": "base", "child": "arm",
                    "position": [0, 0, 0], "axis": [0, 1, 0]}]})");
  const std::string model = write("model.json", R"({"include": [
        {"file": "part.json", "name": "left", "ports": {"base": "ground"}},
        {"file": "part.json", "name": "right", "ports": {"base": "ground"}}]})");
  const auto said = [&](const std::string& set) {
    const Finished run = treadle_program({"run", model, "--until", "0", "--set", set});
    EXPECT_EQ(run.code, 2) << set << run.out;
    return run.err;
  };
  EXPECT_EQ(treadle_program({"run", model, "--until", "0", "--set", "left.length=2 m"}).code, 0);
  const std::string bare = said("length=2 m");
  EXPECT_NE(bare.find("did you mean 'left.length'"), std::string::npos) << bare;
  EXPECT_NE(bare.find("one of 2"), std::string::npos) << bare;
  const std::string typo = said("right.lenght=2 m");
  EXPECT_NE(typo.find("did you mean 'right.length'"), std::string::npos) << typo;
  const std::string end = said("widht=2 m");
  EXPECT_NE(end.find("width'"), std::string::npos) << end;
}

TEST_F(Habits, the_summary_tells_which_file_is_not_whole) {
  const std::string model = four_bar();
  const Finished probe =
      treadle_program({"run", model, "--until", "0", "--report", path("probe.html")});
  if (probe.code != 0) GTEST_SKIP() << "this build has no viewer";
  const Finished run = treadle_program(
      {"run", model, "--until", "10 ms", "--out", path("motion.csv"), "--report", "/dev/full"});
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(run.says("/dev/full could not be written to its end")) << run.out;
  EXPECT_TRUE(run.says("motion.csv (11 rows")) << "the rows are there: " << run.out;
  EXPECT_FALSE(run.says("open it in a browser"));
  const Finished object =
      treadle_program({"run", model, "--until", "10 ms", "--report", "/dev/full", "--json"});
  EXPECT_EQ(object.object()["not_written"], nlohmann::json::array({"--report"}));
}

// Rows of a run that is killed while it takes long over a step are in the file.
TEST_F(Habits, rows_survive_a_kill) {
  const std::string model = four_bar(), file = path("motion.csv");
  Running run(
      {"run", model, "--until", "100000", "--output-interval", "2", "--out", file, "--quiet"});
  ASSERT_TRUE(wait_for_file(file, 2000));
  const std::size_t before = read(file).size();
  ASSERT_TRUE(wait_for_file(file, before + 1, 5.0)) << "no rows within seconds";
  run.signal(SIGKILL);
  EXPECT_EQ(run.wait().code, -SIGKILL);
  EXPECT_GT(lines_of(read(file)).size(), 2U) << "whole lines";
}

// A report opens with the channels that a person named.
TEST_F(Habits, a_report_shows_what_was_named) {
  const std::string model = four_bar(), page = path("page.html");
  const auto shown = [&](const Words& more) {
    Words words{"run", model, "--until", "10 ms", "--report", page, "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    std::vector<std::string> names;
    if (treadle_program(words).code != 0) return names;
    const std::string text = read(page), mark = "id=\"treadle-data\">";
    const std::size_t from = text.find(mark) + mark.size();
    const nlohmann::json data =
        nlohmann::json::parse(text.substr(from, text.find("</script>", from) - from));
    for (const auto& channel : data["channels"]) {
      if (channel.value("default", false)) names.push_back(channel["name"]);
    }
    return names;
  };
  const std::vector<std::string> first = shown({});
  if (first.empty()) GTEST_SKIP() << "this build has no viewer";
  EXPECT_EQ(first, (std::vector<std::string>{"A.q", "B.q", "D.q", "C.q"}));
  EXPECT_EQ(shown({"--channels", "B.v,energy.kinetic"}),
            (std::vector<std::string>{"B.v", "energy.kinetic"}));
}

}  // namespace
}  // namespace treadle
