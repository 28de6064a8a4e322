// A step of Euler's implicit method as one program: equations, what forces pull back, one
// factorization.
#include "trace_step.hpp"

#include "../base/error.hpp"
#include "../dynamics/columns.hpp"
#include "../kinematics/advance.hpp"
#include "../newton/newton_plan.hpp"
#include "../newton/pull_back.hpp"
#include "../scalar/side_by_side.hpp"
#include "../solve/static_lu.hpp"
#include "describe_arrays.hpp"
#include "emit_c.hpp"
#include "reciprocals.hpp"
#include "side_by_side_calls.hpp"
#include "traced_mechanism.hpp"

#include <map>

namespace treadle {

namespace {

using TracedDual = DualOf<Traced>;

/// Collects the system of (X23) while forces say what they pull back.
class TracedStep {
 public:
  TracedStep(const Mechanism& m, const KeptParameters* kept)
      : m_(m),
        t_(m, kept, true),
        h_(Traced::input(input_functions, 3 * static_cast<int>(m.functions.size()))),
        local_(m.forces, m.functions, m.model.links.size(), m.model.groups.size(),
               LocalForm::symmetric),
        plan_(m, JacobianKind::approximate_symmetric, local_),
        factors_(plan_.pattern) {}

  void trace(Program& p) {
    Workspace<Traced>& w = t_.work;
    p.mark("equations");
    assemble_equations<Traced>(t_.model, t_.forces, t_.q, t_.v, w);
    moving_ = t_.to_group(t_.v, w.position);
    for (const Link<Traced>& link : t_.model.links)
      for (int k = 0; k < link.nv; ++k) columns_[link.v_at + k] = column(link, w.position, k);
    put_equations();
    p.mark("what forces pull back");
    add_forces();
    p.mark("factors");
    for (const std::vector<int>* rows : {&m_.redundancy.rows, &m_.redundancy.vanishing})
      for (const int row : *rows) factors_.leave_out(m_.model.nv() + row);
    factors_.factor_symmetric();
    p.mark("the step");
    factors_.solve_symmetric(right_);
    std::vector<Traced> change(right_.begin(), right_.begin() + m_.model.nv());
    turn_back<Traced>(t_.model, w.position, change);
    std::vector<Traced> step(t_.v), q(t_.q.size());
    std::vector<Ref> positions, velocities;
    for (std::size_t k = 0; k < change.size(); ++k) {
      change[k] += t_.v[k];
      step[k] = h_ * change[k];
      velocities.push_back(change[k].ref());
    }
    advance<Traced>(t_.model, t_.q, step, q);
    for (const Traced& x : q) positions.push_back(x.ref());
    p.output(position_block(m_), std::move(positions));
    p.output(velocity_block(m_), std::move(velocities));
  }

 private:
  /// Numbers by their places among the velocities.
  using Along = std::vector<std::pair<int, Traced>>;

  // [M, Phi^T; Phi, 0] and h (Q, gamma)
  void put_equations() {
    const Workspace<Traced>& w = t_.work;
    const std::span<Traced> a = factors_.values();
    const auto put = [&](int slot, const Traced& x) { a[static_cast<std::size_t>(slot)] = x; };
    for (std::size_t i = 0; i < w.matrix.diagonal.size(); ++i)
      put(plan_.diagonal_slots[i], w.matrix.diagonal[i]);
    for (std::size_t k = 0; k < w.matrix.lower.size(); ++k) {
      put(plan_.lower_slots[k], w.matrix.lower[k]);
      put(plan_.upper_slots[k], w.matrix.lower[k]);
    }
    for (std::size_t k = 0; k < w.loops.phi.size(); ++k) {
      put(plan_.phi_slots[k], w.loops.phi[k]);
      put(plan_.turned_slots[k], w.loops.phi[k]);
    }
    for (const Traced& force : w.q_force) right_.push_back(h_ * force);
    for (const Traced& gamma : w.gamma) right_.push_back(h_ * gamma);
  }

