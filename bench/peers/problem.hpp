// The problem that all engines solve, as compare.py writes it: bodies along the tree, loops,
// states.
#pragma once

#include <array>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace peers {

using Vector3 = std::array<double, 3>;

enum class Joint { revolute, prismatic, spherical, free };

inline int coordinates(Joint j) { return j == Joint::free ? 7 : j == Joint::spherical ? 4 : 1; }
inline int velocities(Joint j) { return j == Joint::free ? 6 : j == Joint::spherical ? 3 : 1; }

// All in the frame of the joint that carries the body; its axis is z.
struct Body {
  int parent;  // -1: ground
  Joint joint;
  std::array<double, 9> turn;  // of the joint's frame in that of the parent, row by row
  Vector3 seat;
  double mass;
  Vector3 center;
  std::array<double, 6> inertia;  // xx yy zz xy xz yz, about the centre of mass
};

struct Loop {
  int from, to;  // bodies; -1: ground
  Vector3 at_from, at_to;
  double length;  // 0: the points coincide
};

// Coordinates, velocities and applied forces on the velocities, weight not among them. Quaternions
// are w x y z; velocities of spherical and free joints are in the axes of the child.
struct State {
  std::vector<double> q, v, force;
};

struct Problem {
  Vector3 gravity{};
  std::vector<Body> bodies;
  std::vector<Loop> loops;
  std::vector<State> states;
};

template <class Array>
void read(std::istream& in, Array& a) {
  for (auto& x : a) in >> x;
}

inline Problem read_problem(const std::string& path) {
  const std::map<std::string, Joint> joints{{"revolute", Joint::revolute},
                                            {"prismatic", Joint::prismatic},
                                            {"spherical", Joint::spherical},
                                            {"free", Joint::free}};
  Problem problem;
  std::ifstream file(path);
  std::string text, word;
  size_t nq = 0, nv = 0;
  while (std::getline(file, text)) {
    std::istringstream line(text);
    line >> word;
    if (word == "gravity") read(line, problem.gravity);
    if (word == "body") {
      Body b{};
      line >> b.parent >> word;
      b.joint = joints.at(word);
      read(line, b.turn), read(line, b.seat);
      line >> b.mass;
      read(line, b.center), read(line, b.inertia);
      problem.bodies.push_back(b);
      nq += static_cast<size_t>(coordinates(b.joint));
      nv += static_cast<size_t>(velocities(b.joint));
    }
    if (word == "loop") {
      Loop l{};
      line >> l.from;
      read(line, l.at_from);
      line >> l.to;
      read(line, l.at_to);
      line >> l.length;
      problem.loops.push_back(l);
    }
    if (word == "state") {
      State s{std::vector<double>(nq), std::vector<double>(nv), std::vector<double>(nv)};
      read(line, s.q), read(line, s.v), read(line, s.force);
      problem.states.push_back(s);
    }
    if (!line) throw std::runtime_error(path + ": cannot be read: " + text.substr(0, 60));
  }
  if (problem.states.empty()) throw std::runtime_error(path + ": no states");
  return problem;
}

}  // namespace peers
