// How numbers reach a run and leave it, each step: by UDP on this machine, or by shared memory.
#pragma once

#include "packet.hpp"

#include <memory>
#include <optional>

namespace treadle {

struct ExchangeCounts {
  long received = 0, sent = 0;
  long lost = 0;       ///< numbers of packets that never came
  long dropped = 0;    ///< short, long, old, of another version or other names, not finite
  long strangers = 0;  ///< from another address
  long not_taken = 0;  ///< that nobody was there to take
};

/// Never waits and never allocates after it was made.
class Exchange {
 public:
  virtual ~Exchange() = default;
  /// The newest numbers that came, into `numbers`; false where none did.
  virtual bool receive(std::span<double> numbers) = 0;
  virtual void send(double time, std::span<const double> numbers) = 0;
  [[nodiscard]] const ExchangeCounts& counts() const { return counts_; }

 protected:
  /// Looks at what came and counts it.
  bool take(std::span<const std::byte> bytes, std::span<double> numbers);

  ExchangeCounts counts_;
  PacketHead in_, out_;
};

/// Names of the numbers on both ways.
struct ExchangeNames {
  std::vector<std::string> inputs, outputs;
};

/// This machine's own address, at `port`; the other side has `port` + 1. Throws ModelError where
/// there are too many numbers for a packet, EnvironmentError where the port is taken.
std::unique_ptr<Exchange> make_udp_exchange(const ExchangeNames& names, int port);
/// A segment `name` of shared memory (/dev/shm/name), which goes with the exchange. Throws
/// EnvironmentError where there is one already.
std::unique_ptr<Exchange> make_shared_exchange(const ExchangeNames& names, const std::string& name);

}  // namespace treadle
