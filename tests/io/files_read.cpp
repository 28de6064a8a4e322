// The fingerprint of a model covers every file it is made of, and every parameter that was set.
#include "../../src/io/reading/files_read.hpp"

#include "../../src/base/error.hpp"
#include "../../src/base/sha256.hpp"
#include "temporary.hpp"

#include <map>
#include <set>

namespace treadle {
namespace {

using FileTexts = std::map<std::string, std::string>;

const FileTexts car_files{
    {"car.json", R"({"parameters": {"load": "2 kg"},
      "bodies": [{"name": "hull", "mass": "load", "inertia": [1, 1, 1],
                  "shapes": [{"type": "mesh", "file": "shapes/hull.obj"}]}],
      "joints": [{"name": "way", "type": "prismatic", "parent": "ground", "child": "hull",
                  "position": [0, 0, 0], "axis": [1, 0, 0]}],
      "constraints": [{"name": "drive", "type": "driver", "joint": "way",
                       "function": {"type": "table", "file": "way.csv"}}],
      "include": [{"file": "parts/axle.json", "name": "front", "ports": {"hull": "hull"}},
                  {"file": "parts/axle.json", "name": "rear", "ports": {"hull": "hull"}}]})"},
    {"way.csv", "0, 0\n1, 2\n2, 3\n"},
    {"shapes/hull.obj", "v 0 0 0\nv 3 0 0\nv 0 4 0\nv 0 0 5\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"},
    {"parts/axle.json", R"({"ports": ["hull"], "bodies": [],
      "include": [{"file": "wheel.json", "name": "left", "ports": {"axle": "hull"}}]})"},
    {"parts/wheel.json", R"({"ports": ["axle"], "bodies": [{"name": "rim", "mass": 1}],
      "joints": [{"name": "hub", "type": "revolute", "parent": "axle", "child": "rim",
                  "position": [0, 0, 0], "axis": [0, 1, 0]}]})"}};

std::string fingerprint(const FileTexts& texts, const Overrides& overrides = {},
                        const std::string& inside = "") {
  const TemporaryFolder folder;
  for (const auto& [name, text] : texts) {
    const std::filesystem::path path = folder.file(inside + name);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  const std::string model = folder.file(inside + "car.json");
  const FilesRead files;
  read_model(model, overrides);
  EXPECT_EQ(files.list().size(), texts.size());
  return files.fingerprint(model, overrides);
}

TEST(FilesRead, one_file_has_the_hash_of_its_bytes) {
  const std::string text = R"({"bodies": [{"name": "stone", "mass": 1}]})";
  EXPECT_EQ(fingerprint({{"car.json", text}}), sha256(text));
}

TEST(FilesRead, several_files_have_the_hash_of_what_sha256sum_writes) {
  std::string lines;
  for (const char* name :
       {"car.json", "parts/axle.json", "parts/wheel.json", "shapes/hull.obj", "way.csv"})
    lines += sha256(car_files.at(name)) + "  " + name + "\n";
  EXPECT_EQ(fingerprint(car_files), sha256(lines));
  EXPECT_EQ(fingerprint(car_files, {{"load", "3 kg"}}), sha256(lines + "load=3 kg\n"));
}

TEST(FilesRead, a_change_in_any_file_changes_the_hash_and_another_folder_does_not) {
  std::set<std::string> seen{fingerprint(car_files)};
  for (const auto& [name, text] : car_files) {
    FileTexts changed = car_files;
    changed[name] = text + " \n";  // still the same model, but not the same file
    EXPECT_TRUE(seen.insert(fingerprint(changed)).second) << name;
  }
  EXPECT_TRUE(seen.insert(fingerprint(car_files, {{"load", "3 kg"}})).second);
  EXPECT_EQ(seen.size(), car_files.size() + 2);
  EXPECT_EQ(seen.count(fingerprint(car_files, {}, "deep/down/")), 1U);
}

TEST(FilesRead, notes_only_while_it_lives_and_only_what_was_read) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("a.json")) << R"({"bodies": [{"name": "a", "mass": 1}]})";
  read_model(folder.file("a.json"));
  const FilesRead outer;
  {
    const FilesRead inner;
    read_model(folder.file("a.json"));
    EXPECT_EQ(inner.list().size(), 1U);
  }
  read_model(folder.file("a.json"));
  ASSERT_EQ(outer.list().size(), 1U);
  EXPECT_EQ(outer.list()[0].path, folder.file("a.json"));
  EXPECT_THROW((void)outer.fingerprint("b.json", {}), ModelError);
}

}  // namespace
}  // namespace treadle
