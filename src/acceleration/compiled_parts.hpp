// Compiled parts of a mechanism while it moves: what their libraries say of their bordering bodies,
// in the frames of the hierarchy. Inside states are among those of the run, bordering bodies are
// free bodies without inertia that stand where the part says. (H20)
#pragma once

#include "../hierarchy/fragment.hpp"
#include "../mechanism/mechanism.hpp"
#include "step.hpp"

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace treadle {

class CompiledParts {
 public:
  explicit CompiledParts(const Mechanism& mechanism);
  ~CompiledParts();
  CompiledParts(const CompiledParts&) = delete;
  CompiledParts& operator=(const CompiledParts&) = delete;

  /// For the hierarchy, by number of the part.
  [[nodiscard]] std::span<ForeignPiece* const> pieces() const { return pieces_; }

  /// Coordinates and velocities of bordering bodies, as the states say.
  bool place(double t, std::span<const double> states, std::span<double> q, std::span<double> v);
  /// D and r at the states; with stages of the workspace from where motions are counted. Without
  /// them nothing acts inside: r is zero.
  bool look(double t, std::span<const double> states, const Workspace<double>* w);
  /// After a solution: rates of the states, what the parts put against the forces on their bodies,
  /// and their power.
  double settle(Workspace<double>& w);

  /// What the inputs of all parts follow has these values from now on.
  void tell(std::span<const FunctionValue<double>> functions);
  /// Numbers that the parts show at a state, one part after the other.
  [[nodiscard]] std::size_t shown() const { return shown_; }
  bool show(double t, std::span<const double> states, std::span<double> values);
  /// What follows looks at accelerations or forces: they have to be found at the same state first.
  [[nodiscard]] bool needs_motion() const { return needs_motion_; }

  /// Closes loops inside.
  bool project(double t, std::span<double> states);
  /// Moves states as the last solution says, which was one for positions or velocities.
  bool move(bool velocities, std::span<double> states);

  struct Energies {
    double kinetic = 0.0, potential = 0.0;
  };
  Energies energy(double t, std::span<const double> states);

  /// Something inside of a part that happens where a height crosses zero. (H23)
  struct Event {
    std::size_t part = 0, number = 0;
    int direction = 0;  ///< 1 upwards, -1 downwards, 0 both
    int action = 0;     ///< 0: it ends the run, 1: it switches something on, 2: off
    std::optional<int> times;
  };
  [[nodiscard]] const std::vector<Event>& events() const { return events_; }
  bool heights(double t, std::span<const double> states, std::span<double> heights);
  bool happen(double t, std::span<const double> states, const Event& event);
  [[nodiscard]] const std::string& name_of(std::size_t part) const;
  /// How fast something inside turns at most whose turns are counted.
  double turning(std::span<const double> states);

  /// Bodies that are handed in move as v says, and what hangs on them with them. (H22)
  bool ride(double t, std::span<const double> v, std::span<double> states);
  /// How the last look() found bordering bodies to move by themselves: the largest number.
  [[nodiscard]] double alone() const;
  /// Where the run begins; `interval` between two looks at forces that controllers follow.
  bool begin(double t, std::span<const double> states, double interval);
  /// A time that no step may pass.
  [[nodiscard]] double next_stop() const;
  /// What was reached. `jumped`: inputs inside did.
  bool step(double t, std::span<const double> states, bool& jumped);
  /// Times at which something inside is not smooth.
  [[nodiscard]] std::vector<double> breaks(double apart) const;
  [[nodiscard]] double longest_step() const;

  struct Step {
    double from = 0.0, to = 0.0;
    std::span<const double> before, after;  ///< states
    double longest = 0.0, tolerance = 0.0;
  };
  /// States at a time inside a step.
  using StatesAt = std::function<std::span<const double>(double)>;
  /// A time inside the step at which a law inside had a form that neither end shows.
  std::optional<double> missed(const Step& step, const StatesAt& states_at);
  /// Positions inside, for semi-implicit steps.
  void look_ahead(double h);
  bool drift(std::span<const double> from, double h, std::span<double> states);

  /// Of the last trouble: the part and what it said.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }
  void keep(Keep& keep);

 private:
  class Piece;
  bool failed(Piece& piece);

  const Mechanism& mechanism_;
  std::vector<std::unique_ptr<Piece>> all_;
  std::vector<ForeignPiece*> pieces_;
  std::vector<Event> events_;
  std::size_t shown_ = 0;
  bool needs_motion_ = false;
  std::string trouble_;
};

}  // namespace treadle
