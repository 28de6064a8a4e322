// STL and OBJ files: the same solid from each form, and files that are none.
#include "../../src/io/meshes/read_mesh.hpp"

#include "../../src/io/meshes/read_obj.hpp"
#include "../../src/io/meshes/read_stl.hpp"
#include "refusal.hpp"
#include "temporary.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <random>

namespace treadle {
namespace {

// A tetrahedron whose numbers are the same in every form.
const std::vector<std::array<Triple, 3>> tetrahedron{
    {{{0, 0, 0}, {0, 2, 0}, {1, 0, 0}}},
    {{{0, 0, 0}, {1, 0, 0}, {0, 0, 0.5}}},
    {{{0, 0, 0}, {0, 0, 0.5}, {0, 2, 0}}},
    {{{1, 0, 0}, {0, 2, 0}, {0, 0, 0.5}}},
};

void put(std::string& bytes, std::uint32_t word) {
  for (unsigned shift = 0; shift < 32; shift += 8)
    bytes += static_cast<char>(word >> shift & 0xffU);
}

std::string binary_stl(const std::vector<std::array<Triple, 3>>& triangles,
                       const std::string& header = "made by hand") {
  std::string bytes = header;
  bytes.resize(80, ' ');
  put(bytes, static_cast<std::uint32_t>(triangles.size()));
  for (const auto& triangle : triangles) {
    for (int i = 0; i < 3; ++i)
      put(bytes, std::bit_cast<std::uint32_t>(std::numeric_limits<float>::quiet_NaN()));
    for (const Triple& point : triangle) {
      for (const double x : point) put(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(x)));
    }
    bytes += std::string(2, '\0');
  }
  return bytes;
}

std::string text_stl(const std::vector<std::array<Triple, 3>>& triangles) {
  std::string text = "solid a part\n";
  for (const auto& triangle : triangles) {
    text += "  facet normal nan 0 0\n    outer loop\n";
    for (const Triple& p : triangle) {
      text += "      vertex " + std::to_string(p[0]) + " " + std::to_string(p[1]) + "\t" +
              std::to_string(p[2]) + "\r\n";
    }
    text += "    endloop\n  endfacet\n";
  }
  return text + "endsolid a part\n";
}

class MeshFiles : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& bytes) {
    const std::string path = folder.file(name);
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  MeshFile read(const std::string& name, const std::string& bytes) {
    return read_mesh(write(name, bytes));
  }
  void expect_refused(const std::string& name, const std::string& bytes, const std::string& words) {
    const std::string path = write(name, bytes);
    const Refusal refusal = refusal_of([&] { read_mesh(path); });
    EXPECT_EQ(refusal.where, path);
    EXPECT_TRUE(refusal.says(words)) << refusal.message;
  }

  TemporaryFolder folder;
};

void expect_same(const MeshFile& a, const MeshFile& b) {
  EXPECT_EQ(a.points, b.points);
  EXPECT_EQ(a.triangles, b.triangles);
}

TEST_F(MeshFiles, binary_and_text_agree) {
  const MeshFile binary = read("a.stl", binary_stl(tetrahedron));
  EXPECT_EQ(binary.points, (std::vector<Triple>{{0, 0, 0}, {0, 2, 0}, {1, 0, 0}, {0, 0, 0.5}}));
  EXPECT_EQ(binary.triangles,
            (std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {2, 1, 3}}));
  expect_same(binary, read("b.STL", text_stl(tetrahedron)));
  expect_same(binary, read("c.stl", binary_stl(tetrahedron, "solid in its header, but binary")));
}

TEST_F(MeshFiles, obj_agrees) {
  const std::string head =
      "# a part\nmtllib x.mtl\nv 0 0 0\nv 0 2 0 1.0\nv +1.0 0 0 0.1 0.2 0.3\nv 0 0 5e-1\nvn 0 0 "
      "1\n";
  const MeshFile stl = read("a.stl", binary_stl(tetrahedron));
  expect_same(stl, read("a.obj", head + "f 1 2 3\nf 1 3 4\nf 1 4 2\nf 3 2 4\n"));
  expect_same(
      stl,
      read("b.obj",
           head + "f 1/1/1 2/1/1 3/1/1\ng side\nf 1//1 3//1 4//1\nf 1/2 4/2 2/2\ns off\nf 3 2 4"));
  expect_same(stl,
              read("c.obj", head + "f -4 -3 -2\r\nf -4 -2 -1\r\nf -4 -1 -3\r\nf -2 -3 -1\r\n"));
}

