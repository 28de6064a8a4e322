// The pieces of docs/library.md in one program: describe, build, look, run, listen, step, save,
// push, write. A test compares the page with this file.
#include "../treadle.hpp"

#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <vector>

using namespace treadle;

namespace {

Description swing_with_input() {
  ModelBuilder m("swing");
  m.parameter("length", "1 m").parameter("load", "2 kg");
  m.body("upper").mass("load").center({0, 0, "-length/2"}).inertia({0.2, 0.2, 0});
  m.body("lower")
      .at({0, 0, "-length"})
      .mass("load")
      .center({0, 0, "-length/2"})
      .inertia({0.2, 0.2, 0});
  m.revolute("pivot")
      .between("ground", "upper")
      .at({0, 0, 0})
      .along({0, 1, 0})
      .start("40 deg")
      .drive(Function::input("push"));
  m.revolute("knee")
      .between("upper", "lower")
      .at({0, 0, "-length"})
      .along({0, 1, 0})
      .damping("0.1 N m s");
  m.spring("catch")
      .from("ground", {1, 0, "-2*length"})
      .to("lower", {0, 0, "-length"})
      .stiffness("50 N/m");
  m.frame("foot").on("lower").at({0, 0, "-length"});
  m.output("foot", "position").of("foot");
  m.simulation().duration("1 s").output_interval("10 ms");
  return m.description();
}

// A law that no element of a model file has.
struct Wind final : CustomForce {
  void apply(const ForceScene& scene, ForceSink& sink) const override {
    const BodyView lower = scene.body("lower");
    sink.push("lower", lower.point({0, 0, -1}), -0.5 * lower.velocity({0, 0, -1}));
  }
};

void look(const Mechanism& swing) {
  std::printf("%s: %d degrees of freedom\n", swing.description.name.c_str(),
              swing.degrees_of_freedom());
  for (const std::string& warning : swing.warnings()) std::printf("warning: %s\n", warning.c_str());
  for (const std::string& name : swing.redundant_names())
    std::printf("redundant: %s\n", name.c_str());
  for (const Column& channel : all_channels(swing)) {
    if (channel.group == "outputs")
      std::printf("%s [%s]\n", channel.name.c_str(), channel.unit.c_str());
  }
}

void listen(const Mechanism& swing) {
  RunOptions options = options_of(swing.description.simulation);
  options.channels.names = {"time", "foot.x", "energy.total"};
  Table table;
  Listener listener;
  listener.columns = [&](const std::vector<Column>& columns) { table = Table(columns); };
  listener.row = [&](std::span<const double> row) { table.append(row); };
  listener.progress = [](double time) { return time < 0.5; };  // false ends the run
  const RunResult end = run(swing, options, listener);
  std::printf("%s at %.2f s, %zu rows of %zu\n",
              end.end == RunEnd::interrupted ? "stopped" : "done", table.row(table.rows() - 1)[0],
              table.rows(), table.columns().size());
}

void step_by_step(const Mechanism& swing) {
  RunOptions options = options_of(swing.description.simulation);
  Simulation simulation(swing, options);  // options.duration may be infinite
  simulation.set_input("push", 4.0);      // of a function {"type": "input", "name": "push"}
  simulation.advance_to(0.5);             // ends exactly there; false where it could not
  const std::vector<std::byte> here = simulation.save();
  simulation.advance_to(1.0);
  const double first = simulation.q()[0];
  simulation.restore(here);  // 0.5 s again, and from there the same bits
  while (simulation.step()) {
  }
  const RunResult end = simulation.finish();  // as from run()
  std::printf("the same bits: %s; pivot at %.4f rad\n", first == simulation.q()[0] ? "yes" : "no",
              end.q.at("pivot").front());
}

void mistakes() {
  try {
    ModelBuilder m("wrong");
    m.body("arm").mass("1 kg");
    m.revolute("elbow").between("ground", "amr").at({0, 0, 0}).along({0, 1, 0});
    build_mechanism(m.description());
  } catch (const ModelError& error) {
    std::printf("%s: %s\n", error.where().c_str(), error.what());
  }
}

void code(const Mechanism& swing) {
  RunOptions options = options_of(swing.description.simulation);
  std::string message;
  options.evaluator = try_generated(swing, options.constraints == "stabilized", message);
  if (options.evaluator) options.solver = "generated";  // else `message` says why not
  run(swing, options);
}

}  // namespace

int main(int argc, char** argv) try {
  Mechanism swing = build_mechanism(swing_with_input());
  look(swing);
  listen(swing);
  step_by_step(swing);
  mistakes();
  swing.custom.push_back(std::make_shared<Wind>());
  const RunResult end = run(swing, options_of(swing.description.simulation));
  std::printf("with wind: foot ends with knee at %.3f rad\n", end.q.at("knee").front());
  const Description again = read_model_text(write_model(swing.description), "swing.json");
  std::printf("written and read: %s\n", again == swing.description ? "equal" : "different");
  if (argc > 1 && std::string(argv[1]) == "code") code(build_mechanism(again));
  return end.end == RunEnd::done ? 0 : 3;
} catch (const std::exception& error) {
  std::fprintf(stderr, "library: %s\n", error.what());
  return 2;
}
