#include "placement.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../joints/dispatch.hpp"
#include "../spatial/quaternion.hpp"

#include <cmath>

namespace treadle {

namespace {

Mat3<double> rotation(const std::array<double, 4>& q) {
  return normalized(Quaternion<double>{q[0], q[1], q[2], q[3]}).matrix();
}

Frame to_frame(const JointFrame& frame) {
  Frame out;
  out.p = to_vec(frame.position);
  if (frame.orientation) out.r = rotation(*frame.orientation);
  if (frame.axis) out.r = frame_along(*frame.axis);
  return out;
}

JointFrames joint_frames(const JointItem& joint, const Frame& parent, const Frame& child) {
  if (joint.design) {
    const Frame world = to_frame(*joint.design);
    return {inverse(parent) * world, inverse(child) * world};
  }
  if (is_weld(joint.type) && !joint.parent_frame) return {inverse(parent) * child, Frame{}};
  JointFrames frames;
  if (joint.parent_frame) frames.parent = to_frame(*joint.parent_frame);
  if (joint.child_frame) frames.child = to_frame(*joint.child_frame);
  return frames;
}

// Body frames relative to the first body of their weld (to the world for the ground).
std::vector<Frame> weld_frames(const Description& d, const Topology& t, const Placement& p) {
  std::vector<Frame> in_weld(d.bodies.size());
  const auto index = [&](const std::string& name) { return p.body_index.at(name); };
  const auto frame_of = [&](int b) {
    return b < 0 ? Frame{} : in_weld[static_cast<std::size_t>(b)];
  };
  for (const int j : t.weld_order) {
    const JointItem& joint = d.joints[static_cast<std::size_t>(j)];
    const JointFrames& frames = p.joints[static_cast<std::size_t>(j)];
    const int parent = index(joint.parent), child = index(joint.child);
    if (child >= 0 && t.welds[static_cast<std::size_t>(child)].via == j) {
      in_weld[static_cast<std::size_t>(child)] =
          frame_of(parent) * frames.parent * inverse(frames.child);
    } else {
      in_weld[static_cast<std::size_t>(parent)] =
          frame_of(child) * frames.child * inverse(frames.parent);
    }
  }
  for (const int j : t.weld_checks) {
    const JointItem& joint = d.joints[static_cast<std::size_t>(j)];
    const JointFrames& frames = p.joints[static_cast<std::size_t>(j)];
    const Frame a = frame_of(index(joint.parent)) * frames.parent;
    const Frame b = frame_of(index(joint.child)) * frames.child;
    const double gap = norm(a.p - b.p), turn = norm(a.r.x - b.r.x) + norm(a.r.y - b.r.y);
    if (gap > 1e-9 * (1.0 + norm(a.p)) || turn > 1e-9) {
      throw ModelError("joints[" + std::to_string(j) + "]",
                       "fixed joint '" + joint.name +
                           "' contradicts the other fixed joints of its ring: gap " +
                           short_number(gap) + " m, turn " + short_number(turn) +
                           " rad; remove it or correct its frames");
    }
  }
  return in_weld;
}

}  // namespace

// A frame whose z is the axis: the least turn that brings z there, so that axes along z stay as
// written.
Mat3<double> frame_along(const Triple& axis) {
  const Vec3<double> raw = to_vec(axis);
  const Vec3<double> z = (1.0 / norm(raw)) * raw;
  if (z.z < 0.0 && z.x == 0.0 && z.y == 0.0)
    return {{1.0, 0.0, 0.0}, {0.0, -1.0, 0.0}, {0.0, 0.0, -1.0}};
  const double across = z.x * z.x + z.y * z.y;  // 1 / (1 + z) without cancellation near -z
  const double f = z.z > 0.0 ? 1.0 / (1.0 + z.z) : (1.0 - z.z) / across;
  return {
      {1.0 - f * z.x * z.x, -f * z.x * z.y, -z.x}, {-f * z.x * z.y, 1.0 - f * z.y * z.y, -z.y}, z};
}

Frame to_frame(const Pose& pose) { return {rotation(pose.orientation), to_vec(pose.position)}; }

PlacedBody Placement::find(const std::string& name) const {
  const int i = body_index.at(name);
  return i < 0 ? PlacedBody{} : bodies[static_cast<std::size_t>(i)];
}

Frame Placement::design_frame(const std::string& name) const {
  const int i = body_index.at(name);
  return i < 0 ? Frame{} : design[static_cast<std::size_t>(i)];
}

Vec3<double> Placement::design_point(const Anchor& anchor) const {
  return design_frame(anchor.body) * to_vec(anchor.position);
}

Frame along_tree(const TreeBody& body, const Frame& frame) {
  if (!body.reversed || !traits_of(body.type).flips_axis) return frame;
  return frame * Frame{{{1.0, 0.0, 0.0}, {0.0, -1.0, 0.0}, {0.0, 0.0, -1.0}}, {}};
}

Placement place(const Description& d, const Topology& t) {
  Placement p;
  p.body_index[ground_name] = -1;
  for (std::size_t b = 0; b < d.bodies.size(); ++b) {
    p.body_index[d.bodies[b].name] = static_cast<int>(b);
    p.design.push_back(to_frame(d.bodies[b].pose));
  }
  for (const JointItem& joint : d.joints) {
    p.joints.push_back(
        joint_frames(joint, p.design_frame(joint.parent), p.design_frame(joint.child)));
  }
  const std::vector<Frame> in_weld = weld_frames(d, t, p);

  // the internal frame of a tree body is the joint's frame on it; an added free joint takes the
  // body's own
  std::vector<Frame> internal(static_cast<std::size_t>(t.bodies.size()));
  for (BodyId i{0}; i.at < t.bodies.size(); ++i) {
    const TreeBody& body = t.bodies[i];
    if (!body.item.valid()) continue;
    const JointItem& joint = d.joints[static_cast<std::size_t>(body.item.at)];
    const JointFrames& frames = p.joints[static_cast<std::size_t>(body.item.at)];
    const int outboard = p.body_index.at(body.reversed ? joint.parent : joint.child);
    internal[static_cast<std::size_t>(i.at)] =
        along_tree(body, in_weld[static_cast<std::size_t>(outboard)] *
                             (body.reversed ? frames.parent : frames.child));
  }
  for (std::size_t b = 0; b < d.bodies.size(); ++b) {
    const BodyId body = t.welds[b].body;
    const Frame base =
        body.valid() ? inverse(internal[static_cast<std::size_t>(body.at)]) : Frame{};
    p.bodies.push_back({body, base * in_weld[b]});
  }
  return p;
}

}  // namespace treadle
