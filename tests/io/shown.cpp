// Words from files as messages show them.
#include "../../src/io/tables/shown.hpp"

#include <gtest/gtest.h>

namespace treadle {
namespace {

TEST(Shown, utf8_sizes) {
  EXPECT_EQ(utf8_size("a"), 1U);
  EXPECT_EQ(utf8_size("é"), 2U);
  EXPECT_EQ(utf8_size("€"), 3U);
  EXPECT_EQ(utf8_size("\xF0\x9F\x98\x80"), 4U);
}

TEST(Shown, wrong_utf8_has_no_size) {
  for (const char* wrong : {"", "\x80", "\xC3", "\xC0\xAF", "\xC1\xBF", "\xE0\x9F\xBF", "\xE2\x82",
                            "\xED\xA0\x80", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80",
                            "\xF5\x80\x80\x80", "\xC3(", "\xE2(\xA1", "\xF0\x9F\x98("}) {
    EXPECT_EQ(utf8_size(wrong), 0U) << wrong;
  }
}

TEST(Shown, control_characters) {
  EXPECT_TRUE(has_control_characters("a\nb"));
  EXPECT_TRUE(has_control_characters("\x7F"));
  EXPECT_TRUE(has_control_characters("a\xC2\x9B"));
  EXPECT_FALSE(has_control_characters("a b\xC2\xA0é"));
  EXPECT_FALSE(has_control_characters(""));
}

TEST(Shown, text_is_clean_and_short) {
  EXPECT_EQ(shown("arm"), "'arm'");
  EXPECT_EQ(shown("a\x1b[2Jb\xff"), "'a?[2Jb?'");
  EXPECT_EQ(shown("a\xC2\x9B!"), "'a?!'");
  EXPECT_EQ(shown("Träger"), "'Träger'");
  EXPECT_EQ(clean(std::string(1000, 'x')), std::string(60, 'x') + "...");
  EXPECT_EQ(clean("abcdef", 3), "abc...");
}

}  // namespace
}  // namespace treadle
