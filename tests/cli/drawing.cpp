// treadle inspect --svg: well-formed, names escaped, nothing on top of something else.
#include "fixture.hpp"
#include "xml.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <utility>

namespace treadle {
namespace {

struct Box {
  double left, top, right, bottom;

  [[nodiscard]] bool overlaps(const Box& o) const {
    return left < o.right && o.left < right && top < o.bottom && o.top < bottom;
  }
  /// Inside, and not on the border where curves begin and end.
  [[nodiscard]] bool contains(double x, double y) const {
    const double edge = 0.1;
    return x > left + edge && x < right - edge && y > top + edge && y < bottom - edge;
  }
};

double number(const XmlElement& element, const char* key) {
  return std::stod(element.attributes.at(key));
}

/// The drawing of a model, which must be well-formed.
class Drawing : public CommandLine {
 protected:
  XmlFile draw(const std::string& model) const {
    const std::string file = path("drawing.svg");
    const Finished run = treadle_program({"inspect", model, "--svg", file});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_TRUE(run.says("drawing: " + file));
    XmlFile xml = read_xml(read(file));
    EXPECT_EQ(xml.fault, "");
    EXPECT_EQ(xml.elements.at(0).name, "svg");
    return xml;
  }

  /// Boxes of bodies: rectangles with round corners and a border.
  static std::vector<Box> boxes(const XmlFile& xml) {
    std::vector<Box> list;
    for (const XmlElement& e : xml.elements) {
      if (e.name != "rect" || !e.attributes.contains("rx") || !e.attributes.contains("stroke"))
        continue;
      const double x = number(e, "x"), y = number(e, "y");
      list.push_back({x, y, x + number(e, "width"), y + number(e, "height")});
    }
    return list;
  }

  static std::vector<std::string> loop_paths(const XmlFile& xml) {
    std::vector<std::string> list;
    for (const XmlElement& e : xml.elements) {
      // long data tells a curve from a line of the legend
      if (e.name == "path" && e.attributes.contains("stroke-dasharray") &&
          e.attributes.at("d").size() > 30) {
        list.push_back(e.attributes.at("d"));
      }
    }
    return list;
  }

  // Parallel cranks joined in a row, each loop with a rod to the ground: many curves in little
  // room.
  std::string crowded() const {
    const auto item = [](const std::string& name, const std::string& rest) {
      return R"({"name": ")" + name + "\", " + rest + "}";
    };
    const auto revolute = [&](const std::string& name, const std::string& parent,
                              const std::string& child, int x, int z) {
      return item(name, R"("type": "revolute", "axis": [0, 1, 0], "parent": ")" + parent +
                            R"(", "child": ")" + child + R"(", "position": [)" + std::to_string(x) +
                            ", 0, " + std::to_string(z) + "]");
    };
    std::string bodies, joints, rods;
    for (int i = 0; i < 6; ++i) {
      const std::string n = std::to_string(i), leg = "leg_" + n, bar = "rather_long_name.bar_" + n;
      const std::string mass = R"("mass": 1, "inertia": [1, 1, 1], "position": [)" + n + ", 0, 1]";
      bodies += (i == 0 ? "" : ", ") + item(leg, mass);
      joints += (i == 0 ? "" : ", ") + revolute("foot_" + n, "ground", leg, i, 0);
      if (i == 5) break;
      bodies += ", " + item(bar, mass);
      joints += ", " + revolute("left_" + n, leg, bar, i, 1) + ", " +
                revolute("right_" + n, bar, "leg_" + std::to_string(i + 1), i + 1, 1);
      rods +=
          (i == 0 ? "" : ", ") +
          item(
              "rod_" + n,
              R"("type": "distance", "from": {"body": "ground", "position": [0, 0, 5]}, "to": {"body": ")" +
                  bar + R"(", "position": [0, 0, 0]})");
    }
    return write("crowded.json", R"({"bodies": [)" + bodies + R"(], "joints": [)" + joints +
                                     R"(], "constraints": [)" + rods + "]}");
  }
};

/// Points along path data made of M, L, C, Q with absolute numbers.
std::vector<std::pair<double, double>> points_along(const std::string& data) {
  std::vector<std::pair<double, double>> points;
  double x = 0.0, y = 0.0;
  const char* at = data.c_str();
  while (*at != '\0') {
    const char command = *at++;
    std::vector<double> n;
    while (*at != '\0' && std::isalpha(static_cast<unsigned char>(*at)) == 0) {
      char* end = nullptr;
      n.push_back(std::strtod(at, &end));
      if (end == at) return {};
      at = end;
      while (*at == ' ') ++at;
    }
    // every piece as a cubic curve
    std::vector<double> c;
    if (command == 'M') c = {n[0], n[1], n[0], n[1], n[0], n[1]};
    if (command == 'L') c = {x, y, n[0], n[1], n[0], n[1]};
    if (command == 'Q') c = {n[0], n[1], n[0], n[1], n[2], n[3]};
    if (command == 'C') c = n;
    if (c.size() != 6) return {};
    for (int i = command == 'M' ? 20 : 0; i <= 20; ++i) {
      const double s = i / 20.0, r = 1.0 - s;
      points.emplace_back(
          r * r * r * x + 3 * r * r * s * c[0] + 3 * r * s * s * c[2] + s * s * s * c[4],
          r * r * r * y + 3 * r * r * s * c[1] + 3 * r * s * s * c[3] + s * s * s * c[5]);
    }
    x = c[4];
    y = c[5];
  }
  return points;
}

