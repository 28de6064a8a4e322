#include "motion_signals.hpp"

#include <cmath>

namespace treadle {

namespace {

Depth depth_of(ChannelKind kind) {
  switch (kind) {
    case ChannelKind::point_velocity:
    case ChannelKind::angular_velocity:
      return Depth::velocity;
    case ChannelKind::point_acceleration:
    case ChannelKind::angular_acceleration:
      return Depth::acceleration;
    default:
      return Depth::position;
  }
}

SignalParts quaternion_parts() { return {{"qw", "1"}, {"qx", "1"}, {"qy", "1"}, {"qz", "1"}}; }

SignalParts parts_of(ChannelKind kind) {
  switch (kind) {
    case ChannelKind::orientation:
      return quaternion_parts();
    case ChannelKind::heading:
      return {{"yaw", "rad"}, {"pitch", "rad"}, {"roll", "rad"}};
    case ChannelKind::point_velocity:
      return three_parts("", "m/s");
    case ChannelKind::angular_velocity:
      return three_parts("", "rad/s");
    case ChannelKind::point_acceleration:
      return three_parts("", "m/s^2");
    case ChannelKind::angular_acceleration:
      return three_parts("", "rad/s^2");
    default:
      return three_parts("", "m");
  }
}

FrameMotion motion_of(const Snapshot& s, const Probe& probe, Depth depth) {
  return motion_in_world(s.bodies(), probe.group, probe.body, probe.frame, depth);
}

Frame place_of(const Snapshot& s, const Probe& probe) {
  return place_in_world(s.at, probe.group, probe.body, probe.frame);
}

Vec3<double> point_of(const Snapshot& s, const Probe& probe) { return place_of(s, probe).p; }

bool is_world(const Probe& probe) {
  const Frame& f = probe.frame;
  return probe.body < 0 && norm(f.p) == 0.0 && f.r.x.x == 1.0 && f.r.y.y == 1.0 && f.r.z.z == 1.0;
}

void put_quaternion(std::span<double> out, std::size_t at, const Mat3<double>& r) {
  const std::array<double, 4> q = to_quaternion(r);
  for (std::size_t k = 0; k < 4; ++k) out[at + k] = q[k];
}

// R = Rz(yaw) Ry(pitch) Rx(roll)
void put_heading(std::span<double> out, const Mat3<double>& r) {
  out[0] = std::atan2(r.x.y, r.x.x);
  out[1] = std::atan2(-r.x.z, std::hypot(r.x.x, r.x.y));
  out[2] = std::atan2(r.y.z, r.z.z);
}

class FrameSignal final : public Signal {
 public:
  FrameSignal(const SignalName& name, ChannelKind kind, const Probe& of, const Probe& observer,
              const std::optional<Probe>& axes)
      : Signal(name, parts_of(kind),
               {depth_of(kind) != Depth::position, depth_of(kind) == Depth::acceleration, false,
                false}),
        kind_(kind),
        depth_(depth_of(kind)),
        of_(of),
        observer_(observer),
        axes_(axes),
        from_world_(!axes && is_world(observer)) {}

  void read(const Snapshot& s, std::span<double> out) override {
    if (from_world_) return show_from_world(s, out);
    const FrameMotion watching = motion_of(s, observer_, depth_);
    FrameMotion seen = seen_from(watching, motion_of(s, of_, depth_));
    if (axes_) {
      const Mat3<double> turn =
          transpose_times(motion_of(s, *axes_, Depth::position).x.r, watching.x.r);
      for (Vec3<double>* vector : {&seen.v, &seen.w, &seen.a, &seen.alpha})
        *vector = turn * *vector;
    }
    show(seen, out);
  }

