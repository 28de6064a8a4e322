// Trees, cuts, numbering, patterns, clusters: on small graphs whose answer a person can see.
#include "src/topology/topology.hpp"

#include "src/base/error.hpp"
#include "src/topology/make_pattern.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace treadle {
namespace {

class Graph {
 public:
  Graph& body(const std::string& name) {
    BodyItem item;
    item.name = name;
    item.mass = 1.0;
    d.bodies.push_back(item);
    return *this;
  }
  Graph& joint(const std::string& name, JointType type, const std::string& parent,
               const std::string& child, TreeHint hint = TreeHint::automatic) {
    JointItem item;
    item.name = name;
    item.type = type;
    item.parent = parent;
    item.child = child;
    item.hint = hint;
    d.joints.push_back(item);
    return *this;
  }
  Graph& rod(const std::string& name, const std::string& from, const std::string& to) {
    ConstraintItem item;
    item.name = name;
    item.from.body = from;
    item.to.body = to;
    d.constraints.push_back(item);
    return *this;
  }
  Topology topology() const {
    const Topology t = make_topology(d);
    EXPECT_EQ(check(t, d), "");
    return t;
  }
  Description d;
};

std::vector<std::string> cuts(const Topology& t) {
  std::vector<std::string> names;
  for (const Loop& loop : t.loops) names.push_back(loop.name);
  return names;
}

Graph four_bar() {
  Graph g;
  g.body("crank").body("coupler").body("rocker");
  g.joint("A", JointType::revolute, "ground", "crank")
      .joint("B", JointType::revolute, "crank", "coupler")
      .joint("C", JointType::revolute, "coupler", "rocker")
      .joint("D", JointType::revolute, "rocker", "ground");
  return g;
}

// The 14-body vehicle of the first paper: R arms on the chassis, S spindles, rods to the rack or
// chassis.
Graph vehicle() {
  Graph g;
  g.body("chassis");
  for (const std::string c : {"fr", "fl", "rr", "rl"}) g.body("upper_" + c).body("spindle_" + c);
  g.body("rack");
  for (const std::string c : {"fr", "fl", "rr", "rl"}) g.body("lower_" + c);
  g.joint("chassis", JointType::free, "ground", "chassis");
  for (const std::string c : {"fr", "fl", "rr", "rl"}) {
    g.joint("ru_" + c, JointType::revolute, "chassis", "upper_" + c);
    g.joint("su_" + c, JointType::spherical, "upper_" + c, "spindle_" + c);
  }
  g.joint("rack", JointType::prismatic, "chassis", "rack");
  for (const std::string c : {"fr", "fl", "rr", "rl"}) {
    g.joint("rl_" + c, JointType::revolute, "chassis", "lower_" + c);
    g.joint("sl_" + c, JointType::spherical, "lower_" + c, "spindle_" + c);
  }
  g.rod("tie_fr", "spindle_fr", "rack").rod("tie_fl", "spindle_fl", "rack");
  g.rod("tie_rr", "spindle_rr", "chassis").rod("tie_rl", "spindle_rl", "chassis");
  return g;
}

TEST(Topology, ADamperIsKeptBeforeAStartVelocity) {
  Graph g;
  g.body("door");
  g.joint("lower", JointType::revolute, "ground", "door")
      .joint("upper", JointType::revolute, "ground", "door");
  g.d.joints[0].start_velocity = {1.0};
  g.d.joints[1].on().damping = 0.1;
  EXPECT_EQ(cuts(g.topology()), std::vector<std::string>{"lower"});
}

TEST(Topology, ARingIsCutInTheMiddle) {
  const Topology t = four_bar().topology();
  EXPECT_EQ(cuts(t), std::vector<std::string>{"C"});
  EXPECT_EQ(t.nv, 3);
  EXPECT_EQ(t.rows, 5);
  EXPECT_EQ(t.loops[LoopId{0}].from_path.size() + t.loops[LoopId{0}].to_path.size(), 3U);
}

TEST(Topology, HintsAreObeyed) {
  Graph g = four_bar();
  g.d.joints[0].hint = TreeHint::cut;
  EXPECT_EQ(cuts(g.topology()), std::vector<std::string>{"A"});
  g.d.joints[0].hint = TreeHint::automatic;
  g.d.joints[2].hint = TreeHint::keep;
  EXPECT_EQ(cuts(g.topology()), std::vector<std::string>{"B"});
  for (JointItem& joint : g.d.joints) joint.hint = TreeHint::keep;
  EXPECT_THROW(make_topology(g.d), ModelError);
}

TEST(Topology, AJointWithASpringKeepsItsCoordinate) {
  Graph g = four_bar();
  g.d.joints[2].on().stiffness = 5.0;
  EXPECT_EQ(cuts(g.topology()), std::vector<std::string>{"B"});
}

TEST(Topology, TheJointWithTheFewestEquationsIsCut) {
  Graph g = four_bar();
  g.d.joints[1].type = JointType::spherical;
  const Topology t = g.topology();
  EXPECT_EQ(cuts(t), std::vector<std::string>{"B"});
  EXPECT_EQ(t.rows, 3);
  EXPECT_NE(t.loops[LoopId{0}].reason.find("3 equations"), std::string::npos);
}

TEST(Topology, TheEarlierJointOfTwoEqualsStays) {
  Graph g;
  g.body("a").body("b").body("c");
  g.joint("ga", JointType::revolute, "ground", "a").joint("gb", JointType::revolute, "ground", "b");
  g.joint("bc", JointType::spherical, "b", "c").joint("ac", JointType::spherical, "a", "c");
  EXPECT_EQ(cuts(g.topology()), std::vector<std::string>{"ac"});
}

TEST(Topology, FixedJointsAreWeldedAndBodiesWithoutGroundFloat) {
  Graph g;
  g.body("a").body("b").body("c").body("d");
  g.joint("ab", JointType::fixed, "a", "b").joint("bc", JointType::revolute, "b", "c");
  g.joint("gd", JointType::fixed, "ground", "d");
  const Topology t = g.topology();
  ASSERT_EQ(t.bodies.size(), 2);
  EXPECT_EQ(t.bodies[BodyId{0}].joint, "a.free");
  EXPECT_EQ(t.welds[0].body, t.welds[1].body);
  EXPECT_EQ(t.welds[3].body, ground);
  EXPECT_EQ(t.nv, 7);
}

TEST(Topology, AJointInsideOneRigidBodyIsRefused) {
  Graph g;
  g.body("a").body("b");
  g.joint("ga", JointType::revolute, "ground", "a").joint("ab", JointType::fixed, "a", "b");
  g.joint("bad", JointType::revolute, "b", "a");
  try {
    make_topology(g.d);
    FAIL();
  } catch (const ModelError& e) {
    EXPECT_EQ(e.where(), "joints[2]");
    EXPECT_NE(std::string(e.what()).find("'bad'"), std::string::npos);
  }
}

TEST(Topology, ACutFreeJointPutsNoEquation) {
  Graph g;
  g.body("a");
  g.joint("r", JointType::revolute, "ground", "a").joint("f", JointType::free, "ground", "a");
  const Topology t = g.topology();
  EXPECT_EQ(t.rows, 0);
  EXPECT_EQ(t.bodies[BodyId{0}].joint, "r");
}

TEST(Topology, TheVehicleIsFoundAsInThePaper) {
  const Graph g = vehicle();
  const Topology t = g.topology();
  EXPECT_EQ(t.nv, 27);
  EXPECT_EQ(t.rows, 16);
  EXPECT_EQ(t.bodies.size(), 14);
  std::vector<std::string> expected{"sl_fr",  "sl_fl",  "sl_rr",  "sl_rl",
                                    "tie_fr", "tie_fl", "tie_rr", "tie_rl"};
  EXPECT_EQ(cuts(t), expected);
  const SaddlePattern p = make_pattern(t);
  EXPECT_TRUE(p.no_fill());
  EXPECT_EQ(p.factor.entries(),
            165);  // off-diagonal entries of L, recounted from the paper's pattern
  int t_entries = 0;
  for (const LoopPattern& loop : p.loops)
    t_entries += loop.rows * static_cast<int>(loop.t_columns.size());
  EXPECT_EQ(t_entries, 174);
}

TEST(Topology, TheVehicleHasFourClustersAndTheRackIsAnInterface) {
  const Topology t = vehicle().topology();
  ASSERT_EQ(t.clusters.size(), 4);
  int with_rack = 0;
  for (const Cluster& cluster : t.clusters) {
    EXPECT_EQ(cluster.loops.size(), 2U);
    EXPECT_EQ(t.bodies[cluster.root].name, "chassis");
    int coordinates = 0;
    for (const BodyId i : cluster.members) coordinates += t.bodies[i].nv;
    EXPECT_EQ(coordinates, 5);
    with_rack +=
        cluster.interfaces.size() == 1 && t.bodies[cluster.interfaces[0]].name == "rack" ? 1 : 0;
  }
  EXPECT_EQ(with_rack, 2);
  EXPECT_EQ(t.clusters[ClusterId{0}].kind, t.clusters[ClusterId{1}].kind);
  EXPECT_EQ(t.clusters[ClusterId{2}].kind, t.clusters[ClusterId{3}].kind);
  EXPECT_NE(t.clusters[ClusterId{0}].kind, t.clusters[ClusterId{2}].kind);
}

TEST(Topology, TheBadNumberingFillsIn) {
  Graph g = vehicle();
  g.d.numbering = Numbering::root_first;
  const SaddlePattern p = make_pattern(g.topology());
  EXPECT_FALSE(p.no_fill());
  EXPECT_EQ(p.inertia.entries(), 165);
  EXPECT_EQ(p.factor.entries(), 27 * 26 / 2);  // the chassis comes first and couples everything
}

TEST(Topology, GroupsJoinTreesThatMeet) {
  Graph g;
  g.body("a").body("b").body("c");
  g.joint("fa", JointType::free, "ground", "a").joint("gb", JointType::revolute, "ground", "b");
  g.joint("fc", JointType::free, "ground", "c");
  EXPECT_EQ(g.topology().groups.size(), 3);
  EXPECT_TRUE(g.topology().groups[GroupId{0}].moving_axes);
  g.rod("ab", "a", "b");
  const Topology t = g.topology();
  EXPECT_EQ(t.groups.size(), 2);
  EXPECT_FALSE(t.groups[GroupId{0}].moving_axes);
}

TEST(Topology, CheckFindsBrokenPromises) {
  const Graph g = vehicle();
  Topology t = g.topology();
  t.bodies[BodyId{3}].v_at = 0;
  EXPECT_NE(check(t, g.d), "");
  t = g.topology();
  t.loops[LoopId{0}].ancestor = ground;
  EXPECT_NE(check(t, g.d), "");
  t = g.topology();
  t.bodies[BodyId{2}].parent = BodyId{5};
  EXPECT_NE(check(t, g.d), "");
  t = g.topology();
  t.clusters[ClusterId{0}].loops.pop_back();
  EXPECT_NE(check(t, g.d), "");
}

}  // namespace
}  // namespace treadle
