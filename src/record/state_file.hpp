// The state of a run in a file, to go on from: what it belongs to in readable lines, then bytes
// (docs/commands.md). Knows nothing of mechanisms.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace treadle {

/// What saved bytes belong to. They serve nobody else.
struct StateOwner {
  std::string build;    ///< of the program
  std::string model;    ///< fingerprint of all its files
  std::string options;  ///< fingerprint of all that shapes the run

  friend bool operator==(const StateOwner&, const StateOwner&) = default;
};

/// The program that is running: its version and the fingerprint that the linker gave it.
std::string build_name();

/// Where a state is written until it is whole.
std::string unfinished_state_file(const std::string& path);

/// Under that name first, then renamed: whoever opens `path` finds a whole file, the last one or
/// this. Throws EnvironmentError.
void write_state_file(const std::string& path, const StateOwner& owner,
                      const std::vector<std::byte>& bytes);

/// Throws ModelError, whose `where` is the path, for a file that is none, is cut or changed, or
/// belongs to something else.
std::vector<std::byte> read_state_file(const std::string& path, const StateOwner& owner);

}  // namespace treadle
