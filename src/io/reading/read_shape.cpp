#include "read_shape.hpp"

#include "../../base/error.hpp"
#include "../../describe/unit_table.hpp"
#include "../../geometry/hull_mesh.hpp"
#include "../../geometry/mass_of_shape.hpp"
#include "../../geometry/shape_masses.hpp"
#include "../meshes/read_mesh.hpp"
#include "../schema/elements.hpp"
#include "../tables/shown.hpp"
#include "read_color.hpp"
#include "read_heights.hpp"
#include "read_pose.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;

void need_length(const Fields& fields, const char* key, double& out) {
  out = read_number(fields.need(key), fields.at(key), dimension::length, Range::positive);
}

void read_size(const Fields& fields, ShapeItem& shape) {
  const Place place = fields.at("size");
  const json& value = fields.need("size");
  check_array(value, place, 3, "lengths [x, y, z]");
  for (std::size_t i = 0; i < 3; ++i) {
    shape.size[i] = read_number(value[i], place.element(i), dimension::length, Range::positive);
  }
}

void read_outline(const Fields& fields, ShapeItem& shape) {
  const Place place = fields.at("outline");
  const json& value = fields.need("outline");
  if (!value.is_array())
    place.fail_field("is " + show_value(value) + "; an array of points [x, y] is needed");
  for (std::size_t i = 0; i < value.size(); ++i) {
    const Place at = place.element(i);
    check_array(value[i], at, 2, "lengths [x, y]");
    shape.outline.push_back({read_number(value[i][0], at.element(0), dimension::length),
                             read_number(value[i][1], at.element(1), dimension::length)});
  }
}

// How long one unit of the file is: a number of metres, a length, or a bare unit such as "mm".
double read_scale(const json& value, const Place& place) {
  Unit unit;
  if (value.is_string() && find_unit(value.get_ref<const std::string&>(), unit) &&
      unit.kind == dimension::length) {
    return unit.up / unit.down;
  }
  return read_number(value, place, dimension::length, Range::positive);
}

// The points are those of the body frame in metres; file and scale only tell where they are from.
void read_inline_mesh(const Fields& fields, ShapeItem& shape) {
  if (const json* file = fields.find("file")) shape.file = read_string(*file, fields.at("file"));
  const auto rows = [&fields](const char* key, const char* what, auto read) {
    const json& list = fields.need(key);
    const Place place = fields.at(key);
    if (!list.is_array()) place.fail_field("is " + show_value(list) + "; a list is needed");
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!list[i].is_array() || list[i].size() != 3)
        check_array(list[i], place.element(i), 3, what);
      read(list[i], place, i);
    }
  };
  rows("points", "lengths [x, y, z]", [&](const json& row, const Place& place, std::size_t i) {
    const bool plain = row[0].is_number() && row[1].is_number() && row[2].is_number();
    shape.points.push_back(
        plain ? Triple{row[0].get<double>(), row[1].get<double>(), row[2].get<double>()}
              : read_triple(row, place.element(i), dimension::length));
  });
  const auto count = static_cast<std::int64_t>(shape.points.size());
  rows("triangles", "indices of points", [&](const json& row, const Place& place, std::size_t i) {
    std::array<int, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k) {
      const bool known = row[k].is_number_integer() && row[k].get<std::int64_t>() >= 0 &&
                         row[k].get<std::int64_t>() < count;
      if (!known) {
        place.element(i).element(k).fail_field("is " + show_value(row[k]) +
                                               "; the index of a point is needed, 0 to " +
                                               std::to_string(count - 1));
      }
      corners[k] = row[k].get<int>();
    }
    shape.triangles.push_back(corners);
  });
}

