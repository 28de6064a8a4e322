// treadle run: which channels are written, and what is told of them.
#include "fixture.hpp"

namespace treadle {
namespace {

using ChannelOptions = CommandLine;

constexpr const char* pendulum = R"({
  "parameters": {"length": "300 mm"},
  "bodies": [{"name": "rod", "mass": 2, "center": ["length", 0, 0], "inertia": [0.1, 0.1, 0.1]}],
  "frames": [{"name": "tip", "body": "rod", "position": ["2*length", 0, 0]}],
  "joints": [{"name": "pin", "type": "revolute", "parent": "ground", "child": "rod",
              "position": [0, 0, 0], "axis": [0, 1, 0], "damping": 0.1}]OUTPUTS})";

std::string pendulum_with(const std::string& outputs) {
  std::string text = pendulum;
  return text.replace(text.find("OUTPUTS"), 7, outputs);
}

TEST_F(ChannelOptions, are_written_in_the_order_asked) {
  const std::string file = path("motion.csv");
  const Finished run = treadle_program({"run", four_bar(), "--until", "2 ms", "--out", file,
                                        "--channels", "energy.kinetic, C.?,rocker.velocity.*,C.q"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(lines_of(read(file)).at(0),
            "time [s],energy.kinetic [J],C.q [rad],C.v [rad/s],C.a [rad/s^2],rocker.velocity.x "
            "[m/s],rocker.velocity.y [m/s],rocker.velocity.z [m/s]");
}

TEST_F(ChannelOptions, time_stands_where_it_was_asked_for) {
  const std::string file = path("motion.csv");
  treadle_program({"run", four_bar(), "--until", "2 ms", "--out", file, "--channels", "A.q,time"});
  EXPECT_EQ(lines_of(read(file)).at(0), "A.q [rad],time [s]");
}

TEST_F(ChannelOptions, outputs_of_the_file_are_what_is_written) {
  const std::string model = write("out.json", pendulum_with(R"(,
    "outputs": [{"name": "height", "type": "position", "of": "tip"},
                {"name": "brake", "type": "force", "force": "pin"}])"));
  const std::string file = path("motion.csv");
  const Finished run = treadle_program({"run", model, "--until", "2 ms", "--out", file});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(lines_of(read(file)).at(0),
            "time [s],height.x [m],height.y [m],height.z [m],brake [N m]");
  treadle_program({"run", model, "--until", "2 ms", "--out", file, "--channels", "height.z,pin.q"});
  EXPECT_EQ(lines_of(read(file)).at(0), "time [s],height.z [m],pin.q [rad]");

  // what stands before a dot takes all behind it, once
  treadle_program(
      {"run", model, "--until", "2 ms", "--out", file, "--channels", "height.y,height"});
  EXPECT_EQ(lines_of(read(file)).at(0), "time [s],height.y [m],height.x [m],height.z [m]");
  const Finished wrong = treadle_program(
      {"run", model, "--until", "2 ms", "--out", file, "--channels", "pin.q,hight"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_TRUE(wrong.complains("unknown channel 'hight' (did you mean 'height'?)")) << wrong.err;
}

TEST_F(ChannelOptions, a_name_takes_no_other_name_that_begins_like_it) {
  const std::string model = write("out.json", pendulum_with(R"(,
    "outputs": [{"name": "tip_x", "type": "position", "of": "tip"},
                {"name": "high", "type": "energy", "energy": "total"},
                {"name": "higher", "type": "position", "of": "tip"}])"));
  const std::string file = path("motion.csv");
  treadle_program({"run", model, "--until", "2 ms", "--out", file, "--channels", "high,tip_x"});
  EXPECT_EQ(lines_of(read(file)).at(0), "time [s],high [J],tip_x.x [m],tip_x.y [m],tip_x.z [m]");
}

TEST_F(ChannelOptions, an_output_must_not_take_the_name_of_a_channel) {
  const std::string model = write("out.json", pendulum_with(R"(,
    "outputs": [{"name": "ok", "type": "energy", "energy": "total"},
                {"name": "pin.q", "type": "velocity", "joint": "pin"}])"));
  const Finished run = treadle_program({"run", model});
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(run.complains("outputs[1].name: output 'pin.q': there is a channel 'pin.q' already"))
      << run.err;
}

TEST_F(ChannelOptions, the_list_is_a_table) {
  const std::string model = write("list.json", pendulum_with(""));
  const Finished run = treadle_program({"run", model, "--list-channels"});
  EXPECT_EQ(run.code, 0) << run.err;
  const std::vector<std::string> lines = lines_of(run.out);
  EXPECT_EQ(lines.at(0).substr(0, 4), "name");
  // time; q v a; pose and four vectors of body and frame; load; reaction; five energies
  const auto end = std::find(lines.begin(), lines.end(), "") - lines.begin();
  EXPECT_EQ(end, 1 + 1 + 3 + 2 * (7 + 12) + 1 + 6 + 5) << run.out;
  EXPECT_TRUE(run.says("\npin.moment.x and its like: on the child")) << run.out;
  EXPECT_TRUE(run.says("about the joint's point")) << run.out;
  for (const char* name : {"pin.q", "tip.acceleration.z", "pin.load", "energy.drift"})
    EXPECT_TRUE(run.says(std::string("\n") + name + " ")) << name;
  const nlohmann::json object =
      treadle_program({"run", model, "--list-channels", "--json"}).object();
  EXPECT_EQ(object["channels"].size() + 1, static_cast<std::size_t>(end));
  EXPECT_EQ(object["channels"][1],
            nlohmann::json({{"name", "pin.q"}, {"unit", "rad"}, {"group", "coordinates"}}));
}

TEST_F(ChannelOptions, json_tells_parameters_and_channels) {
  const std::string model = write("json.json", pendulum_with(""));
  const Finished run = treadle_program({"run", model, "--until", "2 ms", "--json", "--set",
                                        "length=0.4", "--channels", "time,pin.q"});
  EXPECT_EQ(run.code, 0) << run.err;
  const nlohmann::json object = run.object();
  EXPECT_EQ(object["parameters"]["length"]["value"], 0.4);
  EXPECT_EQ(object["parameters"]["length"]["unit"], "m");
  ASSERT_EQ(object["channels"].size(), 2U);
  EXPECT_EQ(object["channels"][0]["end"], 0.002);
  EXPECT_EQ(object["channels"][1]["end"], object["end"]["q"]["pin"]);
}

// Whoever gets the name of a channel wrong in an event is sent to this list.
TEST_F(ChannelOptions, are_listed_where_an_event_names_none_of_them) {
  const std::string model = write("wrong.json", pendulum_with(R"(,
    "events": [{"name": "end", "when": "rod.height", "crosses": 1, "action": "stop"}])"));
  const Finished run = treadle_program({"run", model});
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(run.complains("--list-channels")) << run.err;
  const Finished list = treadle_program({"run", model, "--list-channels"});
  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_TRUE(list.says("pin.q")) << list.out;
}

}  // namespace
}  // namespace treadle
