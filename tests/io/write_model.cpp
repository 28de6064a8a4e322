// Models written and read again: equal descriptions, equal bits, equal motion.
#include "../../src/io/writing/write_model.hpp"

#include "../../src/io/reading/read_model.hpp"
#include "../../src/mechanism/mechanism.hpp"
#include "../../src/simulation/run.hpp"
#include "refusal.hpp"
#include "support/places.hpp"
#include "support/random_description.hpp"
#include "support/random_mechanism.hpp"
#include "support/sanitized.hpp"
#include "temporary.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace treadle {
namespace {

Description reread(const Description& model) {
  return read_model_text(write_model(model), model.source);
}

// Random numbers may make shapes too heavy for the reader, or two points of an output the same.
bool is_absurd(const Description& model) {
  try {
    static_cast<void>(reread(model));
    return false;
  } catch (const ModelError& error) {
    const std::string text = error.what();
    return text.find("their mass is too large or too small") != std::string::npos ||
           text.find("is the same point as") != std::string::npos;
  }
}

// Equality takes -0 for 0, so the text, which shows the sign, is compared too.
void expect_round_trip(const Description& model) {
  const std::string text = write_model(model);
  Description back;
  try {
    back = read_model_text(text, model.source);
  } catch (const ModelError& error) {
    FAIL() << error.where() << ": " << error.what() << "\n" << text;
  }
  EXPECT_EQ(write_model(back), text);
  Description flat = model;
  flat.parts.clear();  // the file is flat
  EXPECT_TRUE(back == flat) << text;
}

std::vector<std::string> models_in(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// Whether the reader knows a key at the top of a model.
bool reader_knows(const std::string& key, const std::string& value) {
  try {
    read_model_text(R"({"bodies": [{"name": "a", "mass": 1}], ")" + key + "\": " + value + "}", "");
  } catch (const ModelError& error) {
    return std::string(error.what()).find("unknown key") == std::string::npos;
  }
  return true;
}

test::RandomWords known_words() {
  return {reader_knows("outputs", "[]"), reader_knows("assembly", R"({"targets": []})")};
}

TEST(WriteModel, ready_models_come_back) {
  const std::vector<std::string> paths = models_in(models_folder());
  ASSERT_GE(paths.size(), 11U);
  for (const std::string& path : paths) {
    SCOPED_TRACE(path);
    expect_round_trip(read_model(path));
  }
}

TEST(WriteModel, random_mechanisms_come_back) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    test::RandomChoice choice;
    choice.bodies = 2 + static_cast<int>(seed % 9);
    choice.loops = static_cast<int>(seed % 4);
    choice.free_root = seed % 3 == 0;
    expect_round_trip(test::random_mechanism(seed, choice).description);
    if (HasFailure()) return;
  }
}

TEST(WriteModel, random_descriptions_come_back) {
  const test::RandomWords words = known_words();
  constexpr unsigned count = test::sanitized ? 100 : 400;
  unsigned compared = 0;
  for (unsigned seed = 0; seed < count; ++seed) {
    SCOPED_TRACE(seed);
    const Description d = test::random_description(seed, words);
    if (is_absurd(d)) continue;
    ++compared;
    expect_round_trip(d);
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, count / 2);
}

// Outputs and targets, whether the reader takes them or not, are text in one form.
TEST(WriteModel, is_json_with_every_item) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    const Description d = test::random_description(seed);
    const nlohmann::json object = nlohmann::json::parse(write_model(d));
    EXPECT_EQ(object["bodies"].size(), d.bodies.size());
    EXPECT_EQ(object["forces"].size(), d.forces.size());
    ASSERT_EQ(object["outputs"].size(), d.outputs.size());
    EXPECT_EQ(object["outputs"][9]["type"], "distance");
    EXPECT_EQ(object["outputs"][9]["from"]["body"], d.outputs[9].from.body);
    EXPECT_EQ(object["outputs"][3]["of"]["body"], d.outputs[3].frame.body);
    EXPECT_EQ(object["assembly"]["targets"].size(), d.targets.size());
  }
}

