// The layout of packets, byte by byte, and all that must not be read as one.
#include "src/realtime/packet.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace treadle {
namespace {

const std::vector<std::string> two_names{"steer", "throttle"};

std::vector<std::byte> good_packet(std::uint64_t sequence = 7) {
  std::vector<std::byte> bytes(packet_bytes(2));
  const std::vector<double> numbers{1.5, -2.0};
  write_packet(PacketKind::inputs, {names_hash(two_names), sequence, 0.25}, numbers, bytes);
  return bytes;
}

PacketFault fault_of(std::span<const std::byte> bytes, std::uint64_t last = 0) {
  PacketHead head{names_hash(two_names), last, -1.0};
  std::vector<double> numbers{11.0, 12.0};
  const PacketFault fault = read_packet(PacketKind::inputs, bytes, head, numbers);
  if (fault != PacketFault::none) {
    EXPECT_EQ(numbers, (std::vector<double>{11.0, 12.0}));
    EXPECT_EQ(head.sequence, last);
    EXPECT_EQ(head.time, -1.0);
  }
  return fault;
}

TEST(Packet, HasTheBytesThatAreDocumented) {
  const std::vector<unsigned> expected{'T', 'R', 'D', 'L', 1, 0, 1,    0,  // magic, version, inputs
                                       0,   0,   0,   0,   0, 0, 0,    0,  // hash of names: below
                                       7,   0,   0,   0,   0, 0, 0,    0,  // sequence
                                       0,   0,   0,   0,   0, 0, 0xd0, 0x3f,  // 0.25
                                       0,   0,   0,   0,   0, 0, 0xf8, 0x3f,
                                       0,   0,   0,   0,   0, 0, 0,    0xc0};  // 1.5, -2
  const std::vector<std::byte> bytes = good_packet();
  ASSERT_EQ(bytes.size(), expected.size());
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    if (k < 8 || k >= 16) {
      EXPECT_EQ(std::to_integer<unsigned>(bytes[k]), expected[k]) << k;
    }
  }
}

// Known answers of FNV-1a: of nothing, and of "a".
TEST(Packet, HashOfNames) {
  EXPECT_EQ(names_hash({}), 0xcbf29ce484222325U);
  const std::vector<std::string> line{""};
  EXPECT_EQ(names_hash(line), (0xcbf29ce484222325U ^ 0x0aU) * 0x100000001b3U);
  const std::vector<std::string> a{"ab", "c"}, b{"a", "bc"};
  EXPECT_NE(names_hash(a), names_hash(b));
}

TEST(Packet, GoesThereAndBack) {
  PacketHead head{names_hash(two_names), 6, 0.0};
  std::vector<double> numbers(2);
  ASSERT_EQ(read_packet(PacketKind::inputs, good_packet(), head, numbers), PacketFault::none);
  EXPECT_EQ(numbers, (std::vector<double>{1.5, -2.0}));
  EXPECT_EQ(head.sequence, 7U);
  EXPECT_EQ(head.time, 0.25);
}

TEST(Packet, WhatIsWrongIsNotRead) {
  std::vector<std::byte> bytes = good_packet();
  EXPECT_EQ(fault_of(std::span(bytes).first(bytes.size() - 1)), PacketFault::size);
  EXPECT_EQ(fault_of(std::span(bytes).first(0)), PacketFault::size);
  bytes.push_back(std::byte{0});
  EXPECT_EQ(fault_of(bytes), PacketFault::size);
  const auto changed = [](std::size_t at) {
    std::vector<std::byte> other = good_packet();
    other[at] ^= std::byte{0x40};
    return other;
  };
  EXPECT_EQ(fault_of(changed(0)), PacketFault::magic);
  EXPECT_EQ(fault_of(changed(4)), PacketFault::version);
  EXPECT_EQ(fault_of(changed(6)), PacketFault::version);
  EXPECT_EQ(fault_of(changed(8)), PacketFault::names);
  EXPECT_EQ(fault_of(good_packet(7), 7), PacketFault::old);
  EXPECT_EQ(fault_of(good_packet(3), 7), PacketFault::old);
  for (const double value :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const std::vector<double> numbers{1.0, value};
    write_packet(PacketKind::inputs, {names_hash(two_names), 9, 0.0}, numbers,
                 std::span(bytes).first(packet_bytes(2)));
    EXPECT_EQ(fault_of(std::span(bytes).first(packet_bytes(2))), PacketFault::not_finite);
  }
}

TEST(Packet, NoiseIsNotRead) {
  std::mt19937 draw(1);
  for (int k = 0; k < 2000; ++k) {
    std::vector<std::byte> bytes(draw() % 100);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(draw() & 0xffU);
    EXPECT_NE(fault_of(bytes), PacketFault::none);
  }
}

}  // namespace
}  // namespace treadle
