#include "follow_drive.hpp"

#include "../base/at.hpp"
#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../linalg/root.hpp"
#include "drive_path.hpp"
#include "kinematic_rows.hpp"
#include "transmission.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

namespace treadle {

namespace {

constexpr double longest_stride = 0.02, shortest_stride = 1e-7;  // rad or parts of the length
constexpr long most_strides = 2000000;
constexpr double same_place = 1e-16;  // of two strides

[[noreturn]] void refuse(const std::string& message) { throw ModelError("drive", message); }

/// Goes along the path of the drive's island and writes down what is met.
class Journey {
 public:
  Journey(const Mechanism& m, const DriveOptions& o, const TreeBody& body, std::size_t island,
          int body_number)
      : options_(o),
        body_(body),
        sign_(o.to >= o.from ? 1.0 : -1.0),
        path_(m, island),
        probe_(m, joint_channels(m)),
        shown_(m, kinematic_channels(m, o.channels)),
        angle_(m, path_.island().parts.loops, body_number),
        still_(at(m.model.nv()), 0.0) {
    const auto& positions = path_.island().parts.positions;
    drive_ = static_cast<int>(std::find(positions.begin(), positions.end(), body.v_at) -
                              positions.begin());
    scale_ = path_.island().column[at(drive_)];
    loop_name_ = m.topology().loops[LoopId{path_.island().parts.loops.front()}].name;
    result_.columns = shown_.columns();
    result_.columns.push_back({"drive.strength", "1", "transmission"});
    if (angle_.known()) result_.columns.push_back({"drive.angle", "rad", "transmission"});
    for (std::size_t c = 0; c < probe_.columns().size(); ++c) {
      const Column& column = probe_.columns()[c];
      if (column.group == channel_group::velocities && column.name != body.joint + ".v")
        watched_.push_back(c);
    }
  }

  DriveResult go() {
    PathNode node = approach(path_.start());
    face(node);
    std::vector<double> speeds = speeds_at(node);
    for (const std::size_t c : watched_) {
      if (std::fabs(speeds[c]) < 1e-10 && moves(node, c)) reversal(c, options_.from);
    }
    write(node, 0);
    long next = 1;
    double stride = longest_stride;
    for (long k = 0; k < most_strides; ++k) {
      if (next >= options_.points) break;
      PathNode then;
      if (!path_.go(node, stride, then) || turned_too_far(node, then)) {
        stride *= 0.5;
        if (stride < shortest_stride) return stuck(node);
        continue;
      }
      const bool end = slope(then) <= 0.0;
      double limit = stride;
      if (end) {
        limit = root_between(0.0, stride, slope(node), slope(then), same_place,
                             [&](double ds) { return slope(at_way(node, ds)); });
        then = at_way(node, limit);
      }
      std::vector<double> after = speeds_at(then);
      meet(node, then, limit, speeds, after);
      while (next < options_.points && sign_ * (x(then) - target(next)) >= -1e-13) {
        write(at_drive(node, then, limit, target(next)), next);
        ++next;
      }
      if (end) {
        result_.dead_points.push_back({DeadPointKind::end, x(then), body_.joint});
        if (next < options_.points) {
          result_.reached = x(then);
          result_.message = "joint '" + body_.joint + "' can go no further than " +
                            short_number(x(then), 10) + ": its dead point";
        }
        break;
      }
      node = std::move(then);
      speeds = std::move(after);
      stride = std::min(longest_stride, 2.0 * stride);
    }
    if (result_.message.empty()) result_.reached = options_.to;
    std::sort(result_.dead_points.begin(), result_.dead_points.end(),
              [&](const DeadPoint& a, const DeadPoint& b) { return sign_ * (a.at - b.at) < 0.0; });
    return std::move(result_);
  }

