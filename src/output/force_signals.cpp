#include "force_signals.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr Needs moving{true, false, false, false};

SignalParts wrench_parts() {
  SignalParts parts = three_parts("force", "N");
  for (const SignalPart& part : three_parts("moment", "N m")) parts.push_back(part);
  return parts;
}

// What a force is multiplied by: 0 where an event has switched it off.
template <class Force>
double open(const Force& force, const Snapshot& s) {
  return force.gate.valid() ? s.functions[force.gate.index()].value : 1.0;
}

class SpringSignal final : public Signal {
 public:
  SpringSignal(const SignalName& name, const PointSpring<double>& spring)
      : Signal(name, {{"force", "N"}, {"length", "m"}, {"rate", "m/s"}}, moving), spring_(spring) {}

  void read(const Snapshot& s, std::span<double> out) override {
    const auto line = spring_.line(s.at, s.moving);
    out[0] =
        open(spring_, s) * (spring_.conservative(line) + spring_.dissipative(line, s.functions) +
                            spring_.relaxing_pull(s.functions));
    out[1] = line.distance;
    out[2] = line.rate;
  }

 private:
  const PointSpring<double>& spring_;
};

class BushingSignal final : public Signal {
 public:
  BushingSignal(const SignalName& name, const Bushing<double>& bushing)
      : Signal(name, wrench_parts(), moving), bushing_(bushing) {}

  void read(const Snapshot& s, std::span<double> out) override {
    const auto gap = bushing_.gap(s.at, s.moving);
    const Force<double> f = bushing_.conservative(gap) + bushing_.dissipative(gap);
    put(out, 0, open(bushing_, s) * f.lin);
    put(out, 3, open(bushing_, s) * f.ang);
  }

 private:
  const Bushing<double>& bushing_;
};

class PlaneSignal final : public Signal {
 public:
  PlaneSignal(const SignalName& name, const PlaneSpring<double>& plane)
      : Signal(name, {{"force", "N"}, {"depth", "m"}}, moving), plane_(plane) {}

  void read(const Snapshot& s, std::span<double> out) override {
    const auto contact = plane_.contact(s.at, s.moving);
    out[0] = open(plane_, s) * (plane_.spring(contact) + plane_.damper(contact));
    out[1] = contact.depth;
  }

 private:
  const PlaneSpring<double>& plane_;
};

class AppliedSignal final : public Signal {
 public:
  AppliedSignal(const SignalName& name, const AppliedForce<double>& applied)
      : Signal(name, parts_of(applied), moving), applied_(applied) {}

  void read(const Snapshot& s, std::span<double> out) override {
    std::size_t next = 0;
    for (const FunctionId function : {applied_.force, applied_.torque}) {
      if (!function.valid()) continue;
      out[next++] = open(applied_, s) * s.functions[function.index()].value;
    }
  }

 private:
  static SignalParts parts_of(const AppliedForce<double>& applied) {
    SignalParts parts;
    if (applied.force.valid()) parts.push_back({"force", "N"});
    if (applied.torque.valid()) parts.push_back({"torque", "N m"});
    return parts;
  }
  const AppliedForce<double>& applied_;
};

// Force along the sum, how far it is from its offset and how fast that changes.
class CouplerSignal final : public Signal {
 public:
  CouplerSignal(const SignalName& name, const ElasticCoupler<double>& coupler)
      : Signal(name, parts_of(coupler.turns), moving), coupler_(coupler) {}

  void read(const Snapshot& s, std::span<double> out) override {
    const auto load = coupler_.along.load(s.q, s.v, s.functions);
    out[0] = open(coupler_, s) * load.force();
    out[1] = load.value;
    out[2] = load.rate;
  }

 private:
  static SignalParts parts_of(bool turns) {
    if (turns) return {{"torque", "N m"}, {"gap", "rad"}, {"rate", "rad/s"}};
    return {{"force", "N"}, {"gap", "m"}, {"rate", "m/s"}};
  }
  const ElasticCoupler<double>& coupler_;
};

// In the axes of the contact: forces, slips, and how far the tyre is pressed in.
class TyreSignal final : public Signal {
 public:
  TyreSignal(const SignalName& name, const Tyre<double>& tyre)
      : Signal(name,
               {{"longitudinal", "N"},
                {"lateral", "N"},
                {"load", "N"},
                {"aligning", "N m"},
                {"slip", "1"},
                {"slip_angle", "rad"},
                {"camber", "rad"},
                {"depth", "m"},
                {"force.x", "N"},
                {"force.y", "N"},
                {"force.z", "N"}},
               moving),
        tyre_(tyre) {}

