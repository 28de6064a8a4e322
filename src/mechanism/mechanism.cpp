#include "mechanism.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../compiled/component_library.hpp"
#include "../describe/units.hpp"
#include "../healing/heal.hpp"
#include "../kinematics/composite_stage.hpp"
#include "../topology/composites.hpp"
#include "check_events.hpp"
#include "check_inertia.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace treadle {

namespace {

// Six freedoms of its own, and nothing merged with it.
bool is_free_border(const Link<double>& link) {
  return link.nv == 6 && link.parent < 0 && link.mass == 0.0;
}

// Numbers of the inside of compiled parts become states; an instance knows their start.
void add_compiled(const Description& d, std::vector<TimeFunction>& functions, Mechanism& out) {
  for (const PartItem& item : d.parts) {
    if (item.library.empty()) continue;
    CompiledPart part;
    part.name = item.name;
    part.library = ComponentLibrary::open(item.library, item.sha256, item.name);
    std::copy(item.pose.position.begin(), item.pose.position.end(), part.pose.begin());
    std::copy(item.pose.orientation.begin(), item.pose.orientation.end(), part.pose.begin() + 3);
    part.gravity = d.gravity;
    for (const std::string& body : item.bodies) {
      const PlacedBody placed = out.placement.find(body);
      if (!placed.body.valid() || !is_free_border(out.model.links[placed.body.index()]))
        throw ModelError(item.name, "body '" + body +
                                        "' of the compiled part is welded to something; cut that "
                                        "joint (\"tree\": \"cut\")");
      part.links.push_back(static_cast<int>(placed.body.index()));
    }
    part.first_state = static_cast<std::size_t>(
        std::count_if(functions.begin(), functions.end(),
                      [](const TimeFunction& f) { return f.kind == FunctionKind::state; }));
    const ComponentInstance first(part.library, part.pose, part.gravity, item.name);
    for (const double value : first.start()) {
      TimeFunction state;
      state.kind = FunctionKind::state;
      state.offset = value;
      functions.push_back(state);
    }
    for (const PublishedNumber& number : part.library->inputs()) {
      TimeFunction input;
      input.kind = FunctionKind::input;
      input.input = item.name + "." + number.name;
      input.dimension = read_quantity(number.unit == "1" ? "1" : "1 " + number.unit).kind;
      input.offset = number.start;
      input.amplitude = 1.0;
      part.inputs.push_back(functions.size());
      functions.push_back(input);
    }
    out.compiled.push_back(std::move(part));
  }
}

// Bordering bodies whose velocities nobody gives follow the others: their start is where these take
// them, so that they pull on nobody. (H22)
template <class Assemble>
void let_borders_follow(const Mechanism& mechanism, StartState& start, const Assemble& again) {
  constexpr int most = 100;
  constexpr double nothing = 1e-13;
  for (int k = 0; k < most; ++k) {
    double change = 0.0;
    for (const CompiledPart& part : mechanism.compiled) {
      for (const int body : part.links) {
        const auto first =
            static_cast<std::size_t>(mechanism.model.links[static_cast<std::size_t>(body)].v_at);
        for (std::size_t i = first; i < first + 6; ++i) {
          if (start.asked_velocity[i]) continue;
          change = std::max(change, std::fabs(start.v[i] - mechanism.start.v[i]));
          start.v[i] = mechanism.start.v[i];
        }
      }
    }
    if (change <= nothing) return;
    again();
  }
}

// Coordinates inside composite joints that nothing settles, or that are settled twice.
void check_composites(const Model<double>& model) {
  for (BodyId i{0}; i.at < model.topology->bodies.size(); ++i) {
    const Link<double>& link = model.links[i.index()];
    if (!link.inside) continue;
    const CompositeStage<double> stage(link.inside);
    if (!stage.fault().empty())
      throw ModelError(
          "joints[" + std::to_string(model.topology->bodies[i].item.at) + "].independent",
          "composite '" + link.inside->name + "': " + stage.fault());
  }
}

// With every number taken as exact.
Mechanism build_as_drawn(const Description& description) {
  Mechanism mechanism;
  mechanism.description = description;
  BuiltModel built = build_model(description);
  mechanism.model = std::move(built.model);
  check_composites(mechanism.model);
  mechanism.placement = std::move(built.placement);
  mechanism.forces =
      freeze_forces(description, mechanism.model, mechanism.placement, built.functions);
  mechanism.contacts = plan_contacts(description, mechanism.model, mechanism.placement);
  add_compiled(description, built.functions, mechanism);
  add_control_functions(description, built.functions);
  mechanism.functions = Functions(built.functions);
  mechanism.control = plan_control(mechanism.control_scene(), built.functions, mechanism.functions);
  mechanism.start = {built.start.q, built.start.v, {}, 0.0, {}};
  std::vector<int> borders;
  for (const CompiledPart& part : mechanism.compiled)
    borders.insert(borders.end(), part.links.begin(), part.links.end());
  check_inertia(mechanism.model, mechanism.start.q, borders);
  const std::vector<FunctionValue<double>> functions = mechanism.functions_at(0.0);
  const auto put_together = [&] {
    mechanism.start = assemble(mechanism.model, functions, built.start,
                               freeze_targets(description, mechanism.model, mechanism.placement));
  };
  put_together();
  let_borders_follow(mechanism, built.start, put_together);
  mechanism.redundancy = find_redundancy(mechanism.model, functions, mechanism.start.q);
  mechanism.branches = choose_branches(mechanism.model, functions, mechanism.redundancy,
                                       built.start, mechanism.start);
  check_events(mechanism);
  return mechanism;
}

}  // namespace

