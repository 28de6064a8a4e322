#include "hierarchy.hpp"

#include "../base/at.hpp"
#include "level.hpp"

#include <Eigen/LU>
#include <Eigen/QR>

#include <algorithm>

namespace treadle {

namespace {

using SixByAny = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6>;

/// A joint that is an equation between two pieces: what it lets move, and what it holds.
struct OuterJoint {
  int body = 0, carrier = -1;
  int first_equation = 0;
  SixByAny moves;    ///< B
  SixByAny inverse;  ///< B (B^T B)^-1: forces that work along one coordinate, rates of motions
  SixByAny holds;    ///< orthonormal, B^T N = 0
};

}  // namespace

struct Hierarchy::Parts {
  std::vector<TreeFragment> fragments;
  std::vector<ComponentLevel> levels;           ///< by node
  std::vector<std::vector<OuterJoint>> joints;  ///< by node
  std::vector<std::vector<int>> loop_rows;      ///< by node: equations of loops that count
  std::vector<Six> extra, motion;               ///< by body
  std::vector<int> joint_of;                    ///< by body: place among the joints of its node, -1
  std::vector<bool> dependent;                  ///< by equation of a loop
  std::vector<int> node_of_joint;               ///< by body
  Eigen::VectorXd none;
};

namespace {

// B, its inverse, and what it does not let through.
void look_at_joint(const Hierarchy::State& state, OuterJoint& joint) {
  const int nv = state.model.links[at(joint.body)].nv;
  joint.moves.resize(6, nv);
  for (int c = 0; c < nv; ++c) joint.moves.col(c) = six(column_of(state, joint.body, c));
  joint.inverse.resize(6, nv);
  joint.holds.resize(6, 6 - nv);
  Eigen::Matrix<double, 6, 6> basis = Eigen::Matrix<double, 6, 6>::Identity();
  // about the joint itself, where turning and sliding are of one size
  const Vec3<double> p = state.at.x[at(joint.body)].p;
  SixByAny here = joint.moves;
  for (int c = 0; c < nv; ++c) {
    const Vec3<double> w{here(3, c), here(4, c), here(5, c)};
    const Vec3<double> lin = Vec3<double>{here(0, c), here(1, c), here(2, c)} + cross(w, p);
    here(0, c) = lin.x;
    here(1, c) = lin.y;
    here(2, c) = lin.z;
  }
  const Eigen::HouseholderQR<SixByAny> qr(here);
  basis.applyOnTheLeft(qr.householderQ());
  SixByAny inverse(6, nv);
  if (nv > 0) {
    const SixByAny thin = basis.leftCols(nv);
    const Eigen::MatrixXd r = qr.matrixQR().topRows(nv).triangularView<Eigen::Upper>();
    inverse = thin * r.transpose().inverse();
  }
  // wrenches from the joint's point to the origin
  const auto moved = [&](const Six& f) -> Six {
    const Vec3<double> force{f[0], f[1], f[2]};
    const Vec3<double> turn = Vec3<double>{f[3], f[4], f[5]} + cross(p, force);
    return {f[0], f[1], f[2], turn.x, turn.y, turn.z};
  };
  for (int c = 0; c < nv; ++c) joint.inverse.col(c) = moved(inverse.col(c));
  for (int c = nv; c < 6; ++c) joint.holds.col(c - nv) = moved(basis.col(c));
}

// An equation of coordinates as one of motions: rate = (B (B^T B)^-1)^T (a - a of the carrier).
template <class Touch>
void add_coordinates(const Hierarchy::State& s, const LoopData<double>& loop, int equation,
                     const Touch& touch) {
  for (const LoopCoordinate<double>& c : loop.coordinates) {
    OuterJoint joint;
    joint.body = body_of(s.model, c.v_at);
    look_at_joint(s, joint);
    const Link<double>& link = s.model.links[at(joint.body)];
    const Six sum = c.factor * joint.inverse.col(c.v_at - link.v_at);
    touch(equation, joint.body, sum);
    touch(equation, link.parent, -sum);
  }
}

// Bodies of a fragment that some equation outside of it touches, by place in the fragment.
std::vector<int> seen_of(const Fragment& fragment, const std::vector<bool>& touched) {
  std::vector<int> seen;
  for (std::size_t k = 0; k < fragment.bodies.size(); ++k) {
    if (touched[at(fragment.bodies[k])]) seen.push_back(static_cast<int>(k));
  }
  return seen;
}

}  // namespace

Hierarchy::Hierarchy(const Model<double>& model, HierarchyPlan plan, std::span<const int> dependent)
    : plan_(std::move(plan)), parts_(std::make_unique<Parts>()) {
  Parts& p = *parts_;
  p.dependent.assign(at(model.rows()), false);
  for (const int row : dependent) p.dependent[at(row)] = true;
  p.extra.assign(model.links.size(), Six::Zero());
  p.motion.assign(model.links.size(), Six::Zero());
  p.joint_of.assign(model.links.size(), -1);
  p.node_of_joint.assign(model.links.size(), -1);
  std::vector<bool> touched(model.links.size(), false);
  for (const ComponentNode& node : plan_.nodes) {
    for (const int b : node.joints)
      for (const int t : touched_by_joint(model, b)) touched[at(t)] = true;
    for (const int c : node.loops)
      for (const int t : touched_by_loop(model, c)) touched[at(t)] = true;
  }
  for (const Fragment& fragment : plan_.fragments)
    p.fragments.emplace_back(model, fragment, seen_of(fragment, touched));
  for (std::size_t n = 0; n < plan_.nodes.size(); ++n) {
    const ComponentNode& node = plan_.nodes[n];
    std::vector<ComponentLevel::Inside> pieces;
    std::vector<ComponentLevel::Slot> slots;
    for (const Piece& piece : node.pieces) {
      ComponentLevel::Inside inside;
      const int number = static_cast<int>(pieces.size());
      if (piece.is_fragment) {
        const TreeFragment& fragment = p.fragments[at(piece.at)];
        inside.width = fragment.freedoms();
        for (const int place : fragment.seen()) {
          slots.push_back({plan_.fragments[at(piece.at)].bodies[at(place)], number, inside.rows});
          inside.rows += 6;
        }
      } else {
        inside.width = p.levels[at(piece.at)].width();
        for (const int body : plan_.nodes[at(piece.at)].border) {
          slots.push_back({body, number, inside.rows});
          inside.rows += 6;
        }
      }
      pieces.push_back(inside);
    }
    std::vector<int> border;
    for (const int body : node.border) {
      const auto found =
          std::find_if(slots.begin(), slots.end(), [&](const auto& s) { return s.body == body; });
      border.push_back(static_cast<int>(found - slots.begin()));
    }
    int equations = 0;
    std::vector<OuterJoint> joints;
    for (const int b : node.joints) {
      OuterJoint joint;
      joint.body = b;
      joint.carrier = model.links[at(b)].parent;
      joint.first_equation = equations;
      p.joint_of[at(b)] = static_cast<int>(joints.size());
      p.node_of_joint[at(b)] = static_cast<int>(n);
      equations += 6 - model.links[at(b)].nv;
      joints.push_back(std::move(joint));
    }
    std::vector<int> rows;
    for (const int c : node.loops) {
      const LoopData<double>& loop = model.loops[at(c)];
      for (int r = 0; r < loop.row_count; ++r) {
        if (p.dependent[at(loop.first_row + r)]) continue;
        rows.push_back(loop.first_row + r);
        ++equations;
      }
    }
    p.levels.emplace_back(std::move(pieces), std::move(slots), std::move(border), equations);
    p.joints.push_back(std::move(joints));
    p.loop_rows.push_back(std::move(rows));
  }
}

Hierarchy::~Hierarchy() = default;

Report Hierarchy::solve(const State& s, std::span<double> qdd, std::span<double> lambda) {
  Parts& p = *parts_;
  // joints between pieces: what acts along them acts on both bodies (H8)
  for (Six& f : p.extra) f.setZero();
  for (auto& joints : p.joints) {
    for (OuterJoint& joint : joints) {
      look_at_joint(s, joint);
      const Link<double>& link = s.model.links[at(joint.body)];
      for (int c = 0; c < link.nv; ++c) {
        const Six f = s.loads.joint[at(link.v_at + c)] * joint.inverse.col(c);
        p.extra[at(joint.body)] += f;
        if (joint.carrier >= 0) p.extra[at(joint.carrier)] -= f;
      }
    }
  }
  for (std::size_t f = 0; f < p.fragments.size(); ++f) {
    if (!p.fragments[f].prepare(s, p.extra))
      return {Trouble::singular_inertia, plan_.fragments[f].bodies.front(), 0.0, 0};
  }
  // upwards
  for (std::size_t n = 0; n < p.levels.size(); ++n) {
    ComponentLevel& level = p.levels[n];
    level.clear();
    const auto touch = [&](int equation, int body, const Six& coefficients) {
      if (body >= 0) level.add(equation, level.slot_of(body), coefficients);
    };
    for (std::size_t k = 0; k < plan_.nodes[n].pieces.size(); ++k) {
      const Piece& piece = plan_.nodes[n].pieces[k];
      if (piece.is_fragment) {
        level.take(static_cast<int>(k), p.fragments[at(piece.at)].factor(),
                   p.fragments[at(piece.at)].alone());
      } else {
        level.take(static_cast<int>(k), p.levels[at(piece.at)].factor(),
                   p.levels[at(piece.at)].alone());
      }
    }
    int equation = 0;
    for (const OuterJoint& joint : p.joints[n]) {
      for (Eigen::Index c = 0; c < joint.holds.cols(); ++c, ++equation) {
        touch(equation, joint.body, joint.holds.col(c));
        touch(equation, joint.carrier, -joint.holds.col(c));
        level.right(equation) = 0.0;
      }
    }
    for (const int c : plan_.nodes[n].loops) {
      const LoopData<double>& loop = s.model.loops[at(c)];
      for (int r = 0; r < loop.row_count; ++r) {
        const int row = loop.first_row + r;
        if (p.dependent[at(row)]) continue;
        level.right(equation) = s.gamma[at(row)];
        if (loop.kind != LoopKind::coordinates) {
          const Six w = six(s.loops.wrench[at(row)]);
          touch(equation, loop.from.body, w);
          touch(equation, loop.to.body, -w);
        } else {
          add_coordinates(s, loop, equation, touch);
        }
        ++equation;
      }
    }
    level.close();
  }
  // downwards
  for (std::size_t n = p.levels.size(); n-- > 0;) {
    ComponentLevel& level = p.levels[n];
    const ComponentNode& node = plan_.nodes[n];
    if (node.parent < 0) {
      level.open(p.none);
    } else {
      const auto& around = plan_.nodes[at(node.parent)].pieces;
      std::size_t k = 0;
      while (around[k].is_fragment || around[k].at != static_cast<int>(n)) ++k;
      level.open(p.levels[at(node.parent)].forces_on(static_cast<int>(k)));
    }
    for (std::size_t k = 0; k < node.pieces.size(); ++k) {
      if (!node.pieces[k].is_fragment) continue;
      p.fragments[at(node.pieces[k].at)].finish(s, level.forces_on(static_cast<int>(k)), p.motion,
                                                qdd);
    }
  }
  // rates of joints between pieces, multipliers of loops
  std::fill(lambda.begin(), lambda.end(), 0.0);
  for (std::size_t n = 0; n < p.levels.size(); ++n) {
    int equation = 0;
    for (const OuterJoint& joint : p.joints[n]) {
      const Link<double>& link = s.model.links[at(joint.body)];
      Six way = p.motion[at(joint.body)];
      if (joint.carrier >= 0) way -= p.motion[at(joint.carrier)];
      for (int c = 0; c < link.nv; ++c) qdd[at(link.v_at + c)] = joint.inverse.col(c).dot(way);
      equation += 6 - link.nv;
    }
    for (const int row : p.loop_rows[n]) lambda[at(row)] = -p.levels[n].multiplier(equation++);
  }
  return {};
}

Hierarchy::Size Hierarchy::size(int node) const {
  const ComponentLevel& level = parts_->levels[at(node)];
  Size out{static_cast<int>(level.matrix().rows()), level.equations(), level.rank(), 0.0};
  const auto all = static_cast<double>(level.matrix().size());
  if (all > 0.0) out.density = static_cast<double>((level.matrix().array() != 0.0).count()) / all;
  return out;
}

void Hierarchy::passed_on(int node, std::vector<double>& d, std::vector<double>& r) const {
  const ComponentLevel& level = parts_->levels[at(node)];
  const Eigen::MatrixXd whole = level.factor() * level.factor().transpose();
  d.assign(whole.data(), whole.data() + whole.size());
  r.assign(level.alone().data(), level.alone().data() + level.alone().size());
}

}  // namespace treadle
