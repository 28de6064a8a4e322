// The mirror image of a mechanism moves as the image of the mechanism: every joint, force and
// constraint, each mirror plane.
#include "../../src/components/place_part.hpp"

#include "../../src/io/reading/read_model.hpp"
#include "../../src/mechanism/mechanism.hpp"
#include "../../src/simulation/run.hpp"

#include <gtest/gtest.h>

namespace treadle {
namespace {

// Chains of every joint type. Frames are oblique, so that no axis is spared.
const char* const zoo = R"({
  "gravity": [0, 0, 0],
  "bodies": [
    {"name": "a", "mass": 2, "position": [0.1, 0.2, 0.3], "orientation": {"rpy": [0.2, 0.4, -0.3]}, "center": [0.1, 0.2, -0.1],
     "inertia": [0.2, 0.3, 0.25, 0.02, -0.03, 0.01]},
    {"name": "b", "mass": 1, "position": [0.5, -0.2, 0.1], "center": [0.2, 0.1, 0.1], "inertia": [0.1, 0.12, 0.15, 0.01, 0.02, -0.01]},
    {"name": "c", "mass": 1.5, "position": [0.9, 0.1, -0.4], "center": [-0.1, 0.2, 0.15], "inertia": [0.11, 0.1, 0.12, 0, 0.02, 0.01]},
    {"name": "d", "mass": 0.8, "position": [1.2, 0.4, 0.2], "center": [0.1, -0.1, 0.2], "inertia": [0.09, 0.1, 0.08]},
    {"name": "e", "mass": 0.7, "position": [-0.5, 0.3, 0.2], "center": [0.1, 0.1, 0.2], "inertia": [0.05, 0.06, 0.07, 0.01, 0, 0]},
    {"name": "f", "mass": 0.6, "position": [-0.9, 0.6, 0.5], "center": [0, 0.1, 0.2], "inertia": [0.05, 0.06, 0.04]}
  ],
  "joints": [
    {"name": "cyl", "type": "cylindrical", "parent": "ground", "child": "a", "position": [0, 0.1, 0.2], "axis": [1, 0.4, 0.7],
     "start": {"angle": 0.3, "displacement": 0.1}, "velocity": {"angle": 1, "displacement": -0.5},
     "coordinates": {"displacement": {"spring": {"stiffness": 20, "rest": 0.05, "preload": 0.3}, "drive": 1.5,
                     "limits": {"lower": -0.2, "upper": 0.09, "stiffness": 100}}, "angle": {"spring": {"stiffness": 2, "rest": 0.4}}}},
    {"name": "uni", "type": "universal", "parent": "a", "child": "b", "position": [0.4, -0.1, 0.1], "axis": [0.2, -0.5, 0.8],
     "start": {"angle1": 0.2, "angle2": -0.4}, "velocity": {"angle1": -1, "angle2": 2},
     "coordinates": {"angle2": {"spring": {"stiffness": 3, "rest": 0.2}, "drive": 0.4}, "angle1": {"damping": 0.1}}},
    {"name": "pla", "type": "planar", "parent": "b", "child": "c", "position": [0.8, 0, 0], "axis": [0.5, 0.5, -0.3],
     "start": {"x": 0.1, "y": -0.2, "angle": 0.3}, "velocity": {"x": 0.3, "y": 0.2, "angle": -1},
     "coordinates": {"x": {"spring": {"stiffness": 30}}, "y": {"spring": {"stiffness": 40, "rest": 0.1}}, "angle": {"drive": 0.2}}},
    {"name": "scr", "type": "screw", "parent": "c", "child": "d", "position": [1.1, 0.3, 0], "axis": [0, 1, 0.2], "pitch": 0.2,
     "start": 0.5, "velocity": 3},
    {"name": "rev", "type": "revolute", "parent": "a", "child": "e",
     "parent_frame": {"position": [-0.4, 0, 0], "axis": [0.4, 0.1, 0.9]}, "child_frame": {"position": [0.1, 0.1, 0], "axis": [-0.6, 0.2, 0.5]},
     "start": 0.3, "velocity": 1},
    {"name": "pri", "type": "prismatic", "parent": "e", "child": "f",
     "parent_frame": {"position": [-0.2, 0.1, 0], "axis": [0.4, 0.9, 0.1]}, "child_frame": {"position": [0, 0.1, 0], "orientation": [0.9, 0.1, 0.3, -0.2]},
     "start": 0.1, "velocity": 0.3, "spring": {"stiffness": 10}}
  ],
  "forces": [
    {"name": "spring", "type": "spring", "from": {"body": "ground", "position": [1, 1, 1]}, "to": {"body": "d", "position": [0.1, 0.2, 0]}, "stiffness": 20},
    {"name": "bush", "type": "bushing", "from": {"body": "f"}, "to": {"body": "ground", "position": [-1, 0.5, 0.4]}, "from_orientation": [0.9, 0.1, -0.2, 0.1],
     "stiffness": [10, 20, 30, 0.1, 0.2, 0.3], "damping": [0.1, 0.2, 0.3, 0.01, 0.02, 0.03], "preload": [1, 2, 3, 0.1, 0.2, 0.3]},
    {"name": "floor", "type": "plane", "from": {"body": "c"}, "to": {"body": "ground", "position": [1, 0.5, 0]}, "normal": [-0.5, -0.8, 0.3], "stiffness": 50},
    {"name": "push", "type": "applied", "on": {"body": "b", "position": [0.1, 0.2, 0.3]}, "direction": [1, 2, 3], "force": 0.5, "torque": -0.3},
    {"name": "twist", "type": "applied", "on": {"body": "e"}, "direction": [1, -2, 0.5], "axes": "body", "force": 0.2, "torque": 0.1}
  ],
  "constraints": [
    {"name": "gear", "type": "coupler", "coordinates": [{"joint": "cyl", "coordinate": "displacement", "factor": 2}, {"joint": "scr", "factor": 0.3}], "offset": 0.35},
    {"name": "drive", "type": "driver", "joint": "uni", "coordinate": "angle2", "function": {"type": "sine", "amplitude": 0.4, "frequency": 1, "offset": -0.4}},
    {"name": "line", "type": "point_on_plane", "from": {"body": "f"}, "to": {"body": "a", "position": [-0.8, 0.4, 0.3]}, "normal": [0.3, 0.8, 0.4]}
  ]
})";