// As drawn first: a drawing that is exact, or good enough, costs nothing more. (HG1)
Mechanism build_mechanism(const Description& written) {
  const Description description = settle_composites(written);
  std::optional<Mechanism> mechanism;
  std::optional<AssemblyError> open;
  try {
    mechanism = build_as_drawn(description);
  } catch (const AssemblyError& error) {
    open = error;
  }
  if (!mechanism || mechanism->is_locked() || may_need_healing(mechanism->redundancy)) {
    Healing healing =
        mechanism ? heal(description, mechanism->start, mechanism->redundancy) : heal(description);
    if (!healing.healed.empty()) {
      mechanism = build_as_drawn(healing.description);
      mechanism->healed = std::move(healing.healed);
    }
  }
  if (!mechanism) throw *open;
  return std::move(*mechanism);
}

bool Mechanism::is_locked() const {
  const bool driven = std::any_of(model.loops.begin(), model.loops.end(),
                                  [](const LoopData<double>& loop) { return loop.function >= 0; });
  // what is inside of compiled parts moves unseen
  return model.nv() > 0 && degrees_of_freedom() == 0 && !driven && compiled.empty();
}

std::vector<FunctionValue<double>> Mechanism::functions_at(double t) const {
  std::vector<FunctionValue<double>> values(functions.size());
  functions.evaluate(t, functions.start(), functions.start_states(), values);
  return values;
}

std::string Mechanism::coordinate_name(int position) const {
  const std::vector<TreeBody>& bodies = topology().bodies.items();
  const bool falling = topology().numbering == Numbering::leaf_first;  // positions along the bodies
  const auto body = std::partition_point(bodies.begin(), bodies.end(), [&](const TreeBody& b) {
    return falling ? b.v_at > position : b.v_at + b.nv <= position;
  });
  if (body == bodies.end() || position < body->v_at || position >= body->v_at + body->nv)
    return "?";
  const auto k = static_cast<std::size_t>(position - body->v_at);
  const char* suffix = velocity_names(body->type)[k].suffix;
  return *suffix == '\0' ? body->joint : body->joint + "." + suffix;
}

std::string Mechanism::row_name(int row) const {
  const std::vector<Loop>& loops = topology().loops.items();
  const auto loop = std::partition_point(
      loops.begin(), loops.end(), [&](const Loop& l) { return l.first_row + l.rows <= row; });
  if (row < 0 || loop == loops.end()) return "?";
  return std::string(loop->joint < 0 ? "constraint '" : "joint '") + loop->name + "', equation " +
         std::to_string(row - loop->first_row + 1) + " of " + std::to_string(loop->rows);
}

std::vector<std::string> Mechanism::redundant_names() const {
  std::vector<std::string> names;
  for (const Loop& loop : topology().loops) {
    const auto row =
        std::lower_bound(redundancy.rows.begin(), redundancy.rows.end(), loop.first_row);
    if (row != redundancy.rows.end() && *row < loop.first_row + loop.rows)
      names.push_back(loop.name);
  }
  return names;
}

}  // namespace treadle
