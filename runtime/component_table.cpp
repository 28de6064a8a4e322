// The one symbol of a compiled component: its table of functions. What it simulates stands at the
// end of its own file (src/compiled/package.hpp).
#define TREADLE_COMPONENT_RUNTIME
#include "../src/compiled/treadle_component.h"

#include "../src/base/error.hpp"
#include "../src/compiled/package.hpp"
#include "../src/components/place_part.hpp"
#include "../src/io/reading/read_model.hpp"
#include "../src/io/writing/pack_tyre.hpp"
#include "component_core.hpp"

#include <dlfcn.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

struct treadle_component_instance {
  explicit treadle_component_instance(const treadle::ComponentContent& content) : core(content) {}
  treadle::ComponentCore core;
};

namespace {

using namespace treadle;
using Instance = treadle_component_instance;

// One address for each thread: a loader has little room for what is found at fixed places, and
// shares it among all libraries.
thread_local char* words = nullptr;

void say(const char* text) {
  std::free(words);
  words = strdup(text);
}

/// Nothing is thrown out of here. `failed`: what is returned where something was.
template <class Result, class Work>
Result guarded(Result failed, const Work& work) {
  try {
    return work();
  } catch (const std::exception& error) {
    say(error.what());
  } catch (...) {
    say("unknown trouble");
  }
  return failed;
}

int told(const Report& report) {
  if (report.ok()) return 0;
  switch (report.trouble) {
    case Trouble::not_converged:
      say("a loop inside cannot be closed");
      break;
    case Trouble::not_finite:
      say("a number inside is not finite");
      break;
    default:
      say("a position inside is singular, or something inside has no inertia");
      break;
  }
  return 1;
}

std::vector<InsideNumber> read_numbers(const nlohmann::json& all, const char* inside) {
  std::vector<InsideNumber> numbers;
  for (const nlohmann::json& one : all)
    numbers.push_back({one.at("name").get<std::string>(), one.at("unit").get<std::string>(),
                       one.at(inside).get<std::string>(), one.value("start", 0.0)});
  return numbers;
}

ComponentContent read_own_content() {
  Dl_info here{};
  if (dladdr(static_cast<const void*>(&treadle_component_v1), &here) == 0)
    throw std::runtime_error("the library does not find itself");
  std::ifstream file(here.dli_fname, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const SealedComponent sealed = open_sealed(bytes);
  if (!sealed.problem.empty()) throw std::runtime_error(sealed.problem);
  const nlohmann::json all = nlohmann::json::from_cbor(sealed.content);
  ComponentContent content;
  content.model = read_model_text(all.at("model").dump(), "component");
  for (const nlohmann::json& one : all.at("tyres"))
    content.model.forces.at(one.at("force").get<std::size_t>()).tyre = unpack_tyre(one.at("tyre"));
  for (const nlohmann::json& one : all.at("border")) {
    PublishedBody& body = content.border.emplace_back();
    body.name = one.at("name").get<std::string>();
    body.body = one.at("body").get<std::string>();
    body.is_port = one.at("port").get<bool>();
    one.at("lent").get_to(body.lent);
    if (!body.is_port) continue;
    // what is handed in stands where it stands: before all wishes of the part
    TargetItem stands;
    stands.rank = 0;
    stands.frame.body = body.body;
    stands.position = Triple{0.0, 0.0, 0.0};
    stands.orientation = Pose{}.orientation;
    content.model.targets.push_back(stands);
  }
  content.inputs = read_numbers(all.at("inputs"), "input");
  content.outputs = read_numbers(all.at("outputs"), "channel");
  return content;
}

// Throws where it cannot be read, each time anew.
const ComponentContent& own_content() {
  static const ComponentContent content = read_own_content();
  return content;
}

Instance* make_instance(const double pose[7], const double gravity[3]) {
  ComponentContent content = own_content();
  PartPlacement placement;
  placement.name = "c";
  std::copy_n(pose, 3, placement.pose.position.begin());
  std::copy_n(pose + 3, 4, placement.pose.orientation.begin());
  content.model = place_part(std::move(content.model), placement);
  std::copy_n(gravity, 3, content.model.gravity.begin());
  const auto place = [&](std::string& name) { name = placement.name + "." + name; };
  for (PublishedBody& one : content.border) place(one.body);
  for (InsideNumber& one : content.inputs) place(one.inside);
  for (InsideNumber& one : content.outputs) place(one.inside);
  return new Instance(content);
}

Instance* create(const double pose[7], const double gravity[3]) {
  return guarded<Instance*>(nullptr, [&] {
    if (own_content().needs_more())
      throw std::runtime_error(
          "it has events, controllers, inputs or outputs, which the program "
          "that opens it does not know; install a newer Treadle");
    return make_instance(pose, gravity);
  });
}

Instance* create_for(unsigned known, const double pose[7], const double gravity[3]) {
  // parts need nothing of what came later
  if (known < offsetof(treadle_component_table, ride)) return create(pose, gravity);
  return guarded<Instance*>(nullptr, [&] { return make_instance(pose, gravity); });
}

// Of published numbers that are not there: none.
const std::vector<InsideNumber>& published(bool inputs) {
  static const std::vector<InsideNumber> none;
  return guarded<const std::vector<InsideNumber>&>(none, [&]() -> const std::vector<InsideNumber>& {
    return inputs ? own_content().inputs : own_content().outputs;
  });
}

void tell_about(const InsideNumber& number, treadle_component_number* about) {
  *about = {number.name.c_str(), number.unit.c_str(), number.start};
}

std::size_t n_of(const Instance* c) { return 6 * c->core.border().size(); }

const PublishedBody& border_of(const Instance* c, int border) {
  return c->core.border()[static_cast<std::size_t>(border)];
}

std::span<const double> state_of(const Instance* c, const double* state) {
  return {state, c->core.state_size()};
}

void destroy(Instance* c) { delete c; }
const char* last_error() { return words != nullptr ? words : "no trouble"; }
int border_count(const Instance* c) { return static_cast<int>(c->core.border().size()); }
const char* border_name(const Instance* c, int border) { return border_of(c, border).name.c_str(); }
int is_port(const Instance* c, int border) { return border_of(c, border).is_port ? 1 : 0; }

void lent(const Instance* c, int border, double inertia[10]) {
  const std::array<double, 10>& from = border_of(c, border).lent;
  std::copy(from.begin(), from.end(), inertia);
}

std::size_t state_size(const Instance* c) { return c->core.state_size(); }
void start(const Instance* c, double* state) { c->core.start({state, c->core.state_size()}); }

int borders(Instance* c, double /*t*/, const double* state, double* poses, double* velocities) {
  return guarded(1, [&] {
    const std::size_t bodies = c->core.border().size();
    c->core.borders({state, state_size(c)}, {poses, 7 * bodies}, {velocities, 6 * bodies});
    return 0;
  });
}

int evaluate(Instance* c, double t, const double* state, double* d, double* r) {
  return guarded(1, [&] {
    const std::size_t n = n_of(c);
    return told(c->core.evaluate(t, {state, state_size(c)}, {d, n * (n + 1) / 2}, {r, n}));
  });
}

int take(Instance* c, const double* tau) {
  return guarded(1, [&] {
    c->core.take({tau, n_of(c)});
    return 0;
  });
}

void accelerations(const Instance* c, double* a) { c->core.accelerations({a, n_of(c)}); }
void rate(const Instance* c, double* rates) { c->core.rate({rates, state_size(c)}); }
double power(const Instance* c) { return c->core.power(); }

int project(Instance* c, double t, double* state) {
  return guarded(1, [&] { return told(c->core.project(t, {state, state_size(c)})); });
}

int move(Instance* c, const double* tau, int velocities, double* state) {
  return guarded(1, [&] {
    c->core.move({tau, n_of(c)}, velocities != 0, {state, state_size(c)});
    return 0;
  });
}

int energy(Instance* c, double t, const double* state, double out[2]) {
  return guarded(1, [&] {
    c->core.energy(t, {state, state_size(c)}, std::span<double, 2>(out, 2));
    return 0;
  });
}

std::size_t saved_size(Instance* c) {
  Keep keep;
  c->core.keep(keep);
  return keep.bytes().size();
}

void save(Instance* c, void* bytes) {
  Keep keep;
  c->core.keep(keep);
  std::copy(keep.bytes().begin(), keep.bytes().end(), static_cast<std::byte*>(bytes));
}

int restore(Instance* c, const void* bytes, std::size_t size) {
  return guarded(1, [&] {
    Keep keep(std::span(static_cast<const std::byte*>(bytes), size));
    c->core.keep(keep);
    return keep.at_end() ? 0 : 1;
  });
}

int input_count() { return static_cast<int>(published(true).size()); }
void input(int input, treadle_component_number* about) {
  tell_about(published(true)[static_cast<std::size_t>(input)], about);
}
void set_input(Instance* c, int input, const double value[3]) {
  c->core.set_input(static_cast<std::size_t>(input), std::span<const double, 3>(value, 3));
}
int output_count() { return static_cast<int>(published(false).size()); }
void output(int output, treadle_component_number* about) {
  tell_about(published(false)[static_cast<std::size_t>(output)], about);
}
int outputs(Instance* c, double t, const double* state, double* values) {
  return guarded(1, [&] {
    c->core.show(t, state_of(c, state), {values, published(false).size()});
    return 0;
  });
}
int needs_motion(const Instance* c) { return c->core.needs_motion() ? 1 : 0; }

std::size_t breaks(const Instance* c, double apart, double* times, std::size_t room) {
  return guarded<std::size_t>(0, [&] {
    const std::vector<double> all = c->core.breaks(apart);
    std::copy_n(all.begin(), std::min(room, all.size()), times);
    return all.size();
  });
}
double longest_step(const Instance* c) { return c->core.longest_step(); }

int event_count(const Instance* c) { return static_cast<int>(c->core.events().size()); }
void event(const Instance* c, int event, treadle_component_event* about) {
  const EventItem& item = c->core.events()[static_cast<std::size_t>(event)];
  const int direction = item.direction == Crossing::both ? 0
                        : item.direction == Crossing::up ? 1
                                                         : -1;
  const int action = item.action == EventAction::stop        ? 0
                     : item.action == EventAction::switch_on ? 1
                                                             : 2;
  *about = {direction, action, item.times.value_or(-1)};
}
int heights(Instance* c, double t, const double* state, double* heights) {
  return guarded(1, [&] {
    c->core.heights(t, state_of(c, state), {heights, c->core.events().size()});
    return 0;
  });
}
int happen(Instance* c, double t, const double* /*state*/, int event) {
  return guarded(1, [&] {
    c->core.happen(t, static_cast<std::size_t>(event));
    return 0;
  });
}
double turning(Instance* c, const double* state) { return c->core.turning(state_of(c, state)); }

int begin(Instance* c, double t, const double* state, double interval) {
  return guarded(1, [&] {
    c->core.begin(t, state_of(c, state), interval);
    return 0;
  });
}
double next_stop(const Instance* c) { return c->core.next_stop(); }
int step(Instance* c, double t, const double* state) {
  return guarded(1, [&] { return c->core.step(t, state_of(c, state)) ? 2 : 0; });
}
int missed(Instance* c, double from, const double* before, double to, const double* after,
           double longest, double tolerance, treadle_component_state_at state_at, void* caller,
           double* when) {
  return guarded(1, [&] {
    const std::optional<double> found = c->core.missed(
        {from, to, state_of(c, before), state_of(c, after), longest, tolerance},
        [&](double t, std::span<double> state) { state_at(caller, t, state.data()); });
    if (found) *when = *found;
    return found ? 2 : 0;
  });
}
int drift(Instance* c, const double* from, double h, double* state) {
  return guarded(1, [&] {
    c->core.drift(state_of(c, from), h, {state, state_size(c)});
    return 0;
  });
}

int ride(Instance* c, const double* velocities, double* state) {
  return guarded(1, [&] {
    c->core.ride({velocities, n_of(c)}, {state, c->core.state_size()});
    return 0;
  });
}
void look_ahead(Instance* c, double h) { c->core.look_ahead(h); }

}  // namespace

extern "C" const treadle_component_table treadle_component_v1 = {TREADLE_COMPONENT_VERSION,
                                                                 sizeof(treadle_component_table),
                                                                 create,
                                                                 destroy,
                                                                 last_error,
                                                                 border_count,
                                                                 border_name,
                                                                 is_port,
                                                                 lent,
                                                                 state_size,
                                                                 start,
                                                                 borders,
                                                                 evaluate,
                                                                 take,
                                                                 accelerations,
                                                                 rate,
                                                                 power,
                                                                 project,
                                                                 move,
                                                                 energy,
                                                                 saved_size,
                                                                 save,
                                                                 restore,
                                                                 create_for,
                                                                 input_count,
                                                                 input,
                                                                 set_input,
                                                                 output_count,
                                                                 output,
                                                                 outputs,
                                                                 needs_motion,
                                                                 breaks,
                                                                 longest_step,
                                                                 event_count,
                                                                 event,
                                                                 heights,
                                                                 happen,
                                                                 turning,
                                                                 begin,
                                                                 next_stop,
                                                                 step,
                                                                 missed,
                                                                 drift,
                                                                 ride,
                                                                 look_ahead};
