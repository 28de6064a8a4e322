// A compiled component as a file: the runtime, a shared library that is the same for all; what it
// simulates, as numbers; and a seal with lengths and a fingerprint at the end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace treadle {

/// What processors a runtime was compiled for can do that not all can.
std::uint32_t needed_of_processor();
/// "" where this processor can do all that `needed` says, else what it lacks.
std::string missing_of_processor(std::uint32_t needed);

/// The bytes of the library.
std::string seal_component(std::string_view runtime, std::string_view content);

/// What is inside of such bytes.
struct SealedComponent {
  std::string problem;  ///< in words where something is wrong; all else is then empty
  std::uint32_t needed = 0;
  std::string_view content;  ///< part of the bytes
};
SealedComponent open_sealed(std::string_view bytes);

/// "" where bytes begin as a shared library for this kind of machine, else what they are.
std::string not_a_library(std::string_view bytes);

}  // namespace treadle
