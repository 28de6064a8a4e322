// Forces that are one number along a line: their vectors in the world, frame by frame.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace treadle {

class Frames;

/// Columns of a body's pose (x, y, z, qw, qx, qy, qz); empty for the ground.
using PoseColumns = std::vector<std::size_t>;

/// `arrow` has body and point, and `along`: a body with a point, towards which a positive number
/// pulls, or with a direction, along which it pushes. Three numbers for each frame.
std::vector<float> line_force(const Frames& frames, const nlohmann::ordered_json& arrow,
                              const std::vector<PoseColumns>& poses, std::size_t column);

}  // namespace treadle
