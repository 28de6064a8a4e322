#include "random_description.hpp"

#include "random_values.hpp"
#include "src/describe/names.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <string_view>

namespace treadle::test {

namespace {

constexpr double not_given = std::numeric_limits<double>::quiet_NaN();

class Maker : public RandomValues {
 public:
  using RandomValues::RandomValues;

  ShapeItem shape() {
    ShapeItem s;
    s.kind = static_cast<ShapeKind>(pick(0, 6));
    s.pose = pose();
    if (yes()) s.density = uniform(dice_, 100.0, 8000.0);
    if (yes()) s.color = "#12ab" + std::to_string(pick(10, 99));
    const auto size = [&] { return uniform(dice_, 0.1, 1.0); };
    switch (s.kind) {
      case ShapeKind::box:
        s.size = {size(), size(), size()};
        return s;
      case ShapeKind::mesh:
        s.file = yes() ? "parts/hub \"1\".stl" : "";
        s.scale = yes() ? 0.001 : 1.0;
        s.points = {{0.0, 0.0, -0.0}, {size(), 0.0, 0.0}, {0.0, size(), 0.0}, {0.0, 0.0, size()}};
        s.triangles = {{{0, 2, 1}}, {{0, 1, 3}}, {{0, 3, 2}}, {{1, 2, 3}}};
        return s;
      case ShapeKind::extrusion:
        s.outline = {{0.0, -0.0}, {size(), 0.0}, {size(), 1.0 + size()}, {-size(), 1.0}};
        break;
      case ShapeKind::tube:
        s.inner_radius = size();
        s.radius = s.inner_radius + size();
        break;
      case ShapeKind::sphere:
        s.radius = size();
        return s;
      default:
        s.radius = size();
    }
    s.length = size();
    return s;
  }

  void add_bodies(Description& d) {
    for (int i = 0, n = pick(2, 5); i < n; ++i) {
      BodyItem body;
      body.name = "part \\ \"" + std::to_string(i) + "\".böse\tname";
      if (body.name.find('\t') != std::string::npos) body.name.erase(body.name.find('\t'), 1);
      body.mass = positive();
      if (yes()) body.center = triple();
      for (std::size_t k = 0; k < 6; ++k)
        body.inertia[k] = k < 3 ? not_negative() : (i == 0 ? 0.0 : number());
      body.pose = pose();
      for (int k = pick(0, 2); k > 0; --k) body.shapes.push_back(shape());
      if (yes()) body.kind = "corner.json#" + std::to_string(i);
      d.bodies.push_back(std::move(body));
      d.frames.push_back({"frame " + std::to_string(i), body_name(d), pose()});
    }
  }

  std::string body_name(const Description& d) {
    const int i = pick(-1, static_cast<int>(d.bodies.size()) - 1);
    return i < 0 ? ground_name : d.bodies[static_cast<std::size_t>(i)].name;
  }
  Anchor anchor(const Description& d) { return {body_name(d), yes() ? triple() : Triple{}}; }
  BodyFrame body_frame(const Description& d) { return {body_name(d), pose()}; }

  JointFrame joint_frame(JointType type) {
    JointFrame frame;
    frame.position = triple();
    const bool needs_axis =
        type != JointType::spherical && type != JointType::fixed && type != JointType::free;
    if (needs_axis && yes()) {
      frame.axis = axis();
    } else {
      frame.orientation = turn();
    }
    return frame;
  }

  void add_start(JointItem& joint) {
    const JointFacts& facts = joint_facts(joint.type);
    joint.start = numbers(static_cast<std::size_t>(facts.nq));
    joint.start_velocity = numbers(static_cast<std::size_t>(facts.nv));
    if (joint.type == JointType::spherical || joint.type == JointType::free) {
      const std::array<double, 4> q = turn();
      std::copy(q.begin(), q.end(), joint.start.end() - 4);
    }
    if (joint.type == JointType::free && yes()) {
      std::fill(joint.start.begin(), joint.start.begin() + 3, not_given);
      std::fill(joint.start_velocity.begin() + 3, joint.start_velocity.end(), not_given);
    }
    if (has_plain_coordinates(joint.type) && facts.nq > 1) {
      joint.start[static_cast<std::size_t>(pick(0, facts.nq - 1))] = not_given;
      joint.start_velocity[static_cast<std::size_t>(pick(0, facts.nq - 1))] = not_given;
    }
  }

