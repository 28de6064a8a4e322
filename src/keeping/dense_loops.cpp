#include "dense_loops.hpp"

#include "closest.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

LoopWorkplace::LoopWorkplace(const Model<double>& model, std::span<const FunctionValue<double>> f)
    : functions(f),
      at(model),
      loops(model),
      inertia(model),
      diagonal(static_cast<std::size_t>(model.nv())),
      length(length_scale(model)) {}

void LoopWorkplace::look(const Model<double>& model, const std::vector<double>& q) {
  place_bodies<double>(model, q, at);
  close_loops<double>(model, q, functions, at, loops);
  body_inertias<double>(model, at, inertia);
  inertia_diagonal<double>(model, at, inertia, diagonal);
  // bodies whose inertia is inside a compiled part follow the others easily
  double least = 0.0;
  for (const double d : diagonal)
    if (d > 0.0 && (least == 0.0 || d < least)) least = d;
  for (double& d : diagonal)
    if (!(d > 0.0)) d = least > 0.0 ? least : 1.0;
}

namespace {

void sort_once(std::vector<int>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

std::vector<LoopIsland> loop_islands(const Model<double>& model) {
  std::vector<LoopIsland> out;
  for (const std::vector<LoopId>& loops : model.topology->islands) {
    LoopIsland island;
    for (const LoopId c : loops) {
      island.loops.push_back(c.at);
      const LoopData<double>& data = model.loops[static_cast<std::size_t>(c.at)];
      island.positions.insert(island.positions.end(), data.columns.begin(), data.columns.end());
      for (int r = 0; r < data.row_count; ++r) island.rows.push_back(data.first_row + r);
      const Loop& loop = model.topology->loops[c];
      for (const BodyId i : loop.from_path) island.bodies.push_back(i.at);
      for (const BodyId i : loop.to_path) island.bodies.push_back(i.at);
    }
    sort_once(island.positions);
    sort_once(island.bodies);
    out.push_back(std::move(island));
  }
  return out;
}

namespace {

int place_of(const std::vector<int>& sorted, int x) {
  return static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), x) - sorted.begin());
}

}  // namespace

Motion<double> joint_motion(const Link<double>& link, const PositionStage<double>& at, int a) {
  if (!link.carries_axes) return at.b[static_cast<std::size_t>(link.b_at + a)];
  Motion<double> b;  // B is the identity
  double* parts[6] = {&b.lin.x, &b.lin.y, &b.lin.z, &b.ang.x, &b.ang.y, &b.ang.z};
  *parts[a] = 1.0;
  return b;
}

void let_slip(const Model<double>& model, const LoopIsland& island, Eigen::MatrixXd& jacobian) {
  for (const int c : island.loops) {
    const LoopData<double>& loop = model.loops[at(c)];
    if (!loop.rolls()) continue;
    for (std::size_t k = 0; k < island.rows.size(); ++k) {
      const int r = island.rows[k] - loop.first_row;
      if (r >= 0 && r < loop.row_count && is_of_velocities(loop.rows[at(r)].kind))
        jacobian.row(static_cast<Eigen::Index>(k)).setZero();
    }
  }
}

Eigen::MatrixXd dense_jacobian(const Model<double>& model, const LoopIsland& island,
                               const std::vector<double>& phi) {
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(island.rows.size()),
                                              static_cast<Eigen::Index>(island.positions.size()));
  Eigen::Index row = 0;
  for (const int c : island.loops) {
    const LoopData<double>& loop = model.loops[static_cast<std::size_t>(c)];
    for (std::size_t k = 0; k < loop.columns.size(); ++k) {
      const int column = place_of(island.positions, loop.columns[k]);
      for (int r = 0; r < loop.row_count; ++r) {
        out(row + r, column) = phi[static_cast<std::size_t>(
            loop.values_at + static_cast<int>(k) * loop.row_count + r)];
      }
    }
    row += loop.row_count;
  }
  return out;
}

namespace {

// Numbers of the drawing are rounded in parts of this.
double farthest_from_origin(const Model<double>& model, const LoopIsland& island) {
  double most = 0.0;
  const auto look = [&](int body, const Vec3<double>& p) {
    if (body < 0) most = std::max(most, norm(p));
  };
  for (const int c : island.loops) {
    const LoopData<double>& loop = model.loops[static_cast<std::size_t>(c)];
    look(loop.from.body, loop.from.frame.p);
    look(loop.to.body, loop.to.frame.p);
  }
  for (const int b : island.bodies) {
    const Link<double>& link = model.links[static_cast<std::size_t>(b)];
    look(link.parent, link.joint_frame.p);
  }
  return most;
}

}  // namespace

Eigen::VectorXd natural_row_norms(const Model<double>& model, const LoopIsland& island,
                                  const LoopWorkplace& w) {
  Eigen::VectorXd norms(static_cast<Eigen::Index>(island.rows.size()));
  // a point on the axis of a hinge moves by the rounding of its drawing only: no measure
  const double least_lever = std::max(1e-3 * w.length, 1e-7 * farthest_from_origin(model, island));
  Eigen::Index next = 0;
  for (const int c : island.loops) {
    const LoopData<double>& loop = model.loops[static_cast<std::size_t>(c)];
    if (loop.kind == LoopKind::coordinates) {
      double sum = 0.0;
      for (const auto& k : loop.coordinates) {
        sum += k.factor * k.factor / w.diagonal[static_cast<std::size_t>(k.v_at)];
      }
      norms[next++] = std::sqrt(sum);
      continue;
    }
    const Vec3<double> point = place_on(w.at, loop.group, loop.from.body, loop.from.frame.p);
    for (int r = 0; r < loop.row_count; ++r) {
      const Force<double>& wrench = w.loops.wrench[static_cast<std::size_t>(loop.first_row + r)];
      const double force = norm(wrench.lin), moment = norm(wrench.ang - cross(point, wrench.lin));
      double sum = 0.0;
      for (const int body : loop.path) {
        const Link<double>& link = model.links[static_cast<std::size_t>(body)];
        for (int a = 0; a < link.nv; ++a) {
          const Motion<double> b = joint_motion(link, w.at, a);
          const double turn = norm(b.ang);
          const double speed = std::max(norm(point_velocity(b, point)), least_lever * turn);
          const double power = force * speed + moment * turn;
          sum += power * power / w.diagonal[static_cast<std::size_t>(link.v_at + a)];
        }
      }
      norms[next++] = std::sqrt(sum);
    }
  }
  return norms;
}

Eigen::VectorXd residual_of(const LoopIsland& island, const LoopWorkplace& w) {
  Eigen::VectorXd r(static_cast<Eigen::Index>(island.rows.size()));
  for (std::size_t k = 0; k < island.rows.size(); ++k) {
    r[static_cast<Eigen::Index>(k)] = w.loops.residual[static_cast<std::size_t>(island.rows[k])];
  }
  return r;
}

void put_step(const LoopIsland& island, const Eigen::VectorXd& step, std::vector<double>& dv) {
  for (std::size_t k = 0; k < island.positions.size(); ++k) {
    dv[static_cast<std::size_t>(island.positions[k])] = step[static_cast<Eigen::Index>(k)];
  }
}

}  // namespace treadle
