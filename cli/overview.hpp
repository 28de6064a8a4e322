// Facts about a mechanism in words and counts, shared by the commands.
#pragma once

#include "../src/mechanism/mechanism.hpp"

#include <string>
#include <vector>

namespace treadle::cli {

/// "3 coordinates, 5 equations (3 redundant), 1 degree of freedom"
std::string size_words(const Mechanism& mechanism);

/// Name of a tree body; "ground" for none.
std::string body_name(const Topology& topology, BodyId body);
std::vector<std::string> joint_names_of(const Topology& topology,
                                        const std::vector<BodyId>& bodies);

/// For each tree body the bodies of the description that are welded to it, without itself; the
/// last list belongs to the ground.
std::vector<std::vector<std::string>> all_welds(const Mechanism& mechanism);

/// What a loop ties together: two bodies, or the coordinates of a coupler or driver.
std::string ends_of(const Mechanism& mechanism, const Loop& loop);
std::vector<std::string> coordinates_of(const Mechanism& mechanism, const Loop& loop);

/// For each tree body the bodies it carries; the last list belongs to the ground.
std::vector<std::vector<BodyId>> all_children(const Topology& topology);

/// Where a body stands in these lists.
inline std::size_t list_of(const Topology& topology, BodyId body) {
  return static_cast<std::size_t>(body.valid() ? body.at : topology.bodies.size());
}

/// Entries of the factorization; M and L as lower triangles with the diagonal.
struct EntryCounts {
  long inertia = 0, factor = 0, phi = 0, t = 0;
  [[nodiscard]] long fill_in() const { return factor - inertia; }
};
/// Without making the pattern, where nothing fills in.
EntryCounts count_entries(const Mechanism& mechanism);
EntryCounts count_entries(const SaddlePattern& pattern);

}  // namespace treadle::cli
