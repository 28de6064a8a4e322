// A hierarchy of components as people see it: who is inside whom, what crosses the borders, the
// matrix A of each with its kinds of entries, what it costs.
#pragma once

#include "../mechanism/mechanism.hpp"

#include <string>
#include <vector>

namespace treadle {

/// Kinds of entries as in Figure 7 of the paper.
enum class EntryKind : char {
  zero = '.',    ///< wherever the mechanism is
  number = 'o',  ///< the same wherever it is
  symbol = 'x'   ///< changes with the position
};

struct ComponentView {
  std::string name;                     ///< path of the part; the model's name on top; empty: cut
  int parent = -1;                      ///< in the list; -1: the machine
  int level = 1;                        ///< 1: made of fragments alone
  int bodies = 0;                       ///< of its own fragments, not those of components inside
  int fragments = 0;                    ///< that these are in
  bool compiled = false;                ///< it comes as a library: of it only the border is known
  std::vector<std::string> border;      ///< bodies that equations further out touch
  int rows = 0, columns = 0, rank = 0;  ///< of A
  int inner = 0;                        ///< equations of loops closed inside its fragments (H26)
  double flops = 0.0;                   ///< of its factors (H10)
  /// Equations that depend on others and are left out, by name.
  std::vector<std::string> left_out;
  /// Of A, row by row; empty where A is large.
  std::vector<std::string> picture;
  /// Entries of A that are zero nowhere, of all, and how many of these are numbers.
  double density = 0.0;
  long numbers = 0;

  /// Its name, or where Treadle cut the bodies that it hands on.
  [[nodiscard]] std::string title() const;
};

/// Rows of A up to which there is a picture.
inline constexpr int largest_component_picture = 60;

/// Inner ones before outer ones, the machine last; empty for a mechanism without bodies that move.
/// With compiled parts matrices are looked at where these begin, and every entry counts as one that
/// changes.
std::vector<ComponentView> view_components(const Mechanism& mechanism);

/// How the hierarchy was made, and why, in words.
std::string hierarchy_words(const Mechanism& mechanism, const std::vector<ComponentView>& views);

}  // namespace treadle
