#include "hierarchy.hpp"

#include "../base/at.hpp"
#include "hierarchy_parts.hpp"

#include <algorithm>

namespace treadle {

Hierarchy::~Hierarchy() = default;

// The factors of one component from those of its pieces; its fragments are prepared first. False
// where one of these has no inertia along some freedom, or its loops are singular.
bool Hierarchy::close(const State& s, std::size_t n) {
  Parts& p = *parts_;
  ComponentLevel& level = p.levels[n];
  level.clear();
  bool planned = true;
  const std::vector<ComponentPiece>& pieces = plan_.nodes[n].pieces;
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const auto i = at(pieces[k].at);
    if (!pieces[k].is_fragment) {
      planned = planned && p.levels[i].is_planned();
    } else {
      p.trouble[i] = p.fragments[i].prepare(s, p.extra);
      if (p.trouble[i] != Trouble::none) return false;
    }
    level.take(static_cast<int>(k),
               pieces[k].is_fragment ? p.fragments[i].factor() : p.levels[i].factor());
  }
  int equation = 0;
  const auto touch = [&](int slot, const Six& coefficients) {
    if (slot >= 0) level.add(equation, slot, coefficients);
  };
  for (const OuterJoint& joint : p.joints[n]) {
    for (Eigen::Index c = 0; c < joint.holds.cols(); ++c, ++equation) {
      touch(joint.slot, joint.holds.col(c));
      touch(joint.carrier_slot, -joint.holds.col(c));
    }
  }
  for (OuterLoop& outer : p.loops[n]) {
    const LoopData<double>& loop = s.model.loops[at(outer.loop)];
    for (int row = loop.first_row; row < loop.first_row + loop.row_count; ++row) {
      if (p.dependent[at(row)]) continue;
      if (loop.kind != LoopKind::coordinates) {
        touch(outer.from_slot, six(s.loops.wrench[at(row)]));
        touch(outer.to_slot, -six(s.loops.wrench[at(row)]));
      }
      // rate of a coordinate = (B (B^T B)^-1)^T (motion - motion of the carrier)
      for (std::size_t k = 0; k < outer.joints.size(); ++k) {
        OuterJoint& joint = outer.joints[k];
        const LoopCoordinate<double>& c = loop.coordinates[k];
        joint.look(s);
        const Six along = c.factor * joint.inverse.col(c.v_at - s.model.links[at(joint.body)].v_at);
        touch(joint.slot, along);
        touch(joint.carrier_slot, -along);
      }
      ++equation;
    }
  }
  level.close(planned);
  return true;
}

// r of one component from those of its pieces.
void Hierarchy::respond(const Model<double>& model, std::size_t n, std::span<const double> gamma) {
  Parts& p = *parts_;
  ComponentLevel& level = p.levels[n];
  const std::vector<ComponentPiece>& pieces = plan_.nodes[n].pieces;
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const auto i = at(pieces[k].at);
    if (pieces[k].is_fragment) p.fragments[i].respond(gamma);
    level.take_alone(static_cast<int>(k),
                     pieces[k].is_fragment ? p.fragments[i].alone() : p.levels[i].alone());
  }
  int equation = 0;
  for (const OuterJoint& joint : p.joints[n]) {
    for (Eigen::Index c = 0; c < joint.holds.cols(); ++c) level.right(equation++) = 0.0;
  }
  for (const OuterLoop& outer : p.loops[n]) {
    const LoopData<double>& loop = model.loops[at(outer.loop)];
    for (int row = loop.first_row; row < loop.first_row + loop.row_count; ++row) {
      if (!p.dependent[at(row)]) level.right(equation++) = gamma[at(row)];
    }
  }
  level.respond();
}

// Forces on the border of one component are known: those on its pieces, motions of its fragments.
void Hierarchy::descend(const Model<double>& model, std::size_t n, std::span<double> qdd) {
  Parts& p = *parts_;
  ComponentLevel& level = p.levels[n];
  const ComponentNode& node = plan_.nodes[n];
  if (node.parent < 0) {
    level.open(p.nothing);
  } else {
    level.open(p.levels[at(node.parent)].forces_on(p.place[n]));
  }
  for (std::size_t k = 0; k < node.pieces.size(); ++k) {
    if (node.pieces[k].is_fragment)
      p.fragments[at(node.pieces[k].at)].finish(model, level.forces_on(static_cast<int>(k)),
                                                p.motion, qdd);
  }
}

// Rates of joints between pieces, where motions on both sides are known.
void Hierarchy::find_rates(const Model<double>& model, const std::vector<OuterPlace>& places,
                           std::span<double> qdd) {
  const Parts& p = *parts_;
  for (const OuterPlace& place : places) {
    const OuterJoint& joint = p.joints[at(place.node)][at(place.number)];
    const Link<double>& link = model.links[at(joint.body)];
    Six way = p.motion[at(joint.body)];
    if (joint.carrier >= 0) way -= p.motion[at(joint.carrier)];
    for (int c = 0; c < link.nv; ++c) qdd[at(link.v_at + c)] = joint.inverse.col(c).dot(way);
  }
}

