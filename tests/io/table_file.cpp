// Functions of time from CSV files, and parameters of parts by their paths.
#include "../../src/io/reading/read_model.hpp"
#include "../../src/io/tables/csv_table.hpp"
#include "refusal.hpp"
#include "support/places.hpp"
#include "temporary.hpp"

namespace treadle {
namespace {

const std::string good = tests_folder() + "/io/good/";

// The function that drives a slider, whose values are lengths.
TimeFunction read_table(const std::string& csv, const std::string& keys = "") {
  TemporaryFolder folder;
  std::ofstream(folder.file("road.csv")) << csv;
  const std::string text = R"({"bodies": [{"name": "a", "mass": 1}], "joints": [{"name": "j",
    "type": "prismatic", "parent": "ground", "child": "a", "position": [0, 0, 0], "axis": [0, 0, 1]}],
    "constraints": [{"name": "d", "type": "driver", "joint": "j", "function": {"type": "table",
    "file": "road.csv")" + keys +
                           "}}]}";
  return read_model_text(text, folder.file("m.json")).constraints[0].function;
}

using Numbers = std::vector<double>;

TEST(TableFile, first_two_columns_without_a_header) {
  const TimeFunction f = read_table("0, 1\n0.5,2\r\n1.5,-1e-3\n");
  EXPECT_EQ(f.kind, FunctionKind::table);
  EXPECT_EQ(f.times, (Numbers{0.0, 0.5, 1.5}));
  EXPECT_EQ(f.values, (Numbers{1.0, 2.0, -1e-3}));
}

TEST(TableFile, units_in_the_header_in_cells_and_in_the_model) {
  const TimeFunction header = read_table("# a road\ntime [ms];height (mm)\n0;1\n\n250;7\n");
  EXPECT_EQ(header.times, (Numbers{0.0, 0.25}));
  EXPECT_EQ(header.values, (Numbers{0.001, 0.007}));
  const TimeFunction cells = read_table("t\tz\n0\t35 mm\n\"250 ms\"\t1 in\n");
  EXPECT_EQ(cells.times, (Numbers{0.0, 0.25}));
  EXPECT_EQ(cells.values, (Numbers{0.035, 0.0254}));
  const TimeFunction model = read_table("t [s],z [m]\n0,35\n1,36\n", R"(, "units": ["min", "mm"])");
  EXPECT_EQ(model.times, (Numbers{0.0, 60.0}));
  EXPECT_EQ(model.values, (Numbers{0.035, 0.036}));
}

TEST(TableFile, columns_by_name) {
  const TimeFunction f = read_table("left [mm],right [mm],time [s]\n1,2,0\n3,4,1\n",
                                    R"(, "columns": ["time", "right"])");
  EXPECT_EQ(f.times, (Numbers{0.0, 1.0}));
  EXPECT_EQ(f.values, (Numbers{0.002, 0.004}));
}

TEST(TableFile, a_part_looks_in_its_own_folder) {
  const Description model = read_model(good + "assembly.json");
  for (const ConstraintItem& item : model.constraints) {
    if (item.name != "front.left.shaker") continue;
    EXPECT_EQ(item.function.times, (Numbers{0.0, 0.1, 0.2}));
    EXPECT_EQ(item.function.values, (Numbers{0.0, 0.0125, 0.007}));
    return;
  }
  FAIL() << "the part's driver is not there";
}

TEST(TableFile, quotes_hold_cells_together) {
  // what CsvWriter makes of such names, and what spreadsheets make of all
  const CsvTable table = parse_csv("time [s],\"hinge \"\"a\"\", left.q [deg]\"\n0,\"1.5\"\n");
  ASSERT_EQ(table.header.size(), 2U);
  EXPECT_EQ(table.header[1].name, "hinge \"a\", left.q");
  EXPECT_EQ(table.header[1].unit, "deg");
  EXPECT_EQ(table.rows[0].cells[1], "1.5");
  const CsvTable all = parse_csv("\"time\",\"x\"\n\"0\",\"1\"\n");
  EXPECT_EQ(all.header[0].name, "time");
  EXPECT_EQ(all.header[1].name, "x");
  EXPECT_EQ(all.rows[0].cells[0], "0");
  const CsvTable semicolons = parse_csv("\"a, b\";c\n1;2\n");
  EXPECT_EQ(semicolons.header[0].name, "a, b");
  EXPECT_EQ(semicolons.header.size(), 2U);
}

TEST(TableFile, names_may_begin_with_a_digit_where_there_must_be_names) {
  EXPECT_TRUE(parse_csv("1.q,2.q\n3,4\n").header.empty());
  const CsvTable table = parse_csv("1.q,2.q\n3,4\n", CsvHeader::always);
  ASSERT_EQ(table.header.size(), 2U);
  EXPECT_EQ(table.header[0].name, "1.q");
  EXPECT_EQ(table.rows.size(), 1U);
}

TEST(TableFile, odd_texts_are_no_crash) {
  EXPECT_TRUE(parse_csv("").rows.empty());
  EXPECT_TRUE(parse_csv("\n\n#\n").rows.empty());
  EXPECT_EQ(parse_csv("\xEF\xBB\xBFtime,x\n1,2").header[0].name, "time");
  EXPECT_EQ(parse_csv("1").rows[0].cells.size(), 1U);
  EXPECT_EQ(parse_csv("[").header[0].name, "[");
  EXPECT_EQ(parse_csv(")").header[0].name, ")");
  EXPECT_EQ(parse_csv("1,2,\n").rows[0].cells.size(), 3U);
}

double value_of(const Description& model, const std::string& name) {
  for (const ParameterItem& item : model.parameters) {
    if (item.name == name) return item.value;
  }
  ADD_FAILURE() << "no parameter " << name;
  return 0.0;
}

TEST(ParametersOfParts, are_set_by_their_paths) {
  const auto with = [](const Overrides& overrides) {
    return read_model(good + "assembly.json", overrides);
  };
  EXPECT_EQ(value_of(with({}), "front.left.width"), 0.7);
  const Description own = with({{"base", "3 m"}, {"front.width", "0.9 m"}});
  EXPECT_EQ(value_of(own, "front.left.width"), 0.9);
  EXPECT_EQ(value_of(own, "rear.left.width"), 1.0);
  // deeper ones win over what the file in between says, and leave the others
  const Description deep = with({{"front.left.width", "500 mm"}, {"rear.right.load", "3"}});
  EXPECT_EQ(value_of(deep, "front.left.width"), 0.5);
  EXPECT_EQ(value_of(deep, "front.right.width"), 0.7 * 1.1);
  EXPECT_EQ(value_of(deep, "rear.right.load"), 3.0);
  EXPECT_EQ(value_of(deep, "rear.left.load"), 12.0);
  bool found = false;
  for (const BodyItem& body : deep.bodies) {
    if (body.name == "rear.right.arm") {
      EXPECT_EQ(body.mass, 3.0);
      found = true;
    }
  }
  EXPECT_TRUE(found);
}

TEST(ParametersOfParts, mistakes_are_those_of_the_option) {
  const auto refused = [](const std::string& name, const std::string& value) {
    return refusal_of([&] { read_model(good + "assembly.json", {{name, value}}); });
  };
  const Refusal unknown = refused("front.left.widht", "1");
  EXPECT_EQ(unknown.where, "--set");
  EXPECT_TRUE(
      unknown.says("--set front.left.widht: there is no parameter 'front.left.widht' (did you mean "
                   "'front.left.width'?)"))
      << unknown.message;
  const Refusal kind = refused("front.left.width", "1 kg");
  EXPECT_EQ(kind.where, "--set");
  EXPECT_TRUE(kind.says("it is a mass, but parameter 'width' is a length")) << kind.message;
  EXPECT_TRUE(refused("middle.width", "1").says("there is no parameter 'middle.width'"));
  EXPECT_TRUE(refused("front.", "1").says("there is no parameter 'front.'"));
}

TEST(CollapsedTriangles, are_dropped) {
  for (const BodyItem& body : read_model(good + "assembly.json").bodies) {
    if (body.name != "front.left.hub") continue;
    EXPECT_EQ(body.shapes[0].triangles.size(), 4U);  // of five in the file
    return;
  }
  FAIL() << "no hub";
}

}  // namespace
}  // namespace treadle
