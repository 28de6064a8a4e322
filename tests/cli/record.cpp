// run --record and report: the whole run in a file, also when the program is killed.
#include "src/record/run_file.hpp"

#include "fixture.hpp"
#include "src/base/sha256.hpp"

#include <sys/resource.h>
#include <chrono>
#include <csignal>
#include <thread>

namespace treadle {
namespace {

class Record : public CommandLine {
 protected:
  void SetUp() override {
    if (!can_record()) GTEST_SKIP() << "this build has no HDF5";
  }
};

TEST_F(Record, has_the_rows_of_the_csv_file_and_says_what_was_run) {
  const std::string model = four_bar(), csv = path("motion.csv"), file = path("run.h5");
  const Finished finished =
      treadle_program({"run", model, "--until", "50 ms", "--out", csv, "--record", file, "--json"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(finished.object()["record"], file);
  const RunFileReader run(file);
  EXPECT_EQ(run.text("model_text"), read(model));
  EXPECT_EQ(run.text("model_sha256"), sha256(read(model)));
  EXPECT_EQ(run.text("program_version"), TREADLE_VERSION);
  const nlohmann::json head = nlohmann::json::parse(run.text("report_head"));
  EXPECT_EQ(head["options"][0]["value"], "0.05 s");
  EXPECT_TRUE(nlohmann::json::parse(run.text("report_result")).contains("summary"));

  const std::vector<std::string> lines = lines_of(read(csv));
  ASSERT_EQ(run.rows() + 1, lines.size());
  ASSERT_EQ(lines[0].substr(0, 21), "time [s],A.q [rad],A.");
  ASSERT_EQ(run.columns()[1].name, "A.q");
  EXPECT_EQ(run.columns()[1].unit, "rad");
  EXPECT_GT(run.columns().size(), 40U);
  for (std::size_t i = 0; i < run.rows(); ++i) {
    const std::vector<double> row = run.read(i, 1);
    std::istringstream cells(lines[i + 1]);
    double time = 0.0, angle = 0.0;
    char comma = 0;
    cells >> time >> comma >> angle;
    EXPECT_EQ(row[0], time);
    EXPECT_EQ(row[1], angle);
  }
}

TEST_F(Record, has_one_hash_for_all_files_of_the_model) {
  const std::string link =
      R"({"ports": ["hub"], "bodies": [{"name": "rod", "mass": 1, "inertia": [1, 1, 1]}],
    "joints": [{"name": "pin", "type": "revolute", "parent": "hub", "child": "rod",
                "position": [0, 0, 0], "axis": [0, 0, 1]}]})";
  const std::string text = R"({"bodies": [],
    "include": [{"file": "link.json", "name": "left", "ports": {"hub": "ground"}}]})";
  const std::string model = write("main.json", text);
  std::vector<std::string> hashes;
  for (const std::string& part : {link, link + "\n"}) {
    write("link.json", part);
    const std::string file = path("run.h5");
    const Finished finished =
        treadle_program({"run", model, "--until", "1 ms", "--step", "1 ms", "--record", file});
    ASSERT_EQ(finished.code, 0) << finished.err;
    const RunFileReader run(file);
    hashes.push_back(run.text("model_sha256"));
    EXPECT_EQ(hashes.back(),
              sha256(sha256(text) + "  main.json\n" + sha256(part) + "  link.json\n"));
    EXPECT_EQ(nlohmann::json::parse(run.text("report_head"))["model"]["hash"], hashes.back());
  }
  EXPECT_NE(hashes[0], hashes[1]);
}

TEST_F(Record, begins_with_time_whatever_the_csv_file_has) {
  const std::string csv = path("motion.csv"), file = path("run.h5");
  const Finished finished =
      treadle_program({"run", four_bar(), "--until", "5 ms", "--out", csv, "--channels",
                       "crank.velocity.x,time", "--record", file});
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(lines_of(read(csv))[0], "crank.velocity.x [m/s],time [s]");
  const RunFileReader run(file);
  EXPECT_EQ(run.columns()[0].name, "time");
  EXPECT_EQ(run.columns()[1].name, "crank.velocity.x");
  for (std::size_t a = 0; a < run.columns().size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) EXPECT_NE(run.columns()[a].name, run.columns()[b].name);
  }
}

