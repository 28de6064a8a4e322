// Colours of the drawing, in one place.
#pragma once

namespace treadle::cli::palette {

inline constexpr const char* ink = "#1f2a37";       // words
inline constexpr const char* soft_ink = "#6b7785";  // words of second rank
inline constexpr const char* rule = "#dde4eb";      // grid of a matrix
inline constexpr const char* border = "#7d8b9a";    // borders of blocks
inline constexpr const char* body_fill = "#eaf2fb";
inline constexpr const char* body_line = "#3f7fc1";
inline constexpr const char* ground_fill = "#e7eaee";
inline constexpr const char* tree_line = "#5b6775";
inline constexpr const char* cut_line = "#d9730d";
inline constexpr const char* rod_line = "#9b3fb5";
inline constexpr const char* entry = "#5b9bd5";
inline constexpr const char* diagonal = "#2f6fb0";
inline constexpr const char* fill_in = "#e5484d";
inline constexpr const char* phi = "#2a9d8f";
inline constexpr const char* reach = "#a9dbd3";  // entries of T beyond those of Phi

}  // namespace treadle::cli::palette