  void read(const Snapshot& s, std::span<double> out) override {
    const auto c = tyre_.contact({s.q, s.v, s.functions, s.at, s.moving});
    const double on = open(tyre_, s);
    out[0] = on * c.forces.fx;
    out[1] = on * c.forces.fy;
    out[2] = on * c.load;
    out[3] = on * c.forces.mz;
    out[4] = c.kappa;
    out[5] = std::atan(c.tangent);
    out[6] = std::asin(std::clamp(c.camber_sine, -1.0, 1.0));
    out[7] = c.depth;
    put(out, 8, on * (c.load * c.normal + c.forces.fx * c.forward + c.forces.fy * c.left));
  }

 private:
  const Tyre<double>& tyre_;
};

class DragSignal final : public Signal {
 public:
  DragSignal(const SignalName& name, const Drag<double>& drag)
      : Signal(name, {{"force", "N"}}, moving), drag_(drag) {}

  void read(const Snapshot& s, std::span<double> out) override {
    out[0] = open(drag_, s) * norm(drag_.push({s.q, s.v, s.functions, s.at, s.moving}));
  }

 private:
  const Drag<double>& drag_;
};

// Along the pitch circle, away from the mate and along the teeth's axis, all on the first wheel.
SignalParts tooth_parts() { return {{"tangential", "N"}, {"separating", "N"}, {"axial", "N"}}; }

void put_tooth(const Tooth<double>& tooth, double load, std::span<double> out) {
  const double pull = dot(tooth.pull, tooth.pull);  // 1 + tan^2 of the helix angle
  out[0] = load;
  out[1] = std::fabs(load) * norm(tooth.apart);
  out[2] = std::fabs(load) * std::sqrt(std::max(pull - 1.0, 0.0));
}

class GearSignal final : public Signal {
 public:
  GearSignal(const SignalName& name, const ElasticGear<double>& gear)
      : Signal(name, gear_parts(), moving), gear_(gear) {}

  void read(const Snapshot& s, std::span<double> out) override {
    const auto load = gear_.along.load(s.q, s.v, s.functions);
    put_tooth(gear_.tooth, open(gear_, s) * load.force(), out);
    out[3] = load.value;
    out[4] = load.rate;
  }

 private:
  static SignalParts gear_parts() {
    SignalParts parts = tooth_parts();
    parts.push_back({"gap", "m"});
    parts.push_back({"rate", "m/s"});
    return parts;
  }
  const ElasticGear<double>& gear_;
};

SignalPtr signal_of(const SignalName& name, const PointSpring<double>& spring) {
  return std::make_unique<SpringSignal>(name, spring);
}
SignalPtr signal_of(const SignalName& name, const Bushing<double>& bushing) {
  return std::make_unique<BushingSignal>(name, bushing);
}
SignalPtr signal_of(const SignalName& name, const PlaneSpring<double>& plane) {
  return std::make_unique<PlaneSignal>(name, plane);
}
SignalPtr signal_of(const SignalName& name, const AppliedForce<double>& applied) {
  return std::make_unique<AppliedSignal>(name, applied);
}
SignalPtr signal_of(const SignalName& name, const ElasticCoupler<double>& coupler) {
  return std::make_unique<CouplerSignal>(name, coupler);
}
SignalPtr signal_of(const SignalName& name, const Tyre<double>& tyre) {
  return std::make_unique<TyreSignal>(name, tyre);
}
SignalPtr signal_of(const SignalName& name, const Drag<double>& drag) {
  return std::make_unique<DragSignal>(name, drag);
}
SignalPtr signal_of(const SignalName& name, const ElasticGear<double>& gear) {
  return std::make_unique<GearSignal>(name, gear);
}

// A force and moment about a point, both in a group, as an observer writes them.
void put_wrench(const Snapshot& s, const Force<double>& f, const Vec3<double>& point, int group,
                const Probe& observer, std::span<double> out) {
  const Mat3<double>& axes = s.at.group[static_cast<std::size_t>(group)].r;
  const Mat3<double> own =
      motion_in_world(s.bodies(), observer.group, observer.body, observer.frame, Depth::position)
          .x.r;
  put(out, 0, transpose_times(own, axes * f.lin));
  put(out, 3, transpose_times(own, axes * (f.ang - cross(point, f.lin))));
}

