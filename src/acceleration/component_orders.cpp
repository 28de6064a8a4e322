#include "component_orders.hpp"

#include "../base/at.hpp"
#include "../kinematics/advance.hpp"
#include "../spatial/quaternion.hpp"
#include "step.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

// Moves each body, with the axes of the joint that carries it, by a way of its own.
void take_apart(const Model<double>& model, int place, PositionStage<double>& at_position) {
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const double k = 1.0 + static_cast<double>(i) + 0.37 * place;
    const Mat3<double> turn =
        exponential(Vec3<double>{std::sin(1.3 * k), std::cos(2.1 * k), std::sin(0.7 * k + 1.0)})
            .matrix();
    const Transform<double> way{turn, {std::cos(k), std::sin(1.9 * k), std::cos(0.6 * k)}};
    const Link<double>& link = model.links[i];
    at_position.x[i] = way * at_position.x[i];
    for (int c = 0; c < link.nv && !link.group_axes && !link.carries_axes; ++c) {
      Motion<double>& b = at_position.b[at(link.b_at + c)];
      const Vec3<double> ang = turn * b.ang;
      b = {turn * b.lin + cross(way.p, ang), ang};
    }
  }
}

}  // namespace

void solve_beside(const Mechanism& m, Hierarchy& hierarchy, int place, bool apart) {
  Workspace<double> w(m.model, m.functions.size(), false);
  w.functions = m.functions_at(0.0);
  std::vector<double> step(at(m.model.nv())), q = m.start.q;
  for (std::size_t k = 0; k < step.size(); ++k)
    step[k] = 0.3 * std::sin(1.0 + 1.7 * place + static_cast<double>(k)) * (place > 0 ? 1.0 : 0.0);
  if (place > 0) advance<double>(m.model, m.start.q, step, q);
  prepare_equations<double>(m.model, m.forces, q, m.start.v, w);
  if (apart) {
    take_apart(m.model, place, w.position);
    body_inertias<double>(m.model, w.position, w.inertia);
    close_loops<double>(m.model, q, w.functions, w.position, w.loops);
  }
  static_cast<void>(hierarchy.solve({m.model, w.position, w.inertia, w.loads, w.loops, w.gamma},
                                    w.qdd, w.lambda));
}

ComponentCode order_components(const Mechanism& mechanism, Hierarchy& hierarchy, bool anywhere) {
  const std::vector<ComponentNode>& nodes = hierarchy.plan().nodes;
  ComponentCode code;
  code.orders.resize(nodes.size());
  hierarchy.keep_bordered();
  int levels = 0;
  for (const ComponentNode& node : nodes) levels = std::max(levels, node.level);
  for (int level = 1; level <= levels; ++level) {
    std::vector<std::vector<BorderedMatrix>> seen(nodes.size()), more(nodes.size());
    const auto look = [&](std::vector<std::vector<BorderedMatrix>>& list, int place, bool apart) {
      solve_beside(mechanism, hierarchy, place, apart);
      for (std::size_t n = 0; n < nodes.size(); ++n)
        if (nodes[n].level == level) list[n].push_back(hierarchy.bordered(static_cast<int>(n)));
    };
    for (int place = 0; place < compared_positions; ++place) {
      if (anywhere) look(more, place, true);
      look(seen, place, false);
    }
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      if (nodes[n].level != level) continue;
      const ComponentOrder sizes = hierarchy.sizes(static_cast<int>(n));
      const auto known = std::find_if(
          code.orders.begin(), code.orders.end(),
          [&](const auto& other) { return other && serves(*other, sizes, seen[n], more[n]); });
      code.orders[n] = known != code.orders.end()
                           ? *known
                           : std::make_shared<const ComponentOrder>(
                                 choose_order(sizes, std::move(seen[n]), more[n]));
    }
    hierarchy.use(code);
  }
  return code;
}

}  // namespace treadle
