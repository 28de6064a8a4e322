#include "touching_points.hpp"

#include "base64.hpp"
#include "short_words.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

float square_of(const std::array<float, 3>& v) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }

}  // namespace

// The largest forces stay.
void TouchingFrames::cut(std::vector<TouchingPoint>& points, std::size_t frames) const {
  const std::size_t most = std::max<std::size_t>(points_ / std::max<std::size_t>(frames, 1), 1);
  if (points.size() <= most) return;
  std::nth_element(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(most), points.end(),
                   [](const TouchingPoint& a, const TouchingPoint& b) {
                     return square_of(a.force) > square_of(b.force);
                   });
  points.resize(most);
}

void TouchingFrames::add(std::vector<TouchingPoint>& points) {
  const EvenRows::Change change = rows_.next();
  if (change.halve) {
    const std::size_t kept = (frames_.size() + 1) / 2;
    for (std::size_t f = 1; f < kept; ++f) frames_[f] = std::move(frames_[2 * f]);
    frames_.resize(kept);
  }
  last_.all = static_cast<std::uint32_t>(points.size());
  cut(points, frames_.size() + 1);
  last_.points.assign(points.begin(), points.end());
  if (change.take) frames_.push_back(last_);
}

void TouchingFrames::finish() {
  if (rows_.lacks_the_last()) frames_.push_back(last_);
  for (Frame& frame : frames_) cut(frame.points, frames_.size());
}

std::size_t TouchingFrames::kept() const {
  std::size_t sum = 0;
  for (const Frame& frame : frames_) sum += frame.points.size();
  return sum;
}

std::size_t TouchingFrames::touched() const {
  std::size_t sum = 0;
  for (const Frame& frame : frames_) sum += frame.all;
  return sum;
}

// A place is its share of the range of all places. A force is its share of the largest one of its
// frame, by the square root, so that small ones keep their digits.
nlohmann::ordered_json TouchingFrames::to_json() const {
  std::array<ShortRange, 3> place;
  for (const Frame& frame : frames_) {
    for (const TouchingPoint& p : frame.points) {
      for (std::size_t k = 0; k < 3; ++k) place[k].take(p.place[k]);
    }
  }
  std::vector<std::uint32_t> kept, all, bodies;
  std::vector<std::uint16_t> words;
  std::vector<float> largest;
  for (const Frame& frame : frames_) {
    float square = 0.0F;
    for (const TouchingPoint& p : frame.points) square = std::max(square, square_of(p.force));
    const float most = std::sqrt(square);
    kept.push_back(static_cast<std::uint32_t>(frame.points.size()));
    all.push_back(frame.all);
    largest.push_back(most);
    for (const TouchingPoint& p : frame.points) {
      bodies.insert(bodies.end(), {p.on, p.by});
      for (std::size_t k = 0; k < 3; ++k) words.push_back(place[k].word(p.place[k]));
      for (const float f : p.force) {
        const float share = most > 0.0F ? f / most : 0.0F;
        words.push_back(
            short_word(0.5F + 0.5F * std::copysign(std::sqrt(std::fabs(share)), share)));
      }
    }
  }
  nlohmann::ordered_json object{
      {"kept", {{"u32", base64(std::span<const std::uint32_t>(kept))}}},
      {"all", {{"u32", base64(std::span<const std::uint32_t>(all))}}},
      {"largest", {{"f32", base64(std::span<const float>(largest))}}},
      {"bodies", {{"u32", base64(std::span<const std::uint32_t>(bodies))}}},
      {"words", {{"u16", base64(std::span<const std::uint16_t>(words))}}}};
  for (const ShortRange& range : place) {
    const bool any = std::isfinite(range.low);
    object["low"].push_back(any ? range.low : 0.0F);
    object["high"].push_back(any ? range.high : 0.0F);
  }
  return object;
}

}  // namespace treadle
