// Accelerations by a hierarchy of components. Upwards each component says how its bordering bodies
// accelerate with the forces at its borders, on top these forces are found, downwards all else
// follows (docs/theory/components.md). D is kept as its factor, D = F F^T, which the orthogonal
// factors of each level give without squares.
#pragma once

#include "../base/crew.hpp"
#include "../base/ranks.hpp"
#include "../base/report.hpp"
#include "../dynamics/equations.hpp"
#include "../kinematics/loops.hpp"
#include "component_order.hpp"
#include "component_share.hpp"
#include "plan.hpp"
#include "traffic.hpp"

#include <memory>
#include <span>

namespace treadle {

class ComponentExchange;
class ForeignPiece;

class Hierarchy {
 public:
  /// `dependent`: equations of loops that depend on others wherever the mechanism goes, ascending.
  /// `foreign`: the compiled parts by number, where the plan has some; they outlive it.
  Hierarchy(const Model<double>& model, HierarchyPlan plan, std::span<const int> dependent = {},
            std::span<ForeignPiece* const> foreign = {});
  ~Hierarchy();
  Hierarchy(const Hierarchy&) = delete;
  Hierarchy& operator=(const Hierarchy&) = delete;

  /// What is known of a state; ball joints may turn about the axes of their groups.
  struct State {
    const Model<double>& model;
    const PositionStage<double>& at;
    const InertiaStage<double>& inertia;
    const Loads<double>& loads;
    const LoopStage<double>& loops;
    std::span<const double> gamma;
  };
  /// qdd and the multipliers. Trouble where a fragment has no inertia along one of its freedoms, or
  /// loops inside one are singular in more than one way.
  /// Components that do not stand inside each other are shared among the threads of a crew: the
  /// same bits for any number of them.
  Report solve(const State& state, std::span<double> qdd, std::span<double> lambda,
               Crew* crew = nullptr);
  /// With the factors of the last solve(): x that moves the loops by `right` and costs least in the
  /// metric of the masses, M x + Phi^T y = 0, Phi x = right. Only r of each component is new. (H9)
  /// Trouble where another process is lost, with whom the factors are.
  Report solve_again(const Model<double>& model, std::span<const double> right, std::span<double> x,
                     Crew* crew = nullptr);

  /// From now on the components are shared with other processes, which ask the same: the same bits
  /// for any number of them. Where one is lost, all is done here. (H15)
  void work_with(const Model<double>& model, Ranks& ranks);
  [[nodiscard]] ComponentTraffic traffic() const;

  /// Orders that were chosen once, with code where there is some. Where a pivot degenerates, a
  /// component and those around it take the numeric path. (H16)
  void use(const ComponentCode& code);
  /// (A, W) of all components are kept from now on.
  void keep_bordered();
  [[nodiscard]] const BorderedMatrix& bordered(int node) const;
  [[nodiscard]] ComponentOrder sizes(int node) const;
  [[nodiscard]] bool is_planned(int node) const;

  [[nodiscard]] const HierarchyPlan& plan() const { return plan_; }
  /// Rows, columns and rank of the matrix A of a component, after solve().
  struct Size {
    int rows = 0, columns = 0, rank = 0;
    double density = 0.0;  ///< entries that are not zero, of all
    double flops = 0.0;    ///< of its factors and of those of its fragments (H10)
    int inner = 0;         ///< equations of loops that are closed inside its fragments (H26)
  };
  [[nodiscard]] Size size(int node) const;
  /// A of a component by columns, after solve().
  [[nodiscard]] std::vector<double> matrix(int node) const;
  /// What an equation of a component says: a joint between pieces is kept, or a loop is closed.
  struct Equation {
    int body = -1;      ///< that the joint carries; -1: it is a loop's
    int row = -1;       ///< of the loops; of a joint: which of its equations
    bool left = false;  ///< out: it depends on others
  };
  /// In the order of the columns of A; those of loops that were left out beforehand come last,
  /// those inside its fragments among them.
  [[nodiscard]] std::vector<Equation> equations(const Model<double>& model, int node) const;
  /// D and r of a component as it passes them on, linear part first, about its group's origin:
  /// for tests and for those who take components apart.
  void passed_on(int node, std::vector<double>& d, std::vector<double>& r) const;

 private:
  struct Parts;
  bool close(const State& state, std::size_t node);
  void respond(const Model<double>& model, std::size_t node, std::span<const double> gamma);
  void descend(const Model<double>& model, std::size_t node, std::span<double> qdd);
  bool solve_share(const State& state, std::span<double> qdd, std::span<double> lambda, Crew* crew,
                   ComponentExchange* others, Report& report);
  bool descend_all(const Model<double>& model, std::span<double> qdd, Crew* crew,
                   ComponentExchange* others);
  void find_multipliers(const Model<double>& model, std::size_t node,
                        std::span<double> lambda) const;
  void find_rates(const Model<double>& model, const std::vector<OuterPlace>& places,
                  std::span<double> qdd);
  [[nodiscard]] const ComponentShare& share_with(const ComponentExchange* others) const;
  HierarchyPlan plan_;  ///< where loops inside fragments are closed is chosen here
  std::unique_ptr<Parts> parts_;
};

}  // namespace treadle