 private:
  [[nodiscard]] double x(const PathNode& node) const { return node.q[at(body_.q_at)]; }
  /// Of the drive along the path, in its own direction.
  [[nodiscard]] double slope(const PathNode& node) const {
    return sign_ * node.tangent[at(drive_)] * scale_;
  }
  [[nodiscard]] double target(long point) const {
    const long last = options_.points - 1;
    return point == last
               ? options_.to
               : options_.from + (options_.to - options_.from) * static_cast<double>(point) /
                                     static_cast<double>(last);
  }
  PathNode at_way(const PathNode& from, double ds) {
    PathNode node;
    return path_.go(from, ds, node) ? node : from;
  }
  PathNode at_drive(const PathNode& from, const PathNode& to, double ds, double value) {
    const double a = sign_ * (x(from) - value), b = sign_ * (x(to) - value);
    if (std::fabs(b) < 1e-14) return to;
    PathNode node = at_way(from, root_between(0.0, ds, a, b, same_place, [&](double s) {
                             return sign_ * (x(at_way(from, s)) - value);
                           }));
    return node;
  }
  void face(PathNode& node) const {
    if (slope(node) >= 0.0) return;
    for (double& part : node.tangent) part = -part;
  }
  // From the start of the model to FROM, on the branch that the start chose.
  PathNode approach(PathNode node) {
    const double way = sign_;
    sign_ = options_.from >= x(node) ? 1.0 : -1.0;
    face(node);
    double stride = longest_stride;
    for (long k = 0; std::fabs(x(node) - options_.from) > 1e-13; ++k) {
      PathNode then;
      const bool went = path_.go(node, stride, then) && !turned_too_far(node, then);
      if (went && slope(then) > 0.0) {
        if (sign_ * (x(then) - options_.from) >= 0.0) {
          node = at_drive(node, then, stride, options_.from);
          break;
        }
        node = std::move(then);
        stride = std::min(longest_stride, 2.0 * stride);
        continue;
      }
      stride *= 0.5;
      if (stride < shortest_stride || k > most_strides)
        refuse("joint '" + body_.joint + "' does not get from its start to " +
               short_number(options_.from, 6) + ": it can go no further than " +
               short_number(x(node), 6) + "; give another FROM");
    }
    sign_ = way;
    return node;
  }
  static bool turned_too_far(const PathNode& a, const PathNode& b) {
    double sum = 0.0;
    for (std::size_t j = 0; j < a.tangent.size(); ++j) sum += a.tangent[j] * b.tangent[j];
    return sum < 0.99;
  }

  // velocities of all joints along the path
  std::vector<double> speeds_at(const PathNode& node) {
    std::vector<double> row;
    path_.velocities(node, v_);
    probe_.fill(0.0, node.q, v_, still_, row);
    return row;
  }
  bool moves(const PathNode& node, std::size_t c) {
    return std::fabs(speeds_at(at_way(node, 0.01))[c]) > 1e-6;
  }
  void reversal(std::size_t c, double value) {
    const std::string& name = probe_.columns()[c].name;
    result_.dead_points.push_back(
        {DeadPointKind::reversal, value, name.substr(0, name.rfind(".v"))});
  }

  void meet(const PathNode& node, const PathNode& then, double way,
            const std::vector<double>& before, const std::vector<double>& after) {
    for (const std::size_t c : watched_) {
      if (!(before[c] * after[c] < 0.0) || std::fabs(before[c]) < 1e-10 ||
          std::fabs(after[c]) < 1e-10) {
        if (std::fabs(after[c]) < 1e-10 && std::fabs(before[c]) > 1e-6) reversal(c, x(then));
        continue;
      }
      const double ds = root_between(0.0, way, before[c], after[c], same_place,
                                     [&](double s) { return speeds_at(at_way(node, s))[c]; });
      reversal(c, x(at_way(node, ds)));
    }
    if (node.strength * then.strength < 0.0) {
      const double ds = root_between(0.0, way, node.strength, then.strength, same_place,
                                     [&](double s) { return at_way(node, s).strength; });
      result_.dead_points.push_back({DeadPointKind::branch, x(at_way(node, ds)), loop_name_});
    }
  }

