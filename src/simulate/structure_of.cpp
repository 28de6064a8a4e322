#include "structure_of.hpp"

#include <bit>

namespace treadle {

namespace {

class Writer {
 public:
  template <class... A>
  void all(const A&... a) {
    (one(a), ...);
  }
  std::vector<long> written;

 private:
  template <class A>
  requires(std::is_integral_v<A> || std::is_enum_v<A>) void one(const A& a) {
    written.push_back(static_cast<long>(a));
  }
  template <class A>
  void one(const std::vector<A>& list) {
    written.push_back(static_cast<long>(list.size()));
    for (const A& a : list) one(a);
  }
  void one(double x) { written.push_back(std::bit_cast<long>(x)); }
  void one(const std::pair<int, int>& p) { all(p.first, p.second); }
  void one(const LookupTable& t) { all(t.x, t.y, t.slope); }
  void one(const TravelStop<double>& s) { all(s.active, s.law); }
  void one(const CutRow& r) { all(r.kind, r.a, r.b); }
  void one(const LoopCoordinate<double>& c) { all(c.q_at, c.v_at, c.column); }
  void one(const Link<double>& l) {
    all(l.type, l.carries_axes, l.reversed, l.aligned, l.group_axes, l.watched, l.parent, l.q_at,
        l.v_at, l.nv, l.b_at);
  }
  void one(const LoopData<double>& l) {
    all(l.kind, std::vector<CutRow>(l.rows.begin(), l.rows.end()), l.ancestor, l.plain_axes,
        l.from_root, l.holds_point, l.first_row, l.row_count, l.from.body, l.to.body, l.function,
        l.coordinates, l.values_at, l.path, l.side, l.column, l.columns);
  }
  void one(const GroupData<double>& g) { all(g.first, g.moving_axes); }
  void one(const CoordinateLaw<double>& c) {
    all(c.q_at, c.v_at, c.has_stops, c.has_friction, c.plain, c.drive);
  }
  void one(const PointSpring<double>& s) {
    all(s.from, s.to, s.spring_law, s.damper_law, s.bump, s.rebound, s.actuator, s.ends.active,
        s.on);
  }
  void one(const Bushing<double>& b) { all(b.from, b.to, b.on); }
  void one(const PlaneSpring<double>& p) { all(p.from, p.to, p.on); }
  void one(const AppliedForce<double>& a) { all(a.body, a.in_body_axes, a.force, a.torque, a.on); }
  void one(const FrontShape::PhiEntry& e) { all(e.column, e.row, e.value); }
  void one(const RecursionBlock::Member& m) {
    all(m.body, m.parent, m.first, m.count, m.inner_at, m.inner_count, m.carries, m.ball);
  }
  void one(const RecursionBlock& b) {
    all(b.root, b.members, b.inner, b.interfaces, b.interface_block, b.rigid);
    all(b.shape.coordinates, b.shape.equations, b.shape.interfaces, b.shape.outside,
        b.shape.coupled, b.shape.mass, b.shape.phi, b.shape.positions, b.shape.rows);
  }
  void one(const RecursionStep& s) { all(s.body, s.block); }
};

}  // namespace

std::vector<long> structure_of(const Excerpt& e) {
  Writer to;
  to.all(e.known, e.interface_block, e.branch.root);
  to.all(e.model.links, e.model.loops, e.model.groups, e.model.turned);
  to.all(e.forces.coordinates, e.forces.springs, e.forces.bushings, e.forces.planes,
         e.forces.applied);
  to.all(e.plan.blocks, e.plan.steps, e.ranks);
  return std::move(to.written);
}

}  // namespace treadle
