// Facts about a mechanism in words and counts, shared by the commands.
#pragma once

#include "../src/simulate/mechanism.hpp"

#include <string>
#include <vector>

namespace treadle::cli {

/// "3 coordinates, 5 equations (3 redundant), 1 degree of freedom"
std::string size_words(const Mechanism& mechanism);

/// Name of a tree body; "ground" for none.
std::string body_name(const Topology& topology, BodyId body);
std::vector<std::string> joint_names_of(const Topology& topology,
                                        const std::vector<BodyId>& bodies);

/// Bodies of the description that are welded to a tree body (or to the ground), without itself.
std::vector<std::string> welded_to(const Mechanism& mechanism, BodyId body);

/// What a loop ties together: two bodies, or the coordinates of a coupler or driver.
std::string ends_of(const Mechanism& mechanism, const Loop& loop);
std::vector<std::string> coordinates_of(const Mechanism& mechanism, const Loop& loop);

std::vector<BodyId> children_of(const Topology& topology, BodyId body);

/// Entries of the factorization; M and L as lower triangles with the diagonal.
struct EntryCounts {
  long inertia = 0, factor = 0, phi = 0, t = 0;
  [[nodiscard]] long fill_in() const { return factor - inertia; }
};
EntryCounts count_entries(const SaddlePattern& pattern);

}  // namespace treadle::cli
