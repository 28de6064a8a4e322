// Two packets in shared memory, each behind a number that is odd while the packet is written: who
// reads looks at it before and after, and reads again next time where it changed
// (docs/realtime.md).
#include "../base/error.hpp"
#include "exchange.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <atomic>
#include <cerrno>
#include <cstring>

namespace treadle {

namespace {

constexpr std::size_t head_words = 8;  // magic and version, place of inputs, place of outputs

class SharedExchange final : public Exchange {
 public:
  SharedExchange(const ExchangeNames& names, std::string name)
      : name_("/" + std::move(name)),
        got_(packet_bytes(names.inputs.size())),
        made_(packet_bytes(names.outputs.size())),
        inputs_at_(head_words),
        outputs_at_(inputs_at_ + 1 + got_.size() / sizeof(Word)),
        words_(outputs_at_ + 1 + made_.size() / sizeof(Word)) {
    in_.names = names_hash(names.inputs);
    out_.names = names_hash(names.outputs);
    const int file = ::shm_open(name_.c_str(), O_RDWR | O_CREAT | O_EXCL, 0600);
    if (file < 0) fail("made");
    const bool sized = ::ftruncate(file, static_cast<off_t>(words_ * sizeof(Word))) == 0;
    void* const at =
        sized ? ::mmap(nullptr, words_ * sizeof(Word), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
              : MAP_FAILED;
    const int error = errno;
    ::close(file);
    if (at == MAP_FAILED) {
      ::shm_unlink(name_.c_str());
      errno = error;
      fail("filled");
    }
    memory_ = static_cast<Word*>(at);
    word(1) = inputs_at_ * sizeof(Word);
    word(2) = outputs_at_ * sizeof(Word);
    word(0) = packet_magic | static_cast<Word>(packet_version) << 32;
  }
  ~SharedExchange() override {
    ::munmap(memory_, words_ * sizeof(Word));
    ::shm_unlink(name_.c_str());
  }
  SharedExchange(const SharedExchange&) = delete;
  SharedExchange& operator=(const SharedExchange&) = delete;

  bool receive(std::span<double> numbers) override {
    const Word before = word(inputs_at_).load(std::memory_order_acquire);
    if (before == seen_ || before % 2 != 0) return false;
    for (std::size_t k = 0; k < got_.size() / sizeof(Word); ++k) {
      const Word value = word(inputs_at_ + 1 + k).load(std::memory_order_relaxed);
      std::memcpy(got_.data() + k * sizeof value, &value, sizeof value);
    }
    std::atomic_thread_fence(std::memory_order_acquire);
    if (word(inputs_at_).load(std::memory_order_relaxed) != before) return false;
    seen_ = before;
    return take(got_, numbers);
  }

  void send(double time, std::span<const double> numbers) override {
    ++out_.sequence;
    out_.time = time;
    write_packet(PacketKind::outputs, out_, numbers, made_);
    const Word before = word(outputs_at_).load(std::memory_order_relaxed);
    word(outputs_at_).store(before + 1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    for (std::size_t k = 0; k < made_.size() / sizeof(Word); ++k) {
      Word value = 0;
      std::memcpy(&value, made_.data() + k * sizeof value, sizeof value);
      word(outputs_at_ + 1 + k).store(value, std::memory_order_relaxed);
    }
    word(outputs_at_).store(before + 2, std::memory_order_release);
    ++counts_.sent;
  }

 private:
  using Word = std::uint64_t;

  [[noreturn]] void fail(const char* what) const {
    throw EnvironmentError(
        "shared memory '" + name_ + "' cannot be " + what + ": " + std::strerror(errno) +
        (errno == EEXIST ? "; another run may have it: give --exchange shm:NAME, "
                           "or remove it from /dev/shm"
                         : ""));
  }
  [[nodiscard]] std::atomic_ref<Word> word(std::size_t at) { return std::atomic_ref(memory_[at]); }

  std::string name_;
  std::vector<std::byte> got_, made_;
  std::size_t inputs_at_, outputs_at_, words_;
  Word* memory_ = nullptr;
  Word seen_ = 0;
};

}  // namespace

std::unique_ptr<Exchange> make_shared_exchange(const ExchangeNames& names,
                                               const std::string& name) {
  if (name.empty() || name.find('/') != std::string::npos || name.size() > 200)
    throw ModelError("exchange", "'" + name +
                                     "' is no name for shared memory; give letters and "
                                     "digits, for example shm:treadle");
  return std::make_unique<SharedExchange>(names, name);
}

}  // namespace treadle
