#include "random_mechanism.hpp"

#include "src/describe/names.hpp"
#include "src/model/placement.hpp"

namespace treadle::test {

namespace {

using Eigen::Isometry3d;

// One of low .. high; the standard's distributions differ between libraries.
int pick(std::mt19937& dice, int low, int high) {
  return low + static_cast<int>(dice() % static_cast<unsigned>(high - low + 1));
}

Anchor random_anchor(const Description& d, std::mt19937& dice, int body) {
  Anchor at;
  at.body = body < 0 ? ground_name : d.bodies[static_cast<std::size_t>(body)].name;
  for (double& c : at.position) c = uniform(dice, -0.5, 0.5);
  return at;
}

JointFrame to_frame(const Isometry3d& x) {
  JointFrame frame;
  const Pose pose = to_pose(x);
  frame.position = pose.position;
  frame.orientation = pose.orientation;
  return frame;
}

constexpr double random_pitch = 0.4;  // of every screw

// A random motion that a joint allows, and the coordinates that stand for it.
Isometry3d joint_motion(JointType type, std::mt19937& dice, std::vector<double>& q) {
  Isometry3d x = Isometry3d::Identity();
  const Eigen::Quaterniond turn = random_rotation(dice);
  switch (type) {
    case JointType::revolute:
      q = {uniform(dice, -2.0, 2.0)};
      x.rotate(Eigen::AngleAxisd(q[0], Eigen::Vector3d::UnitZ()));
      break;
    case JointType::prismatic:
      q = {uniform(dice, -0.5, 0.5)};
      x.translate(Eigen::Vector3d(0.0, 0.0, q[0]));
      break;
    case JointType::spherical:
      q = {turn.w(), turn.x(), turn.y(), turn.z()};
      x.rotate(turn);
      break;
    case JointType::free:
      q = {uniform(dice), uniform(dice), uniform(dice), turn.w(), turn.x(), turn.y(), turn.z()};
      x.translate(Eigen::Vector3d(q[0], q[1], q[2]));
      x.rotate(turn);
      break;
    case JointType::cylindrical:
      q = {uniform(dice, -2.0, 2.0), uniform(dice, -0.5, 0.5)};
      x.translate(Eigen::Vector3d(0.0, 0.0, q[1]));
      x.rotate(Eigen::AngleAxisd(q[0], Eigen::Vector3d::UnitZ()));
      break;
    case JointType::universal:
      q = {uniform(dice, -2.0, 2.0), uniform(dice, -2.0, 2.0)};
      x.rotate(Eigen::AngleAxisd(q[0], Eigen::Vector3d::UnitZ()));
      x.rotate(Eigen::AngleAxisd(q[1], Eigen::Vector3d::UnitX()));
      break;
    case JointType::planar:
      q = {uniform(dice), uniform(dice), uniform(dice, -2.0, 2.0)};
      x.translate(Eigen::Vector3d(q[0], q[1], 0.0));
      x.rotate(Eigen::AngleAxisd(q[2], Eigen::Vector3d::UnitZ()));
      break;
    case JointType::screw:
      q = {uniform(dice, -9.0, 9.0)};
      x.translate(
          Eigen::Vector3d(0.0, 0.0, q[0] * random_pitch / (2.0 * static_cast<double>(EIGEN_PI))));
      x.rotate(Eigen::AngleAxisd(q[0], Eigen::Vector3d::UnitZ()));
      break;
    case JointType::composite1:
    case JointType::composite2:
    case JointType::composite3:
    case JointType::composite4:
    case JointType::composite5:
    case JointType::composite6:
    case JointType::strut:
    case JointType::guided_strut:
    case JointType::fixed:
      break;
  }
  return x;
}

BodyItem random_body(std::mt19937& dice, const std::string& name) {
  BodyItem body;
  body.name = name;
  body.mass = uniform(dice, 0.5, 3.0);
  for (double& c : body.center) c = uniform(dice, -0.3, 0.3);
  // principal moments of a cloud of points, so that a body can have them
  const double x = uniform(dice, 0.01, 0.2), y = uniform(dice, 0.01, 0.2),
               z = uniform(dice, 0.01, 0.2);
  const Eigen::Matrix3d r = random_rotation(dice).toRotationMatrix();
  const Eigen::Matrix3d j = r * Eigen::Vector3d(y + z, x + z, x + y).asDiagonal() * r.transpose();
  body.inertia = {j(0, 0), j(1, 1), j(2, 2), j(0, 1), j(0, 2), j(1, 2)};
  return body;
}

std::vector<double> random_velocity(JointType type, std::mt19937& dice) {
  std::vector<double> v(static_cast<std::size_t>(joint_facts(type).nv));
  for (double& x : v) x = uniform(dice);
  return v;
}

// Joins two placed bodies (-1: ground) by a joint at random frames that agree with their poses.
JointItem closing_joint(RandomMechanism& m, std::mt19937& dice, JointType type, int parent,
                        int child) {
  const auto pose = [&](int b) {
    return b < 0 ? Isometry3d::Identity() : m.poses[static_cast<std::size_t>(b)];
  };
  const auto name = [&](int b) {
    return b < 0 ? std::string(ground_name)
                 : m.description.bodies[static_cast<std::size_t>(b)].name;
  };
  JointItem joint;
  joint.name = "cut" + std::to_string(m.description.joints.size());
  joint.type = type;
  joint.parent = name(parent);
  joint.child = name(child);
  joint.hint = TreeHint::cut;
  joint.pitch = type == JointType::screw ? random_pitch : 0.0;
  std::vector<double> unused;
  const Isometry3d on_parent = random_pose(dice, 0.5);
  const Isometry3d world = pose(parent) * on_parent * joint_motion(type, dice, unused);
  joint.parent_frame = to_frame(on_parent);
  joint.child_frame = to_frame(pose(child).inverse() * world);
  return joint;
}

// Coordinates of the tree between two bodies.
int path_freedom(const std::vector<int>& inner, const std::vector<int>& own, int a, int b) {
  int sum = 0;
  while (a != b) {  // bodies are numbered outwards
    int& outer = a > b ? a : b;
    sum += own[static_cast<std::size_t>(outer)];
    outer = inner[static_cast<std::size_t>(outer)];
  }
  return sum;
}

void add_loops(RandomMechanism& m, std::mt19937& dice, int count, int freedom,
               const std::vector<int>& weld, const std::vector<int>& inner,
               const std::vector<int>& own) {
  Description& d = m.description;
  const int bodies = static_cast<int>(d.bodies.size());
  const auto welded_to = [&](int body) {
    return body < 0 ? -1 : weld[static_cast<std::size_t>(body)];
  };
  for (int k = 0; k < count; ++k) {
    const int a = pick(dice, -1, bodies - 1), b = pick(dice, -1, bodies - 1);
    if (welded_to(a) == welded_to(b)) continue;
    static constexpr JointType types[] = {
        JointType::spherical, JointType::revolute,  JointType::prismatic,   JointType::fixed,
        JointType::planar,    JointType::universal, JointType::cylindrical, JointType::screw};
    const int which = pick(dice, 0, 8);
    const int rows = which == 8 ? 1 : cut_equations(types[which]);
    if (freedom - rows < 2 || path_freedom(inner, own, a, b) <= rows) continue;
    freedom -= rows;
    if (which < 8) {
      d.joints.push_back(closing_joint(m, dice, types[which], a, b));
      continue;
    }
    ConstraintItem rod;
    rod.name = "rod" + std::to_string(k);
    const auto world = [&](int body, const Anchor& at) -> Eigen::Vector3d {
      const Eigen::Vector3d p(at.position[0], at.position[1], at.position[2]);
      return body < 0 ? p : Eigen::Vector3d(m.poses[static_cast<std::size_t>(body)] * p);
    };
    rod.from = random_anchor(d, dice, a);
    rod.to = random_anchor(d, dice, b);
    rod.length = (world(a, rod.from) - world(b, rod.to)).norm();
    if (*rod.length > 0.05) d.constraints.push_back(rod);
  }
}

void add_springs(RandomMechanism& m, std::mt19937& dice, bool dampers) {
  Description& d = m.description;
  const int last = static_cast<int>(d.bodies.size()) - 1;
  for (int k = 0; k < 3; ++k) {
    ForceItem spring;
    spring.name = "spring" + std::to_string(k);
    spring.from = random_anchor(d, dice, pick(dice, -1, last));
    spring.to = random_anchor(d, dice, pick(dice, -1, last));
    spring.stiffness = uniform(dice, 1.0, 50.0);
    spring.damping = dampers ? uniform(dice, 0.0, 2.0) : 0.0;
    spring.length = uniform(dice, 0.1, 1.0);
    d.forces.push_back(spring);
  }
}

}  // namespace

double uniform(std::mt19937& dice, double low, double high) {
  // the standard's distributions differ between libraries; this does not
  return low + (high - low) * static_cast<double>(dice()) / 4294967295.0;
}

Eigen::Quaterniond random_rotation(std::mt19937& dice) {
  Eigen::Vector4d q;
  do {
    for (double& x : q) x = uniform(dice);
  } while (q.norm() < 0.1 || q.norm() > 1.0);
  q.normalize();
  return {q[0], q[1], q[2], q[3]};
}

Isometry3d random_pose(std::mt19937& dice, double size) {
  Isometry3d x = Isometry3d::Identity();
  const double a = uniform(dice), b = uniform(dice), c = uniform(dice);
  x.translate(size * Eigen::Vector3d(a, b, c));
  x.rotate(random_rotation(dice));
  return x;
}

Pose to_pose(const Isometry3d& x) {
  const Eigen::Quaterniond q(x.rotation());
  const Eigen::Vector3d p = x.translation();
  return {{p.x(), p.y(), p.z()}, {q.w(), q.x(), q.y(), q.z()}};
}

Isometry3d to_isometry(const Pose& pose) {
  Isometry3d x = Isometry3d::Identity();
  x.translate(Eigen::Vector3d(pose.position[0], pose.position[1], pose.position[2]));
  x.rotate(Eigen::Quaterniond(pose.orientation[0], pose.orientation[1], pose.orientation[2],
                              pose.orientation[3]));
  return x;
}

RandomMechanism random_mechanism(unsigned seed, const RandomChoice& choice) {
  std::mt19937 dice(seed);
  RandomMechanism m;
  Description& d = m.description;
  d.name = "random" + std::to_string(seed);
  d.gravity = {uniform(dice, -5.0, 5.0), uniform(dice, -5.0, 5.0), uniform(dice, -9.0, -5.0)};
  static constexpr JointType types[] = {
      JointType::revolute, JointType::revolute, JointType::prismatic, JointType::spherical,
      JointType::free,     JointType::fixed,    JointType::universal, JointType::cylindrical,
      JointType::planar,   JointType::screw};
  int freedom = 0;
  std::vector<int> weld;  // first body of each set held together by fixed joints; -1 is the ground
  std::vector<int> inners, own;  // inner body and coordinates of each body
  for (int b = 0; b < choice.bodies; ++b) {
    const int inner = b == 0 || (dice() % 5 == 0 && !choice.free_root) ? -1 : pick(dice, 0, b - 1);
    JointType type = types[pick(dice, 0, 9)];
    if (b == 0) type = choice.free_root ? JointType::free : JointType::revolute;
    if (type == JointType::free && b > 0 && dice() % 3 != 0) type = JointType::revolute;
    freedom += joint_facts(type).nv;
    inners.push_back(inner);
    own.push_back(joint_facts(type).nv);
    weld.push_back(type != JointType::fixed ? b
                   : inner < 0              ? -1
                                            : weld[static_cast<std::size_t>(inner)]);
    d.bodies.push_back(random_body(dice, "body" + std::to_string(b)));
    JointItem joint;
    joint.name = "joint" + std::to_string(b);
    joint.type = type;
    joint.hint = TreeHint::keep;
    joint.pitch = type == JointType::screw ? random_pitch : 0.0;
    const Isometry3d motion = joint_motion(type, dice, joint.start);
    const Isometry3d on_inner = random_pose(dice, 0.6), on_outer = random_pose(dice, 0.4);
    const Isometry3d inner_pose =
        inner < 0 ? Isometry3d::Identity() : m.poses[static_cast<std::size_t>(inner)];
    const std::string inner_name =
        inner < 0 ? ground_name : d.bodies[static_cast<std::size_t>(inner)].name;
    const bool swap = choice.reversed && dice() % 3 == 0;
    // the joint's motion always leads from its parent to its child
    joint.parent = swap ? d.bodies.back().name : inner_name;
    joint.child = swap ? inner_name : d.bodies.back().name;
    joint.parent_frame = to_frame(swap ? on_outer : on_inner);
    joint.child_frame = to_frame(swap ? on_inner : on_outer);
    m.poses.push_back(inner_pose * on_inner * (swap ? Isometry3d(motion.inverse()) : motion) *
                      on_outer.inverse());
    joint.start_velocity = random_velocity(type, dice);
    if (choice.springs && (type == JointType::revolute || type == JointType::prismatic)) {
      joint.on().stiffness = uniform(dice, 0.0, 20.0);
      joint.on().rest = uniform(dice);
    }
    if (choice.dampers && type != JointType::free && type != JointType::fixed) {
      const double damping = uniform(dice, 0.0, 1.0);
      for (int k = 0; k < joint_facts(type).nv; ++k)
        joint.on(static_cast<std::size_t>(k)).damping = damping;
    }
    d.bodies.back().pose = to_pose(m.poses.back());
    d.joints.push_back(joint);
  }
  if (choice.loops > 0) add_loops(m, dice, choice.loops, freedom, weld, inners, own);
  if (choice.springs) add_springs(m, dice, choice.dampers);
  return m;
}

Description moved(const Description& description, const Isometry3d& by) {
  Description d = description;
  const auto turn = [&](Triple& t) {
    const Eigen::Vector3d r = by.linear() * Eigen::Vector3d(t[0], t[1], t[2]);
    t = {r.x(), r.y(), r.z()};
  };
  const auto place = [&](Triple& t) {
    const Eigen::Vector3d r = by * Eigen::Vector3d(t[0], t[1], t[2]);
    t = {r.x(), r.y(), r.z()};
  };
  const auto turn_axes = [&](const std::array<double, 4>& q) {
    const Eigen::Quaterniond turned(Eigen::Matrix3d(
        by.linear() * Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix()));
    return std::array<double, 4>{turned.w(), turned.x(), turned.y(), turned.z()};
  };
  const auto place_frame = [&](JointFrame& frame) {
    place(frame.position);
    if (frame.axis) {  // the rule that completes an axis to a frame looks at the world: complete it
                       // first
      frame.orientation = to_quaternion(frame_along(*frame.axis));
      frame.axis.reset();
    }
    const auto q = frame.orientation.value_or(std::array<double, 4>{1.0, 0.0, 0.0, 0.0});
    frame.orientation = turn_axes(q);
  };
  turn(d.gravity);
  for (BodyItem& body : d.bodies) body.pose = to_pose(by * to_isometry(body.pose));
  for (JointItem& joint : d.joints) {
    if (joint.design) place_frame(*joint.design);
    // frames on the ground are world coordinates; without any, the free joint's ground frame must
    // move
    if (joint.parent == ground_name) {
      if (!joint.design && !joint.parent_frame) {
        joint.parent_frame = JointFrame{};
        joint.child_frame = JointFrame{};
      }
      if (joint.parent_frame) place_frame(*joint.parent_frame);
    }
    if (joint.child == ground_name && joint.child_frame) place_frame(*joint.child_frame);
  }
  const auto place_anchor = [&](Anchor& a) {
    if (a.body == ground_name) place(a.position);
  };
  for (ConstraintItem& c : d.constraints) {
    place_anchor(c.from);
    place_anchor(c.to);
    if (c.to.body == ground_name) turn(c.axis);
  }
  for (TargetItem& target : d.targets) {
    if (target.position) place(*target.position);
    if (target.orientation) target.orientation = turn_axes(*target.orientation);
  }
  for (ForceItem& s : d.forces) {
    place_anchor(s.from);
    place_anchor(s.to);
    if (s.from.body == ground_name) s.from_orientation = turn_axes(s.from_orientation);
    if (s.to.body == ground_name) s.to_orientation = turn_axes(s.to_orientation);
    if (s.kind == ForceKind::applied ? !s.in_body_axes : s.to.body == ground_name) turn(s.axis);
  }
  return d;
}

}  // namespace treadle::test