 private:
  void show_from_world(const Snapshot& s, std::span<double> out) const {
    if (of_.body < 0 ||
        (kind_ != ChannelKind::point_velocity && kind_ != ChannelKind::angular_velocity))
      return show(motion_of(s, of_, depth_), out);
    const Motion<double>& y = s.moving.v[static_cast<std::size_t>(of_.body)];
    const Mat3<double>& axes = s.at.group[static_cast<std::size_t>(of_.group)].r;
    if (kind_ == ChannelKind::angular_velocity) return put(out, 0, axes * y.ang);
    const Vec3<double> at = s.at.x[static_cast<std::size_t>(of_.body)] * of_.frame.p;
    put(out, 0, axes * point_velocity(y, at));
  }
  void show(const FrameMotion& seen, std::span<double> out) const {
    switch (kind_) {
      case ChannelKind::orientation:
        return put_quaternion(out, 0, seen.x.r);
      case ChannelKind::heading:
        return put_heading(out, seen.x.r);
      case ChannelKind::point_velocity:
        return put(out, 0, seen.v);
      case ChannelKind::angular_velocity:
        return put(out, 0, seen.w);
      case ChannelKind::point_acceleration:
        return put(out, 0, seen.a);
      case ChannelKind::angular_acceleration:
        return put(out, 0, seen.alpha);
      default:
        return put(out, 0, seen.x.p);
    }
  }

  ChannelKind kind_;
  Depth depth_;
  Probe of_, observer_;
  std::optional<Probe> axes_;
  bool from_world_;  ///< without an observer or axes of its own
};

class PoseSignal final : public Signal {
 public:
  PoseSignal(const SignalName& name, const Probe& of)
      : Signal(name, pose_parts(), Needs{}), of_(of) {}

  void read(const Snapshot& s, std::span<double> out) override {
    const Frame x = place_of(s, of_);
    put(out, 0, x.p);
    put_quaternion(out, 3, x.r);
  }

 private:
  static SignalParts pose_parts() {
    SignalParts parts = three_parts("", "m");
    for (const SignalPart& part : quaternion_parts()) parts.push_back(part);
    return parts;
  }
  Probe of_;
};

class DistanceSignal final : public Signal {
 public:
  DistanceSignal(const SignalName& name, const Probe& from, const Probe& to)
      : Signal(name, {{"", "m"}}, Needs{}), from_(from), to_(to) {}

  void read(const Snapshot& s, std::span<double> out) override {
    out[0] = norm(point_of(s, to_) - point_of(s, from_));
  }

 private:
  Probe from_, to_;
};

class AngleSignal final : public Signal {
 public:
  AngleSignal(const SignalName& name, const Probe& from, const Probe& vertex, const Probe& to)
      : Signal(name, {{"", "rad"}}, Needs{}), from_(from), vertex_(vertex), to_(to) {}

  void read(const Snapshot& s, std::span<double> out) override {
    const Vec3<double> at = point_of(s, vertex_);
    const Vec3<double> a = point_of(s, from_) - at, b = point_of(s, to_) - at;
    out[0] = std::atan2(norm(cross(a, b)), dot(a, b));
  }

 private:
  Probe from_, vertex_, to_;
};

}  // namespace

SignalPtr frame_signal(const PartsOfModel& parts, const SignalName& name, ChannelKind kind,
                       const BodyFrame& of, const BodyFrame& observer,
                       const std::optional<BodyFrame>& axes) {
  std::optional<Probe> written;
  if (axes) written = parts.probe(*axes);
  return std::make_unique<FrameSignal>(name, kind, parts.probe(of), parts.probe(observer), written);
}

SignalPtr pose_signal(const PartsOfModel& parts, const SignalName& name, const BodyFrame& of) {
  return std::make_unique<PoseSignal>(name, parts.probe(of));
}

SignalPtr distance_signal(const PartsOfModel& parts, const SignalName& name, const Anchor& from,
                          const Anchor& to) {
  return std::make_unique<DistanceSignal>(name, parts.probe(from), parts.probe(to));
}

SignalPtr angle_signal(const PartsOfModel& parts, const SignalName& name, const Anchor& from,
                       const Anchor& vertex, const Anchor& to) {
  return std::make_unique<AngleSignal>(name, parts.probe(from), parts.probe(vertex),
                                       parts.probe(to));
}

}  // namespace treadle
