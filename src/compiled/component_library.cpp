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

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>

namespace treadle {

namespace {

constexpr const char* component_symbol = "treadle_component_v1";
constexpr std::size_t first_size = offsetof(treadle_component_table, create_for);

struct Opened {
  mutable std::mutex one_at_a_time;
  std::map<std::string, std::weak_ptr<const ComponentLibrary>> libraries;  ///< by fingerprint
};

Opened& all_opened() {
  static Opened opened;
  return opened;
}

std::string name_of(int file) { return "/proc/self/fd/" + std::to_string(file); }

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

}  // namespace

// What is opened is what was looked at, even if somebody changes the file meanwhile: a copy in
// memory where that can be had. It stays there, since the library reads its own end.
ComponentLibrary::Handle ComponentLibrary::open_bytes(const std::string& bytes,
                                                      const std::string& path) {
#ifdef __linux__
  const int file = memfd_create("treadle component", MFD_CLOEXEC);
  if (file >= 0) {
    std::size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t some = write(file, bytes.data() + done, bytes.size() - done);
      if (some <= 0) break;
      done += static_cast<std::size_t>(some);
    }
    if (done == bytes.size()) {
      if (void* const handle = dlopen(name_of(file).c_str(), RTLD_NOW | RTLD_LOCAL))
        return {handle, file};
    }
    close(file);
  }
#endif
  const std::string named = path.find('/') == std::string::npos ? "./" + path : path;
  return {dlopen(named.c_str(), RTLD_NOW | RTLD_LOCAL), -1};
}

// A loader that keeps the library all the same knows it by the number of its file, which nobody
// else may get then.
ComponentLibrary::~ComponentLibrary() {
  if (handle_.library != nullptr) dlclose(handle_.library);
#ifdef __linux__
  if (handle_.file < 0) return;
  void* const kept = dlopen(name_of(handle_.file).c_str(), RTLD_NOW | RTLD_NOLOAD);
  if (kept == nullptr) {
    close(handle_.file);
  } else {
    dlclose(kept);
  }
#endif
}

std::shared_ptr<const ComponentLibrary> ComponentLibrary::open(const std::string& path,
                                                               const std::string& fingerprint,
                                                               const std::string& where) {
  Opened& opened = all_opened();
  const std::string title = "library '" + path + "' ";
  const std::string bytes = read_library(path, where);
  const std::string found = sha256(bytes);
  if (found != fingerprint)
    throw ModelError(where, title + "is not the one that the model was made with: its sha256 is " +
                                found + ", and not " + fingerprint +
                                "; ask who sent it, and write the new one if it is to be trusted");
  const std::scoped_lock lock(opened.one_at_a_time);
  if (auto before = opened.libraries[found].lock()) return before;
  if (const std::string other = not_a_library(bytes); !other.empty())
    throw ModelError(where, title + other + "; ask for one that is made for this machine");
  const SealedComponent sealed = open_sealed(bytes);
  if (!sealed.problem.empty())
    throw ModelError(where, title + "is damaged: " + sealed.problem + "; fetch it again");
  if (const std::string lacks = missing_of_processor(sealed.needed); !lacks.empty())
    throw ModelError(where, title + "was compiled for processors with " + lacks +
                                ", which this one has not; ask for one of a build for any machine "
                                "(TREADLE_NATIVE=OFF)");
  const Handle handle = open_bytes(bytes, path);
  if (handle.library == nullptr) {
    const char* const why = dlerror();
    const std::string reason = why != nullptr ? why : "no reason";
    const bool full = reason.find("static TLS") != std::string::npos;
    throw ModelError(where, title + "cannot be opened: " + reason +
                                (full ? "; so many different libraries need more room: start the "
                                        "program with "
                                        "GLIBC_TUNABLES=glibc.rtld.optional_static_tls=65536"
                                      : ""));
  }
  const std::shared_ptr<ComponentLibrary> library(new ComponentLibrary(handle));
  const auto* const table =
      static_cast<const treadle_component_table*>(dlsym(handle.library, component_symbol));
  if (table == nullptr)
    throw ModelError(where, title + "has no symbol '" + component_symbol +
                                "': it is no component, or one of another version");
  if (table->version != TREADLE_COMPONENT_VERSION || table->size < first_size)
    throw ModelError(where, title + "has version " + std::to_string(table->version) +
                                " of the interface, and this program knows version " +
                                std::to_string(TREADLE_COMPONENT_VERSION) +
                                "; compile the component again");
  library->take(*table);
  opened.libraries[found] = library;
  return library;
}

