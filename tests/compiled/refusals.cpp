// What is wrong with a library is told before anything of it is run, and what a library must not
// say is not in it.
#include "pairs.hpp"
#include "src/base/error.hpp"
#include "src/simulation/simulation.hpp"

namespace treadle::test {
namespace {

constexpr const char* secretive = R"({
  "description": "zebrafish drive of the quokka works",
  "parameters": {"axolotl": {"value": "2 kg", "note": "platypus"}},
  "bodies": [{"name": "wombat", "mass": "axolotl", "inertia": [0.1, 0.1, 0.1], "kind": "narwhal",
              "shapes": [{"type": "sphere", "radius": 0.1, "color": "#123456"}]},
             {"name": "capybara", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0.5, 0, 0]}],
  "frames": [{"name": "okapi", "body": "wombat", "position": [0.1, 0, 0]}],
  "joints": [{"name": "marmoset", "type": "revolute", "parent": "ground", "child": "wombat", "position": [0, 0, 0], "axis": [0, 1, 0]},
             {"name": "tamarin", "type": "revolute", "parent": "wombat", "child": "capybara", "position": [0.3, 0, 0], "axis": [0, 1, 0]}],
  "forces": [{"name": "pangolin", "type": "spring", "from": "okapi", "to": {"body": "ground", "position": [0, 0, 1]}, "stiffness": 10}],
  "outputs": [{"name": "lemming", "type": "position", "of": "okapi"}]})";

