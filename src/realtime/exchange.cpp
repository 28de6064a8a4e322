#include "exchange.hpp"

namespace treadle {

bool Exchange::take(std::span<const std::byte> bytes, std::span<double> numbers) {
  const std::uint64_t before = in_.sequence;
  if (read_packet(PacketKind::inputs, bytes, in_, numbers) != PacketFault::none) {
    ++counts_.dropped;
    return false;
  }
  ++counts_.received;
  if (before > 0) counts_.lost += static_cast<long>(in_.sequence - before - 1);
  return true;
}

}  // namespace treadle
