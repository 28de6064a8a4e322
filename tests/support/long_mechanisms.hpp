// Mechanisms of any length with loops: chains held at both ends, rings, scissor lifts, ladders.
#pragma once

#include "src/io/reading/read_model.hpp"

#include <array>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace treadle::test {

class LongMechanism {
 public:
  using Point = std::array<double, 3>;

  /// A chain that hangs between two walls. `spatial`: universal joints and hinges askew in turn, a
  /// ball at the end; otherwise hinges alone, of whose five equations two say something.
  static Description chain(int links, bool spatial) {
    LongMechanism out;
    std::vector<Point> p;
    for (int k = 0; k <= links; ++k) {
      const double t = pi * k / links;
      p.push_back({0.035 * links * (1.0 - std::cos(t)), spatial ? 0.05 * std::sin(0.7 * k) : 0.0,
                   -0.035 * links * std::sin(t)});
    }
    for (int k = 0; k < links; ++k) {
      const std::string up = k == 0 ? "ground" : name("l", k - 1);
      out.bar(name("l", k), p[at(k)], p[at(k + 1)]);
      if (!spatial) {
        out.joint("revolute", name("h", k), up, name("l", k), p[at(k)]);
      } else {
        out.joint(k % 2 == 0 ? "revolute" : "universal", name("h", k), up, name("l", k), p[at(k)],
                  {0.2, 1.0, 0.1 * (k % 3)});
      }
    }
    out.joint(spatial ? "spherical" : "revolute", "last", name("l", links - 1), "ground",
              p[at(links)]);
    return out.read();
  }

  /// Floats free; a spring pulls at it.
  static Description ring(int links) {
    LongMechanism out;
    const double radius = 0.1 * links / (2.0 * pi);
    const auto p = [&](int k) {
      const double t = 2.0 * pi * k / links;
      return Point{radius * std::cos(t), 0.0, radius * std::sin(t)};
    };
    for (int k = 0; k < links; ++k) {
      out.bar(name("l", k), p(k), p(k + 1));
      out.joint("revolute", name("h", k), name("l", (k + links - 1) % links), name("l", k), p(k));
    }
    out.forces_ = R"({"name": "pull", "type": "spring", "from": {"body": "l0", "position": )" +
                  text(p(0)) + R"(}, "to": {"body": "ground", "position": )" +
                  text({radius + 1.0, 0.3, 0.2}) + R"(}, "stiffness": 20, "length": 0.5})";
    return out.read();
  }

  static Description scissor_lift(int stages) {
    LongMechanism out;
    const double w = std::cos(0.6), h = std::sin(0.6);
    for (int k = 0; k < stages; ++k) {
      const double low = k * h, high = low + h;
      out.bar(name("a", k), {0, 0, low}, {w, 0, high});
      out.bar(name("b", k), {w, 0, low}, {0, 0, high});
      out.joint("revolute", name("c", k), name("a", k), name("b", k), {w / 2, 0, low + h / 2});
      if (k == 0) {
        out.bar("slider", {w - 0.05, 0, 0}, {w + 0.05, 0, 0});
        out.joint("revolute", "foot", "ground", "a0", {0, 0, 0});
        out.joint("prismatic", "rail", "ground", "slider", {w, 0, 0}, {1, 0, 0});
        out.joint("revolute", "shoe", "slider", "b0", {w, 0, 0});
      } else {
        out.joint("revolute", name("r", k), name("a", k - 1), name("b", k), {w, 0, low});
        out.joint("revolute", name("l", k), name("b", k - 1), name("a", k), {0, 0, low});
      }
    }
    return out.read();
  }

  /// Two chains that hang side by side, with rungs between them.
  static Description ladder(int rungs) {
    LongMechanism out;
    for (int k = 0; k < rungs; ++k) {
      const auto x = [](int i) { return 0.05 * std::sin(0.3 * i); };
      const Point l{x(k), 0, -0.3 * k}, r{0.5 + x(k), 0, -0.3 * k}, l2{x(k + 1), 0, -0.3 * (k + 1)},
          r2{0.5 + x(k + 1), 0, -0.3 * (k + 1)};
      out.bar(name("L", k), l, l2);
      out.bar(name("R", k), r, r2);
      out.bar(name("G", k), l2, r2);
      const auto up = [&](const char* side) { return k == 0 ? "ground" : name(side, k - 1); };
      out.joint("revolute", name("jl", k), up("L"), name("L", k), l);
      out.joint("revolute", name("jr", k), up("R"), name("R", k), r);
      out.joint("revolute", name("gl", k), name("L", k), name("G", k), l2);
      out.joint("revolute", name("gr", k), name("R", k), name("G", k), r2);
    }
    return out.read();
  }

 private:
  static constexpr double pi = 3.141592653589793;

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static std::string name(const char* letters, int k) { return letters + std::to_string(k); }
  static std::string text(const Point& p) {
    std::ostringstream out;
    out.precision(17);
    out << "[" << p[0] << ", " << p[1] << ", " << p[2] << "]";
    return out.str();
  }

  // A thin bar of 1 kg for each metre, with a little extent.
  void bar(const std::string& name, const Point& a, const Point& b) {
    double square = 0.0;
    Point center, d;
    for (std::size_t k = 0; k < 3; ++k) {
      center[k] = 0.5 * (a[k] + b[k]);
      d[k] = b[k] - a[k];
      square += d[k] * d[k];
    }
    const double mass = std::sqrt(square);
    const auto inertia = [&](std::size_t i, std::size_t j) {
      return mass / 12.0 * ((i == j ? 1.05 * square : 0.0) - d[i] * d[j]);
    };
    std::ostringstream out;
    out.precision(17);
    out << (bodies_.empty() ? "" : ", ") << R"({"name": ")" << name << R"(", "mass": )" << mass
        << R"(, "center": )" << text(center) << R"(, "inertia": [)" << inertia(0, 0) << ", "
        << inertia(1, 1) << ", " << inertia(2, 2) << ", " << inertia(0, 1) << ", " << inertia(0, 2)
        << ", " << inertia(1, 2) << "]}";
    bodies_ += out.str();
  }
  void joint(const std::string& type, const std::string& name, const std::string& parent,
             const std::string& child, const Point& position, const Point& axis = {0, 1, 0}) {
    joints_ += (joints_.empty() ? "" : ", ") + (R"({"name": ")" + name) + R"(", "type": ")" + type +
               R"(", "parent": ")" + parent + R"(", "child": ")" + child + R"(", "position": )" +
               text(position) + (type == "spherical" ? "" : R"(, "axis": )" + text(axis)) + "}";
  }
  [[nodiscard]] Description read() const {
    return read_model_text(R"({"bodies": [)" + bodies_ + R"(], "joints": [)" + joints_ +
                               R"(], "forces": [)" + forces_ + "]}",
                           "long");
  }

  std::string bodies_, joints_, forces_;
};

}  // namespace treadle::test
