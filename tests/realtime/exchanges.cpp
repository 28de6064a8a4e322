// Both ways of exchange against another side that is written here, with sockets and memory of its
// own: what comes, what is lost, what is not heard.
#include "src/base/error.hpp"
#include "src/realtime/exchange.hpp"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstring>

namespace treadle {
namespace {

const ExchangeNames small_names{{"u"}, {"x", "y"}};

sockaddr_in at_port(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

// A socket on this machine; port 0: any.
class Caller {
 public:
  explicit Caller(int port) : socket_(::socket(AF_INET, SOCK_DGRAM, 0)) {
    const sockaddr_in own = at_port(port);
    bound_ = ::bind(socket_, reinterpret_cast<const sockaddr*>(&own), sizeof own) == 0;
    const timeval patience{2, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  ~Caller() { ::close(socket_); }
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  [[nodiscard]] bool bound() const { return bound_; }
  void say(int port, std::span<const std::byte> bytes) const {
    const sockaddr_in to = at_port(port);
    ASSERT_EQ(::sendto(socket_, bytes.data(), bytes.size(), 0,
                       reinterpret_cast<const sockaddr*>(&to), sizeof to),
              static_cast<ssize_t>(bytes.size()));
  }
  std::vector<std::byte> hear() const {
    std::vector<std::byte> bytes(1000);
    const ssize_t got = ::recv(socket_, bytes.data(), bytes.size(), 0);
    bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return bytes;
  }

 private:
  int socket_;
  bool bound_ = false;
};

std::vector<std::byte> input_packet(std::uint64_t sequence, double value) {
  std::vector<std::byte> bytes(packet_bytes(1));
  const std::vector<double> numbers{value};
  write_packet(PacketKind::inputs, {names_hash(small_names.inputs), sequence, 0.0}, numbers, bytes);
  return bytes;
}

// Two ports next to each other that nobody has.
struct Line {
  std::unique_ptr<Exchange> exchange;
  std::unique_ptr<Caller> peer;
  int port = 0;
};

Line open_line() {
  for (int port = 50000 + static_cast<int>(::getpid() % 5000); port < 60000; port += 2) {
    try {
      Line line{make_udp_exchange(small_names, port), std::make_unique<Caller>(port + 1), port};
      if (line.peer->bound()) return line;
    } catch (const EnvironmentError&) {
      continue;  // somebody else has it
    }
  }
  throw std::runtime_error("no ports");
}

// Packets on this machine are there at once, but not to the last microsecond.
bool hears(Exchange& exchange, std::span<double> numbers) {
  for (int k = 0; k < 200; ++k) {
    if (exchange.receive(numbers)) return true;
    ::usleep(1000);
  }
  return false;
}

TEST(UdpExchange, TakesTheNewestAndCountsWhatIsLost) {
  const Line line = open_line();
  std::vector<double> u{0.0};
  EXPECT_FALSE(line.exchange->receive(u));
  line.peer->say(line.port, input_packet(1, 10.0));
  ASSERT_TRUE(hears(*line.exchange, u));
  EXPECT_EQ(u[0], 10.0);
  line.peer->say(line.port, input_packet(4, 40.0));
  ASSERT_TRUE(hears(*line.exchange, u));
  EXPECT_EQ(u[0], 40.0);
  EXPECT_EQ(line.exchange->counts().lost, 2);
  EXPECT_EQ(line.exchange->counts().received, 2);
}

TEST(UdpExchange, HearsNoStrangersAndNothingWrong) {
  const Line line = open_line();
  const Caller stranger(0);
  ASSERT_TRUE(stranger.bound());
  std::vector<double> u{3.0};
  stranger.say(line.port, input_packet(1, 10.0));
  std::vector<std::byte> longer = input_packet(2, 1.0);
  longer.resize(longer.size() + 40);
  line.peer->say(line.port, longer);
  line.peer->say(line.port, std::span(longer).first(5));
  line.peer->say(line.port, input_packet(5, 50.0));
  line.peer->say(line.port, input_packet(4, 40.0));
  ASSERT_TRUE(hears(*line.exchange, u));
  ::usleep(20000);
  EXPECT_FALSE(line.exchange->receive(u));
  EXPECT_EQ(u[0], 50.0);
  EXPECT_EQ(line.exchange->counts().strangers, 1);
  EXPECT_EQ(line.exchange->counts().dropped, 3);
  EXPECT_EQ(line.exchange->counts().received, 1);
}

TEST(UdpExchange, SendsOutputs) {
  const Line line = open_line();
  const std::vector<double> sent{1.0, 2.0};
  line.exchange->send(0.5, sent);
  const std::vector<std::byte> bytes = line.peer->hear();
  PacketHead head{names_hash(small_names.outputs), 0, 0.0};
  std::vector<double> got(2);
  ASSERT_EQ(read_packet(PacketKind::outputs, bytes, head, got), PacketFault::none);
  EXPECT_EQ(got, sent);
  EXPECT_EQ(head.time, 0.5);
}

TEST(UdpExchange, APortThatIsTakenIsTold) {
  const Line line = open_line();
  EXPECT_THROW(make_udp_exchange(small_names, line.port), EnvironmentError);
  EXPECT_THROW(make_udp_exchange({std::vector<std::string>(9000, "u"), {}}, line.port), ModelError);
}

// The other side of shared memory, as docs/realtime.md says.
TEST(SharedExchange, BothWays) {
  const std::string name = "treadle_test_" + std::to_string(::getpid());
  {
    const auto exchange = make_shared_exchange(small_names, name);
    EXPECT_THROW(make_shared_exchange(small_names, name), EnvironmentError);
    const int file = ::shm_open(("/" + name).c_str(), O_RDWR, 0);
    ASSERT_GE(file, 0);
    auto* const words = static_cast<std::uint64_t*>(
        ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    ::close(file);
    ASSERT_NE(static_cast<void*>(words), MAP_FAILED);
    EXPECT_EQ(words[0], 0x14c445254U);
    std::uint64_t* const in = words + words[1] / 8;
    std::uint64_t* const out = words + words[2] / 8;
    std::vector<double> u{0.0};
    EXPECT_FALSE(exchange->receive(u));
    std::atomic_ref(in[0]).store(1);  // being written
    const std::vector<std::byte> bytes = input_packet(1, 6.5);
    std::memcpy(in + 1, bytes.data(), bytes.size());
    EXPECT_FALSE(exchange->receive(u));
    std::atomic_ref(in[0]).store(2);
    EXPECT_TRUE(exchange->receive(u));
    EXPECT_EQ(u[0], 6.5);
    EXPECT_FALSE(exchange->receive(u));  // nothing new
    const std::vector<double> sent{-1.0, 4.0};
    exchange->send(2.0, sent);
    EXPECT_EQ(std::atomic_ref(out[0]).load(), 2U);
    std::vector<std::byte> got(packet_bytes(2));
    std::memcpy(got.data(), out + 1, got.size());
    PacketHead head{names_hash(small_names.outputs), 0, 0.0};
    std::vector<double> numbers(2);
    ASSERT_EQ(read_packet(PacketKind::outputs, got, head, numbers), PacketFault::none);
    EXPECT_EQ(numbers, sent);
    ::munmap(words, 4096);
  }
  EXPECT_LT(::shm_open(("/" + name).c_str(), O_RDWR, 0), 0);  // it is gone
  EXPECT_THROW(make_shared_exchange(small_names, "a/b"), ModelError);
}

}  // namespace
}  // namespace treadle
