#include "component_view.hpp"

#include "../base/at.hpp"
#include "../kinematics/advance.hpp"
#include "component_method.hpp"
#include "component_orders.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

// What is smaller than this part of its column is rounding.
constexpr double hardly_an_entry = 1e-13, hardly_a_change = 1e-9;

using Matrices = std::vector<std::vector<double>>;

Matrices matrices_of(const Hierarchy& hierarchy) {
  std::vector<std::vector<double>> list;
  for (std::size_t n = 0; n < hierarchy.plan().nodes.size(); ++n)
    list.push_back(hierarchy.matrix(static_cast<int>(n)));
  return list;
}

void solve_with_parts(const Mechanism& m, Hierarchy& hierarchy, CompiledParts& compiled) {
  Workspace<double> w(m.model, m.functions.size(), false);
  w.functions = m.functions_at(0.0);
  std::vector<double> q = m.start.q, v = m.start.v;
  const std::vector<double> states = m.functions.start_states();
  compiled.tell(w.functions);
  if (!compiled.place(0.0, states, q, v)) return;
  prepare_equations<double>(m.model, m.forces, q, v, w);
  if (!compiled.look(0.0, states, &w)) return;
  static_cast<void>(hierarchy.solve({m.model, w.position, w.inertia, w.loads, w.loops, w.gamma},
                                    w.qdd, w.lambda));
}

// A of each component at several positions. Compiled parts stand where they begin.
std::vector<Matrices> look_around(const Mechanism& m, Hierarchy& hierarchy,
                                  CompiledParts* compiled) {
  std::vector<Matrices> places;
  if (compiled != nullptr) {
    solve_with_parts(m, hierarchy, *compiled);
    places.push_back(matrices_of(hierarchy));
    return places;
  }
  for (int place = compared_positions; place-- > 0;) {  // the start last: sizes are those there
    solve_beside(m, hierarchy, place);
    places.insert(places.begin(), matrices_of(hierarchy));
  }
  return places;
}

// Entries of one component at all positions.
void classify(const std::vector<const std::vector<double>*>& a, ComponentView& view) {
  const auto rows = at(view.rows), columns = at(view.columns);
  if (rows * columns == 0) return;
  std::vector<std::string> picture(rows, std::string(columns, static_cast<char>(EntryKind::zero)));
  long entries = 0;
  for (std::size_t j = 0; j < columns; ++j) {
    double size = 0.0;
    for (const auto* one : a)
      for (std::size_t i = 0; i < rows; ++i) size = std::max(size, std::fabs((*one)[j * rows + i]));
    for (std::size_t i = 0; i < rows; ++i) {
      double most = 0.0, change = 0.0;
      for (const auto* one : a) {
        most = std::max(most, std::fabs((*one)[j * rows + i]));
        change = std::max(change, std::fabs((*one)[j * rows + i] - (*a.front())[j * rows + i]));
      }
      if (most <= hardly_an_entry * size) continue;
      ++entries;
      const bool number = a.size() > 1 && change <= hardly_a_change * size;
      view.numbers += number ? 1 : 0;
      picture[i][j] = static_cast<char>(number ? EntryKind::number : EntryKind::symbol);
    }
  }
  view.density = static_cast<double>(entries) / static_cast<double>(rows * columns);
  if (view.rows <= largest_component_picture) view.picture = std::move(picture);
}

void add_names(const Mechanism& m, const std::vector<int>& bodies, std::vector<std::string>& to) {
  for (const int body : bodies) to.push_back(m.topology().bodies[BodyId{body}].name);
}

std::string name_of(const Mechanism& m, const Hierarchy::Equation& equation) {
  if (equation.body < 0) return m.row_name(equation.row);
  const int rows = 6 - m.model.links[at(equation.body)].nv;
  return "joint '" + m.topology().bodies[BodyId{equation.body}].joint + "', equation " +
         std::to_string(equation.row + 1) + " of " + std::to_string(rows);
}

}  // namespace

std::string ComponentView::title() const {
  if (compiled) return "■ " + name;
  if (!name.empty()) return name;
  if (border.empty()) return "(cut)";
  return "(cut) " + border.front() + (border.size() > 1 ? " ... " + border.back() : "");
}

std::vector<ComponentView> view_components(const Mechanism& mechanism) {
  const Model<double>& model = mechanism.model;
  if (model.links.empty()) return {};
  const auto compiled =
      mechanism.compiled.empty() ? nullptr : std::make_unique<CompiledParts>(mechanism);
  Hierarchy hierarchy(model, plan_hierarchy(model, parts_of(mechanism)), mechanism.redundancy.rows,
                      compiled != nullptr ? compiled->pieces() : std::span<ForeignPiece* const>());
  const std::vector<Matrices> places = look_around(mechanism, hierarchy, compiled.get());
  std::vector<ComponentView> views;
  const std::vector<ComponentNode>& nodes = hierarchy.plan().nodes;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const auto number = static_cast<int>(n);
    const Hierarchy::Size size = hierarchy.size(number);
    ComponentView one;
    one.name = nodes[n].parent < 0 ? mechanism.description.name : nodes[n].name;
    one.parent = nodes[n].parent;
    one.level = nodes[n].level;
    for (const ComponentPiece& piece : nodes[n].pieces) {
      if (!piece.is_fragment) continue;
      const Fragment& fragment = hierarchy.plan().fragments[at(piece.at)];
      if (fragment.foreign >= 0) {
        one.compiled = true;
        add_names(mechanism, fragment.bodies, one.border);
        continue;
      }
      ++one.fragments;
      one.bodies += static_cast<int>(fragment.bodies.size());
    }
    one.rows = size.rows;
    one.columns = size.columns;
    one.rank = size.rank;
    one.flops = size.flops;
    if (!one.compiled) add_names(mechanism, nodes[n].border, one.border);
    for (const Hierarchy::Equation& equation : hierarchy.equations(model, number)) {
      if (equation.left) one.left_out.push_back(name_of(mechanism, equation));
    }
    std::vector<const std::vector<double>*> a;
    for (const auto& place : places) a.push_back(&place[n]);
    classify(a, one);
    views.push_back(std::move(one));
  }
  return views;
}

std::string hierarchy_words(const Mechanism& mechanism, const std::vector<ComponentView>& views) {
  const HierarchyChoice choice;
  const bool own = std::any_of(views.begin(), views.end(),
                               [](const ComponentView& one) { return one.name.empty(); });
  const std::string cut =
      "cut by Treadle: up to " + std::to_string(choice.fragment) +
      " bodies that hang together move by their joints, up to " + std::to_string(choice.pieces) +
      " pieces are one component, so that levels grow as the logarithm of bodies";
  if (mechanism.description.parts.empty())
    return views.size() > 1 ? cut : "one component: the bodies are few";
  return std::string("parts of the model") + (own ? "; large ones " + cut : "");
}

}  // namespace treadle