void read_mesh_shape(const Fields& fields, const std::string& folder, ShapeItem& shape) {
  if (const json* scale = fields.find("scale"))
    shape.scale = read_scale(*scale, fields.at("scale"));
  if (fields.has("points") || fields.has("triangles")) return read_inline_mesh(fields, shape);
  const Place place = fields.at("file");
  if (!fields.has("file")) place.fail_field("is missing; give a file, or points and triangles");
  const std::string name = read_string(fields.need("file"), place);
  if (name.empty() || has_control_characters(name))
    place.fail_field("is " + shown(name) + "; a file's name is needed");
  shape.file = (std::filesystem::path(folder) / name).lexically_normal().string();
  try {
    MeshFile mesh = read_mesh(shape.file);
    shape.points = std::move(mesh.points);
    shape.triangles = std::move(mesh.triangles);
  } catch (const ModelError& error) {
    place.fail(place.field() + ": " + clean(shape.file, 200) + ": " + error.what());
  }
  for (Triple& point : shape.points) {
    for (double& x : point) x *= shape.scale;
  }
}

// A hull is kept as the mesh of its surface.
void read_hull(const Fields& fields, const std::string& folder, ShapeItem& shape) {
  const char* const key = fields.has("points") ? "points" : "file";
  if (fields.has("points")) {
    const json& list = fields.need("points");
    const Place place = fields.at("points");
    if (fields.has("file")) fields.at("file").fail_field("is given with points; give one of them");
    if (!list.is_array()) place.fail_field("is " + show_value(list) + "; a list is needed");
    const double scale =
        fields.has("scale") ? read_scale(*fields.find("scale"), fields.at("scale")) : 1.0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      Triple point = read_triple(list[i], place.element(i), dimension::length);
      for (double& x : point) x *= scale;
      shape.points.push_back(point);
    }
  } else {
    read_mesh_shape(fields, folder, shape);
  }
  shape.scale = 1.0;
  shape.file.clear();
  try {
    close_hull(shape);
  } catch (const ShapeError& error) {
    fields.at(key).fail(fields.at(key).field() + ": " + error.what());
  }
}

// Heights are kept as the mesh of their grid: that of a ground is known by its regular points.
void read_field(const Fields& fields, ShapeItem& shape) {
  std::array<double, 2> spacing{}, start{};
  read_two_lengths(fields, "spacing", Range::positive, spacing);
  if (fields.has("start")) read_two_lengths(fields, "start", Range::any, start);
  if (fields.has("density"))
    fields.at("density").fail_field(
        "is given, but a ground of heights has no volume; give the "
        "body a mass");
  HeightGrid grid;
  if (!fields.has("heights")) {
    grid = read_height_file(fields);
  } else {
    const Place place = fields.at("heights");
    const json& rows = fields.need("heights");
    if (fields.has("file")) fields.at("file").fail_field("is given with heights; give one of them");
    if (!rows.is_array()) place.fail_field("is " + show_value(rows) + "; lines are needed");
    for (std::size_t j = 0; j < rows.size(); ++j) {
      const std::size_t columns = rows[0].is_array() ? rows[0].size() : 0;
      check_array(rows[j], place.element(j), columns, "heights, as many as the first line has");
      for (std::size_t i = 0; i < columns; ++i)
        grid.heights.push_back(
            read_number(rows[j][i], place.element(j).element(i), dimension::length));
      grid.columns = static_cast<int>(columns);
    }
  }
  const int columns = grid.columns,
            lines = columns > 0 ? static_cast<int>(grid.heights.size()) / columns : 0;
  if (columns < 3 || lines < 3)
    fields.at(fields.has("heights") ? "heights" : "file")
        .fail_field("has " + std::to_string(lines) + " lines of " + std::to_string(columns) +
                    " heights; a ground needs three of three at least");
  for (int j = 0; j < lines; ++j) {
    for (int i = 0; i < columns; ++i) {
      shape.points.push_back({start[0] + spacing[0] * i, start[1] + spacing[1] * j,
                              grid.heights[static_cast<std::size_t>(j * columns + i)]});
      if (i == 0 || j == 0) continue;
      const int k = j * columns + i;
      shape.triangles.push_back({k - columns - 1, k - columns, k});
      shape.triangles.push_back({k - columns - 1, k, k - 1});
    }
  }
}

