// A number that counts things, as the place of one of them in a container.
#pragma once

#include <cstddef>

namespace treadle {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace treadle
