// A mechanism ready to move: model, forces and an assembled start state. Built once from a
// description; constant afterwards, so that several runs may share it.
#pragma once

#include "../assembly/self_stress.hpp"
#include "../assembly/start_branches.hpp"
#include "../control/control_plan.hpp"
#include "../forces/forces.hpp"
#include "../healing/healed.hpp"
#include "../kinematics/functions.hpp"
#include "../model/build.hpp"
#include "../touching/contact_plan.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace treadle {

class ComponentLibrary;

/// A part that came as a library: an instance is made of it by whoever moves the mechanism.
struct CompiledPart {
  std::string name;
  std::shared_ptr<const ComponentLibrary> library;
  std::array<double, 7> pose{};
  std::array<double, 3> gravity{};
  std::vector<int> links;           ///< bordering bodies, free bodies of the model
  std::size_t first_state = 0;      ///< of its inside, among the states of functions
  std::vector<std::size_t> inputs;  ///< functions that its inputs follow
};

struct Mechanism {
  Description description;     ///< healed where that was needed
  std::vector<Healed> healed;  ///< what was taken as exact
  Model<double> model;
  Placement placement;
  Forces<double> forces;
  Functions functions;  ///< of time, that loops and forces follow
  ControlPlan control;  ///< what feeds their inputs
  std::vector<std::shared_ptr<CustomForce>>
      custom;  ///< forces written in C++; add them before a run
  std::vector<CompiledPart> compiled;
  ContactPlan contacts;  ///< who may touch whom
  Assembly start;
  Redundancy redundancy;
  std::vector<StartBranches> branches;  ///< of a start in a singular position

  [[nodiscard]] const Topology& topology() const { return *model.topology; }
  [[nodiscard]] int degrees_of_freedom() const {
    return model.nv() - (model.rows() - static_cast<int>(redundancy.rows.size()));
  }
  /// Nothing can move, and nothing drives it.
  [[nodiscard]] bool is_locked() const;
  /// `elbow`, or `elbow.wx` for one velocity of several: position in v -> name.
  [[nodiscard]] std::string coordinate_name(int position) const;
  /// `joint 'D', equation 4 of 5`: row of Phi -> words.
  [[nodiscard]] std::string row_name(int row) const;
  /// Loops that have redundant rows, by name, each once.
  [[nodiscard]] std::vector<std::string> redundant_names() const;
  /// Reactions that are not unique, by channel (`hinge.force.z`), in the position that shows the
  /// full rank.
  [[nodiscard]] std::vector<std::string> open_names() const;
  /// `body 'coupler', position and orientation`: what a target asks for, in words.
  [[nodiscard]] std::string target_words(const TargetItem& target) const;
  /// `off by 12 mm; loop 'D' does not allow more`.
  [[nodiscard]] std::string target_excuse(const TargetResult& result) const;
  /// What controllers look at.
  [[nodiscard]] ControlScene control_scene() const {
    return {description, model, placement, forces};
  }
  /// Values of all functions of time.
  [[nodiscard]] std::vector<FunctionValue<double>> functions_at(double t) const;
  /// `the loop of 'D' can leave it in 2 ways: ...`.
  [[nodiscard]] std::string branch_words(const StartBranches& branches) const;
  /// Things a person should know before running, in words.
  [[nodiscard]] std::vector<std::string> warnings() const;
};

/// Throws ModelError for every mistake of a person that can be found before a run. A drawing with
/// errors is healed (docs/theory/healing.md), unless it says that it is exact.
Mechanism build_mechanism(const Description& description);

}  // namespace treadle
