// One thing that can be shown: a few numbers that are computed together, each a channel with name
// and unit.
#pragma once

#include "../base/keep.hpp"
#include "../base/table.hpp"
#include "snapshot.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace treadle {

/// Names of groups of channels, for lists and reports.
namespace channel_group {
inline constexpr const char* time = "time";
inline constexpr const char* coordinates = "coordinates";
inline constexpr const char* velocities = "velocities";
inline constexpr const char* accelerations = "accelerations";
inline constexpr const char* poses = "poses";
inline constexpr const char* body_velocities = "body velocities";
inline constexpr const char* body_accelerations = "body accelerations";
inline constexpr const char* forces = "forces";
inline constexpr const char* contacts = "contacts";
inline constexpr const char* reactions = "reactions";
inline constexpr const char* energies = "energies";
inline constexpr const char* outputs = "outputs";
inline constexpr const char* parts = "parts";
inline constexpr const char* controllers = "controllers";
}  // namespace channel_group

/// A number of a signal: its name behind that of the signal ("" for the only one) and its unit.
struct SignalPart {
  std::string suffix;
  std::string unit;
};
using SignalParts = std::vector<SignalPart>;

/// x, y, z behind a word: `force.x`, or `x` without one.
SignalParts three_parts(const std::string& word, const std::string& unit);

/// How a signal is called: `crank.q` in the group of coordinates.
struct SignalName {
  std::string base;
  std::string group;
};

class Signal {
 public:
  Signal(const SignalName& name, const SignalParts& parts, Needs needs);
  virtual ~Signal() = default;
  Signal(const Signal&) = delete;
  Signal& operator=(const Signal&) = delete;

  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  [[nodiscard]] Needs needs() const { return needs_; }

  /// Fills columns().size() numbers.
  virtual void read(const Snapshot& s, std::span<double> out) = 0;
  /// A look between rows, for angles that count their turns; only positions are known.
  virtual void follow(const Snapshot& /*s*/) {}
  [[nodiscard]] virtual bool follows() const { return false; }
  /// What it remembers from one look to the next.
  virtual void keep(Keep& /*keep*/) {}

 private:
  std::vector<Column> columns_;
  Needs needs_;
};

using SignalPtr = std::unique_ptr<Signal>;

/// Writes a vector to out[at], out[at + 1], out[at + 2].
inline void put(std::span<double> out, std::size_t at, const Vec3<double>& a) {
  out[at] = a.x;
  out[at + 1] = a.y;
  out[at + 2] = a.z;
}

}  // namespace treadle