// Of a smaller table all that it has.
void ComponentLibrary::take(const treadle_component_table& table) {
  std::memcpy(&table_, &table, std::min<std::size_t>(table.size, sizeof table_));
  if (table_.create_for == nullptr) return;
  treadle_component_number about{"", "1", 0.0};
  for (int k = 0; k < table_.input_count(); ++k) {
    table_.input(k, &about);
    inputs_.push_back({about.name, about.unit, about.start});
  }
  for (int k = 0; k < table_.output_count(); ++k) {
    table_.output(k, &about);
    outputs_.push_back({about.name, about.unit, about.start});
  }
}

std::shared_ptr<const ComponentLibrary> ComponentLibrary::find(const std::string& sha256) {
  const Opened& opened = all_opened();
  const std::scoped_lock lock(opened.one_at_a_time);
  const auto found = opened.libraries.find(sha256);
  return found == opened.libraries.end() ? nullptr : found->second.lock();
}

ComponentInstance::ComponentInstance(std::shared_ptr<const ComponentLibrary> library,
                                     const std::array<double, 7>& pose,
                                     const std::array<double, 3>& gravity, const std::string& where)
    : library_(std::move(library)),
      table_(library_->table()),
      c_(table_.create_for != nullptr
             ? table_.create_for(sizeof table_, pose.data(), gravity.data())
             : table_.create(pose.data(), gravity.data())) {
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
  if (table_.create_for == nullptr) return;
  events_.resize(static_cast<std::size_t>(table_.event_count(c_)));
  for (std::size_t k = 0; k < events_.size(); ++k)
    table_.event(c_, static_cast<int>(k), &events_[k]);
  needs_motion_ = table_.needs_motion(c_) != 0;
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

bool ComponentInstance::show(double t, std::span<const double> state, std::span<double> values) {
  return library_->outputs().empty() || table_.outputs(c_, t, state.data(), values.data()) == 0;
}

std::vector<double> ComponentInstance::breaks(double apart) const {
  if (table_.breaks == nullptr) return {};
  std::vector<double> times(table_.breaks(c_, apart, nullptr, 0));
  table_.breaks(c_, apart, times.data(), times.size());
  return times;
}

double ComponentInstance::longest_step() const {
  return table_.longest_step != nullptr ? table_.longest_step(c_)
                                        : std::numeric_limits<double>::infinity();
}

bool ComponentInstance::heights(double t, std::span<const double> state,
                                std::span<double> heights) {
  return events_.empty() || table_.heights(c_, t, state.data(), heights.data()) == 0;
}

bool ComponentInstance::happen(double t, std::span<const double> state, std::size_t event) {
  return table_.happen(c_, t, state.data(), static_cast<int>(event)) == 0;
}

double ComponentInstance::turning(std::span<const double> state) {
  return table_.turning != nullptr ? table_.turning(c_, state.data()) : 0.0;
}

bool ComponentInstance::begin(double t, std::span<const double> state, double interval) {
  return table_.begin == nullptr || table_.begin(c_, t, state.data(), interval) == 0;
}

double ComponentInstance::next_stop() const {
  return table_.next_stop != nullptr ? table_.next_stop(c_)
                                     : std::numeric_limits<double>::infinity();
}

bool ComponentInstance::step(double t, std::span<const double> state, bool& jumped) {
  const int answer = table_.step != nullptr ? table_.step(c_, t, state.data()) : 0;
  jumped = answer == 2;
  return answer != 1;
}

std::optional<double> ComponentInstance::missed(const Step& step, double longest, double tolerance,
                                                const StateAt& state_at) {
  if (table_.missed == nullptr) return {};
  struct Caller {
    const StateAt* state_at;
    std::size_t size;
  } caller{&state_at, state_size_};
  const auto ask = [](void* who, double t, double* state) {
    const auto* const from = static_cast<const Caller*>(who);
    (*from->state_at)(t, {state, from->size});
  };
  double when = 0.0;
  const bool found = table_.missed(c_, step.from, step.before.data(), step.to, step.after.data(),
                                   longest, tolerance, ask, &caller, &when) == 2;
  return found ? std::optional(when) : std::nullopt;
}

void ComponentInstance::look_ahead(double h) {
  if (table_.look_ahead != nullptr) table_.look_ahead(c_, h);
}

bool ComponentInstance::drift(std::span<const double> from, double h, std::span<double> state) {
  return table_.drift != nullptr && table_.drift(c_, from.data(), h, state.data()) == 0;
}

bool ComponentInstance::ride(std::span<const double> velocities, std::span<double> state) {
  return table_.ride == nullptr || table_.ride(c_, velocities.data(), state.data()) == 0;
}

}  // namespace treadle