  void add_forces() {
    const Workspace<Traced>& w = t_.work;
    const auto laws = cast_numbers<Forces<TracedDual>>(t_.forces);
    std::vector<FunctionValue<TracedDual>> functions(w.functions.size());
    hold_functions<Traced>(w.functions, functions);
    const ForceState<Traced> s = state_of<Traced>(t_.q, t_.v, w);
    std::size_t pair = 0;
    for_each_field(
        [&](const auto& list, const auto& given) {
          for (std::size_t k = 0; k < list.size(); ++k) {
            using Law = typename std::remove_cvref_t<decltype(list)>::value_type;
            if constexpr (BetweenBodies<Law>) {
              const NewtonPlan::Moved& moved = plan_.moved[pair++];
              const Traced on = switched(given[k], s);
              pull_back<Traced>(
                  list[k], given[k], s, functions,
                  [&](const Traced& stiffness, const Traced& damping, const Force<Traced>& wrench) {
                    add(along(moved, wrench), on * stiffness, on * damping);
                  });
            } else if constexpr (AlongCoordinate<Law> || AlongSum<Law>) {
              const PushSlopes<Traced> slopes = sum_slopes<Traced>(list[k], given[k], s, functions);
              const Traced zero(0.0);
              add(along(given[k]), max(-slopes.by_place, zero), max(-slopes.by_rate, zero));
            }
          }
        },
        laws, t_.forces);
  }

  // (Phi_from - Phi_to)^T w
  Along along(const NewtonPlan::Moved& moved, const Force<Traced>& wrench) const {
    Along out;
    for (std::size_t k = 0; k < moved.columns.size(); ++k) {
      const Traced work = dot(columns_.at(moved.columns[k]), wrench);
      out.emplace_back(moved.columns[k], moved.signs[k] < 0.0 ? -work : work);
    }
    return out;
  }
  // Ball joints turn about the axes of the group (X15).
  template <class Law>
  Along along(const Law& law) const {
    std::vector<Traced> all(t_.v.size());
    if constexpr (AlongCoordinate<Law>) {
      all[law.v_at.index()] = Traced(1.0);
    } else {
      for (const auto& term : law.along.sum.terms) all[term.v_at.index()] += term.factor;
    }
    turn_all<Traced>(t_.model, t_.work.position, all);
    Along out;
    for (std::size_t k = 0; k < all.size(); ++k)
      if (!(all[k].ref() == Ref{})) out.emplace_back(static_cast<int>(k), all[k]);
    return out;
  }

  // (h^2 k + h d) g g^T, and - h^2 k (g . v) g on the right
  void add(const Along& g, const Traced& stiffness, const Traced& damping) {
    const std::span<Traced> a = factors_.values();
    const Traced pull = h_ * stiffness, both = h_ * (pull + damping);
    Traced speed(0.0);
    for (const auto& [column, x] : g) speed += x * moving_[static_cast<std::size_t>(column)];
    const Traced back = h_ * pull * speed;
    for (const auto& [r, x] : g) {
      right_[static_cast<std::size_t>(r)] -= back * x;
      const Traced weighted = both * x;
      for (const auto& [c, y] : g) {
        if (plan_.pattern.is_upper(r, c))
          a[static_cast<std::size_t>(plan_.pattern.slot(r, c))] += weighted * y;
      }
    }
  }

  const Mechanism& m_;
  TracedMechanism t_;
  Traced h_;
  LocalJacobians local_;
  NewtonPlan plan_;
  StaticFactors<Traced> factors_;
  std::map<int, Motion<Traced>> columns_;  ///< of B
  std::vector<Traced> moving_;             ///< velocities in axes of groups
  std::vector<Traced> right_;
};

}  // namespace

Program trace_implicit_step(const Mechanism& m, const KeptParameters* kept) {
  if (!m.functions.states().empty())
    throw ModelError("forces",
                     "springs that relax have states of their own, which a generated implicit step "
                     "does not have; leave out 'relaxation' or the output implicit_step");
  Program p;
  p.name = "implicit_step";
  p.words =
      "one step of Euler's implicit method with the length that follows the functions of time in "
      "u, "
      "which are those of its end";
  p.inputs = input_arrays(m, false, kept);
  p.inputs[input_functions].numbers.push_back({"length of the step", "s"});
  const Tracing tracing(p.graph);
  TracedStep(m, kept).trace(p);
  if (code_size(p, RoutineUse::automatic).straight) {
    share_reciprocals(p);
    gather_calls(p);
  }
  return p;
}

}  // namespace treadle
