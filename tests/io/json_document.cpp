// JSON text to a tree of values: what is kept, and what is text_refused where.
#include "../../src/io/reading/json_document.hpp"

#include "../../src/io/tables/text_file.hpp"
#include "refusal.hpp"

#include <nlohmann/json.hpp>

namespace treadle {
namespace {

using nlohmann::json;

Refusal text_refused(const std::string& text) {
  return refusal_of([&] { parse_json(text, "test"); });
}

TEST(JsonDocument, keeps_all_values) {
  const std::string text =
      R"({"a": [1, -2, 2.5, 1e-3, "x\u00e9\n", true, false, null, {}, []], "b": {"c": {"d": 7}}})";
  EXPECT_EQ(parse_json(text, "test"), json::parse(text));
  EXPECT_EQ(parse_json("\xEF\xBB\xBF {\"a\": 1}", "test"), json::parse("{\"a\": 1}"));
  EXPECT_EQ(parse_json("18446744073709551616", "test"), json(18446744073709551616.0));
}

TEST(JsonDocument, same_key_in_two_objects_is_no_duplicate) {
  const std::string text = R"({"a": {"b": 1, "c": {"b": 2}}, "b": [{"b": 1}, {"b": 2}]})";
  EXPECT_EQ(parse_json(text, "test"), json::parse(text));
}

TEST(JsonDocument, duplicate_key_is_refused_behind_an_inner_object) {
  const Refusal refusal = text_refused("{\"a\": {\"b\": 1},\n  \"\u00e9\": 1, \"a\": 2}");
  EXPECT_EQ(refusal.where, "line 2, column 13");
  EXPECT_TRUE(refusal.says("the key 'a' is given twice")) << refusal.message;
}

TEST(JsonDocument, depth_of_64_is_the_limit) {
  const std::string deep = std::string(64, '[') + std::string(64, ']');
  EXPECT_EQ(parse_json(deep, "test"), json::parse(deep));
  const Refusal refusal = text_refused(std::string(65, '[') + std::string(65, ']'));
  EXPECT_EQ(refusal.where, "line 1, column 65");
  EXPECT_TRUE(refusal.says("nesting is deeper than 64")) << refusal.message;
}

TEST(JsonDocument, a_million_levels_are_refused_too) {
  EXPECT_TRUE(text_refused(std::string(1'000'000, '[')).says("nesting is deeper than 64"));
  std::string objects;
  for (int i = 0; i < 1'000'000; ++i) objects += "{\"a\":";
  EXPECT_TRUE(text_refused(objects).says("nesting is deeper than 64"));
}

TEST(JsonDocument, huge_text_is_refused_at_its_source) {
  const Refusal refusal = text_refused(std::string(largest_text + 1, ' '));
  EXPECT_EQ(refusal.where, "test");
  EXPECT_TRUE(refusal.says("larger than 200 MB")) << refusal.message;
}

TEST(JsonDocument, long_words_give_short_messages) {
  const std::string word(100000, 'x');
  for (const std::string& text :
       {"\"" + word, word, "[" + word + "]", "{\"" + word + "\": 1, \"" + word + "\": 2}",
        "1e9" + std::string(1000, '9')}) {
    EXPECT_LT(text_refused(text).message.size(), 300U);
  }
}

TEST(JsonDocument, underflow_is_zero) { EXPECT_EQ(parse_json("1e-999", "test"), json(0.0)); }

TEST(JsonDocument, numbers_of_other_languages_are_refused) {
  for (const char* text : {"+1", ".5", "0x10", "1.", "NaN", "Infinity", "-Infinity", "01", "1e"}) {
    EXPECT_FALSE(text_refused(text).message.empty()) << text;
  }
}

TEST(JsonDocument, only_what_begins_like_a_model_is_quoted) {
  EXPECT_TRUE(text_refused("{\"a\": secret}").says("'secret'"));
  EXPECT_TRUE(text_refused("\xEF\xBB\xBF {\"a\": secret}").says("'secret'"));
  EXPECT_TRUE(text_refused("{\"a\": 1e999}").says("'1e999'"));
  for (const char* text :
       {"secret", "root:secret:1", "[secret]", "'secret'", "7secret", "\"a\" secret"}) {
    const Refusal refusal = text_refused(text);
    EXPECT_FALSE(refusal.says("secret")) << refusal.message;
    EXPECT_FALSE(refusal.message.empty());
  }
  EXPECT_FALSE(text_refused("1e999").says("999"));
  EXPECT_FALSE(text_refused(R"([{"secret": 1, "secret": 2}])").says("secret"));
}

TEST(JsonDocument, comments_are_refused) {
  for (const char* text : {"// c\n{}", "{} // c", "[1// c\n]", "[1, /* c */ 2]", "# c\n{}"}) {
    EXPECT_TRUE(text_refused(text).says("comments are not allowed")) << text;
  }
}

}  // namespace
}  // namespace treadle
