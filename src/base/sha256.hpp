// The fingerprint of a text: SHA-256 (FIPS 180-4).
#pragma once

#include <string>
#include <string_view>

namespace treadle {

/// 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace treadle
