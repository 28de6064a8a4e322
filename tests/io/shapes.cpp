// Shapes of bodies: what is read, and what mass follows.
#include "../../src/io/reading/read_model.hpp"

#include "refusal.hpp"
#include "temporary.hpp"

#include <cmath>
#include <numbers>

namespace treadle {
namespace {

BodyItem body_of(const std::string& rest) {
  return read_model_text(R"({"bodies": [{"name": "arm", )" + rest + "}]}", "test").bodies.at(0);
}

ShapeItem shape_of(const std::string& rest) {
  return body_of("\"mass\": 1, \"shapes\": [{" + rest + "}]").shapes.at(0);
}

Refusal refused(const std::string& rest) {
  return refusal_of([&] { body_of(rest); });
}

const std::string box =
    R"("shapes": [{"type": "box", "size": [2, 3, 4], "density": 0.5, "position": [1, 0, 0]}])";

TEST(Shapes, each_type_has_its_dimensions) {
  EXPECT_EQ(shape_of(R"("type": "box", "size": ["20 mm", 0.5, 2])").size, (Triple{0.02, 0.5, 2.0}));
  ShapeItem s = shape_of(R"("type": "cylinder", "radius": "3 cm", "length": 2)");
  EXPECT_EQ(s.kind, ShapeKind::cylinder);
  EXPECT_EQ(s.radius, 0.03);
  EXPECT_EQ(s.length, 2.0);
  EXPECT_EQ(shape_of(R"("type": "sphere", "radius": 4)").kind, ShapeKind::sphere);
  EXPECT_EQ(shape_of(R"("type": "capsule", "radius": 4, "length": 1)").kind, ShapeKind::capsule);
  s = shape_of(R"("type": "tube", "radius": 4, "inner_radius": 3, "length": 1)");
  EXPECT_EQ(s.kind, ShapeKind::tube);
  EXPECT_EQ(s.inner_radius, 3.0);
  s = shape_of(R"("type": "extrusion", "outline": [[0, 0], ["1 cm", 0], [0, 2]], "length": 1)");
  EXPECT_EQ(s.kind, ShapeKind::extrusion);
  EXPECT_EQ(s.outline[1], (std::array<double, 2>{0.01, 0.0}));
  EXPECT_EQ(s.density, std::nullopt);
  EXPECT_EQ(s.color, "");
}

TEST(Shapes, have_a_place_a_density_and_a_color) {
  const ShapeItem s = shape_of(
      R"("type": "sphere", "radius": 1, "position": [1, 2, 3], "orientation": [0, 0, 0, 2], "density": "7.85 g/cm^3",
         "color": "#FFa500")");
  EXPECT_EQ(s.pose.position, (Triple{1.0, 2.0, 3.0}));
  EXPECT_EQ(s.pose.orientation, (std::array<double, 4>{0.0, 0.0, 0.0, 1.0}));
  EXPECT_DOUBLE_EQ(s.density.value(), 7850.0);
  EXPECT_EQ(s.color, "#ffa500");
  EXPECT_EQ(shape_of(R"("type": "sphere", "radius": 1, "color": "SteelBlue")").color, "#4682b4");
  EXPECT_EQ(shape_of(R"("type": "sphere", "radius": 1, "density": "7850 kg/m^3")").density, 7850.0);
}

TEST(Shapes, give_mass_center_and_inertia) {
  const BodyItem body = body_of(box);
  EXPECT_DOUBLE_EQ(body.mass, 12.0);
  EXPECT_EQ(body.center, (Triple{1.0, 0.0, 0.0}));
  EXPECT_DOUBLE_EQ(body.inertia[0], 25.0);
  EXPECT_DOUBLE_EQ(body.inertia[1], 20.0);
  EXPECT_DOUBLE_EQ(body.inertia[2], 13.0);
  EXPECT_EQ(body.shapes.size(), 1U);
}

TEST(Shapes, a_given_mass_scales_the_inertia) {
  const BodyItem body = body_of("\"mass\": 6, " + box);
  EXPECT_EQ(body.mass, 6.0);
  EXPECT_EQ(body.center, (Triple{1.0, 0.0, 0.0}));
  EXPECT_DOUBLE_EQ(body.inertia[0], 12.5);
}

TEST(Shapes, what_is_given_in_full_stands) {
  const BodyItem body =
      body_of(R"("mass": 6, "center": [0, 0, 1], "inertia": [1, 2, 2.5], )" + box);
  EXPECT_EQ(body.mass, 6.0);
  EXPECT_EQ(body.center, (Triple{0.0, 0.0, 1.0}));
  EXPECT_EQ(body.inertia[1], 2.0);
  EXPECT_EQ(body.shapes.size(), 1U);
}

TEST(Shapes, halves_of_a_mass_are_refused) {
  for (const std::string given : {R"("center": [0, 0, 1], )", R"("mass": 1, "center": [0, 0, 1], )",
                                  R"("center": [0, 0, 1], "inertia": [1, 1, 1], )"}) {
    const Refusal refusal = refused(given + box);
    EXPECT_EQ(refusal.where, "bodies[0].center");
    EXPECT_TRUE(refusal.says("give mass, center and inertia, or none but the mass"))
        << refusal.message;
  }
  EXPECT_EQ(refused(R"("inertia": [1, 1, 1], )" + box).where, "bodies[0].inertia");
}

TEST(Shapes, that_are_only_drawn_have_no_mass) {
  const BodyItem body = body_of(R"("mass": 2, "shapes": [{"type": "sphere", "radius": 1}])");
  EXPECT_EQ(body.mass, 2.0);
  EXPECT_EQ(body.inertia[0], 0.0);
  const Refusal refusal = refused(R"("shapes": [{"type": "sphere", "radius": 1}])");
  EXPECT_EQ(refusal.where, "bodies[0].mass");
  EXPECT_TRUE(refusal.says("mass is missing; give a mass, or a density")) << refusal.message;
}

// A tetrahedron of 3, 4 and 5 mm, in millimetres.
const std::string corner = "v 0 0 0\nv 3 0 0\nv 0 4 0\nv 0 0 5\nf 1 3 2\nf 1 2 4\nf 1 4 3\n";

std::string model_with(const std::string& shape) {
  return R"({"bodies": [{"name": "arm", "mass": 1, "shapes": [{"type": "mesh", )" + shape + "}]}]}";
}

TEST(Shapes, meshes_lie_beside_the_model) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("parts"));
  std::ofstream(folder.file("parts/corner.obj")) << corner << "f 2 3 4\n";
  for (const std::string scale : {"\"mm\"", "0.001", "\"1 mm\"", "\"0.1 cm\""}) {
    std::ofstream(folder.file("m.json"))
        << R"({"bodies": [{"name": "arm", "shapes": [{"type": "mesh", "file": "parts/corner.obj", "density": "1 g/cm^3",)"
        << R"( "scale": )" << scale << "}]}]}";
    const BodyItem body = read_model(folder.file("m.json")).bodies.at(0);
    EXPECT_NEAR(body.mass, 10e-9 * 1000.0, 1e-18) << scale;
    EXPECT_NEAR(body.center[2], 1.25e-3, 1e-17);
    EXPECT_NEAR(body.inertia[0], body.mass * 3.0 / 80.0 * (16e-6 + 25e-6), 1e-24);
    EXPECT_NEAR(body.inertia[3], body.mass * 12e-6 / 80.0, 1e-24);
    EXPECT_EQ(body.shapes.at(0).file, folder.file("parts/corner.obj"));
    EXPECT_DOUBLE_EQ(body.shapes.at(0).scale, 1e-3);
  }
  // an absolute path, and no density: it need not be closed
  std::ofstream(folder.file("open.obj")) << corner;
  EXPECT_EQ(read_model_text(model_with("\"file\": \"" + folder.file("open.obj") + "\""), "")
                .bodies.at(0)
                .shapes.at(0)
                .triangles.size(),
            3U);
}

TEST(Shapes, faults_of_meshes_name_body_and_file) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("open.obj")) << corner;
  std::ofstream(folder.file("bad.obj")) << corner << "f 2 3 9\n";
  const auto refusal = [&](const std::string& shape) {
    return refusal_of([&] { read_model_text(model_with(shape), folder.file("m.json")); });
  };
  Refusal open = refusal(R"("file": "open.obj", "density": 1000)");
  EXPECT_EQ(open.where, "bodies[0].shapes[0]");
  EXPECT_TRUE(open.says("body 'arm': shapes[0]: the mesh is not closed: 3 edges")) << open.message;
  Refusal bad = refusal(R"("file": "bad.obj")");
  EXPECT_EQ(bad.where, "bodies[0].shapes[0].file");
  EXPECT_TRUE(bad.says(folder.file("bad.obj") + ": line 8, column 7: the vertex is out of range"))
      << bad.message;
  EXPECT_TRUE(refusal(R"("file": "bad.obj", "scale": "kg")").says("scale"));
  EXPECT_TRUE(refusal(R"("file": "bad.obj", "scale": 0)").says("greater than 0"));
  EXPECT_TRUE(refusal(R"("file": "")").says("a file's name is needed"));
}

}  // namespace
}  // namespace treadle