  void add_joints(Description& d) {
    for (std::size_t i = 0; i < joint_names().size(); ++i) {
      JointItem joint;
      find_joint_type(joint_names()[i], joint.type);
      joint.name = joint_names()[i] + ".1";
      const int child = pick(0, static_cast<int>(d.bodies.size()) - 1);
      joint.child = d.bodies[static_cast<std::size_t>(child)].name;
      joint.parent = child == 0 ? ground_name : d.bodies[0].name;
      if (is_composite(joint.type)) {
        joint.type = composite_of(2);
        joint.composite =
            CompositeItem{{d.bodies[0].name}, {"revolute.1", "cylindrical.1.angle"}, yes()};
        d.joints.push_back(std::move(joint));
        continue;
      }
      const bool is_strut = joint.type == JointType::strut || joint.type == JointType::guided_strut;
      if (!is_strut && yes()) {
        joint.parent_frame = joint_frame(joint.type);
        joint.child_frame = joint_frame(joint.type);
      } else if (joint.type != JointType::free && (joint.type != JointType::fixed || yes())) {
        joint.design = joint_frame(joint.type);
      }
      if (joint.type == JointType::screw) joint.pitch = -positive();
      if (joint.type != JointType::fixed && yes()) add_start(joint);
      const std::size_t nv = static_cast<std::size_t>(joint_facts(joint.type).nv);
      if (joint.type == JointType::spherical && yes()) {
        for (std::size_t k = 0; k < 3; ++k) joint.on(k).damping = 0.25;
        for (auto& on_angle : joint.on_angles) {
          if (yes()) on_angle = coordinate_force();
        }
      } else if (has_plain_coordinates(joint.type) && yes()) {
        joint.on(static_cast<std::size_t>(pick(0, static_cast<int>(nv) - 1))) = coordinate_force();
        if (nv > 1 && yes()) joint.on(nv - 1);
      }
      joint.hint = static_cast<TreeHint>(pick(0, 2));
      if (is_strut) {
        joint.hint = TreeHint::keep;
        joint.strut = StrutItem{triple(), triple(), axis(), {}};
        if (joint.type == JointType::guided_strut)
          joint.strut->link = std::array<Triple, 2>{triple(), triple()};
        if (joint.design->axis)
          joint.strut->top = above(joint.design->position, *joint.design->axis);
      }
      d.joints.push_back(std::move(joint));
    }
  }

  // A reader turns an axis round that points away from the top.
  static Triple above(Triple position, const Triple& axis) {
    for (std::size_t k = 0; k < 3; ++k) position[k] += axis[k];
    return position;
  }

  CoordinateRef coordinate(const Description& d) {
    for (;;) {
      const JointItem& joint =
          d.joints[static_cast<std::size_t>(pick(0, static_cast<int>(d.joints.size()) - 1))];
      if (has_plain_coordinates(joint.type))
        return {joint.name, pick(0, joint_facts(joint.type).nv - 1)};
    }
  }

  void add_constraints(Description& d) {
    for (int i = 0; i < 7; ++i) {
      ConstraintItem item;
      item.kind = static_cast<ConstraintKind>(i);
      item.name = "constraint " + std::to_string(i);
      const bool ends = item.kind != ConstraintKind::coupler &&
                        item.kind != ConstraintKind::driver && item.kind != ConstraintKind::gear;
      if (item.kind == ConstraintKind::gear) {
        item.gear = gear(item.coordinates);
        item.offset = number();
      }
      if (ends) {
        item.from = {d.bodies[0].name, triple()};
        item.to = {d.bodies[1].name, yes() ? triple() : Triple{}};
      }
      if (item.kind == ConstraintKind::distance && yes()) item.length = positive();
      if (item.kind == ConstraintKind::coupler) {
        item.coordinates = {coordinate(d)};
        item.factors = {yes() ? 1.0 : positive()};
        item.offset = number();
      }
      if (item.kind == ConstraintKind::driver) {
        item.coordinates = {coordinate(d)};
        item.factors = {1.0};
      }
      if (item.kind == ConstraintKind::driver || item.kind == ConstraintKind::distance_driver)
        item.function = function();
      if (i >= 4 && ends) item.axis = axis();
      d.constraints.push_back(std::move(item));
    }
  }

