#include "component_library.hpp"

#include "../base/error.hpp"
#include "../base/input_file.hpp"
#include "../base/sha256.hpp"
#include "package.hpp"

#include <dlfcn.h>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <map>
#include <mutex>

namespace treadle {

namespace {

constexpr const char* component_symbol = "treadle_component_v1";

std::string read_library(const std::string& path, const std::string& where) {
  try {
    const InputFile file(path);
    std::string bytes;
    for (std::string more = file.read(1 << 20); !more.empty(); more = file.read(1 << 20))
      bytes += more;
    return bytes;
  } catch (const ModelError& error) {
    throw ModelError(where, "library '" + path + "': " + error.what());
  }
}

// What is opened is what was looked at, even if somebody changes the file meanwhile: a copy in
// memory where that can be had. It stays there, since the library reads its own end.
void* open_bytes(const std::string& bytes, const std::string& path) {
#ifdef __linux__
  const int file = memfd_create("treadle component", MFD_CLOEXEC);
  if (file >= 0) {
    std::size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t some = write(file, bytes.data() + done, bytes.size() - done);
      if (some <= 0) break;
      done += static_cast<std::size_t>(some);
    }
    const std::string copy = "/proc/self/fd/" + std::to_string(file);
    if (done == bytes.size()) {
      if (void* const handle = dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
    }
    close(file);
  }
#endif
  return dlopen(path.find('/') == std::string::npos ? ("./" + path).c_str() : path.c_str(),
                RTLD_NOW | RTLD_LOCAL);
}

}  // namespace

std::shared_ptr<const ComponentLibrary> ComponentLibrary::open(const std::string& path,
                                                               const std::string& fingerprint,
                                                               const std::string& where) {
  static std::mutex one_at_a_time;
  static std::map<std::string, std::shared_ptr<const ComponentLibrary>> opened;  // by fingerprint
  const std::string title = "library '" + path + "' ";
  const std::string bytes = read_library(path, where);
  const std::string found = sha256(bytes);
  if (found != fingerprint)
    throw ModelError(where, title + "is not the one that the model was made with: its sha256 is " +
                                found + ", and not " + fingerprint +
                                "; ask who sent it, and write the new one if it is to be trusted");
  const std::scoped_lock lock(one_at_a_time);
  if (const auto before = opened.find(found); before != opened.end()) return before->second;
  if (const std::string other = not_a_library(bytes); !other.empty())
    throw ModelError(where, title + other + "; ask for one that is made for this machine");
  const SealedComponent sealed = open_sealed(bytes);
  if (!sealed.problem.empty())
    throw ModelError(where, title + "is damaged: " + sealed.problem + "; fetch it again");
  if (const std::string lacks = missing_of_processor(sealed.needed); !lacks.empty())
    throw ModelError(where, title + "was compiled for processors with " + lacks +
                                ", which this one has not; ask for one of a build for any machine "
                                "(TREADLE_NATIVE=OFF)");
  void* const handle = open_bytes(bytes, path);
  if (handle == nullptr) {
    const char* const why = dlerror();
    throw ModelError(where, title + "cannot be opened: " + (why != nullptr ? why : "no reason"));
  }
  const auto* const table =
      static_cast<const treadle_component_table*>(dlsym(handle, component_symbol));
  if (table == nullptr)
    throw ModelError(where, title + "has no symbol '" + component_symbol +
                                "': it is no component, or one of another version");
  if (table->version != TREADLE_COMPONENT_VERSION || table->size < sizeof *table)
    throw ModelError(where, title + "has version " + std::to_string(table->version) +
                                " of the interface, and this program knows version " +
                                std::to_string(TREADLE_COMPONENT_VERSION) +
                                "; compile the component again");
  return opened[found] = std::shared_ptr<const ComponentLibrary>(new ComponentLibrary(*table));
}

ComponentInstance::ComponentInstance(std::shared_ptr<const ComponentLibrary> library,
                                     const std::array<double, 7>& pose,
                                     const std::array<double, 3>& gravity, const std::string& where)
    : library_(std::move(library)),
      table_(library_->table()),
      c_(table_.create(pose.data(), gravity.data())) {
  if (c_ == nullptr) throw ModelError(where, "the compiled part cannot be made: " + error());
  const int count = table_.border_count(c_);
  for (int b = 0; b < count; ++b) {
    Border border{table_.border_name(c_, b), table_.is_port(c_, b) != 0, {}};
    table_.lent(c_, b, border.lent.data());
    borders_.push_back(std::move(border));
  }
  const std::size_t n = 6 * borders_.size();
  state_size_ = table_.state_size(c_);
  poses_.resize(7 * borders_.size());
  velocities_.resize(n);
  d_.resize(n * (n + 1) / 2);
  r_.resize(n);
}

ComponentInstance::~ComponentInstance() {
  if (c_ != nullptr) table_.destroy(c_);
}

std::vector<double> ComponentInstance::start() const {
  std::vector<double> state(state_size_);
  table_.start(c_, state.data());
  return state;
}

bool ComponentInstance::place(double t, std::span<const double> state) {
  return table_.borders(c_, t, state.data(), poses_.data(), velocities_.data()) == 0;
}

bool ComponentInstance::evaluate(double t, std::span<const double> state) {
  return table_.evaluate(c_, t, state.data(), d_.data(), r_.data()) == 0;
}

bool ComponentInstance::take(std::span<const double> tau) {
  return table_.take(c_, tau.data()) == 0;
}

bool ComponentInstance::project(double t, std::span<double> state) {
  return table_.project(c_, t, state.data()) == 0;
}

bool ComponentInstance::move(std::span<const double> tau, bool velocities,
                             std::span<double> state) {
  return table_.move(c_, tau.data(), velocities ? 1 : 0, state.data()) == 0;
}

bool ComponentInstance::energy(double t, std::span<const double> state, double& kinetic,
                               double& potential) {
  double both[2]{};
  const bool ok = table_.energy(c_, t, state.data(), both) == 0;
  kinetic = both[0];
  potential = both[1];
  return ok;
}

std::vector<std::byte> ComponentInstance::save() {
  std::vector<std::byte> bytes(table_.saved_size(c_));
  table_.save(c_, bytes.data());
  return bytes;
}

bool ComponentInstance::restore(std::span<const std::byte> bytes) {
  return table_.restore(c_, bytes.data(), bytes.size()) == 0;
}

}  // namespace treadle
