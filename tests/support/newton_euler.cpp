#include "newton_euler.hpp"

namespace treadle::test {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Vector3d vec(const Vec3<double>& a) { return {a.x, a.y, a.z}; }

Matrix3d mat(const Mat3<double>& a) {
  Matrix3d m;
  m << a.x.x, a.y.x, a.z.x, a.x.y, a.y.y, a.z.y, a.x.z, a.y.z, a.z.z;
  return m;
}

Matrix3d sym(const Sym3<double>& j) {
  Matrix3d m;
  m << j.xx, j.xy, j.xz, j.xy, j.yy, j.yz, j.xz, j.yz, j.zz;
  return m;
}

Matrix3d turn(std::span<const double> q) { return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix(); }

}  // namespace

std::vector<WorldBody> world_motion(const Model<double>& model, std::span<const double> q,
                                    std::span<const double> v, std::span<const double> qdd) {
  std::vector<WorldBody> out;
  for (const Link<double>& link : model.links) {
    WorldBody up;
    up.r.setIdentity();
    up.p = up.w = up.v = up.alpha = up.a = Vector3d::Zero();
    if (link.parent >= 0) up = out[static_cast<std::size_t>(link.parent)];
    const auto qj = q.subspan(static_cast<std::size_t>(link.q_at));
    const auto vj = v.subspan(static_cast<std::size_t>(link.v_at));
    const auto aj = qdd.subspan(static_cast<std::size_t>(link.v_at));
    // joint frame on the inner body: carried along rigidly
    const Matrix3d f = up.r * mat(link.joint_frame.r);
    const Vector3d arm = up.r * vec(link.joint_frame.p);
    WorldBody b;
    // relative motion seen from the inner body, in world axes
    Vector3d d = Vector3d::Zero(), d_rate = Vector3d::Zero(), d_acc = Vector3d::Zero();
    Vector3d w_rel = Vector3d::Zero(), w_acc = Vector3d::Zero();
    Matrix3d relative = Matrix3d::Identity();
    switch (link.type) {
      case JointType::revolute:
        relative = Eigen::AngleAxisd(qj[0], Vector3d::UnitZ()).toRotationMatrix();
        w_rel = f.col(2) * vj[0];
        w_acc = f.col(2) * aj[0];
        break;
      case JointType::prismatic:
        d = f.col(2) * qj[0];
        d_rate = f.col(2) * vj[0];
        d_acc = f.col(2) * aj[0];
        break;
      case JointType::spherical:
        relative = turn(qj);
        w_rel = f * relative * Vector3d(vj[0], vj[1], vj[2]);
        w_acc = f * relative * Vector3d(aj[0], aj[1], aj[2]);  // w x w = 0: body axes turn with w_rel
        break;
      case JointType::free: {
        relative = turn(qj.subspan(3));
        const Vector3d w_body(vj[3], vj[4], vj[5]), v_body(vj[0], vj[1], vj[2]);
        d = f * Vector3d(qj[0], qj[1], qj[2]);
        d_rate = f * relative * v_body;
        d_acc = f * relative * (Vector3d(aj[0], aj[1], aj[2]) + w_body.cross(v_body));
        w_rel = f * relative * w_body;
        w_acc = f * relative * Vector3d(aj[3], aj[4], aj[5]);
        break;
      }
      case JointType::fixed: break;
    }
    b.r = f * relative;
    b.p = up.p + arm + d;
    b.w = up.w + w_rel;
    b.alpha = up.alpha + w_acc + up.w.cross(w_rel);
    const Vector3d lever = arm + d;
    b.v = up.v + up.w.cross(lever) + d_rate;
    b.a = up.a + up.alpha.cross(lever) + up.w.cross(up.w.cross(lever)) + 2.0 * up.w.cross(d_rate) + d_acc;
    const Vector3d c = b.r * vec(link.center);
    b.center = b.p + c;
    b.center_a = b.a + b.alpha.cross(c) + b.w.cross(b.w.cross(c));
    out.push_back(b);
  }
  return out;
}

std::vector<double> inverse_dynamics(const Model<double>& model, std::span<const double> q,
                                     std::span<const double> v, std::span<const double> qdd,
                                     const std::vector<Vector3d>& force, const std::vector<Vector3d>& moment) {
  const std::vector<WorldBody> bodies = world_motion(model, q, v, qdd);
  const Vector3d g = vec(model.gravity);
  // force and moment about the world's origin that each body's joint must transmit
  std::vector<Vector3d> f(bodies.size()), n(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Link<double>& link = model.links[i];
    const WorldBody& b = bodies[i];
    const Matrix3d j = b.r * sym(link.inertia) * b.r.transpose();
    f[i] = link.mass * (b.center_a - g) - force[i];
    n[i] = j * b.alpha + b.w.cross(j * b.w) - moment[i] + b.center.cross(f[i]);
  }
  std::vector<double> tau(v.size());
  for (std::size_t i = bodies.size(); i-- > 0;) {
    const Link<double>& link = model.links[i];
    const WorldBody& b = bodies[i];
    const Vector3d about = n[i] - b.p.cross(f[i]);  // moment about the body's origin
    const auto at = static_cast<std::size_t>(link.v_at);
    switch (link.type) {
      case JointType::revolute: tau[at] = b.r.col(2).dot(about); break;
      case JointType::prismatic: tau[at] = b.r.col(2).dot(f[i]); break;
      case JointType::spherical:
        for (int k = 0; k < 3; ++k) tau[at + static_cast<std::size_t>(k)] = b.r.col(k).dot(about);
        break;
      case JointType::free:
        for (int k = 0; k < 3; ++k) {
          tau[at + static_cast<std::size_t>(k)] = b.r.col(k).dot(f[i]);
          tau[at + 3 + static_cast<std::size_t>(k)] = b.r.col(k).dot(about);
        }
        break;
      case JointType::fixed: break;
    }
    if (link.parent >= 0) {
      f[static_cast<std::size_t>(link.parent)] += f[i];
      n[static_cast<std::size_t>(link.parent)] += n[i];
    }
  }
  return tau;
}

double kinetic_energy(const Model<double>& model, std::span<const double> q, std::span<const double> v) {
  const std::vector<double> zero(v.size(), 0.0);
  const std::vector<WorldBody> bodies = world_motion(model, q, v, zero);
  double sum = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Link<double>& link = model.links[i];
    const Vector3d vc = bodies[i].v + bodies[i].w.cross(bodies[i].r * vec(link.center));
    const Vector3d w = bodies[i].r.transpose() * bodies[i].w;
    sum += 0.5 * link.mass * vc.squaredNorm() + 0.5 * w.dot(sym(link.inertia) * w);
  }
  return sum;
}

}  // namespace treadle::test