const ComponentShare& Hierarchy::share_with(const ComponentExchange* others) const {
  return others != nullptr ? others->share() : parts_->all;
}

// Downwards through all components of this process, then rates of joints between pieces. False
// where another one is lost.
bool Hierarchy::descend_all(const Model<double>& model, std::span<double> qdd, Crew* crew,
                            ComponentExchange* others) {
  Parts& p = *parts_;
  const ComponentShare& share = share_with(others);
  for (std::size_t w = share.waves.size(); w-- > 0;) {
    if (others != nullptr && !others->take_down(w, p.place, p.levels)) return false;
    const std::vector<int>& wave = share.waves[w];
    share_pieces(crew, static_cast<int>(wave.size()),
                 [&](int k) { descend(model, at(wave[at(k)]), qdd); });
    if (others != nullptr && !others->pass_down(w, p.place, p.levels)) return false;
  }
  find_rates(model, share.own, qdd);
  return true;
}

Report Hierarchy::solve(const State& s, std::span<double> qdd, std::span<double> lambda,
                        Crew* crew) {
  Report report;
  ComponentExchange* const others = parts_->others.get();
  if (others == nullptr || others->lost() || !solve_share(s, qdd, lambda, crew, others, report))
    solve_share(s, qdd, lambda, crew, nullptr, report);
  return report;
}

// What this process does of an evaluation. False where another one is lost.
bool Hierarchy::solve_share(const State& s, std::span<double> qdd, std::span<double> lambda,
                            Crew* crew, ComponentExchange* others, Report& report) {
  Parts& p = *parts_;
  const ComponentShare& share = share_with(others);
  for (Six& f : p.extra) f.setZero();
  share_pieces(crew, static_cast<int>(share.looked.size()), [&](int k) {
    const OuterPlace& place = share.looked[at(k)];
    p.joints[at(place.node)][at(place.number)].look(s);
  });
  for (const OuterPlace& place : share.looked) {
    const OuterJoint& joint = p.joints[at(place.node)][at(place.number)];
    const Link<double>& link = s.model.links[at(joint.body)];
    for (int c = 0; c < link.nv; ++c) {
      const Six f = s.loads.joint[at(link.v_at + c)] * joint.inverse.col(c);
      p.extra[at(joint.body)] += f;
      if (joint.carrier >= 0) p.extra[at(joint.carrier)] -= f;
    }
  }
  for (std::size_t w = 0; w < share.waves.size(); ++w) {
    if (others != nullptr && !others->take_up(w, true, p.levels)) return false;
    const std::vector<int>& wave = share.waves[w];
    share_pieces(crew, static_cast<int>(wave.size()), [&](int k) {
      if (!close(s, at(wave[at(k)]))) return;
      respond(s.model, at(wave[at(k)]), s.gamma);
    });
    if (others != nullptr && !others->pass_up(w, true, p.levels)) return false;
  }
  int bad = -1;  // the first fragment in trouble, and of which kind
  for (std::size_t k = share.fragments.size(); k-- > 0;) {
    const Trouble trouble = p.trouble[at(share.fragments[k])];
    if (trouble != Trouble::none)
      bad = 2 * share.fragments[k] + (trouble == Trouble::singular_inertia ? 0 : 1);
  }
  std::fill(lambda.begin(), lambda.end(), 0.0);
  if (bad < 0 || others != nullptr) {
    if (!descend_all(s.model, qdd, crew, others)) return false;
    for (const std::vector<int>& wave : share.waves)
      for (const int n : wave) find_multipliers(s.model, at(n), lambda);
  }
  if (others != nullptr) {
    if (!others->gather(true, bad, qdd, lambda, p.motion)) return false;
    find_rates(s.model, share.mixed, qdd);
  }
  if (bad < 0) return true;
  const Fragment& fragment = plan_.fragments[at(bad / 2)];
  if (bad % 2 == 0) {
    report = {Trouble::singular_inertia, s.model.links[at(fragment.bodies.front())].v_at, 0.0, 0};
  } else {
    report = {Trouble::singular_constraint, s.model.loops[at(fragment.loops.front())].first_row,
              0.0, 0};
  }
  return true;
}

// Multipliers of the loops that are closed in a component.
void Hierarchy::find_multipliers(const Model<double>& model, std::size_t n,
                                 std::span<double> lambda) const {
  const Parts& p = *parts_;
  for (const ComponentPiece& piece : plan_.nodes[n].pieces)
    if (piece.is_fragment) p.fragments[at(piece.at)].find_multipliers(lambda);
  int equation = 0;
  for (const OuterJoint& joint : p.joints[n]) equation += 6 - model.links[at(joint.body)].nv;
  for (const OuterLoop& outer : p.loops[n]) {
    const LoopData<double>& loop = model.loops[at(outer.loop)];
    for (int row = loop.first_row; row < loop.first_row + loop.row_count; ++row)
      if (!p.dependent[at(row)]) lambda[at(row)] = -p.levels[n].multiplier(equation++);
  }
}