TEST_F(MeshFiles, obj_polygons_are_fanned) {
  const MeshFile mesh =
      read("a.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0.5 0\nf 1 2 3 4 5\n");
  EXPECT_EQ(mesh.triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
}

// Vertices that were split for the sake of normals are one point again.
TEST_F(MeshFiles, equal_places_are_one_point) {
  const MeshFile mesh =
      read("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nv 0 1 -0\nv 1 1 0\nf 1 2 3\nf 5 4 6\n");
  EXPECT_EQ(mesh.points.size(), 4U);
  EXPECT_EQ(mesh.triangles[1], (std::array<int, 3>{2, 1, 3}));
}

TEST_F(MeshFiles, many_points_are_all_found_again) {
  std::vector<std::array<Triple, 3>> strip;
  for (int i = 0; i < 20000; ++i)
    strip.push_back({{{i * 0.5, 0, 0}, {i * 0.5 + 0.5, 0, 0}, {i * 0.5, 1, 0}}});
  const MeshFile mesh = read("a.stl", binary_stl(strip));
  EXPECT_EQ(mesh.points.size(), 40001U);
  for (std::size_t i = 0; i < strip.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      ASSERT_EQ(mesh.points[static_cast<std::size_t>(mesh.triangles[i][k])], strip[i][k]);
    }
  }
}

TEST_F(MeshFiles, several_solids_in_one_text) {
  const MeshFile mesh = read("a.stl", text_stl(tetrahedron) + "\n\n" + text_stl(tetrahedron));
  EXPECT_EQ(mesh.triangles.size(), 8U);
  EXPECT_EQ(mesh.points.size(), 4U);
}

TEST_F(MeshFiles, bad_binary_stl) {
  std::string bytes = binary_stl(tetrahedron);
  expect_refused("a.stl", bytes.substr(0, 200),
                 "the file has 200 bytes, which is not what its number of triangles takes");
  expect_refused("a.stl", bytes + "more", "the file has 288 bytes");
  expect_refused("a.stl", bytes.substr(0, 60), "no STL file");
  std::string huge = bytes;
  for (std::size_t i = 80; i < 84; ++i) huge[i] = '\xff';
  expect_refused("a.stl", huge, "the file has 284 bytes");
  expect_refused("a.stl", binary_stl({}), "no triangles");
  std::vector<std::array<Triple, 3>> wrong = tetrahedron;
  wrong[2][1][0] = std::numeric_limits<double>::quiet_NaN();
  expect_refused("a.stl", binary_stl(wrong), "triangle 2: a corner is not finite");
  expect_refused("a.stl", binary_stl(tetrahedron, std::string("solid\0", 6)).substr(0, 150),
                 "the file has 150 bytes");
}

TEST_F(MeshFiles, bad_text_stl) {
  const std::string text = text_stl(tetrahedron);
  expect_refused("a.stl", text.substr(0, text.find("endloop")),
                 "line 7: the file ends where 'endloop'");
  expect_refused("a.stl", text.substr(0, text.find("endsolid")),
                 "line 29: the file ends without 'endsolid'");
  expect_refused("a.stl", "solid x\nendsolid x\n", "no triangles");
  expect_refused("a.stl", "solid x\nvertex 1 2 3\n",
                 "line 2, column 1: 'facet' or 'endsolid' is needed");
  expect_refused("a.stl", "solid x\nfacet\nouter loop\nvertex 1 2\n",
                 "line 4: three numbers are needed");
  expect_refused("a.stl", "solid x\nfacet\nouter loop\nvertex 1 2 nan\n",
                 "line 4, column 12: a finite number is needed");
  expect_refused("a.stl", "solid x\nfacet\nouter loop\nvertex 1 2 1e999\n",
                 "line 4, column 12: a finite number is needed");
  expect_refused("a.stl", "solid x\nfacet\nouter loop\nvertex 1 2 3,5\n",
                 "line 4, column 12: a finite number is needed");
  expect_refused("a.stl", text + "facet\n", "line 31, column 1: 'solid' is needed");
}

