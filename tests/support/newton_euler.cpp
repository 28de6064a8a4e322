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

Matrix3d turn(std::span<const double> q) {
  return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
}

// Two turns; seen from the other end, both backwards and the second one first.
void universal(const Matrix3d& f, std::span<const double> q, std::span<const double> v,
               std::span<const double> a, bool reversed, Matrix3d& relative, Vector3d& w,
               Vector3d& w_acc) {
  const Matrix3d z = Eigen::AngleAxisd(q[0], Vector3d::UnitZ()).toRotationMatrix();
  const Matrix3d x = Eigen::AngleAxisd(q[1], Vector3d::UnitX()).toRotationMatrix();
  relative = reversed ? Matrix3d((z * x).transpose()) : Matrix3d(z * x);
  // angular velocity of child in parent, parent axes, and its derivative there
  const Vector3d second = z.col(0);
  const Vector3d rate = Vector3d::UnitZ() * v[0] + second * v[1];
  const Vector3d acc =
      Vector3d::UnitZ() * a[0] + second * a[1] + v[0] * v[1] * Vector3d::UnitZ().cross(second);
  if (!reversed) {
    w = f * rate;
    w_acc = f * acc;
  } else {  // parent in child: w' = -R^T w; its derivative in child axes is -R^T (acc - w x w)
    w = -(f * relative * rate);
    w_acc = -(f * relative * acc);
  }
}

// A plane motion; seen from the other end d' = -R^T d.
void planar(const Matrix3d& f, std::span<const double> q, std::span<const double> v,
            std::span<const double> a, bool reversed, Matrix3d& relative, Vector3d& d,
            Vector3d& d_rate, Vector3d& d_acc, Vector3d& w, Vector3d& w_acc) {
  const Matrix3d turn = Eigen::AngleAxisd(q[2], Vector3d::UnitZ()).toRotationMatrix();
  const Vector3d p(q[0], q[1], 0.0), pd(v[0], v[1], 0.0), pdd(a[0], a[1], 0.0);
  const Vector3d spin = Vector3d::UnitZ() * v[2], spin_acc = Vector3d::UnitZ() * a[2];
  if (!reversed) {
    relative = turn;
    d = f * p;
    d_rate = f * pd;
    d_acc = f * pdd;
    w = f * spin;
    w_acc = f * spin_acc;
    return;
  }
  relative = turn.transpose();
  const Matrix3d back = f * relative;
  d = -(back * p);
  d_rate = -(back * (pd - spin.cross(p)));
  d_acc = -(back * (pdd - spin_acc.cross(p) - 2.0 * spin.cross(pd) + spin.cross(spin.cross(p))));
  w = -(f * spin);
  w_acc = -(f * spin_acc);
}

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
        w_acc =
            f * relative * Vector3d(aj[0], aj[1], aj[2]);  // w x w = 0: body axes turn with w_rel
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
      case JointType::cylindrical:
        relative = Eigen::AngleAxisd(qj[0], Vector3d::UnitZ()).toRotationMatrix();
        w_rel = f.col(2) * vj[0];
        w_acc = f.col(2) * aj[0];
        d = f.col(2) * qj[1];
        d_rate = f.col(2) * vj[1];
        d_acc = f.col(2) * aj[1];
        break;
      case JointType::screw: {
        const double lead = link.pitch / (2.0 * static_cast<double>(EIGEN_PI));
        relative = Eigen::AngleAxisd(qj[0], Vector3d::UnitZ()).toRotationMatrix();
        w_rel = f.col(2) * vj[0];
        w_acc = f.col(2) * aj[0];
        d = f.col(2) * (lead * qj[0]);
        d_rate = f.col(2) * (lead * vj[0]);
        d_acc = f.col(2) * (lead * aj[0]);
        break;
      }
      case JointType::universal:
        universal(f, qj, vj, aj, link.reversed, relative, w_rel, w_acc);
        break;
      case JointType::planar:
        planar(f, qj, vj, aj, link.reversed, relative, d, d_rate, d_acc, w_rel, w_acc);
        break;
      case JointType::composite1:
      case JointType::composite2:
      case JointType::composite3:
      case JointType::composite4:
      case JointType::composite5:
      case JointType::composite6:
      case JointType::strut:
      case JointType::guided_strut:  // tests/vehicle has another witness for them
      case JointType::fixed:
        break;
    }
    b.r = f * relative;
    b.p = up.p + arm + d;
    b.w = up.w + w_rel;
    b.alpha = up.alpha + w_acc + up.w.cross(w_rel);
    const Vector3d lever = arm + d;
    b.v = up.v + up.w.cross(lever) + d_rate;
    b.a = up.a + up.alpha.cross(lever) + up.w.cross(up.w.cross(lever)) + 2.0 * up.w.cross(d_rate) +
          d_acc;
    const Vector3d c = b.r * vec(link.center);
    b.center = b.p + c;
    b.center_a = b.a + b.alpha.cross(c) + b.w.cross(b.w.cross(c));
    out.push_back(b);
  }
  return out;
}

