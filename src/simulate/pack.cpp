#include "pack.hpp"

namespace treadle {

namespace {

// What stands in one lane.
struct LaneSetter {
  int lane;

  void one(Lanes& to, double from) const { to.set(lane, from); }
  void one(Vec3<Lanes>& to, const Vec3<double>& from) const {
    one(to.x, from.x);
    one(to.y, from.y);
    one(to.z, from.z);
  }
  void one(Transform<Lanes>& to, const Transform<double>& from) const {
    one(to.r.x, from.r.x);
    one(to.r.y, from.r.y);
    one(to.r.z, from.r.z);
    one(to.p, from.p);
  }
  void one(Sym3<Lanes>& to, const Sym3<double>& from) const {
    one(to.xx, from.xx);
    one(to.yy, from.yy);
    one(to.zz, from.zz);
    one(to.xy, from.xy);
    one(to.xz, from.xz);
    one(to.yz, from.yz);
  }
  void one(Link<Lanes>& to, const Link<double>& from) const {
    one(to.joint_frame, from.joint_frame);
    one(to.pitch, from.pitch);
    one(to.mass, from.mass);
    one(to.center, from.center);
    one(to.inertia, from.inertia);
  }
  void one(LoopData<Lanes>& to, const LoopData<double>& from) const {
    one(to.from.frame, from.from.frame);
    one(to.to.frame, from.to.frame);
    one(to.length, from.length);
    one(to.pitch, from.pitch);
    for (std::size_t k = 0; k < from.coordinates.size(); ++k)
      one(to.coordinates[k].factor, from.coordinates[k].factor);
  }
  void one(CoordinateLaw<Lanes>& to, const CoordinateLaw<double>& from) const {
    one(to.stiffness, from.stiffness);
    one(to.rest, from.rest);
    one(to.preload, from.preload);
    one(to.damping, from.damping);
    one(to.lower, from.lower);
    one(to.upper, from.upper);
    one(to.stop_stiffness, from.stop_stiffness);
    one(to.stop_damping, from.stop_damping);
    one(to.coulomb, from.coulomb);
    one(to.stiction, from.stiction);
    one(to.friction_rate, from.friction_rate);
    one(to.stribeck_rate, from.stribeck_rate);
  }
  void one(TravelStop<Lanes>& to, const TravelStop<double>& from) const {
    one(to.length, from.length);
    one(to.stiffness, from.stiffness);
  }
  void one(DampingEnds<Lanes>& to, const DampingEnds<double>& from) const {
    one(to.below, from.below);
    one(to.above, from.above);
    one(to.damping, from.damping);
    one(to.rebound_damping, from.rebound_damping);
    one(to.inverse_over, from.inverse_over);
  }
  void one(PointSpring<Lanes>& to, const PointSpring<double>& from) const {
    one(to.from_point, from.from_point);
    one(to.to_point, from.to_point);
    one(to.stiffness, from.stiffness);
    one(to.length, from.length);
    one(to.preload, from.preload);
    one(to.damping, from.damping);
    one(to.rebound_damping, from.rebound_damping);
    one(to.bump, from.bump);
    one(to.rebound, from.rebound);
    one(to.ends, from.ends);
  }
  void one(Bushing<Lanes>& to, const Bushing<double>& from) const {
    one(to.from_frame, from.from_frame);
    one(to.to_frame, from.to_frame);
    for (std::size_t k = 0; k < 6; ++k) {
      one(to.stiffness[k], from.stiffness[k]);
      one(to.damping[k], from.damping[k]);
      one(to.preload[k], from.preload[k]);
    }
  }
  void one(PlaneSpring<Lanes>& to, const PlaneSpring<double>& from) const {
    one(to.point, from.point);
    one(to.plane, from.plane);
    one(to.radius, from.radius);
    one(to.stiffness, from.stiffness);
    one(to.damping, from.damping);
  }
  void one(AppliedForce<Lanes>& to, const AppliedForce<double>& from) const {
    one(to.point, from.point);
    one(to.direction, from.direction);
  }
  template <class To, class From>
  void one(std::vector<To>& to, const std::vector<From>& from) const {
    for (std::size_t k = 0; k < from.size(); ++k) one(to[k], from[k]);
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
      set.one(out.links[i], excerpts[l].model.links[i - missing]);
    set.one(out.loops, excerpts[l].model.loops);
  }
  return out;
}

Forces<Lanes> pack_forces(const std::vector<Excerpt>& excerpts) {
  Forces<Lanes> out = cast<Lanes>(excerpts.front().forces);
  for (std::size_t l = 1; l < excerpts.size(); ++l) {
    const LaneSetter set{static_cast<int>(l)};
    const Forces<double>& from = excerpts[l].forces;
    set.one(out.coordinates, from.coordinates);
    set.one(out.springs, from.springs);
    set.one(out.bushings, from.bushings);
    set.one(out.planes, from.planes);
    set.one(out.applied, from.applied);
  }
  return out;
}

}  // namespace treadle
