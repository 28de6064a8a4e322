#include "transmission.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

TransmissionAngle::TransmissionAngle(const Mechanism& mechanism, const std::vector<int>& loops,
                                     int drive_body)
    : mechanism_(mechanism) {
  if (loops.size() != 1) return;
  loop_ = loops.front();
  const Loop& loop = mechanism.topology().loops[LoopId{loop_}];
  if (loop.kind != LoopKind::frames || loop.joint < 0) return;
  std::vector<Place> ring;
  const auto slides = [&](BodyId i) { return is_slider(mechanism.topology().bodies[i].type); };
  const auto simple = [&](BodyId i) {
    return slides(i) || is_hinge(mechanism.topology().bodies[i].type);
  };
  bool all = loop.type == "revolute" || loop.type == "prismatic";
  for (const BodyId i : loop.from_path) {
    ring.push_back({i.at, slides(i)});
    all = all && simple(i);
  }
  ring.push_back({-1, loop.type == "prismatic"});
  for (auto i = loop.to_path.rbegin(); i != loop.to_path.rend(); ++i) {
    ring.push_back({i->at, slides(*i)});
    all = all && simple(*i);
  }
  if (!all || ring.size() != 4) return;
  const auto found =
      std::find_if(ring.begin(), ring.end(), [&](const Place& p) { return p.body == drive_body; });
  if (found == ring.end() || found->slides) return;
  std::rotate(ring.begin(), found, ring.end());
  near_ = ring[1];
  middle_ = ring[2];
  far_ = ring[3];
  if (near_.slides) std::swap(near_, far_);
  known_ = !near_.slides && !middle_.slides;
}

Transform<double> TransmissionAngle::frame(const Place& place,
                                           const PositionStage<double>& position) const {
  if (place.body >= 0) return world_pose(mechanism_.model, position, place.body);
  const LoopData<double>& data = mechanism_.model.loops[static_cast<std::size_t>(loop_)];
  return position.group[static_cast<std::size_t>(data.group)] *
         place_on(position, data.group, data.from.body, data.from.frame);
}

double TransmissionAngle::at(const PositionStage<double>& position) const {
  const Transform<double> a = frame(near_, position), b = frame(middle_, position),
                          c = frame(far_, position);
  const Vec3<double> axis = b.r.z;
  const auto in_plane = [&](const Vec3<double>& x) { return x - dot(x, axis) * axis; };
  const Vec3<double> rod = in_plane(a.p - b.p), other = far_.slides ? c.r.z : in_plane(c.p - b.p);
  const double angle = std::atan2(norm(cross(rod, other)), std::fabs(dot(rod, other)));
  return far_.slides ? std::acos(0.0) - angle : angle;
}

}  // namespace treadle
