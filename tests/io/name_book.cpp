// Names: each taken once, and what a reference finds.
#include "../../src/io/reading/name_book.hpp"

#include "refusal.hpp"

#include <nlohmann/json.hpp>

namespace treadle {
namespace {

using nlohmann::json;

const Place user("forces[0].to", "force 'strut'");

class NameBookTest : public testing::Test {
 protected:
  NameBookTest() {
    body("arm", 0);
    body("hand", 1);
    frame("tip", "hand", 0);
    frame("pin", ground_name, 1);
  }
  void body(const std::string& name, int i) {
    model.bodies.push_back({});
    model.bodies.back().name = name;
    book.add_body(Place("bodies[" + std::to_string(i) + "]", "body").key("name"));
  }
  void frame(const std::string& name, const std::string& on, int i) {
    model.frames.push_back({name, on, {{0.1, 0.2, 0.3}, {0.0, 1.0, 0.0, 0.0}}});
    book.add_frame(Place("frames[" + std::to_string(i) + "]", "frame").key("name"));
  }

  Description model;
  NameBook book{model};
};

TEST_F(NameBookTest, finds_bodies_and_the_ground) {
  EXPECT_EQ(book.read_body(json("hand"), user), "hand");
  EXPECT_EQ(book.read_body(json("ground"), user), "ground");
  EXPECT_TRUE(refusal_of([&] {
                static_cast<void>(book.read_body(json("hend"), user));
              }).says("unknown body 'hend' (did you mean 'hand'?)"));
}

TEST_F(NameBookTest, finds_frames) {
  EXPECT_EQ(book.read_frame(json("pin"), user).body, "ground");
  EXPECT_TRUE(refusal_of([&] {
                static_cast<void>(book.read_frame(json("arm"), user));
              }).says("is the body 'arm'"));
}

TEST_F(NameBookTest, anchors_are_points_on_bodies) {
  const Anchor by_frame = book.read_anchor(json("tip"), user);
  EXPECT_EQ(by_frame.body, "hand");
  EXPECT_EQ(by_frame.position, (Triple{0.1, 0.2, 0.3}));
  const Anchor inline_point =
      book.read_anchor(json{{"body", "arm"}, {"position", {"5 mm", 0, 1}}}, user);
  EXPECT_EQ(inline_point.body, "arm");
  EXPECT_EQ(inline_point.position, (Triple{0.005, 0.0, 1.0}));
  EXPECT_EQ(book.read_anchor(json{{"body", "ground"}}, user).position, (Triple{0.0, 0.0, 0.0}));
}

TEST_F(NameBookTest, bodies_and_frames_share_their_names) {
  const Refusal refusal = refusal_of([&] { frame("arm", "hand", 2); });
  EXPECT_EQ(refusal.where, "frames[2].name");
  EXPECT_TRUE(refusal.says("taken by bodies[0]")) << refusal.message;
  EXPECT_TRUE(refusal_of([&] { body("tip", 2); }).says("taken by frames[0]"));
  EXPECT_TRUE(refusal_of([&] { body("ground", 3); }).says("reserved"));
}

}  // namespace
}  // namespace treadle
