#include "explain.hpp"

#include "../base/text.hpp"

namespace treadle {

namespace {

// The body whose joint has that place in the state for a coordinate or a velocity; none beyond
// them.
const TreeBody* body_of_state(const Mechanism& mechanism, int place) {
  const int nq = mechanism.model.nq();
  const auto inside = [](int at, int first, int count) {
    return at >= first && at < first + count;
  };
  for (const TreeBody& body : mechanism.topology().bodies) {
    if (place < nq ? inside(place, body.q_at, body.nq) : inside(place - nq, body.v_at, body.nv))
      return &body;
  }
  return nullptr;
}

// The body whose joint has that position in v.
const TreeBody* body_of_velocity(const Mechanism& mechanism, int position) {
  return position < 0 ? nullptr : body_of_state(mechanism, mechanism.model.nq() + position);
}

// The forces that act on a body or along its joint, by name: 'a', 'b'.
std::string forces_at(const Mechanism& mechanism, const TreeBody& body) {
  std::string names;
  for (const ForceItem& force : mechanism.description.forces) {
    bool acts = force.from.body == body.name || force.to.body == body.name;
    for (const CoordinateRef& along : force.coordinates) acts = acts || along.joint == body.joint;
    if (acts) names += (names.empty() ? "'" : ", '") + force.name + "'";
  }
  return names;
}

// What a composite joint cannot pass.
std::string dead_point(const TreeBody& body) {
  return "composite joint '" + body.joint +
         "' seems to be at a dead point, where its independent coordinates do not settle its links "
         "any more, or move nothing that has mass; name other coordinates, keep it away with stops "
         "(\"limits\"), or keep the links as bodies with loops";
}

// Steps that are too short: the joint where most is wrong, and what acts there.
std::string explain_short_steps(const Mechanism& mechanism, const Report& report,
                                RunResult& result) {
  const TreeBody* body = body_of_state(mechanism, report.index);
  if (body == nullptr) return "look at the forces";
  result.where = body->joint;
  if (is_composite(body->type)) return dead_point(*body);
  const std::string forces = forces_at(mechanism, *body);
  return "most is wrong at joint '" + body->joint + "': look at " +
         (forces.empty() ? "it" : "what acts there (" + forces + ")");
}

}  // namespace

void explain(const Mechanism& mechanism, const Report& report, double t, RunResult& result) {
  result.end = RunEnd::trouble;
  const std::string at = "at t = " + short_number(t, 9) + " s: ";
  const auto coordinate = [&] {
    return report.index < 0 ? std::string("the energy") : mechanism.coordinate_name(report.index);
  };
  const auto row = [&] {
    return report.index < 0 ? std::string("a loop") : mechanism.row_name(report.index);
  };
  switch (report.trouble) {
    case Trouble::none:
      break;
    case Trouble::singular_inertia:
      result.where = coordinate();
      result.message =
          at + "the inertia that joint coordinate '" + result.where +
          "' moves has vanished; check masses and the centre of mass, or try a smaller --step";
      break;
    case Trouble::singular_constraint:
      result.where = row();
      result.message = at + "the augmented matrix is singular at " + result.where +
                       "; solver 'topology' leaves out dependent equations, try --solver topology";
      break;
    case Trouble::not_converged:
      result.where = row();
      result.message = at + "the loops could not be closed again: " + result.where +
                       " is open by " + short_number(report.value, 3) +
                       " m (or rad); try a smaller --step, or --constraints auto";
      break;
    case Trouble::unproved:
      result.where = row();
      result.message = at +
                       "no method finds accelerations that meet all equations of the loops and "
                       "the balance of forces; the largest gap is at " +
                       result.where +
                       ": the mechanism stands in a singular position, or its equations contradict "
                       "each other (treadle inspect)";
      break;
    case Trouble::unbalanced:
      result.where = report.index < 0 ? "" : coordinate();
      result.message = at + "no method finds accelerations for which the forces balance" +
                       (report.index < 0 ? "" : " along '" + result.where + "'") +
                       ": the mechanism stands in a singular position, or bodies have hardly any "
                       "inertia (treadle inspect), or an implicit step is too long for its "
                       "Jacobian: try a smaller --step or another --jacobian";
      break;
    case Trouble::singular_position:
      result.where = row();
      result.message = at + "a singular position: " + result.where +
                       " says nothing new here, and accelerations are not unique";
      break;
    case Trouble::stuck:
      result.message = at +
                       "the run makes no progress: the last thousands of evaluations moved it by " +
                       short_number(report.value, 3) +
                       " s; something is too stiff or changes without end here; " +
                       explain_short_steps(mechanism, report, result) +
                       ", try --integrator implicit or a larger --rtol";
      break;
    case Trouble::step_too_small:
      result.message =
          at + "no step is short enough for the tolerance (" + short_number(report.value, 3) +
          " s was tried); something jumps here, or the motion runs away; " +
          explain_short_steps(mechanism, report, result) + ", or try a larger --rtol and --atol";
      break;
    case Trouble::not_finite:
      result.where = coordinate();
      if (const TreeBody* body = body_of_velocity(mechanism, report.index);
          body != nullptr && is_composite(body->type)) {
        result.where = body->joint;
        result.message = at + dead_point(*body);
        break;
      }
      result.message = at + "the motion is not finite any more at '" + result.where +
                       "'; try a smaller --step, and look for springs that are too stiff for it "
                       "(treadle inspect)";
      break;
  }
}

}  // namespace treadle
