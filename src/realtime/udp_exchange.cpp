// Packets on the loopback address. Others than the one that is expected are not heard.
#include "../base/error.hpp"
#include "exchange.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>

namespace treadle {

namespace {

constexpr std::size_t most_bytes = 65507;  // of a packet, by the protocol
constexpr int most_at_once = 64;           // packets read in a step, so that a flood ends

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

const sockaddr* plain(const sockaddr_in& address) {
  return static_cast<const sockaddr*>(static_cast<const void*>(&address));
}

class UdpExchange final : public Exchange {
 public:
  UdpExchange(const ExchangeNames& names, int port)
      : peer_(loopback(port + 1)),
        got_(packet_bytes(names.inputs.size()) + 1),  // one more: too long is seen
        made_(packet_bytes(names.outputs.size())) {
    in_.names = names_hash(names.inputs);
    out_.names = names_hash(names.outputs);
    socket_ = ::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const sockaddr_in own = loopback(port);
    if (socket_ >= 0 && ::bind(socket_, plain(own), sizeof own) == 0) return;
    const std::string why = std::strerror(errno);
    if (socket_ >= 0) ::close(socket_);
    throw EnvironmentError("port " + std::to_string(port) + " of UDP cannot be had: " + why +
                           "; another run may have it: give --exchange udp:PORT");
  }
  ~UdpExchange() override { ::close(socket_); }
  UdpExchange(const UdpExchange&) = delete;
  UdpExchange& operator=(const UdpExchange&) = delete;

  bool receive(std::span<double> numbers) override {
    bool any = false;
    for (int k = 0; k < most_at_once; ++k) {
      sockaddr_in from{};
      socklen_t size = sizeof from;
      const ssize_t bytes = ::recvfrom(socket_, got_.data(), got_.size(), 0,
                                       static_cast<sockaddr*>(static_cast<void*>(&from)), &size);
      if (bytes < 0) {
        if (errno == ECONNREFUSED || errno == EINTR) continue;
        break;
      }
      if (from.sin_addr.s_addr != peer_.sin_addr.s_addr || from.sin_port != peer_.sin_port) {
        ++counts_.strangers;
      } else {
        any |= take(std::span(got_).first(static_cast<std::size_t>(bytes)), numbers);
      }
    }
    return any;
  }

  void send(double time, std::span<const double> numbers) override {
    ++out_.sequence;
    out_.time = time;
    write_packet(PacketKind::outputs, out_, numbers, made_);
    const ssize_t bytes =
        ::sendto(socket_, made_.data(), made_.size(), 0, plain(peer_), sizeof peer_);
    ++(bytes == static_cast<ssize_t>(made_.size()) ? counts_.sent : counts_.not_taken);
  }

 private:
  int socket_ = -1;
  sockaddr_in peer_;
  std::vector<std::byte> got_, made_;
};

}  // namespace

std::unique_ptr<Exchange> make_udp_exchange(const ExchangeNames& names, int port) {
  for (const auto& [list, what] : {std::pair{&names.inputs, "inputs"}, {&names.outputs, "outputs"}})
    if (packet_bytes(list->size()) > most_bytes)
      throw ModelError("exchange", std::to_string(list->size()) + " " + what +
                                       " do not go into one packet of UDP; choose fewer with "
                                       "--channels, or --exchange shm:NAME");
  return std::make_unique<UdpExchange>(names, port);
}

}  // namespace treadle
