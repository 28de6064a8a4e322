#include "pack.hpp"

namespace treadle {

namespace {

// Puts numbers into one lane: a number or a set of numbers, then where they come from.
struct LaneSetter {
  int lane;

  template <class To, class From, class... More>
  void all(To& to, const From& from, More&&... more) const {
    one(to, from);
    if constexpr (sizeof...(more) > 0) all(more...);
  }

 private:
  void one(Lanes& to, double from) const { to.set(lane, from); }
  void one(Vec3<Lanes>& t, const Vec3<double>& f) const { all(t.x, f.x, t.y, f.y, t.z, f.z); }
  void one(Mat3<Lanes>& t, const Mat3<double>& f) const { all(t.x, f.x, t.y, f.y, t.z, f.z); }
  void one(Transform<Lanes>& t, const Transform<double>& f) const { all(t.r, f.r, t.p, f.p); }
  void one(Sym3<Lanes>& t, const Sym3<double>& f) const {
    all(t.xx, f.xx, t.yy, f.yy, t.zz, f.zz, t.xy, f.xy, t.xz, f.xz, t.yz, f.yz);
  }
  void one(Link<Lanes>& t, const Link<double>& f) const {
    all(t.joint_frame, f.joint_frame, t.pitch, f.pitch);
    all(t.mass, f.mass, t.center, f.center, t.inertia, f.inertia);
  }
  void one(LoopCoordinate<Lanes>& t, const LoopCoordinate<double>& f) const {
    all(t.factor, f.factor);
  }
  void one(LoopData<Lanes>& t, const LoopData<double>& f) const {
    all(t.from.frame, f.from.frame, t.to.frame, f.to.frame);
    all(t.length, f.length, t.pitch, f.pitch, t.coordinates, f.coordinates);
  }
  void one(CoordinateLaw<Lanes>& t, const CoordinateLaw<double>& f) const {
    all(t.stiffness, f.stiffness, t.rest, f.rest, t.preload, f.preload, t.damping, f.damping);
    all(t.lower, f.lower, t.upper, f.upper);
    all(t.stop_stiffness, f.stop_stiffness, t.stop_damping, f.stop_damping);
    all(t.coulomb, f.coulomb, t.stiction, f.stiction);
    all(t.friction_rate, f.friction_rate, t.stribeck_rate, f.stribeck_rate);
  }
  void one(TravelStop<Lanes>& t, const TravelStop<double>& f) const {
    all(t.length, f.length, t.stiffness, f.stiffness);
  }
  void one(DampingEnds<Lanes>& t, const DampingEnds<double>& f) const {
    all(t.below, f.below, t.above, f.above, t.inverse_over, f.inverse_over);
    all(t.damping, f.damping, t.rebound_damping, f.rebound_damping);
  }
  void one(PointSpring<Lanes>& t, const PointSpring<double>& f) const {
    all(t.from_point, f.from_point, t.to_point, f.to_point);
    all(t.stiffness, f.stiffness, t.length, f.length, t.preload, f.preload);
    all(t.damping, f.damping, t.rebound_damping, f.rebound_damping);
    all(t.bump, f.bump, t.rebound, f.rebound, t.ends, f.ends);
  }
  void one(Bushing<Lanes>& t, const Bushing<double>& f) const {
    all(t.from_frame, f.from_frame, t.to_frame, f.to_frame);
    all(t.stiffness, f.stiffness, t.damping, f.damping, t.preload, f.preload);
  }
  void one(PlaneSpring<Lanes>& t, const PlaneSpring<double>& f) const {
    all(t.point, f.point, t.plane, f.plane);
    all(t.radius, f.radius, t.stiffness, f.stiffness, t.damping, f.damping);
  }
  void one(AppliedForce<Lanes>& t, const AppliedForce<double>& f) const {
    all(t.point, f.point, t.direction, f.direction);
  }
  template <class List>
  requires requires(List& l) { l.size(); }
  void one(List& t, const auto& f) const {
    for (std::size_t k = 0; k < f.size(); ++k) all(t[k], f[k]);
  }
};

}  // namespace

Model<Lanes> pack_models(const std::vector<Excerpt>& excerpts) {
  Model<Lanes> out = cast<Lanes>(excerpts.front().model);
  for (std::size_t l = 1; l < excerpts.size(); ++l) {
    const LaneSetter set{static_cast<int>(l)};
    const std::size_t known = excerpts.front().known.size(),
                      missing = known - excerpts[l].known.size();
    for (std::size_t i = known; i < out.links.size(); ++i)
      set.all(out.links[i], excerpts[l].model.links[i - missing]);
    set.all(out.loops, excerpts[l].model.loops);
  }
  return out;
}

Forces<Lanes> pack_forces(const std::vector<Excerpt>& excerpts) {
  Forces<Lanes> out = cast<Lanes>(excerpts.front().forces);
  for (std::size_t l = 1; l < excerpts.size(); ++l) {
    const LaneSetter set{static_cast<int>(l)};
    const Forces<double>& from = excerpts[l].forces;
    set.all(out.coordinates, from.coordinates);
    set.all(out.springs, from.springs);
    set.all(out.bushings, from.bushings);
    set.all(out.planes, from.planes);
    set.all(out.applied, from.applied);
  }
  return out;
}

}  // namespace treadle