TEST_F(Record, of_a_killed_run_is_readable) {
  const std::string file = path("run.h5"), html = path("run.html");
  {
    Running run({"run", four_bar(), "--until", "100000", "--record", file});
    ASSERT_TRUE(wait_for_file(file, 1'000'000));
    run.signal(SIGKILL);
    EXPECT_EQ(run.wait().code, -SIGKILL);
  }
  const RunFileReader run(file);
  ASSERT_GT(run.rows(), 100U);
  const std::size_t count = run.rows(), width = run.columns().size();
  const std::vector<double> values = run.read(0, count);
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_NEAR(values[i * width], 1e-3 * static_cast<double>(i), 1e-9);  // no row is lost
  }
  EXPECT_EQ(run.text("report_result"), "");
  if (!has_viewer()) return;
  const Finished report = treadle_program({"report", file, "-o", html});
  EXPECT_EQ(report.code, 0) << report.err;
  EXPECT_NE(read(html).find("did not come to its end"), std::string::npos);
}

TEST_F(Record, gives_the_same_page_later) {
  if (!has_viewer()) GTEST_SKIP() << "this build has no viewer";
  const std::string file = path("run.h5"), now = path("now.html"), later = path("later.html");
  const Finished run =
      treadle_program({"run", four_bar(), "--until", "0.5", "--record", file, "--report", now});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.says(now)) << run.out;
  const Finished report = treadle_program({"report", file, "--out", later});
  ASSERT_EQ(report.code, 0) << report.err;
  EXPECT_EQ(read(now), read(later));
}

// A limit on the size of files stands for a disk that is full.
TEST_F(Record, keeps_what_fits_on_a_full_disk) {
  const std::string file = path("run.h5");
  rlimit old{}, small{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old), 0);
  small = old;
  small.rlim_cur = 2'000'000;
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const Finished run =
      treadle_program({"run", four_bar(), "--until", "100", "--record", file, "--json"});
  setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_TRUE(run.complains("'" + file + "' cannot be written")) << run.err;
  EXPECT_TRUE(run.object().contains("steps"));
  const RunFileReader kept(file);
  ASSERT_GT(kept.rows(), 100U);
  const std::vector<double> values = kept.read(0, kept.rows());
  for (std::size_t i = 0; i < kept.rows(); ++i) {
    ASSERT_NEAR(values[i * kept.columns().size()], 1e-3 * static_cast<double>(i), 1e-9);
  }
}

TEST_F(Record, wrong_files_are_refused_before_the_run) {
  const std::string model = four_bar();
  const auto refused = [&](const Words& words, const std::string& complaint, int code = 2) {
    const Finished run = treadle_program(words);
    EXPECT_EQ(run.code, code) << run.err;
    EXPECT_TRUE(run.complains(complaint)) << run.err;
  };
  // runs of that length would not end
  refused({"run", model, "--until", "10000", "--record", path("none/run.h5")},
          "--record: file '" + path("none/run.h5") + "' cannot be opened for writing: ", 1);
  refused({"run", model, "--until", "10000", "--record", ""}, "--record: the name");
  refused({"run", model, "--until", "10000", "--record", model}, "--record: ");
  refused({"run", model, "--until", "10000", "--out", path("a"), "--record", path("a")},
          "--record: the same file as for --out");
  if (!has_viewer()) {
    refused({"run", model, "--report", path("x.html")}, "this build has no viewer");
    return;
  }
  refused({"run", model, "--until", "10000", "--report", path("none/run.html")},
          "--report: file '" + path("none/run.html") + "' cannot be opened for writing: ", 1);
  refused({"report", path("missing.h5"), "-o", path("x.html")},
          "the file cannot be opened: No such file");
  refused({"report", model, "-o", path("x.html")}, "no HDF5 file");
  refused({"report", model, "-o", model}, "--out: ");
  EXPECT_FALSE(std::filesystem::exists(path("x.html")));
}

}  // namespace
}  // namespace treadle