class JointReaction final : public Signal {
 public:
  JointReaction(const SignalName& name, const Model<double>& model, int body, const Probe& observer)
      : Signal(name, wrench_parts(), {true, true, true, false}),
        body_(static_cast<std::size_t>(body)),
        group_(model.links[body_].group),
        reversed_(model.links[body_].reversed),
        observer_(observer) {}

  void read(const Snapshot& s, std::span<double> out) override {
    Force<double> f = s.transmitted[body_];
    if (reversed_) f = {-f.lin, -f.ang};
    put_wrench(s, f, s.at.x[body_].p, group_, observer_, out);
  }

 private:
  std::size_t body_;
  int group_;
  bool reversed_;
  Probe observer_;
};

// A loop acts on its "from" body with minus its wrench times the multiplier. (L7)
class LoopReaction final : public Signal {
 public:
  LoopReaction(const SignalName& name, const LoopData<double>& loop, const Probe& observer)
      : Signal(name, wrench_parts(), {true, true, true, false}), loop_(loop), observer_(observer) {}

  void read(const Snapshot& s, std::span<double> out) override {
    Force<double> sum;
    for (int r = 0; r < loop_.row_count; ++r) {
      const auto k = static_cast<std::size_t>(loop_.first_row + r);
      sum.lin -= s.lambda[k] * s.loops.wrench[k].lin;
      sum.ang -= s.lambda[k] * s.loops.wrench[k].ang;
    }
    put_wrench(s, sum, place_on(s.at, loop_.group, loop_.from.body, loop_.from.frame.p),
               loop_.group, observer_, out);
  }

 private:
  const LoopData<double>& loop_;
  Probe observer_;
};

class CoordinateReaction final : public Signal {
 public:
  CoordinateReaction(const SignalName& name, const LoopData<double>& loop, const char* unit)
      : Signal(name, {{"load", unit}}, {true, true, true, false}), loop_(loop) {}

  void read(const Snapshot& s, std::span<double> out) override {
    out[0] =
        -(s.lambda[static_cast<std::size_t>(loop_.first_row)] * loop_.coordinates.front().factor);
  }

 private:
  const LoopData<double>& loop_;
};

class GearReaction final : public Signal {
 public:
  GearReaction(const SignalName& name, const LoopData<double>& loop)
      : Signal(name, tooth_parts(), {true, true, true, false}), loop_(loop) {}

  void read(const Snapshot& s, std::span<double> out) override {
    put_tooth(loop_.teeth.front(), -s.lambda[static_cast<std::size_t>(loop_.first_row)], out);
  }

 private:
  const LoopData<double>& loop_;
};

const char* unit_of_load(const PartsOfModel& parts, int loop) {
  const auto& [body, index] = parts.model.topology->loops[LoopId{loop}].coordinates.front();
  const auto& names = velocity_names(parts.model.topology->bodies[body].type);
  return std::string(names[static_cast<std::size_t>(index)].unit) == "rad/s" ? "N m" : "N";
}

}  // namespace

SignalPtr force_signal(const PartsOfModel& parts, const SignalName& name, int force) {
  const auto f = static_cast<std::size_t>(force);
  if (parts.force_at[f] < 0) return nullptr;
  SignalPtr signal;
  with_kind(parts.forces, parts.description.forces[f].kind, [&](const auto& list) {
    signal = signal_of(name, list[static_cast<std::size_t>(parts.force_at[f])]);
  });
  return signal;
}

SignalPtr joint_reaction(const PartsOfModel& parts, const SignalName& name, int body,
                         const BodyFrame& observer) {
  return std::make_unique<JointReaction>(name, parts.model, body, parts.probe(observer));
}

SignalPtr loop_reaction(const PartsOfModel& parts, const SignalName& name, int loop,
                        const BodyFrame& observer) {
  const LoopData<double>& data = parts.model.loops[static_cast<std::size_t>(loop)];
  if (!data.teeth.empty()) return std::make_unique<GearReaction>(name, data);
  if (data.kind == LoopKind::coordinates)
    return std::make_unique<CoordinateReaction>(name, data, unit_of_load(parts, loop));
  return std::make_unique<LoopReaction>(name, data, parts.probe(observer));
}

}  // namespace treadle