// Laws that are not odd, on coordinates, on the angles of a ball joint and on sums, and wheels that
// mesh.
const char* const loaded = R"({
  "gravity": [0, 0, 0],
  "bodies": [
    {"name": "a", "mass": 2, "position": [0.1, 0.2, 0.3], "orientation": {"rpy": [0.2, 0.4, -0.3]}, "center": [0.1, 0.2, -0.1],
     "inertia": [0.2, 0.3, 0.25, 0.02, -0.03, 0.01]},
    {"name": "b", "mass": 1, "position": [0.5, -0.2, 0.1], "center": [0.2, 0.1, 0.1], "inertia": [0.1, 0.12, 0.15, 0.01, 0.02, -0.01]},
    {"name": "c", "mass": 1.5, "position": [0.9, 0.1, -0.4], "center": [-0.1, 0.2, 0.15], "inertia": [0.11, 0.1, 0.12, 0, 0.02, 0.01]},
    {"name": "pinion", "mass": 0.5, "position": [1.2, 0.4, 0.2], "inertia": [0.02, 0.02, 0.03, 0, 0.001, 0]},
    {"name": "wheel", "mass": 0.8, "position": [1.5, 0.4, 0.2], "inertia": [0.03, 0.03, 0.05]},
    {"name": "idler", "mass": 0.8, "position": [1.2, 0.9, 0.2], "inertia": [0.03, 0.03, 0.05]}
  ],
  "joints": [
    {"name": "ball", "type": "spherical", "parent": "ground", "child": "a", "position": [0, 0.1, 0.2], "orientation": [0.8, 0.1, 0.5, -0.3],
     "start": [0.9, 0.3, -0.1, 0.2], "velocity": [1, -0.5, 0.8],
     "swing": {"spring": {"law": "2 N m*stretch^2 + 1 N m*stretch"}},
     "twist": {"spring": {"law": "3 N m*stretch^2 - 2 N m*stretch", "rest": 0.2, "preload": 0.3}, "motor": {"law": "0.3 N m - 0.2 N m s*rate"}},
     "turn": {"play": {"width": 0.3, "center": 0.2, "stiffness": 20}}},
    {"name": "uni", "type": "universal", "parent": "a", "child": "b", "position": [0.4, -0.1, 0.1], "axes": [[0.2, -0.5, 0.8], [0.5, 0.2, 0]],
     "start": {"angle1": 0.2, "angle2": -0.4}, "velocity": {"angle1": -1, "angle2": 2},
     "coordinates": {"angle2": {"spring": {"law": {"stretch": [-1, 0, 1, 2], "force": [-2, 0.1, 3, 9]}, "rest": 0.1},
                       "damper_law": "0.3 N m s^2*rate^2 + 0.1 N m s*rate", "play": {"width": 0.2, "center": -0.3, "stiffness": 30, "dissipation": 0.2},
                       "motor": {"law": {"rate": [-1, 1, 3], "force": [0.4, 0.2, 0]}, "level": 0.7}}}},
    {"name": "cyl", "type": "cylindrical", "parent": "b", "child": "c", "position": [0.8, 0, 0], "axis": [0.5, 0.5, -0.3],
     "start": {"angle": 0.3, "displacement": 0.1}, "velocity": {"angle": -1, "displacement": 0.4}},
    {"name": "jp", "type": "revolute", "parent": "c", "child": "pinion", "position": [1.2, 0.4, 0.2], "axis": [0.1, 0, 1], "velocity": 3},
    {"name": "jw", "type": "revolute", "parent": "wheel", "child": "c", "position": [1.5, 0.4, 0.2], "axis": [0.1, 0, 1]},
    {"name": "ji", "type": "revolute", "parent": "c", "child": "idler", "position": [1.2, 0.9, 0.2], "axis": [-0.1, 0, -1]}
  ],
  "forces": [
    {"name": "sum", "type": "coupler", "coordinates": [{"joint": "cyl", "coordinate": "displacement"}, {"joint": "uni", "coordinate": "angle2", "factor": "0.2 m/rad"},
     {"joint": "jp", "factor": "0.1 m"}], "offset": "0.05 m", "spring": {"law": "20 N/m*stretch + 30 N/m^2*stretch^2"}},
    {"name": "loose", "type": "gear", "joints": ["jp", "jw"], "teeth": [20, 30], "helix_angle": 0.3, "play": {"width": 0.01, "stiffness": 3000, "dissipation": 0.1}}
  ],
  "constraints": [{"name": "mesh", "type": "gear", "joints": ["jp", "ji"], "teeth": [20, 30], "point": [1.2, 0.6, 0.2], "helix_angle": 0.3}]
})";