  GearItem gear(std::vector<CoordinateRef>& coordinates) {
    GearItem g;
    g.joints = {"revolute.1", "prismatic.1"};
    coordinates = {{"revolute.1", 0}, {"prismatic.1", 0}};
    if (yes()) g.teeth = {positive(), positive()};
    if (!g.teeth || yes()) g.point = triple();
    g.internal = yes();
    g.pressure_angle = uniform(dice_, 0.0, 1.5);
    g.helix_angle = uniform(dice_, -1.5, 1.5);
    return g;
  }

  // What acts on coordinates has the bodies of their joints as its ends.
  void on_coordinates(const Description& d, ForceItem& item) {
    const auto body_of = [&](const CoordinateRef& ref) {
      for (const JointItem& joint : d.joints) {
        if (joint.name == ref.joint) return joint.child;
      }
      return std::string();
    };
    if (item.kind == ForceKind::gear) {
      item.gear = gear(item.coordinates);
    } else {
      item.coordinates = {coordinate(d)};
      item.factors = {yes() ? 1.0 : positive()};
      for (const JointItem& joint : d.joints) {
        const auto& names = coordinate_names(joint.type);
        if (joint.name == item.coordinates[0].joint)
          item.turns =
              std::string_view(names[static_cast<std::size_t>(item.coordinates[0].index)].unit) ==
              "rad";
      }
    }
    item.offset = number();
    item.along = coordinate_force();
    item.from = {body_of(item.coordinates.front()), {}};
    item.to = {body_of(item.coordinates.back()), {}};
  }

  void add_forces(Description& d) {
    for (int i = 0; i < 16; ++i) {
      ForceItem item;
      item.kind = static_cast<ForceKind>(i % 8);
      item.name = "force " + std::to_string(i);
      item.from = anchor(d);
      item.to = anchor(d);
      switch (item.kind) {
        case ForceKind::spring:
          spring(item);
          break;
        case ForceKind::bushing:
          item.from_orientation = turn();
          item.to_orientation = turn();
          for (double& x : item.axis_stiffness) x = not_negative();
          for (double& x : item.axis_damping) x = not_negative();
          for (double& x : item.axis_preload) x = number();
          break;
        case ForceKind::plane:
          if (yes()) item.axis = axis();
          item.radius = not_negative();
          item.stiffness = positive();
          item.damping = not_negative();
          break;
        case ForceKind::applied:
          item.from.body = d.bodies[0].name;
          item.to = item.from;
          item.axis = axis();
          item.in_body_axes = yes();
          item.force = function();
          item.torque = maybe_function();
          break;
        case ForceKind::tyre:
          item.from.body = d.bodies[0].name;
          item.to = item.from;
          if (yes()) item.axis = axis();
          item.tyre = tyre();
          break;
        case ForceKind::drag:
          item.from.body = d.bodies[0].name;
          item.to = item.from;
          item.drag_area = positive();
          if (yes()) item.density = positive();
          if (yes()) item.wind = triple();
          break;
        case ForceKind::coupler:
        case ForceKind::gear:
          on_coordinates(d, item);
      }
      d.forces.push_back(std::move(item));
    }
  }

  // Linear: coefficients stand in a file.
  TyreItem tyre() {
    TyreItem t;
    t.radius = positive();
    t.stiffness = positive();
    t.damping = not_negative();
    t.longitudinal = positive();
    t.cornering = positive();
    t.camber = not_negative();
    t.friction = positive();
    t.relaxation = {positive(), positive()};
    t.rolling_resistance = not_negative();
    t.road.height = number();
    t.road.kind = yes() ? RoadKind::flat : yes() ? RoadKind::sine : RoadKind::profile;
    if (t.road.kind == RoadKind::flat) return t;
    t.road.heading = number();
    if (t.road.kind == RoadKind::sine) {
      t.road.amplitude = number();
      t.road.wavelength = positive();
    } else {
      t.road.profile = {{-1.0, positive()}, {number(), number()}};
    }
    return t;
  }

