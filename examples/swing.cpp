// A mechanism described in C++: a swing of two rods that a spring catches. It is simulated, and
// written to a model file that the command line reads: example_swing [swing.json]
#include "../treadle.hpp"

#include <cstdio>
#include <exception>
#include <fstream>

int main(int argc, char** argv) try {
  treadle::ModelBuilder m("swing");
  m.text("Two rods hang on the ground; a spring pulls the lower one back.");
  m.parameter("length", "1 m", "of each rod").parameter("load", "2 kg");

  const treadle::Value rod_inertia{"load*length*length/12", "load*length*length/12", 0};
  const auto rod = treadle::Shape::cylinder("20 mm", "length").at({0, 0, "-length/2"});
  m.body("upper").mass("load").center({0, 0, "-length/2"}).inertia(rod_inertia).shape(rod);
  m.body("lower")
      .at({0, 0, "-length"})
      .mass("load")
      .center({0, 0, "-length/2"})
      .inertia(rod_inertia)
      .shape(rod);
  m.revolute("pivot").between("ground", "upper").at({0, 0, 0}).along({0, 1, 0}).start("40 deg");
  m.revolute("knee")
      .between("upper", "lower")
      .at({0, 0, "-length"})
      .along({0, 1, 0})
      .damping("0.1 N m s");
  m.spring("catch")
      .from("ground", {"1 m", 0, "-2*length"})
      .to("lower", {0, 0, "-length"})
      .stiffness("50 N/m")
      .length("0.5 m");
  m.simulation().duration("2 s").step("1 ms");

  const treadle::Description description = m.description();
  const treadle::Mechanism mechanism = treadle::build_mechanism(description);
  const treadle::RunResult result =
      treadle::run(mechanism, treadle::options_of(description.simulation));
  std::printf("%s: %d degrees of freedom, energy drift %.1e\n", description.name.c_str(),
              mechanism.degrees_of_freedom(), result.energy_drift);
  if (argc > 1) std::ofstream(argv[1]) << treadle::write_model(description);
  return result.end == treadle::RunEnd::done ? 0 : 3;
} catch (const std::exception& error) {
  std::fprintf(stderr, "swing: %s\n", error.what());
  return 2;
}