TEST_F(Drawing, shows_bodies_joints_and_patterns) {
  const XmlFile xml = draw(four_bar());
  const std::vector<std::string> texts = xml.texts("text");
  const auto count = [&](const std::string& words) {
    return std::count(texts.begin(), texts.end(), words);
  };
  for (const char* name : {"ground", "crank", "coupler", "rocker", "M", "L", "Tᵀ", "cut joint"}) {
    EXPECT_EQ(count(name), 1) << name;
  }
  EXPECT_EQ(count("revolute"), 4);
  EXPECT_EQ(boxes(xml).size(), 3U);
  EXPECT_EQ(loop_paths(xml).size(), 1U);
  EXPECT_EQ(count("fill-in"), 0) << "no fill-in, no word about it";
  for (const XmlElement& e : xml.elements) {
    EXPECT_FALSE(e.attributes.contains("href")) << "the file needs nothing else";
  }
}

TEST_F(Drawing, shows_fill_in_where_there_is_some) {
  const std::string model = branched(R"(, "numbering": "root-first")");
  const std::vector<std::string> texts = draw(model).texts("text");
  EXPECT_EQ(std::count(texts.begin(), texts.end(), "fill-in"), 1);
  EXPECT_EQ(std::count(texts.begin(), texts.end(), "+ plate"), 1);
}

TEST_F(Drawing, escapes_names) {
  const std::string model = write("names.json", R"({"name": "a<b> & 'c'",
    "bodies": [{"name": "<&\">", "mass": 1, "inertia": [1, 1, 1]}, {"name": "größe", "mass": 1, "inertia": [1, 1, 1]}],
    "joints": [{"name": "</text>", "type": "revolute", "parent": "ground", "child": "<&\">", "position": [0, 0, 1], "axis": [0, 1, 0]},
               {"name": "&amp;", "type": "revolute", "parent": "<&\">", "child": "größe", "position": [1, 0, 1], "axis": [0, 1, 0]}]})");
  const XmlFile xml = draw(model);
  EXPECT_EQ(xml.texts("title"), std::vector<std::string>{"a<b> & 'c'"});
  const std::vector<std::string> texts = xml.texts("text");
  for (const char* name : {"a<b> & 'c'", "<&\">", "größe", "</text>", "&amp;"}) {
    EXPECT_GE(std::count(texts.begin(), texts.end(), name), 1) << name;
  }
}

TEST_F(Drawing, boxes_do_not_overlap_and_curves_go_around_them) {
  const XmlFile xml = draw(crowded());
  const std::vector<Box> all = boxes(xml);
  ASSERT_EQ(all.size(), 11U);
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(all[i].overlaps(all[j])) << i << " and " << j;
  }
  const std::vector<std::string> paths = loop_paths(xml);
  ASSERT_EQ(paths.size(), 10U);
  for (const std::string& data : paths) {
    const auto points = points_along(data);
    ASSERT_GT(points.size(), 10U) << data;
    for (const auto& [x, y] : points) {
      for (const Box& box : all)
        EXPECT_FALSE(box.contains(x, y)) << data << " at " << x << ", " << y;
    }
  }
}

TEST_F(Drawing, stays_small_for_many_bodies) {
  const XmlFile xml = draw(many_bodies(300));
  EXPECT_LE(number(xml.elements[0], "width"), 2000.0);
  EXPECT_LE(number(xml.elements[0], "height"), 2000.0);
  EXPECT_EQ(boxes(xml).size(), 300U);
  const std::vector<std::string> texts = xml.texts("text");
  EXPECT_EQ(std::count(texts.begin(), texts.end(), "b7"), 0);
}

TEST(XmlCheck, finds_faults) {
  EXPECT_EQ(read_xml("<a b=\"1\"><c/>x &amp; y</a>").fault, "");
  for (const char* bad : {"<a>", "<a></b>", "<a b=1/>", "<a>x & y</a>", "<a b=\"<\"/>", "<a/><a/>",
                          "<a b=\"1\" b=\"1\"/>", ""}) {
    EXPECT_NE(read_xml(bad).fault, "") << bad;
  }
}

}  // namespace
}  // namespace treadle
