// What inspect says about a mechanism: a text for a person, an object for a script.
#pragma once

#include "../src/analyses/doctor.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace treadle::cli {

/// Pictures of the patterns are part of the text up to this many coordinates.
inline constexpr int largest_picture = 60;
/// Lists of the text are cut after this many lines.
inline constexpr std::size_t longest_list = 200;
/// Drawings and pictures of more coordinates than this are refused: nobody could read them.
inline constexpr int largest_drawing = 1000;

/// Names of coordinates in the order of the matrices.
std::vector<std::string> matrix_order(const Mechanism& mechanism);

/// Places in the matrices of the coordinates, bodies by their depth in the tree, each depth in the
/// order of the file.
std::vector<int> breadth_first_order(const Topology& topology);

/// `order`: of rows and columns in the pictures of patterns; empty: that of the matrices.
std::string inspection_text(const Mechanism& mechanism, bool patterns,
                            const std::vector<int>& order = {});
/// `components`: also those that Treadle cuts where the model has no parts.
nlohmann::ordered_json inspection_json(const Mechanism& mechanism,
                                       const std::vector<Finding>& findings, bool components);

}  // namespace treadle::cli