TEST(WriteModel, outputs_and_targets_in_words) {
  Description d;
  d.name = "words";
  d.bodies = {{"a", 1.0, {}, {}, {}, {}, ""}};
  JointItem joint;
  joint.name = "pin";
  joint.type = JointType::cylindrical;
  joint.parent = "ground";
  joint.child = "a";
  joint.design = JointFrame{{}, Triple{0.0, 0.0, 1.0}, {}};
  d.joints = {joint};
  OutputItem speed;
  speed.name = "speed";
  speed.kind = ChannelKind::velocity;
  speed.of = "pin";
  speed.index = 1;
  OutputItem pull;
  pull.name = "pull";
  pull.kind = ChannelKind::reaction;
  pull.of = "pin";
  pull.seen_from = {"a", {{0.0, 0.0, 0.5}, {1.0, 0.0, 0.0, 0.0}}};
  d.outputs = {speed, pull};
  TargetItem target;
  target.joint = "pin";
  target.value = 0.25;
  target.rank = 2;
  TargetItem place;
  place.frame.body = "a";
  place.position = Triple{1.0, 2.0, 3.0};
  d.targets = {target, place};
  const std::string text = write_model(d);
  for (const char* line :
       {R"({"name": "speed", "type": "velocity", "joint": "pin", "coordinate": "displacement"})",
        R"({"name": "pull", "type": "reaction", "joint": "pin",)",
        R"("seen_from": {"body": "a", "position": [0, 0, 0.5]}})",
        R"({"joint": "pin", "coordinate": "angle", "value": 0.25, "priority": 2})",
        R"({"body": "a", "position": [1, 2, 3]})"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
  }
}

TEST(WriteModel, parts_are_flat_and_keep_their_kind) {
  TemporaryFolder folder;
  std::filesystem::copy(tests_folder() + "/io/good", folder.file(""),
                        std::filesystem::copy_options::recursive);
  for (const std::string& path : models_in(folder.file(""))) {
    SCOPED_TRACE(path);
    const Description model = read_model(path);
    expect_round_trip(model);
    EXPECT_EQ(write_model(model).find("include"), std::string::npos);
    // the flat file needs none of the others
    const std::string text = write_model(model);
    std::filesystem::create_directories(folder.file("elsewhere"));
    const std::string flat = folder.file("elsewhere/flat.json");
    std::ofstream(flat) << text;
    EXPECT_EQ(write_model(read_model(flat)), text);
  }
}

TEST(WriteModel, motion_is_the_same_to_the_last_bit) {
  for (const char* name : {"four_bar", "double_wishbone", "spherical_pendulum", "car_axis"}) {
    SCOPED_TRACE(name);
    const Description model = read_model(models_folder() + "/" + name + ".json");
    const auto end_of = [](const Description& d) {
      RunOptions options = options_of(d.simulation);
      options.duration = 20.0 * options.step;
      return run(build_mechanism(d), options);
    };
    const RunResult a = end_of(model), b = end_of(reread(model));
    EXPECT_EQ(a.steps, b.steps);
    EXPECT_EQ(a.q, b.q);
    EXPECT_EQ(a.v, b.v);
    EXPECT_EQ(a.energy_drift, b.energy_drift);
  }
}

TEST(WriteModel, is_laid_out_for_a_person) {
  const Description model = read_model(models_folder() + "/four_bar.json");
  const std::string text = write_model(model);
  EXPECT_NE(text.find("\n    {\"name\": \"crank\", \"mass\": 0.3, \"center\": [0, 0, 0.15], "
                      "\"inertia\": [0.00225, 0.00225, 0]},\n"),
            std::string::npos)
      << text;
  std::size_t longest = 0, from = 0;
  for (std::size_t to; (to = text.find('\n', from)) != std::string::npos; from = to + 1) {
    if (text.compare(from, 16, "  \"description\":") == 0) continue;
    longest = std::max(longest, to - from);
  }
  EXPECT_LE(longest, 101U) << text;
  EXPECT_TRUE(text.ends_with("}\n"));
}

TEST(WriteModel, resolved_parameters_cannot_be_set) {
  const Description model = read_model_text(
      R"({"parameters": {"load": "2 kg", "idle": 1}, "bodies": [{"name": "a", "mass": "load"}]})",
      "m.json");
  const std::string text = write_model(model);
  EXPECT_EQ(read_model_text(text, "m.json", {{"idle", "3"}}).parameters[0].value, 3.0);
  const Refusal refusal = refusal_of([&] { read_model_text(text, "m.json", {{"load", "3 kg"}}); });
  EXPECT_EQ(refusal.where, "--set");
  EXPECT_TRUE(refusal.says("parameter 'load' is resolved")) << refusal.message;
}

TEST(WriteModel, refuses_what_a_file_cannot_say) {
  Description d = test::random_description(3);
  d.bodies[1].mass = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(refusal_of([&] { write_model(d); }).says("bodies[1].mass is not a finite number"));
  d = test::random_description(3);
  d.bodies[0].name = "\xff";
  EXPECT_TRUE(refusal_of([&] { write_model(d); }).says("which is not UTF-8"));
  d = test::random_description(3);
  for (JointItem& joint : d.joints) {
    if (joint.type == JointType::free) joint.start = {0.0, std::nan(""), 0.0, 1.0, 0.0, 0.0, 0.0};
  }
  const Refusal half = refusal_of([&] { write_model(d); });
  EXPECT_TRUE(half.says("joint 'free.1': position of a free joint is given in part"))
      << half.message;
  d = test::random_description(3);
  d.constraints[1].coordinates[0].joint = "nobody";
  EXPECT_TRUE(refusal_of([&] { write_model(d); }).says("unknown joint 'nobody'"));
}

}  // namespace
}  // namespace treadle
