#include "poses.hpp"

#include "base64.hpp"
#include "report.hpp"
#include "short_words.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <numbers>

namespace treadle {

namespace {

/// The largest number of a unit quaternion follows from the others, which are at most sqrt(1/2).
void add_turn(std::array<double, 4> q, std::vector<std::uint16_t>& words) {
  std::size_t largest = 0;
  double square = 0.0;
  for (std::size_t k = 0; k < 4; ++k) {
    square += q[k] * q[k];
    if (std::fabs(q[k]) > std::fabs(q[largest])) largest = k;
  }
  const double unit = std::copysign(1.0 / std::sqrt(square), q[largest]);
  std::size_t place = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    if (k == largest) continue;
    const double share = 0.5 + 0.5 * q[k] * unit * std::numbers::sqrt2;
    const auto word = static_cast<unsigned>(std::lround(std::clamp(share, 0.0, 1.0) * 32767.0));
    const unsigned which = place < 2 ? static_cast<unsigned>(largest >> (1 - place)) & 1U : 0U;
    words.push_back(static_cast<std::uint16_t>(word | (which << 15U)));
    ++place;
  }
}

}  // namespace

nlohmann::ordered_json whole_poses(const Frames& frames, const PoseColumns& columns) {
  std::vector<float> numbers;
  numbers.reserve(frames.count() * columns.size());
  for (std::size_t f = 0; f < frames.count(); ++f) {
    for (const std::size_t c : columns) numbers.push_back(static_cast<float>(frames.value(f, c)));
  }
  return {{"f32", base64(std::span<const float>(numbers))}};
}

nlohmann::ordered_json short_poses(const Frames& frames, const PoseColumns& columns, double reach) {
  std::array<ShortRange, 3> ranges;
  bool fits = true;
  for (std::size_t f = 0; f < frames.count(); ++f) {
    double square = 0.0;
    for (std::size_t k = 3; k < 7; ++k) square += std::pow(frames.value(f, columns[k]), 2);
    fits = fits && square > 0.5 && square < 2.0;
    for (std::size_t k = 0; k < 3; ++k)
      ranges[k].take(static_cast<float>(frames.value(f, columns[k])));
  }
  for (const ShortRange& range : ranges)
    fits = fits && double(range.high) - double(range.low) <= reach;
  if (!fits) return whole_poses(frames, columns);
  std::vector<std::uint16_t> words;
  words.reserve(6 * frames.count());
  for (std::size_t f = 0; f < frames.count(); ++f) {
    const auto number = [&](std::size_t k) { return frames.value(f, columns[k]); };
    for (std::size_t k = 0; k < 3; ++k)
      words.push_back(ranges[k].word(static_cast<float>(number(k))));
    add_turn({number(3), number(4), number(5), number(6)}, words);
  }
  nlohmann::ordered_json object{{"u16", base64(std::span<const std::uint16_t>(words))}};
  for (const ShortRange& range : ranges) {
    object["low"].push_back(range.low);
    object["high"].push_back(range.high);
  }
  return object;
}

}  // namespace treadle
