// What a run and another process send each other: 32 bytes of head, then numbers, all little-endian
// (docs/realtime.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace treadle {

enum class PacketKind : std::uint16_t { inputs = 1, outputs = 2 };

/// Why a packet is not read.
enum class PacketFault { none, size, magic, version, names, old, not_finite };

struct PacketHead {
  std::uint64_t names = 0;     ///< names_hash() of what the numbers are
  std::uint64_t sequence = 0;  ///< from 1 on
  double time = 0.0;           ///< simulated, s
};

inline constexpr std::uint32_t packet_magic = 0x4c445254;  // "TRDL"
inline constexpr std::uint16_t packet_version = 1;
inline constexpr std::size_t packet_head_bytes = 32;

constexpr std::size_t packet_bytes(std::size_t numbers) {
  return packet_head_bytes + sizeof(double) * numbers;
}

/// 64 bits of FNV-1a over all names, each followed by a line feed.
std::uint64_t names_hash(std::span<const std::string> names);

/// `bytes` has packet_bytes(numbers.size()).
void write_packet(PacketKind kind, const PacketHead& head, std::span<const double> numbers,
                  std::span<std::byte> bytes);

/// Nothing is written to `head` and `numbers` unless the packet has the kind, names and size that
/// they have, and a sequence beyond head.sequence.
PacketFault read_packet(PacketKind kind, std::span<const std::byte> bytes, PacketHead& head,
                        std::span<double> numbers);

}  // namespace treadle
