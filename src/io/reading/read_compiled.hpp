// An element of "include" with a library: a compiled part, of which only the border is known.
#pragma once

#include "name_book.hpp"
#include "part_files.hpp"

namespace treadle {

/// Its bordering bodies as free bodies without inertia that stay in the tree, and what holds bodies
/// that are handed in. The library is looked at, opened and asked where it begins.
Description read_compiled(const Fields& fields, const Place& place, const NameBook& book,
                          const PartFiles& files);

/// Fixed joints at borders become equations: nothing can be merged with a body whose inertia others
/// know.
void cut_welds_at_borders(Description& model);

}  // namespace treadle