  void spring(ForceItem& item) {
    if (yes()) {
      item.spring_law = law();
    } else {
      item.stiffness = not_negative();
    }
    if (yes()) {
      item.damper_law = law();
    } else {
      item.damping = not_negative();
      if (yes()) {
        item.damper_ends = DamperEnds{uniform(dice_, 0.1, 0.5), {}, not_negative(), {}, positive()};
        if (yes()) item.damper_ends->above = 1.0 + uniform(dice_, 0.1, 0.5);
        if (yes()) item.damper_ends->rebound_damping = not_negative();
      }
    }
    if (yes()) item.rebound_damping = not_negative();
    if (yes()) item.length = not_negative();
    item.preload = number();
    if (yes()) {
      item.bump = Stop{uniform(dice_, 0.1, 0.5), 0.0, curve()};
      item.bump->law.y[0] = 0.0;
      item.rebound = Stop{1.0 + uniform(dice_, 0.1, 0.5), positive(), {}};
    }
    if (yes()) {
      item.relaxing_stiffness = positive();
      item.relaxation_time = positive();
    }
    item.actuator = maybe_function();
  }

  void add_outputs(Description& d) {
    for (int i = 0; i < 16; ++i) {
      OutputItem item;
      item.kind = static_cast<ChannelKind>(i);
      item.name = "output " + std::to_string(i);
      if (i < 3) {
        const CoordinateRef ref = coordinate(d);
        item.of = ref.joint;
        // the only coordinate of a joint has no name, so that it cannot be asked for by name
        if (d.joints[0].name != ref.joint && yes() && several(d, ref.joint)) item.index = ref.index;
      } else if (i < 9) {
        item.frame = body_frame(d);
        if (yes()) item.seen_from = body_frame(d);
        if (i > 4 && yes()) item.axes = body_frame(d);
      } else if (i >= 14) {
        item.frame = body_frame(d);
        if (item.kind == ChannelKind::course)
          item.course = CourseItem{{{1.0, 0.5}, {-1.0, 0.5}, {-1.0, -0.5}, {1.0, -0.5}},
                                   {{number(), number()}, {number(), number()}},
                                   not_negative()};
      } else if (i < 11) {
        item.from = anchor(d);
        item.to = anchor(d);
        if (i == 10) item.vertex = anchor(d);
      } else if (item.kind == ChannelKind::force) {
        item.of = d.forces[0].name;
      } else if (item.kind == ChannelKind::reaction) {
        item.of = yes() ? d.joints[0].name : d.constraints[0].name;
        if (yes()) item.seen_from = body_frame(d);
      } else {
        item.energy = static_cast<EnergyKind>(pick(0, 4));
      }
      d.outputs.push_back(std::move(item));
    }
  }

  static bool several(const Description& d, const std::string& name) {
    for (const JointItem& joint : d.joints) {
      if (joint.name == name) return joint_facts(joint.type).nv > 1;
    }
    return false;
  }

  void add_targets(Description& d) {
    for (int i = 0; i < 3; ++i) {
      TargetItem item;
      item.rank = pick(1, 3);
      if (yes()) {
        const CoordinateRef ref = coordinate(d);
        item.joint = ref.joint;
        item.index = ref.index;
        item.value = number();
      } else {
        item.frame = {d.bodies[0].name, pose()};
        item.position = triple();
        if (yes()) item.orientation = turn();
      }
      d.targets.push_back(std::move(item));
    }
  }

  void add_parameters(Description& d) {
    d.parameters = {{"idle", number(), "m^2 kg s^-1", ""},
                    {"load", number(), "kg", "what it \"carries\"\nand more"},
                    {"ratio", number(), "1", ""},
                    {"stiffness", positive(), "N m/rad", ""},
                    {"rear left.density", number(), "kg/m^3", "of a part"},
                    {"front.left.width", positive(), "m", ""}};
    d.unused_parameters = {"idle", "front.left.width"};
  }
};

}  // namespace

Description random_description(unsigned seed, const RandomWords& words) {
  Maker make(seed);
  Description d;
  d.name = "random " + std::to_string(seed);
  d.text = make.yes() ? "two\nlines, a \"quote\" and µ" : "";
  d.source = "random.json";
  d.gravity = make.triple();
  d.numbering = make.yes() ? Numbering::root_first : Numbering::leaf_first;
  make.add_bodies(d);
  make.add_joints(d);
  make.add_constraints(d);
  make.add_forces(d);
  make.add_parameters(d);
  if (words.outputs) make.add_outputs(d);
  if (words.targets) make.add_targets(d);
  d.simulation.duration = make.not_negative();
  d.simulation.step = make.positive();
  if (make.yes()) d.simulation.output_interval = make.positive();
  if (make.yes()) d.simulation.integrator = "explicit-euler";
  if (make.yes()) d.simulation.solver = "gauss";
  if (make.yes()) d.simulation.constraints = "stabilized";
  return d;
}

}  // namespace treadle::test