std::vector<std::vector<double>> poses_of(const Description& description) {
  RunOptions options;
  options.integrator = "rk4";  // equal steps for both
  options.duration = 0.1;
  options.output_interval = 0.05;
  options.channels.bodies = true;
  std::vector<std::vector<double>> rows;
  std::size_t first = 0;
  Listener listener;
  listener.columns = [&](const std::vector<Column>& columns) {
    first = columns.size() - 7 * description.bodies.size();
  };
  listener.row = [&](std::span<const double> row) {
    rows.emplace_back(row.begin() + static_cast<std::ptrdiff_t>(first), row.end());
  };
  const RunResult result = run(build_mechanism(description), options, listener);
  EXPECT_EQ(result.end, RunEnd::done) << result.message;
  return rows;
}

PartPlacement mirrored_in(std::size_t axis) {
  PartPlacement placement;
  placement.name = "image";
  placement.mirror.axis = axis;
  return placement;
}

class PlacePart : public testing::TestWithParam<std::size_t> {};

TEST_P(PlacePart, makes_the_mirror_image) {
  const std::size_t axis = GetParam();
  const Mirror mirror{axis};
  for (const char* const text : {zoo, loaded}) {
    const Description original = read_model_text(text, "zoo.json");
    const auto rows = poses_of(original),
               images = poses_of(place_part(original, mirrored_in(axis)));
    ASSERT_EQ(rows.size(), 3U);
    ASSERT_EQ(images.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t b = 0; b < original.bodies.size(); ++b) {
        const auto pose = [&](const std::vector<double>& row) {
          const double* p = row.data() + 7 * b;
          return Pose{{p[0], p[1], p[2]}, {p[3], p[4], p[5], p[6]}};
        };
        const Pose expected = mirror.pose(pose(rows[i])), image = pose(images[i]);
        double dot = 0.0;
        for (std::size_t k = 0; k < 4; ++k) dot += expected.orientation[k] * image.orientation[k];
        for (std::size_t k = 0; k < 3; ++k)
          EXPECT_NEAR(expected.position[k], image.position[k], 1e-10)
              << original.bodies[b].name << " row " << i;
        for (std::size_t k = 0; k < 4; ++k) {
          EXPECT_NEAR(expected.orientation[k], (dot < 0.0 ? -1.0 : 1.0) * image.orientation[k],
                      1e-10)
              << original.bodies[b].name << " row " << i;
        }
      }
    }
  }
}

