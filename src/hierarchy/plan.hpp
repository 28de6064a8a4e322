// A mechanism as a hierarchy of components: fragments of the tree at the bottom, components made of
// them above, the whole machine on top; which equations belong to which of them, and which bodies
// others see (docs/theory/components.md). Integers only.
#pragma once

#include "../model/model.hpp"

#include <string>
#include <vector>

namespace treadle {

/// Some bodies that hang together by joints of the tree, moved by these joints' coordinates. A
/// single body is one too: that is the paper's base subsystem in absolute coordinates. Several may
/// stand on the ground, where loops hold them together.
struct Fragment {
  std::vector<int> bodies;   ///< root first
  bool grounded = false;     ///< the joint that carries its root is inside: else the root is free
  int node = -1;             ///< that it belongs to
  int foreign = -1;          ///< compiled part that it is the border of; its bodies are free
  std::vector<int> loops{};  ///< that are closed inside it, in its joints' coordinates (H26)
};

/// Where loops are closed that lie wholly inside a fragment: as equations of the component around
/// it, inside it, or wherever less is counted. (H10)
enum class ClosedLoops { outside, inside, where_cheaper };

/// What is inside something else: a fragment or a component.
struct ComponentPiece {
  bool is_fragment = true;
  int at = 0;  ///< in HierarchyPlan::fragments or nodes
};

struct ComponentNode {
  std::string name;  ///< its path where a person made it; empty where Treadle cut
  int parent = -1;
  int level = 1;                       ///< 1: made of fragments alone
  std::vector<ComponentPiece> pieces;  ///< that it is made of
  std::vector<int> joints;             ///< bodies whose joint is an equation here
  std::vector<int> loops;              ///< that are closed here
  std::vector<int> border;             ///< bodies that equations further out touch
};

struct HierarchyPlan {
  std::vector<Fragment> fragments;
  std::vector<ComponentNode> nodes;          ///< inner ones before outer ones, the machine last
  std::vector<int> fragment_of;              ///< by body
  ClosedLoops loops = ClosedLoops::outside;  ///< of fragments
};

struct HierarchyChoice {
  int fragment = 24;  ///< bodies of a fragment at most
  int pieces = 2;     ///< of a component that Treadle makes, at most
  ClosedLoops loops = ClosedLoops::where_cheaper;
};

/// A part that a person made: its name, the part around it (-1: the model), its own bodies.
struct HierarchyPart {
  std::string name;
  int parent = -1;
  std::vector<int> bodies;
  int foreign = -1;  ///< number of a compiled part: its bodies are its border, each of them free
};

/// Parts before those inside them; bodies of none belong to the model itself.
HierarchyPlan plan_hierarchy(const Model<double>& model, const std::vector<HierarchyPart>& parts,
                             const HierarchyChoice& choice = {});

/// The body whose joint has a velocity.
int body_of(const Model<double>& model, int velocity);

/// Bodies that an equation touches, the ground left out: of the joint that carries a body, of a
/// loop.
std::vector<int> touched_by_joint(const Model<double>& model, int body);
std::vector<int> touched_by_loop(const Model<double>& model, int loop);

}  // namespace treadle
