// Compiled parts of a mechanism while it moves: what their libraries say of their bordering bodies,
// in the frames of the hierarchy. Inside states are among those of the run, bordering bodies are
// free bodies without inertia that stand where the part says. (H20)
#pragma once

#include "../compiled/component_library.hpp"
#include "../hierarchy/fragment.hpp"
#include "../mechanism/mechanism.hpp"
#include "step.hpp"

#include <memory>
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

  /// Closes loops inside.
  bool project(double t, std::span<double> states);
  /// Moves states as the last solution says, which was one for positions or velocities.
  bool move(bool velocities, std::span<double> states);

  struct Energies {
    double kinetic = 0.0, potential = 0.0;
  };
  Energies energy(double t, std::span<const double> states);
  /// Of the last trouble: the part and what it said.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }
  void keep(Keep& keep);

 private:
  class Piece;
  bool failed(Piece& piece);

  const Mechanism& mechanism_;
  std::vector<std::unique_ptr<Piece>> all_;
  std::vector<ForeignPiece*> pieces_;
  std::string trouble_;
};

}  // namespace treadle
