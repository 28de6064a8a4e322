// Every example of docs/model.md runs and can be inspected.
#include "support/page_examples.hpp"
#include "program.hpp"

#include <gtest/gtest.h>

namespace treadle {
namespace {

class PageExample : public testing::TestWithParam<std::string> {};

TEST_P(PageExample, runs_and_is_inspected) {
  const std::string file = example_file(GetParam());
  const Finished run = treadle_program({"run", file, "--until", "20 ms", "--quiet", "--json"});
  EXPECT_EQ(run.code, 0) << run.err << run.out;
  const Finished inspect = treadle_program({"inspect", file, "--json"});
  EXPECT_EQ(inspect.code, 0) << inspect.err << inspect.out;
}

INSTANTIATE_TEST_SUITE_P(Docs, PageExample, testing::ValuesIn(page_examples()),
                         [](const testing::TestParamInfo<std::string>& test) {
                           return test.param;
                         });

TEST(Schema, is_printed_as_one_object) {
  const Finished schema = treadle_program({"schema"});
  EXPECT_EQ(schema.code, 0);
  EXPECT_EQ(schema.err, "");
  EXPECT_TRUE(schema.object().contains("definitions"));
}

TEST(Schema, fills_the_page) {
  const Finished page = treadle_program({"schema", "--page", docs_folder + "model/page.md"});
  EXPECT_EQ(page.code, 0) << page.err;
  EXPECT_TRUE(page.says("# The model file\n"));
  const Finished none = treadle_program({"schema", "--page", "nowhere.md"});
  EXPECT_EQ(none.code, 2);
  EXPECT_TRUE(none.complains("nowhere.md")) << none.err;
}

}  // namespace
}  // namespace treadle
