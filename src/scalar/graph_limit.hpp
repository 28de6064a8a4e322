// How large a graph may become while somebody only wants to know how large it is.
#pragma once

#include <cstddef>

namespace treadle {

/// Thrown by a graph that would grow beyond the limit.
struct GraphTooLarge {};

/// Holds for all graphs of its thread while it lives.
class GraphLimit {
 public:
  explicit GraphLimit(std::size_t nodes);
  ~GraphLimit();
  GraphLimit(const GraphLimit&) = delete;
  GraphLimit& operator=(const GraphLimit&) = delete;

 private:
  std::size_t before_;
};

}  // namespace treadle
