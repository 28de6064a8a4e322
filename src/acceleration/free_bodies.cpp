#include "free_bodies.hpp"

#include "../base/at.hpp"
#include "../joints/free.hpp"

#include <algorithm>

namespace treadle {

namespace {

constexpr std::size_t fewest_free = 16;           // fewer need no loop of their own
constexpr std::size_t free_taken_together = 256;  // by one thread, whatever their number is

bool is_world(const Transform<double>& f) {
  return f.r.x.x == 1.0 && f.r.y.y == 1.0 && f.r.z.z == 1.0 && dot(f.p, f.p) == 0.0;
}

}  // namespace

// Each the whole of its group.
bool FreeBodiesMethod::fits(const Model<double>& model) {
  const std::size_t n = model.links.size();
  if (n < fewest_free || model.rows() > 0 || model.groups.size() != n) return false;
  for (std::size_t i = 0; i < n; ++i) {
    const Link<double>& link = model.links[i];
    const Sym3<double>& j = link.inertia;
    const double det = j.xx * (j.yy * j.zz - j.yz * j.yz) + j.xy * (j.xz * j.yz - j.xy * j.zz) +
                       j.xz * (j.xy * j.yz - j.xz * j.yy);
    if (!link.carries_axes || link.reversed || link.nv != Free::nv || link.parent >= 0 ||
        !(link.mass > 0.0) || !(det > 0.0))
      return false;
  }
  return true;
}

FreeBodiesMethod::FreeBodiesMethod(const MethodParts& parts) : NumericMethod(parts) {
  Workspace<double>& w = parts_.work;
  for (std::size_t i = 0; i < parts_.model.links.size(); ++i) {
    const Link<double>& link = parts_.model.links[i];
    bodies_.push_back({{link.center, link.mass, link.inertia, inverse_of(link.inertia)},
                       link.q_at,
                       link.v_at,
                       link.group,
                       is_world(link.joint_frame)});
    // what a stage has of a body that lends its axes to its group, for good
    w.inertia.own[i] = inertia_at(link.mass, link.center, link.inertia);
    w.position.x[i] = {};
    w.velocity.c[i] = {};
  }
}

template <class F>
void FreeBodiesMethod::each(const F& f) {
  const std::size_t n = bodies_.size(),
                    pieces = (n + free_taken_together - 1) / free_taken_together;
  share(parts_.crew, static_cast<int>(pieces), [&](int piece) {
    const std::size_t first = static_cast<std::size_t>(piece) * free_taken_together;
    for (std::size_t i = first; i < std::min(n, first + free_taken_together); ++i) f(i);
  });
}

// Pose, motion, and what velocity and gravity leave of forces: of the momentum m (v + w x c) in the
// axes of the body, which turn. (D9)
void FreeBodiesMethod::begin(const AccelerationQuery& query, std::size_t i) {
  if (rests(i)) return;
  Workspace<double>& w = parts_.work;
  const Body& body = bodies_[i];
  const double *q = query.q.data() + body.q_at, *v = query.v.data() + body.v_at;
  Transform<double>& frame = w.position.group[at(body.group)];
  frame = {Quaternion<double>{q[3], q[4], q[5], q[6]}.matrix(), {q[0], q[1], q[2]}};
  if (!body.plain) frame = parts_.model.links[i].joint_frame * frame;
  w.position.world[at(body.group)] = inverse(frame);
  const Motion<double> moving{{v[0], v[1], v[2]}, {v[3], v[4], v[5]}};
  w.velocity.v[i] = moving;
  const Vec3<double>& turn = moving.ang;
  const Vec3<double> pull = transpose_times(frame.r, parts_.model.gravity),
                     center_speed = moving.lin + cross(turn, body.lone.center),
                     force = body.lone.mass * (pull - cross(turn, center_speed));
  w.loads.body[i] = {force, cross(body.lone.center, force) - cross(turn, body.lone.inertia * turn)};
}

void FreeBodiesMethod::finish(std::size_t i) {
  if (rests(i)) return;
  Workspace<double>& w = parts_.work;
  const Body& body = bodies_[i];
  const double* joint = w.loads.joint.data() + body.v_at;
  const Force<double> load = w.loads.body[i] + Force<double>{{joint[0], joint[1], joint[2]},
                                                             {joint[3], joint[4], joint[5]}};
  const auto [lin, turn] = body.lone.acceleration(load);
  double* qdd = w.qdd.data() + body.v_at;
  qdd[0] = lin.x;
  qdd[1] = lin.y;
  qdd[2] = lin.z;
  qdd[3] = turn.x;
  qdd[4] = turn.y;
  qdd[5] = turn.z;
}

Answer FreeBodiesMethod::accelerate(const AccelerationQuery& query) {
  Workspace<double>& w = parts_.work;
  sleepers_ = parts_.contacts != nullptr ? parts_.contacts->sleepers() : nullptr;
  each([&](std::size_t i) { begin(query, i); });
  const ForceSums<double> sums{w.loads.body, w.loads.joint, w.rates};
  w.power = apply_forces<double>(parts_.mechanism.forces, state_of(query.q, query.v, w), sums);
  add_custom(query.t, w);
  each([&](std::size_t i) { finish(i); });
  if (const Report finite = is_finite(); !finite.ok()) return refused(RefusalReason::pivot, finite);
  Answer answer;
  answer.power = power();
  return answer;
}

}  // namespace treadle
