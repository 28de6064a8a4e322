// The data of a page, read back as a browser would.
#include "src/report/base64.hpp"
#include "src/report/report.hpp"
#include "support/page_numbers.hpp"
#include "support/places.hpp"
#include "treadle.hpp"

#include <gtest/gtest.h>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

namespace treadle {
namespace {

using nlohmann::json;

constexpr const char* viewer =
    "<html><script type=\"application/json\" id=\"treadle-data\">null</script>after</html>";

template <class Number>
std::vector<Number> decoded(const json& array) {
  return test::page_numbers<Number>(array);
}

TEST(Base64, examples_of_the_standard) {
  const auto text = [](const std::string& s) {
    return base64(
        std::span<const unsigned char>(reinterpret_cast<const unsigned char*>(s.data()), s.size()));
  };
  EXPECT_EQ(text(""), "");
  EXPECT_EQ(text("f"), "Zg==");
  EXPECT_EQ(text("fo"), "Zm8=");
  EXPECT_EQ(text("foo"), "Zm9v");
  EXPECT_EQ(text("foobar"), "Zm9vYmFy");
}

struct Finished {
  std::string data;
  ReportRows rows;
  std::vector<std::vector<double>> all;
};

Finished report_of(const Description& description, RunOptions options) {
  const Mechanism mechanism = build_mechanism(description);
  options.channels.bodies = options.channels.reactions = true;
  options.channels.names = {"*.q", "*.v", "energy.*"};
  std::optional<ReportRows> rows;
  std::vector<std::vector<double>> all;
  Listener listener;
  listener.columns = [&](const std::vector<Column>& columns) { rows.emplace(columns); };
  listener.row = [&](std::span<const double> row) {
    rows->add(row);
    all.emplace_back(row.begin(), row.end());
  };
  const RunResult result = run(mechanism, options, listener);
  rows->finish();
  const std::string data =
      report_data(report_head(mechanism, options,
                              {"{\"text\": 1}", "file.json", "1.2.3", {}, std::string(64, 'a')}),
                  report_result(mechanism, options, result, {}), *rows);
  return {data, *rows, all};
}

Finished report_of_model(const std::string& name, double duration) {
  const Description d = read_model(models_folder() + "/" + name + ".json");
  RunOptions options = options_of(d.simulation);
  options.duration = duration;
  return report_of(d, options);
}

TEST(ReportPage, holds_every_sample_of_a_short_run) {
  const Finished report = report_of_model("four_bar", 0.5);
  const json data = json::parse(report.data);
  EXPECT_EQ(data["format"], "treadle-report");
  EXPECT_EQ(data["version"], 1);
  EXPECT_EQ(data["program"]["version"], "1.2.3");
  EXPECT_EQ(data["model"]["hash"], std::string(64, 'a'));
  EXPECT_EQ(data["samples"]["count"], report.all.size());
  EXPECT_EQ(data["samples"]["total"], report.all.size());
  EXPECT_EQ(data["samples"]["stretch"], 1);
  const auto times = decoded<double>(data["samples"]["time"]);
  ASSERT_EQ(times.size(), report.all.size());
  for (std::size_t i = 0; i < times.size(); ++i) EXPECT_EQ(times[i], report.all[i][0]);
  std::size_t compared = 0;
  for (const json& channel : data["channels"]) {
    const auto values = decoded<float>(channel["data"]);
    ASSERT_EQ(values.size(), times.size());
    for (std::size_t c = 0; c < report.rows.moving().size(); ++c) {
      if (report.rows.moving()[c].name != channel["name"]) continue;
      EXPECT_EQ(report.rows.moving()[c].unit, channel["unit"]);
      for (std::size_t i = 0; i < values.size(); ++i) {
        EXPECT_EQ(values[i], static_cast<float>(report.all[i][c]));
      }
      ++compared;
    }
  }
  EXPECT_EQ(compared, data["channels"].size());
  EXPECT_GT(compared, 6U);
}

TEST(ReportPage, has_a_pose_for_each_frame_and_body) {
  const json data = json::parse(report_of_model("double_wishbone", 0.2).data);
  const std::size_t frames = data["frames"]["count"];
  EXPECT_EQ(decoded<double>(data["frames"]["time"]).size(), frames);
  const json& bodies = data["scene"]["bodies"];
  EXPECT_EQ(bodies[0]["name"], "ground");
  EXPECT_FALSE(bodies[0].contains("poses"));
  for (std::size_t b = 1; b < bodies.size(); ++b) {
    const auto poses = decoded<float>(bodies[b]["poses"]);
    ASSERT_EQ(poses.size(), 7 * frames) << bodies[b]["name"];
    for (std::size_t f = 0; f < frames; ++f) {
      double square = 0.0;
      for (std::size_t k = 3; k < 7; ++k) square += std::pow(poses[7 * f + k], 2);
      EXPECT_NEAR(square, 1.0, 1e-6);
    }
  }
  for (const json& arrow : data["scene"]["arrows"]) {
    EXPECT_EQ(decoded<float>(arrow["vectors"]).size(), 3 * frames) << arrow["name"];
    EXPECT_LT(arrow["body"], bodies.size());
  }
  EXPECT_FALSE(data["scene"]["arrows"].empty());
  EXPECT_EQ(data["scene"]["springs"].size(), 3U);
  EXPECT_EQ(data["scene"]["rods"].size(), 1U);
}

TEST(ReportPage, shows_structure) {
  const json data = json::parse(report_of_model("double_wishbone", 0.01).data);
  EXPECT_EQ(data["patterns"]["labels"].size(), 5U);
  EXPECT_EQ(data["patterns"]["inertia"].size(), data["patterns"]["factor"].size());  // no fill-in
  int cuts = 0;
  for (const json& edge : data["graph"]["edges"]) {
    cuts += edge["kind"] == "cut" ? 1 : 0;
    EXPECT_LT(edge["parent"], data["graph"]["bodies"].size());
    EXPECT_LT(edge["child"], data["graph"]["bodies"].size());
  }
  EXPECT_EQ(cuts, 1);
  std::string labels;
  for (const json& row : data["summary"]) {
    EXPECT_TRUE(row["value"].is_string());
    labels += row["label"].get<std::string>() + ";";
  }
  for (const char* label : {"energy balance", "loops open", "degrees of freedom", "solver",
                            "cut joint", "steps", "wall time"}) {
    EXPECT_NE(labels.find(label), std::string::npos) << label << " is missing in " << labels;
  }
}

TEST(ReportPage, of_one_sample) {
  const Finished report = report_of_model("pendulum", 0.0);
  const json data = json::parse(report.data);
  EXPECT_EQ(data["samples"]["count"], 1);
  EXPECT_EQ(data["frames"]["count"], 1);
}

TEST(ReportPage, names_are_data) {
  const std::string evil = "</script><img src=x onerror=alert(1)><!--";
  Description d = read_model(models_folder() + "/pendulum.json");
  d.name = d.bodies[0].name = evil;
  d.joints[0].child = evil;
  d.joints[0].name = "<b>\"&'\xff";  // not even UTF-8
  RunOptions options = options_of(d.simulation);
  options.duration = 0.01;
  const std::string page = report_page(viewer, report_of(d, options).data);
  // the page has no tag that the viewer does not have
  std::size_t tags = 0;
  for (const char c : page) tags += c == '<' ? 1 : 0;
  EXPECT_EQ(tags, 4U);
  const std::size_t from = page.find('>', page.find("treadle-data")) + 1;
  const std::size_t to = page.find("</script>");
  const json data = json::parse(page.substr(from, to - from));
  EXPECT_EQ(data["model"]["name"], evil);
  EXPECT_EQ(data["scene"]["bodies"][1]["name"], evil);
  EXPECT_TRUE(data["scene"]["bodies"][1].contains("poses"));
  EXPECT_EQ(page.substr(to), "</script>after</html>");
}

TEST(ReportPage, a_channel_may_be_no_number) {
  ReportRows rows(std::vector<Column>{{"time", "s"}, {"a.q", "rad"}, {"b.q", "rad"}});
  for (int i = 0; i < 3; ++i) {
    rows.add(std::array<double, 3>{0.1 * i, std::nan(""), 1.0 / (i - 1.0)});
  }
  rows.finish();
  const Mechanism m = build_mechanism(read_model(models_folder() + "/pendulum.json"));
  const json data =
      json::parse(report_data(report_head(m, {}, {}), report_of_unfinished(3, 0.2), rows));
  for (const float value : decoded<float>(data["channels"][0]["data"])) {
    EXPECT_TRUE(std::isnan(value));
  }
  EXPECT_TRUE(std::isinf(decoded<float>(data["channels"][1]["data"])[1]));
  EXPECT_EQ(data["summary"][0]["level"], "warn");
}

TEST(ReportPage, of_a_long_run_stays_small) {
  // ten seconds of the corner with a row for each half millisecond; 3.5 MB leave room for the
  // viewer
  const Finished report = report_of_model("double_wishbone", 10.0);
  EXPECT_LT(report.data.size(), 3'500'000U);
  // and a vehicle: 14 bodies, 230 columns, of ten seconds at 1 kHz
  std::vector<Column> columns{{"time", "s"}};
  for (int c = 1; c < 230; ++c) columns.push_back({"x" + std::to_string(c) + ".q", "rad"});
  ReportRows rows(columns);
  std::vector<double> row(columns.size(), 0.5);
  for (int i = 0; i <= 10'000; ++i) {
    row[0] = 1e-3 * i;
    rows.add(row);
  }
  rows.finish();
  EXPECT_LT(rows.samples().count() * columns.size() * 16 / 3, 2'500'000U);
  EXPECT_GE(rows.samples().count(), 800U);
  EXPECT_LT(rows.frames().count() * columns.size() * 16 / 3, 1'500'000U);
  EXPECT_GE(rows.frames().count(), 500U);
}

// 2000 bodies, each with its pose, a coordinate, a velocity and a reaction: a page below 10 MB that
// says what is not on it.
TEST(ReportPage, of_a_large_machine_stays_small) {
  std::vector<Column> columns{{"time", "s", channel_group::time}};
  for (int b = 0; b < 2000; ++b) {
    const std::string name = "b" + std::to_string(b);
    for (const char* part : {"x", "y", "z", "qw", "qx", "qy", "qz"})
      columns.push_back({name + ".pose." + part, "m", channel_group::poses});
    columns.push_back({name + ".q", "rad", channel_group::coordinates});
    columns.push_back({name + ".v", "rad/s", channel_group::velocities});
    for (const char* part : {"x", "y", "z"})
      columns.push_back({name + ".force." + part, "N", channel_group::reactions});
  }
  ReportRows rows(columns);
  std::vector<double> row(columns.size(), 0.5);
  for (int i = 0; i <= 500; ++i) {
    row[0] = 1e-3 * i;
    rows.add(row);
  }
  rows.finish();
  const std::size_t numbers =
      rows.samples().count() * rows.plotted().size() + rows.frames().count() * 3 * 2000;
  EXPECT_LT(numbers * 16 / 3, 9'000'000U);  // a pose has six words of 16 bits
  EXPECT_GE(rows.samples().count(), 50U);
  EXPECT_GE(rows.frames().count(), 35U);
  EXPECT_EQ(rows.moving().size(), 14001U);
  EXPECT_EQ(rows.plotted()[1].name, "b0.q");  // coordinates come before reactions
  EXPECT_EQ(rows.left_out() + rows.plotted().size(), 1U + 2000U * (3 + 1 + 1 + 3));
}

TEST(ReportPage, needs_a_place_for_the_data) {
  EXPECT_THROW(report_page("<html></html>", "{}"), EnvironmentError);
  const ReportRows none(std::vector<Column>{{"time", "s"}});
  EXPECT_THROW(report_data("", "", none), ModelError);
}

}  // namespace
}  // namespace treadle
