// A whole run: steps, rows for whoever listens, and a summary.
#pragma once

#include "../acceleration/acceleration_method.hpp"
#include "../base/ranks.hpp"
#include "../hierarchy/component_order.hpp"
#include "../hierarchy/traffic.hpp"
#include "../integrate/adaptive.hpp"
#include "../output/channels.hpp"
#include "../solve/fill_facts.hpp"
#include "../touching/contact_forces.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace treadle {

/// Ways to accelerations: in joint coordinates, or by a hierarchy of components.
const std::vector<std::string>& formulation_names();
/// What serves a description where nothing was asked: compiled parts can only be components.
std::string formulation_for(const Description& description);

struct RunOptions {
  double duration = 10.0;  ///< time of the end
  double step = 1e-3;      ///< of fixed steps, shortened so that output times are met exactly
  std::optional<double> max_step;         ///< longest of adaptive integrators
  std::optional<double> output_interval;  ///< time between rows; `step` if not given
  double rtol = 1e-8, atol = 1e-8;  ///< of adaptive integrators: rtol |x| + atol for each step
  std::string integrator = "adams";
  std::string solver = "auto";
  std::string constraints = "auto";
  std::string jacobian = "auto";         ///< of implicit integrators (newton/jacobian_kind.hpp)
  double spectral_radius = 0.8;          ///< of generalized-alpha
  std::optional<SleepingItem> sleeping;  ///< of bodies that touch
  ChannelChoice channels;
  std::shared_ptr<Evaluator> evaluator;  ///< of solver 'generated' (generate/generated.hpp)
  std::string evaluator_reason;          ///< why 'auto' took it; empty where it was asked for
  double start_time = 0.0;               ///< of the first row
  std::string formulation = "joint";     ///< or 'component': accelerations by a hierarchy
  int threads = 1;  ///< that work on an evaluation, 0: as many as pay; results do not depend on it
  /// Processes that share the components of formulation 'component', each of which runs the same;
  /// results do not depend on it.
  std::shared_ptr<Ranks> ranks;
  /// Of solver 'generated' with formulation 'component' (generate/component_code.hpp).
  std::shared_ptr<const ComponentCode> component_code;
};

/// What the description asks for.
RunOptions options_of(const SimulationItem& item);

/// Who listens to a run. Each may be empty.
struct Listener {
  std::function<void(const std::vector<Column>&)> columns;  ///< once, before the first row
  std::function<void(std::span<const double>)> row;
  /// Before each row, where the model has contacts: the points that touch.
  std::function<void(std::span<const ContactView>)> contacts;
  /// Time reached; false asks to stop. Asked again between the rows of one step.
  std::function<bool(double)> progress;
};

enum class RunEnd { done, interrupted, trouble };

struct StepSeconds {
  double median = 0.0, p999 = 0.0, worst = 0.0;
};

/// Something that the model asked to be told.
struct EventRecord {
  std::string name;
  double time = 0.0;
  EventAction action = EventAction::record;
};

struct RunResult {
  RunEnd end = RunEnd::done;
  std::string message;        ///< of trouble: time, place, what to try
  std::string where;          ///< name of the joint or constraint in trouble
  std::string solver;         ///< that was used: what "auto" led to
  std::string solver_reason;  ///< why: `auto: 1788 operations against 8442 of topology`
  int threads = 1;            ///< that worked on it
  ComponentTraffic traffic;   ///< what processes told each other
  double start_time = 0.0;
  long steps = 0;
  long evaluations = 0, failures = 0;  ///< rates computed for steps; steps tried in vain
  int order = 0;                       ///< of the last step
  double smallest_step = 0.0, largest_step = 0.0;
  std::vector<EventRecord> events;
  std::vector<std::string> warnings;  ///< of what happened on the way
  std::string jacobian;               ///< of an implicit method; empty where none was needed
  NewtonCounts newton;                ///< what it cost
  FillFacts jacobian_fill;            ///< of its last matrix; zeros where that is dense
  std::vector<MethodChange> changes;  ///< of integrator 'auto'
  long fallbacks = 0;  ///< evaluations and projections that generated code left to the numeric core
  /// Answers that did not pass their proof, and evaluations and projections by singular values.
  long refused_answers = 0, singular_values = 0;
  std::vector<MethodCount> methods;  ///< to accelerations, in their order
  double time = 0.0;                 ///< reached
  double wall_seconds = 0.0, real_time_factor = 0.0;
  double energy_drift = 0.0, position_violation = 0.0, velocity_violation = 0.0;
  StepSeconds step_seconds;
  std::optional<ContactFacts> contacts;             ///< where the model has some
  std::string constraint_method;                    ///< as it was asked for
  long switches = 0;                                ///< between ways to keep loops closed
  long repartitions = 0;                            ///< exchanges of independent coordinates
  std::vector<double> singular_times;               ///< when a singular position was passed
  std::vector<std::string> not_unique;              ///< columns whose reactions are not
  std::map<std::string, std::vector<double>> q, v;  ///< at the end, by joint name
};

/// Throws ModelError for unknown names in the options; trouble of the numbers is in the result.
RunResult run(const Mechanism& mechanism, const RunOptions& options, const Listener& listener = {});

}  // namespace treadle