std::vector<double> inverse_dynamics(const Model<double>& model, std::span<const double> q,
                                     std::span<const double> v, std::span<const double> qdd,
                                     const std::vector<Vector3d>& force,
                                     const std::vector<Vector3d>& moment) {
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
  // joint frames on the inner bodies
  std::vector<Matrix3d> joint_axes;
  std::vector<Vector3d> joint_origins;
  for (const Link<double>& link : model.links) {
    const Matrix3d up = link.parent < 0 ? Matrix3d(Matrix3d::Identity())
                                        : bodies[static_cast<std::size_t>(link.parent)].r;
    const Vector3d origin = link.parent < 0 ? Vector3d(Vector3d::Zero())
                                            : bodies[static_cast<std::size_t>(link.parent)].p;
    joint_axes.push_back(up * mat(link.joint_frame.r));
    joint_origins.push_back(origin + up * vec(link.joint_frame.p));
  }
  std::vector<double> tau(v.size());
  for (std::size_t i = bodies.size(); i-- > 0;) {
    const Link<double>& link = model.links[i];
    const WorldBody& b = bodies[i];
    const Vector3d about = n[i] - b.p.cross(f[i]);  // moment about the body's origin
    const auto at = static_cast<std::size_t>(link.v_at);
    switch (link.type) {
      case JointType::revolute:
        tau[at] = b.r.col(2).dot(about);
        break;
      case JointType::prismatic:
        tau[at] = b.r.col(2).dot(f[i]);
        break;
      case JointType::spherical:
        for (int k = 0; k < 3; ++k) tau[at + static_cast<std::size_t>(k)] = b.r.col(k).dot(about);
        break;
      case JointType::free:
        for (int k = 0; k < 3; ++k) {
          tau[at + static_cast<std::size_t>(k)] = b.r.col(k).dot(f[i]);
          tau[at + 3 + static_cast<std::size_t>(k)] = b.r.col(k).dot(about);
        }
        break;
      case JointType::cylindrical:
        tau[at] = b.r.col(2).dot(about);
        tau[at + 1] = b.r.col(2).dot(f[i]);
        break;
      case JointType::screw:
        tau[at] = b.r.col(2).dot(about) +
                  link.pitch / (2.0 * static_cast<double>(EIGEN_PI)) * b.r.col(2).dot(f[i]);
        break;
      case JointType::universal: {
        const Vector3d first = joint_axes[i].col(2), second = joint_axes[i].col(0);
        tau[at] = link.reversed ? -b.r.col(2).dot(about) : first.dot(about);
        tau[at + 1] = link.reversed ? -second.dot(about) : b.r.col(0).dot(about);
        break;
      }
      case JointType::planar: {
        const Vector3d arm =
            b.p - joint_origins[i];  // the other end's axis passes through the inner origin
        tau[at] = link.reversed ? -b.r.col(0).dot(f[i]) : joint_axes[i].col(0).dot(f[i]);
        tau[at + 1] = link.reversed ? -b.r.col(1).dot(f[i]) : joint_axes[i].col(1).dot(f[i]);
        tau[at + 2] =
            link.reversed ? -b.r.col(2).dot(about + arm.cross(f[i])) : b.r.col(2).dot(about);
        break;
      }
      case JointType::composite1:
      case JointType::composite2:
      case JointType::composite3:
      case JointType::composite4:
      case JointType::composite5:
      case JointType::composite6:
      case JointType::strut:
      case JointType::guided_strut:  // tests/vehicle has another witness for them
      case JointType::fixed:
        break;
    }
    if (link.parent >= 0) {
      f[static_cast<std::size_t>(link.parent)] += f[i];
      n[static_cast<std::size_t>(link.parent)] += n[i];
    }
  }
  return tau;
}

double kinetic_energy(const Model<double>& model, std::span<const double> q,
                      std::span<const double> v) {
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