// Reflected twice, every number comes back as it was.
TEST_P(PlacePart, twice_is_the_part_itself) {
  const Description original = read_model_text(zoo, "zoo.json");
  const Description twice =
      place_part(place_part(original, mirrored_in(GetParam())), mirrored_in(GetParam()));
  for (std::size_t b = 0; b < original.bodies.size(); ++b) {
    EXPECT_EQ(twice.bodies[b].name, "image.image." + original.bodies[b].name);
    EXPECT_EQ(twice.bodies[b].center, original.bodies[b].center);
    EXPECT_EQ(twice.bodies[b].inertia, original.bodies[b].inertia);
    EXPECT_EQ(twice.bodies[b].pose.orientation, original.bodies[b].pose.orientation);
  }
  for (std::size_t j = 0; j < original.joints.size(); ++j) {
    EXPECT_EQ(twice.joints[j].start, original.joints[j].start);
    EXPECT_EQ(twice.joints[j].pitch, original.joints[j].pitch);
  }
  EXPECT_EQ(twice.constraints[0].factors, original.constraints[0].factors);
  EXPECT_EQ(*twice.joints[0].forces[1].lower, -0.2);
}

INSTANTIATE_TEST_SUITE_P(Components, PlacePart, testing::Values(0, 1, 2));

TEST(PlaceShape, outlines_and_triangles_keep_their_outside) {
  Description part;
  BodyItem body;
  body.name = "b";
  ShapeItem shape;
  shape.pose.position = {1.0, 2.0, 3.0};
  shape.outline = {{0.0, 0.0}, {2.0, 0.0}, {0.0, 1.0}};
  shape.points = {{1.0, 2.0, 3.0}};
  shape.triangles = {{0, 1, 2}};
  body.shapes = {shape};
  part.bodies = {body};
  const ShapeItem image = place_part(part, mirrored_in(0)).bodies[0].shapes[0];
  EXPECT_EQ(image.pose.position, (Triple{-1.0, 2.0, 3.0}));
  EXPECT_EQ(image.outline,
            (std::vector<std::array<double, 2>>{{-0.0, 1.0}, {-2.0, 0.0}, {-0.0, 0.0}}));
  EXPECT_EQ(image.points[0], (Triple{-1.0, 2.0, 3.0}));
  EXPECT_EQ(image.triangles[0], (std::array<int, 3>{0, 2, 1}));
}

TEST(PlaceEvent, takes_the_name_of_the_part) {
  Description part;
  part.events = {{"hit", "rail.q", 0.5, "m", Crossing::up, EventAction::switch_on, "band", 2},
                 {"late", "time", 1.0, "s", Crossing::up, EventAction::stop, "", {}},
                 {"fast", "energy.kinetic", 1.0, "J", Crossing::up, EventAction::stop, "", {}}};
  PartPlacement placement;
  placement.name = "left";
  const std::vector<EventItem> placed = place_part(part, placement).events;
  EXPECT_EQ(placed[0], (EventItem{"left.hit", "left.rail.q", 0.5, "m", Crossing::up,
                                  EventAction::switch_on, "left.band", 2}));
  EXPECT_EQ(placed[1].when, "time");
  EXPECT_EQ(placed[2].when, "energy.kinetic");
}

}  // namespace
}  // namespace treadle
