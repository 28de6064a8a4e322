// The problem in Simbody: mobilizers along the tree, Ball and Rod constraints, forces on
// mobilities.
#include <Simbody.h>

#include "problem.hpp"
#include "serve.hpp"

namespace {

using namespace peers;
namespace st = SimTK;

st::Vec3 vec(const Vector3& a) { return {a[0], a[1], a[2]}; }

struct Engine {
  st::MultibodySystem system;
  st::SimbodyMatterSubsystem matter{system};
  st::GeneralForceSubsystem forces{system};
  st::Force::Gravity gravity;
  st::Force::DiscreteForces applied{forces, matter};
  std::vector<st::MobilizedBody> bodies;
  std::vector<st::State> states;

  explicit Engine(const Problem& problem) : gravity(forces, matter, vec(problem.gravity)) {
    for (const auto& b : problem.bodies) add(b);
    for (const auto& l : problem.loops) {
      if (l.length > 0)
        st::Constraint::Rod(at(l.from), vec(l.at_from), at(l.to), vec(l.at_to), l.length);
      else
        st::Constraint::Ball(at(l.from), vec(l.at_from), at(l.to), vec(l.at_to));
    }
    system.realizeTopology();
    for (const auto& s : problem.states) add_state(problem, s);
  }

  st::MobilizedBody& at(int body) {
    return body < 0 ? matter.updGround() : bodies[static_cast<size_t>(body)];
  }

  void add(const Body& b) {
    const auto& i = b.inertia;
    const st::Inertia about_center(i[0], i[1], i[2], i[3], i[4], i[5]);
    const st::Inertia about_origin = about_center.shiftFromMassCenter(vec(b.center), b.mass);
    const st::Body::Rigid rigid(st::MassProperties(b.mass, vec(b.center), about_origin));
    const auto& r = b.turn;
    const st::Mat33 turn(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]);
    const st::Transform seat(st::Rotation(turn), vec(b.seat));
    // A slider moves along x of its frame, a pin turns about z.
    const st::Transform to_x(st::Rotation(-st::Pi / 2, st::YAxis));
    auto& parent = at(b.parent);
    switch (b.joint) {
      case Joint::revolute:
        bodies.push_back(st::MobilizedBody::Pin(parent, seat, rigid, st::Transform()));
        break;
      case Joint::prismatic:
        bodies.push_back(st::MobilizedBody::Slider(parent, seat * to_x, rigid, to_x));
        break;
      case Joint::spherical:
        bodies.push_back(st::MobilizedBody::Ball(parent, seat, rigid, st::Transform()));
        break;
      case Joint::free:
        bodies.push_back(st::MobilizedBody::Free(parent, seat, rigid, st::Transform()));
        break;
    }
  }

  static st::Vec3 three(const std::vector<double>& a, size_t at) {
    return {a[at], a[at + 1], a[at + 2]};
  }

  // Simbody writes velocities of ball and free joints in the axes of the parent.
  void add_state(const Problem& problem, const State& s) {
    st::State state = system.getDefaultState();
    size_t q = 0, v = 0;
    for (size_t k = 0; k < bodies.size(); ++k) {
      const auto& body = bodies[k];
      const auto joint = problem.bodies[k].joint;
      const auto push = [&](int which, double f) {
        applied.setOneMobilityForce(state, body, st::MobilizerUIndex(which), f);
      };
      if (joint == Joint::revolute || joint == Joint::prismatic) {
        body.setOneQ(state, 0, s.q[q]);
        body.setOneU(state, 0, s.v[v]);
        push(0, s.force[v]);
      } else {
        const size_t w = joint == Joint::free ? 3 : 0;  // where the orientation begins
        const st::Rotation r(
            st::Quaternion(st::Vec4(s.q[q + w], s.q[q + w + 1], s.q[q + w + 2], s.q[q + w + 3])));
        body.setQToFitRotation(state, r);
        if (w) body.setQToFitTranslation(state, three(s.q, q));
        body.setUToFitAngularVelocity(state, r * three(s.v, v + w));
        if (w) body.setUToFitLinearVelocity(state, r * three(s.v, v));
        const st::Vec3 moment = r * three(s.force, v + w);
        for (int i = 0; i < 3; ++i) push(i, moment[i]);
        if (w) {
          const st::Vec3 force = r * three(s.force, v);
          for (int i = 0; i < 3; ++i) push(3 + i, force[i]);
        }
      }
      q += static_cast<size_t>(coordinates(joint)), v += static_cast<size_t>(velocities(joint));
    }
    states.push_back(state);
  }

  void evaluate(size_t k) {
    states[k].invalidateAllCacheAtOrAbove(st::Stage::Position);
    system.realize(states[k], st::Stage::Acceleration);
  }

  std::vector<double> answer(const Problem& problem, size_t k) const {
    const auto& state = states[k];
    std::vector<double> a;
    for (size_t b = 0; b < bodies.size(); ++b) {
      const auto& body = bodies[b];
      const auto joint = problem.bodies[b].joint;
      if (joint == Joint::revolute || joint == Joint::prismatic) {
        a.push_back(body.getOneUDot(state, 0));
        continue;
      }
      const st::Rotation r = body.getMobilizerTransform(state).R();
      const auto part = [&](int first, bool rates) {
        st::Vec3 x;
        for (int i = 0; i < 3; ++i)
          x[i] = rates ? body.getOneU(state, first + i) : body.getOneUDot(state, first + i);
        return st::Vec3(~r * x);
      };
      if (joint == Joint::free) {
        const st::Vec3 linear = part(3, false) - part(0, true) % part(3, true);
        for (int i = 0; i < 3; ++i) a.push_back(linear[i]);
      }
      const st::Vec3 spin = part(0, false);
      for (int i = 0; i < 3; ++i) a.push_back(spin[i]);
    }
    return a;
  }
};

std::string version() {
  int major = 0, minor = 0, build = 0;
  SimTK_version_simbody(&major, &minor, &build);
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  try {
    const Problem problem = read_problem(argv[1]);
    Engine engine(problem);
    serve(version(), problem.states.size(),
          {{"realizeAcceleration", [&](size_t k) { engine.evaluate(k); },
            [&](size_t k) { return engine.answer(problem, k); }}});
  } catch (const std::exception& trouble) {
    std::fprintf(stderr, "simbody: %s\n", trouble.what());
    return 1;
  }
}