  void write(const PathNode& node, long point) {
    const double rate = options_.speed / std::max(slope(node), 1e-300);
    path_.velocities(node, v_);
    for (double& part : v_) part *= rate;
    path_.accelerations(node, rate, drive_, a_);
    const double way = std::fabs(target(point) - options_.from);
    std::vector<double> row;
    shown_.fill(options_.speed > 0.0 ? way / options_.speed : 0.0, node.q, v_, a_, row);
    row.push_back(std::fabs(slope(node)) / scale_);
    if (angle_.known()) row.push_back(angle_.at(shown_.position()));
    result_.rows.push_back(std::move(row));
  }

  DriveResult stuck(const PathNode& node) {
    result_.reached = x(node);
    result_.message = "the loops could not be closed beyond " + body_.joint + " = " +
                      short_number(x(node), 10) + "; try other points";
    return std::move(result_);
  }

  const DriveOptions& options_;
  const TreeBody& body_;
  double sign_, scale_ = 1.0;
  int drive_ = 0;
  DrivePath path_;
  KinematicRows probe_, shown_;  ///< of all joints, to find dead points; of what is written
  TransmissionAngle angle_;
  std::string loop_name_;
  std::vector<double> still_, v_, a_;
  std::vector<std::size_t> watched_;
  DriveResult result_;
};

int find_body(const Mechanism& m, const std::string& joint) {
  const auto& bodies = m.topology().bodies.items();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].joint == joint) return static_cast<int>(i);
  }
  refuse("joint '" + joint + "' is no coordinate of the mechanism: other joints or welds fix it");
}

std::string wrong_freedom(const DriveOptions& o, int free) {
  const std::size_t drives = o.others.size() + 1;
  const std::string held = free == 0 ? "; drivers of the file hold what they drive" : "";
  return "the loops of joint '" + o.joint + "' have " +
         std::to_string(free + static_cast<int>(o.others.size())) + " degrees of freedom and " +
         std::to_string(drives) + (drives == 1 ? " drive" : " drives") +
         "; as many drives are needed as there are degrees of freedom" + held;
}

// No loop follows: the joint moves alone.
DriveResult move_alone(const Mechanism& m, const DriveOptions& o, const TreeBody& body) {
  KinematicRows probe(m, kinematic_channels(m, o.channels));
  DriveResult result;
  result.columns = probe.columns();
  result.reached = o.to;
  std::vector<double> q = m.start.q, v(at(m.model.nv()), 0.0), a = v, row;
  v[at(body.v_at)] = o.to >= o.from ? o.speed : -o.speed;
  for (int k = 0; k < o.points; ++k) {
    q[at(body.q_at)] = o.from + (o.to - o.from) * k / (o.points - 1);
    probe.fill(std::fabs(q[at(body.q_at)] - o.from) / o.speed, q, v, a, row);
    result.rows.push_back(row);
  }
  return result;
}

}  // namespace

DriveResult follow_drive(const Mechanism& m, const DriveOptions& o) {
  if (o.points < 2) refuse("give at least 2 points");
  if (!(o.speed > 0.0)) refuse("the speed must be positive; the direction is that of FROM to TO");
  const int number = find_body(m, o.joint);
  const TreeBody& body = m.topology().bodies[BodyId{number}];
  const std::vector<ScaledIsland> islands = scaled_islands(m.model, m.redundancy.rows);
  for (std::size_t i = 0; i < islands.size(); ++i) {
    const auto& positions = islands[i].parts.positions;
    if (!std::binary_search(positions.begin(), positions.end(), body.v_at)) continue;
    if (islands[i].free() != 1) refuse(wrong_freedom(o, islands[i].free()));
    return Journey(m, o, body, i, number).go();
  }
  return move_alone(m, o, body);
}

}  // namespace treadle