TEST_F(MeshFiles, bad_obj) {
  const std::string head = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  expect_refused("a.obj", head, "no triangles");
  expect_refused("a.obj", head + "f 1 2 4\n",
                 "line 4, column 7: the vertex is out of range; there are 3 so far");
  expect_refused("a.obj", head + "f 1 2 0\n", "line 4, column 7: the vertex is out of range");
  expect_refused("a.obj", head + "f 1 2 -4\n", "line 4, column 7: the vertex is out of range");
  expect_refused("a.obj", head + "f 1 2 99999999999999999999\n", "is out of range");
  expect_refused("a.obj", head + "f 1 2 x\n", "line 4, column 7: the index of a vertex is needed");
  expect_refused("a.obj", head + "f 1 2 /3\n", "line 4, column 7: the index of a vertex is needed");
  expect_refused("a.obj", head + "f 1 2\n", "line 4: a face needs at least 3");
  expect_refused("a.obj", "v 0 0\n", "line 1: three numbers");
  expect_refused("a.obj", "\n\nv 0 inf 0\n", "line 3, column 5: a finite number is needed");
  expect_refused("a.obj", std::string(1000, '\0'), "no triangles");
  expect_refused("a.obj", head + std::string(1'000'001, 'f'),
                 "line 4: the line is longer than 1 MB");
}

TEST_F(MeshFiles, what_is_no_mesh_file) {
  expect_refused("a.stl", "", "empty");
  expect_refused("a.step", "x", "ends in .stl or .obj, not in '.step'");
  expect_refused("stl", "x", "ends in .stl or .obj");
  EXPECT_TRUE(refusal_of([&] { read_mesh(folder.file("none.stl")); }).says("cannot be opened"));
  std::filesystem::create_directory(folder.file("d.stl"));
  EXPECT_TRUE(refusal_of([&] {
                read_mesh(folder.file("d.stl"));
              }).says("this is a directory; a file is needed"));
  std::filesystem::create_symlink("/dev/zero", folder.file("z.stl"));
  EXPECT_TRUE(refusal_of([&] {
                read_mesh(folder.file("z.stl"));
              }).says("this is a device; a file is needed"));
  const std::string huge = write("h.stl", "");
  std::filesystem::resize_file(huge, 200'000'001);
  EXPECT_TRUE(refusal_of([&] { read_mesh(huge); }).says("larger than 200 MB"));
}

// A file that was cut short anywhere is refused, unless only the last line is hurt.
TEST(MeshTexts, truncations_are_refused) {
  for (const std::string& bytes : {binary_stl(tetrahedron), text_stl(tetrahedron)}) {
    const std::size_t last_word = std::min(bytes.find("endsolid"), bytes.size() - 8);
    for (std::size_t size = 1; size < last_word + 8; ++size) {
      EXPECT_THROW(parse_stl(std::string_view(bytes).substr(0, size), "a"), ModelError) << size;
    }
  }
}

// Damaged files are read or refused; sanitizers look for worse.
TEST(MeshTexts, damage_is_harmless) {
  const std::string obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1/2/3 -1 4//2\n";
  std::mt19937 dice(11);
  for (int round = 0; round < 6000; ++round) {
    std::string bytes = round % 3 == 0   ? binary_stl(tetrahedron)
                        : round % 3 == 1 ? text_stl(tetrahedron)
                                         : obj;
    for (int i = 0; i < 3; ++i) bytes[dice() % bytes.size()] = static_cast<char>(dice());
    try {
      const MeshFile mesh = round % 3 == 2 ? parse_obj(bytes, "a") : parse_stl(bytes, "a");
      for (const auto& triangle : mesh.triangles) {
        for (const int corner : triangle)
          ASSERT_LT(static_cast<std::size_t>(corner), mesh.points.size());
      }
    } catch (const ModelError&) {
    }
  }
}

}  // namespace
}  // namespace treadle