void read_dimensions(const Fields& fields, const std::string& folder, ShapeItem& shape) {
  switch (shape.kind) {
    case ShapeKind::box:
      return read_size(fields, shape);
    case ShapeKind::mesh:
      return read_mesh_shape(fields, folder, shape);
    case ShapeKind::extrusion:
      read_outline(fields, shape);
      break;
    case ShapeKind::tube:
      need_length(fields, "inner_radius", shape.inner_radius);
      [[fallthrough]];
    case ShapeKind::cylinder:
    case ShapeKind::sphere:
    case ShapeKind::capsule:
      need_length(fields, "radius", shape.radius);
  }
  if (shape.kind != ShapeKind::sphere) need_length(fields, "length", shape.length);
}

}  // namespace

ShapeItem read_shape(const json& value, const Place& place, const std::string& folder) {
  static const Words& types = type_words("shape");  // as ShapeKind
  if (!value.is_object())
    place.fail_field("is " + show_value(value) + "; an object {...} is needed");
  if (!value.contains("type")) place.key("type").fail_field("is missing");
  const std::size_t type = read_choice(value["type"], place.key("type"), "shape type", types);
  const Fields fields(value, place, known_keys("shape." + types[type]));

  ShapeItem shape;
  // hulls and heights come after the kinds, and are kept as meshes
  constexpr auto mesh = static_cast<std::size_t>(ShapeKind::mesh);
  shape.kind = static_cast<ShapeKind>(std::min(type, mesh));
  read_pose(fields, shape.pose);
  fields.number("density", dimension::density, Range::positive, shape.density);
  if (const json* color = fields.find("color"))
    shape.color = read_color(*color, fields.at("color"));
  if (type == mesh + 1) {
    read_hull(fields, folder, shape);
  } else if (type == mesh + 2) {
    read_field(fields, shape);
  } else {
    read_dimensions(fields, folder, shape);
  }
  try {
    check_shape(shape);
  } catch (const ShapeError& error) {
    place.fail(place.field() + ": " + error.what());
  }
  return shape;
}

void read_shapes(const Fields& fields, const std::string& folder, BodyItem& body) {
  const json* list = fields.find("shapes");
  if (list == nullptr) return;
  const Place place = fields.at("shapes");
  if (!list->is_array()) place.fail_field("is " + show_value(*list) + "; an array [...] is needed");
  for (std::size_t i = 0; i < list->size(); ++i) {
    body.shapes.push_back(read_shape((*list)[i], place.element(i), folder));
  }
}

void complete_masses(const Fields& fields, BodyItem& body) {
  const bool mass = fields.has("mass"), center = fields.has("center"),
             inertia = fields.has("inertia");
  if (!has_density(body)) {
    if (!mass)
      fields.at("mass").fail_field("is missing; give a mass, or a density to one of its shapes");
    return;
  }
  const bool all = mass && center && inertia;
  if (!all && (center || inertia)) {
    fields.at(center ? "center" : "inertia")
        .fail_field(
            "is given, but the shapes have a density; give mass, center and inertia, or none but "
            "the mass");
  }

  BodyItem made;
  made.name = body.name;
  made.shapes.swap(body.shapes);
  try {
    add_shape_masses(made);
  } catch (const ModelError& error) {
    throw ModelError(fields.place().key(error.where()).path(), error.what());
  }
  made.shapes.swap(body.shapes);
  if (all) return;

  const double scale = mass ? body.mass / made.mass : 1.0;
  body.mass = mass ? body.mass : made.mass;
  body.center = made.center;
  for (std::size_t i = 0; i < 6; ++i) body.inertia[i] = scale * made.inertia[i];
}

}  // namespace treadle
