// Coordinates, velocities and accelerations of joints, and what acts on their coordinates.
#pragma once

#include "parts_of_model.hpp"
#include "signal.hpp"

#include <optional>

namespace treadle {

/// Of a joint that carries a tree body. `index` picks one number; all of them without it.
SignalPtr tree_coordinates(const PartsOfModel& parts, const SignalName& name, int body, Depth depth,
                           std::optional<int> index = {});

/// The same of a joint that was cut, read from its two frames; angles count their turns.
SignalPtr cut_coordinates(const PartsOfModel& parts, const SignalName& name, int loop, Depth depth,
                          std::optional<int> index = {});

/// The same of a joint inside a composite joint, by its place in the description.
SignalPtr inside_coordinates(const PartsOfModel& parts, const SignalName& name, std::size_t joint,
                             Depth depth, std::optional<int> index = {});

/// Whether springs, dampers, stops, friction or a drive act on the joint of a tree body.
bool has_load(const PartsOfModel& parts, int body);

/// The sum of them for each coordinate on which something acts, in its direction.
SignalPtr joint_load(const PartsOfModel& parts, const SignalName& name, int body);

/// An angle of a ball joint on which something acts, and the torque along it; by its place in
/// Forces.
SignalPtr ball_signal(const PartsOfModel& parts, const SignalName& name, std::size_t ball);

/// Coordinates or velocities of one tree body as a person named them; at most 7 and 6 numbers.
void user_coordinates(const TreeBody& body, std::span<const double> q, std::span<const double> v,
                      std::span<double> user_q, std::span<double> user_v);

}  // namespace treadle