class CompiledRefusals : public CompiledPair {
 protected:
  /// A model with this include, and what is said of it.
  std::string said(const std::string& include) const {
    try {
      read_model(write("model.json", "{\"include\": [{" + include + ", \"name\": \"part\"}]}"));
    } catch (const ModelError& error) {
      return error.where() + ": " + error.what();
    }
    return "nothing";
  }
  std::string keys_of(const std::string& bytes) const {
    write("other.so", bytes);
    return "\"library\": \"other.so\", \"sha256\": \"" + sha256(bytes) + "\"";
  }
  [[nodiscard]] std::string bytes_of(const std::string& name) const {
    std::ifstream stream(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
};

bool has(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

TEST_F(CompiledRefusals, NoNameOfTheInsideIsInTheFile) {
  compile(write("quetzalcoatl.json", secretive), "part.so", {"capybara"});
  const std::string bytes = bytes_of("part.so");
  for (const char* word : {"zebrafish", "quokka", "axolotl", "platypus", "wombat", "narwhal",
                           "okapi", "marmoset", "tamarin", "pangolin", "lemming", "quetzalcoatl"})
    EXPECT_FALSE(has(bytes, word)) << word;
  EXPECT_TRUE(has(bytes, "capybara"));
}

TEST_F(CompiledRefusals, WrongFiles) {
  const std::string keys = compile(write("p.json", secretive), "part.so", {"capybara"});
  EXPECT_EQ(said(keys), "nothing");
  const std::string bytes = bytes_of("part.so");
  const std::string other_hash =
      said("\"library\": \"part.so\", \"sha256\": \"" + std::string(64, 'a') + "\"");
  EXPECT_TRUE(has(other_hash, "include[0].library: library '")) << other_hash;
  EXPECT_TRUE(has(other_hash, "is not the one that the model was made with")) << other_hash;
  EXPECT_TRUE(has(said("\"library\": \"none.so\", \"sha256\": \"0\""), "none.so"));
  EXPECT_TRUE(has(said("\"library\": \".\", \"sha256\": \"0\""), "a directory"));
  EXPECT_TRUE(has(said("\"library\": \"part.so\""), "sha256"));
  EXPECT_TRUE(has(said("\"file\": \"p.json\", \"sha256\": \"0\""), "library"));
  EXPECT_TRUE(has(said(keys + ", \"mirror\": \"y\""), "does not go with a library"));
  EXPECT_TRUE(has(said(keys + ", \"ports\": {\"hub\": \"ground\"}"), "has no port 'hub'"));
  // another machine, another kind of file
  std::string arm = bytes;
  arm[18] = static_cast<char>(183);
  EXPECT_TRUE(has(said(keys_of(arm)), "is for AArch64")) << said(keys_of(arm));
  std::string narrow = bytes;
  narrow[4] = 1;
  EXPECT_TRUE(has(said(keys_of(narrow)), "32 bits"));
  EXPECT_TRUE(has(said(keys_of("{}")), "is no shared library"));
  EXPECT_TRUE(has(said(keys_of("")), "is no shared library"));
  // a library that is none of ours
  EXPECT_TRUE(
      has(said(keys_of(component_runtime())), "does not end as a file of 'treadle compile'"));
}

TEST_F(CompiledRefusals, TruncatedOrChanged) {
  const std::string keys = compile(write("p.json", secretive), "part.so", {"capybara"});
  const std::string bytes = bytes_of("part.so");
  for (std::size_t k = 0; k < 50; ++k) {
    const std::string some = bytes.substr(0, bytes.size() * k / 50);
    EXPECT_NE(said(keys_of(some)), "nothing") << k;
    std::string changed = bytes;
    changed[(bytes.size() - 1) * k / 49] ^= static_cast<char>(1 << (k % 8));
    EXPECT_NE(said(keys_of(changed)), "nothing") << k;
    write("part.so", k % 2 == 0 ? some : changed);
    EXPECT_TRUE(has(said(keys), "is not the one that the model was made with")) << k;
  }
}

// The loader has room for a dozen different libraries at a time: those that nobody needs are
// closed.
TEST_F(CompiledRefusals, OneAfterTheOther) {
  const auto with_mass = [&](int kilograms) {
    return compile(write("p.json", R"({
      "bodies": [{"name": "b", "mass": )" +
                                       std::to_string(kilograms) + R"(, "inertia": [1, 1, 1]}],
      "joints": [{"name": "j", "type": "revolute", "parent": "ground", "child": "b", "position": [0, 0, 1], "axis": [0, 1, 0]}]})"),
                   "part.so", {"b"});
  };
  for (int k = 1; k <= 24; ++k) {
    const std::string model =
        write("m.json", "{\"include\": [{" + with_mass(k) +
                            ", \"name\": \"part\", \"position\": [0, 0, 1]}]}");
    const Rows rows = move(model, "component", {"energy.potential"}, 0.01, 1e-6);
    // each is itself, and not the one before
    EXPECT_NEAR(rows.rows[0][1], k * 9.80665, 1e-9 * k) << k;
  }
}

TEST_F(CompiledRefusals, JointCoordinatesAndImplicitSteps) {
  const std::string keys = compile(write("p.json", secretive), "part.so", {"capybara"});
  const Mechanism mechanism = build_mechanism(
      read_model(write("model.json", "{\"include\": [{" + keys + ", \"name\": \"part\"}]}")));
  const auto refusal = [&](const std::string& formulation, const std::string& integrator,
                           const std::string& jacobian = "auto") {
    RunOptions options;
    options.duration = 0.1;
    options.formulation = formulation;
    options.integrator = integrator;
    options.jacobian = jacobian;
    try {
      run(mechanism, options);
    } catch (const ModelError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_TRUE(has(refusal("joint", "adams"), "part 'part' is compiled"));
  EXPECT_TRUE(has(refusal("component", "bdf", "exact"), "part 'part', which is compiled"));
  EXPECT_EQ(refusal("component", "bdf"), "");
  EXPECT_EQ(refusal("component", "adams"), "");
  EXPECT_EQ(refusal("component", "rk4"), "");
}

TEST_F(CompiledRefusals, WhatCannotBeInside) {
  const auto refusal = [&](const std::string& part, const std::vector<std::string>& border) {
    try {
      compile(write("bad.json", part), "bad.so", border);
    } catch (const ModelError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string good = secretive;
  EXPECT_EQ(refusal(good, {"capybara"}), "");
  EXPECT_TRUE(has(refusal(good, {}), "--border wombat"));
  EXPECT_TRUE(has(refusal(good, {"capibara"}), "capybara"));
  EXPECT_TRUE(has(refusal(good, {"capybara", "capybara"}), "twice"));
  const auto with = [&](const std::string& more) {
    return good.substr(0, good.rfind('}')) + ", " + more + "}";
  };
  const auto gong = [&](const std::string& when, const std::string& action) {
    return refusal(with(R"("events": [{"name": "gong", "crosses": 1, "when": ")" + when +
                        R"(", "action": ")" + action + "\"}]"),
                   {"capybara"});
  };
  EXPECT_TRUE(has(gong("energy.total", "stop"), "event 'c.gong'"));
  EXPECT_EQ(gong("energy.total", "record"), "");
  EXPECT_EQ(gong("time", "stop"), "");
  const std::string keys = compile(write("p.json", good), "part.so", {"capybara"});
  EXPECT_TRUE(has(refusal(with("\"include\": [{" + keys + ", \"name\": \"inner\"}]"), {"capybara"}),
                  "compiled itself"));
}

}  // namespace
}  // namespace treadle::test
