#include "packet.hpp"

#include <bit>
#include <cmath>

namespace treadle {

namespace {

template <class Number>
void put(std::span<std::byte> bytes, std::size_t at, Number value) {
  for (std::size_t k = 0; k < sizeof value; ++k)
    bytes[at + k] = static_cast<std::byte>((value >> (8 * k)) & 0xffU);
}

template <class Number>
Number get(std::span<const std::byte> bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t k = 0; k < sizeof(Number); ++k)
    value |= static_cast<std::uint64_t>(bytes[at + k]) << (8 * k);
  return static_cast<Number>(value);
}

double get_real(std::span<const std::byte> bytes, std::size_t at) {
  return std::bit_cast<double>(get<std::uint64_t>(bytes, at));
}

}  // namespace

std::uint64_t names_hash(std::span<const std::string> names) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto add = [&](char c) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3U;
  };
  for (const std::string& name : names) {
    for (const char c : name) add(c);
    add('\n');
  }
  return hash;
}

void write_packet(PacketKind kind, const PacketHead& head, std::span<const double> numbers,
                  std::span<std::byte> bytes) {
  put(bytes, 0, packet_magic);
  put(bytes, 4, packet_version);
  put(bytes, 6, static_cast<std::uint16_t>(kind));
  put(bytes, 8, head.names);
  put(bytes, 16, head.sequence);
  put(bytes, 24, std::bit_cast<std::uint64_t>(head.time));
  for (std::size_t k = 0; k < numbers.size(); ++k)
    put(bytes, packet_bytes(k), std::bit_cast<std::uint64_t>(numbers[k]));
}

PacketFault read_packet(PacketKind kind, std::span<const std::byte> bytes, PacketHead& head,
                        std::span<double> numbers) {
  if (bytes.size() != packet_bytes(numbers.size())) return PacketFault::size;
  if (get<std::uint32_t>(bytes, 0) != packet_magic) return PacketFault::magic;
  if (get<std::uint16_t>(bytes, 4) != packet_version ||
      get<std::uint16_t>(bytes, 6) != static_cast<std::uint16_t>(kind))
    return PacketFault::version;
  if (get<std::uint64_t>(bytes, 8) != head.names) return PacketFault::names;
  const auto sequence = get<std::uint64_t>(bytes, 16);
  if (sequence <= head.sequence) return PacketFault::old;
  for (std::size_t k = 0; k < numbers.size(); ++k)
    if (!std::isfinite(get_real(bytes, packet_bytes(k)))) return PacketFault::not_finite;
  head.sequence = sequence;
  head.time = get_real(bytes, 24);
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = get_real(bytes, packet_bytes(k));
  return PacketFault::none;
}

}  // namespace treadle