Report Hierarchy::solve_again(const Model<double>& model, std::span<const double> right,
                              std::span<double> x, Crew* crew) {
  constexpr Report lost{Trouble::not_converged, -1, 0.0, 0};
  Parts& p = *parts_;
  ComponentExchange* const others = p.others.get();
  const ComponentShare& share = share_with(others);
  if (others != nullptr && others->lost()) return lost;
  for (const int f : share.fragments) p.fragments[at(f)].rest();
  for (std::size_t w = 0; w < share.waves.size(); ++w) {
    if (others != nullptr && !others->take_up(w, false, p.levels)) return lost;
    const std::vector<int>& wave = share.waves[w];
    share_pieces(crew, static_cast<int>(wave.size()),
                 [&](int k) { respond(model, at(wave[at(k)]), right); });
    if (others != nullptr && !others->pass_up(w, false, p.levels)) return lost;
  }
  if (!descend_all(model, x, crew, others)) return lost;
  if (others == nullptr) return {};
  int bad = -1;
  if (!others->gather(false, bad, x, {}, p.motion)) return lost;
  find_rates(model, share.mixed, x);
  return {};
}

void Hierarchy::use(const ComponentCode& code) {
  for (std::size_t n = 0; n < code.orders.size(); ++n) {
    if (code.orders[n])
      parts_->levels[n].use(code.orders[n], code.functions.empty() ? nullptr : code.functions[n]);
  }
}

void Hierarchy::keep_bordered() {
  for (ComponentLevel& level : parts_->levels) level.keep_bordered();
}
const BorderedMatrix& Hierarchy::bordered(int node) const {
  return parts_->levels[at(node)].bordered();
}
ComponentOrder Hierarchy::sizes(int node) const { return parts_->levels[at(node)].sizes(); }
bool Hierarchy::is_planned(int node) const { return parts_->levels[at(node)].is_planned(); }

void Hierarchy::work_with(const Model<double>& model, Ranks& ranks) {
  Parts& p = *parts_;
  std::vector<double> cost;
  for (std::size_t n = 0; n < plan_.nodes.size(); ++n) {
    cost.push_back(p.levels[n].expected_flops());
    for (const ComponentPiece& piece : plan_.nodes[n].pieces)
      if (piece.is_fragment) cost.back() += p.fragments[at(piece.at)].flops();
  }
  p.others = std::make_unique<ComponentExchange>(model, plan_, p.levels, p.dependent, cost, ranks);
}

ComponentTraffic Hierarchy::traffic() const {
  return parts_->others ? parts_->others->traffic() : ComponentTraffic{};
}

Hierarchy::Size Hierarchy::size(int node) const {
  const ComponentLevel& level = parts_->levels[at(node)];
  const Eigen::MatrixXd a = level.matrix();
  Size out{static_cast<int>(a.rows()), level.equations(), level.rank(), 0.0, 0.0, 0};
  const auto all = static_cast<double>(a.size());
  if (all > 0.0) out.density = static_cast<double>((a.array() != 0.0).count()) / all;
  out.flops = level.flops();
  for (const ComponentPiece& piece : plan_.nodes[at(node)].pieces) {
    if (!piece.is_fragment) continue;
    out.flops += parts_->fragments[at(piece.at)].flops();
    out.inner += parts_->fragments[at(piece.at)].inner_equations();
  }
  return out;
}

std::vector<double> Hierarchy::matrix(int node) const {
  const Eigen::MatrixXd whole = parts_->levels[at(node)].matrix();
  return {whole.data(), whole.data() + whole.size()};
}

std::vector<Hierarchy::Equation> Hierarchy::equations(const Model<double>& model, int node) const {
  const Parts& p = *parts_;
  std::vector<Equation> list, before;
  for (const OuterJoint& joint : p.joints[at(node)]) {
    for (int k = 0; k < 6 - model.links[at(joint.body)].nv; ++k)
      list.push_back({joint.body, k, false});
  }
  for (const OuterLoop& outer : p.loops[at(node)]) {
    const LoopData<double>& loop = model.loops[at(outer.loop)];
    for (int row = loop.first_row; row < loop.first_row + loop.row_count; ++row)
      (p.dependent[at(row)] ? before : list).push_back({-1, row, p.dependent[at(row)]});
  }
  for (const ComponentPiece& piece : plan_.nodes[at(node)].pieces) {
    if (!piece.is_fragment) continue;
    for (const int c : plan_.fragments[at(piece.at)].loops) {
      const LoopData<double>& loop = model.loops[at(c)];
      for (int row = loop.first_row; row < loop.first_row + loop.row_count; ++row)
        if (p.dependent[at(row)]) before.push_back({-1, row, true});
    }
  }
  for (const int e : p.levels[at(node)].left_out()) list[at(e)].left = true;
  list.insert(list.end(), before.begin(), before.end());
  return list;
}

void Hierarchy::passed_on(int node, std::vector<double>& d, std::vector<double>& r) const {
  const ComponentLevel& level = parts_->levels[at(node)];
  const Eigen::MatrixXd whole = level.factor() * level.factor().transpose();
  d.assign(whole.data(), whole.data() + whole.size());
  r.assign(level.alone().data(), level.alone().data() + level.alone().size());
}

}  // namespace treadle
