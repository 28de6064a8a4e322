#include "hull_triangles.hpp"

#include "closest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace treadle {

namespace {

constexpr double flat_share = 1e-6;  // of the size: so much may a face be bent

class Joining {
 public:
  Joining(const std::vector<Vec3<double>>& points, const std::vector<Triangle>& triangles,
          double size)
      : p_(points), t_(triangles), flat_(flat_share * size), face_of_(triangles.size(), -1) {}

  Hull hull() {
    for (std::size_t t = 0; t < t_.size(); ++t) {
      for (std::size_t i = 0; i < 3; ++i)
        owner_[{t_[t][i], t_[t][(i + 1) % 3]}] = static_cast<int>(t);
    }
    std::vector<int> order(t_.size());
    for (std::size_t t = 0; t < order.size(); ++t) order[t] = static_cast<int>(t);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return norm(area(a)) > norm(area(b)); });
    for (const int t : order) {
      if (face_of_[static_cast<std::size_t>(t)] < 0) spread(t);
    }
    number_corners();
    add_edges();
    measure();
    return std::move(hull_);
  }

 private:
  [[nodiscard]] const Vec3<double>& at(int k) const { return p_[static_cast<std::size_t>(k)]; }
  [[nodiscard]] Vec3<double> area(int t) const {
    const Triangle& f = t_[static_cast<std::size_t>(t)];
    return cross(at(f[1]) - at(f[0]), at(f[2]) - at(f[0]));
  }

  // A face: what hangs together with the largest triangle that is left and lies in its plane.
  void spread(int seed) {
    const int number = static_cast<int>(hull_.faces.size());
    const Vec3<double> n = direction(area(seed), {0.0, 0.0, 1.0});
    const double height = dot(n, at(t_[static_cast<std::size_t>(seed)][0]));
    std::vector<int> members{seed};
    face_of_[static_cast<std::size_t>(seed)] = number;
    for (std::size_t m = 0; m < members.size(); ++m) {
      const Triangle f = t_[static_cast<std::size_t>(members[m])];
      for (std::size_t i = 0; i < 3; ++i) {
        const int other = owner_.at({f[(i + 1) % 3], f[i]});
        if (face_of_[static_cast<std::size_t>(other)] >= 0) continue;
        const Triangle& g = t_[static_cast<std::size_t>(other)];
        const bool level = std::all_of(
            g.begin(), g.end(), [&](int k) { return std::fabs(dot(n, at(k)) - height) <= flat_; });
        if (!level) continue;
        face_of_[static_cast<std::size_t>(other)] = number;
        members.push_back(other);
      }
    }
    if (!add_face(members, number)) {  // bent so that its rim meets itself: the triangle alone
      for (const int m : members) face_of_[static_cast<std::size_t>(m)] = -1;
      face_of_[static_cast<std::size_t>(seed)] = number;
      add_face({seed}, number);
    }
  }

  bool add_face(const std::vector<int>& members, int number) {
    std::map<int, int> next;
    Vec3<double> sum{};
    std::size_t sides = 0;
    for (const int m : members) {
      const Triangle& f = t_[static_cast<std::size_t>(m)];
      sum += area(m);
      for (std::size_t i = 0; i < 3; ++i) {
        const int other = owner_.at({f[(i + 1) % 3], f[i]});
        if (face_of_[static_cast<std::size_t>(other)] == number &&
            std::find(members.begin(), members.end(), other) != members.end())
          continue;
        next[f[i]] = f[(i + 1) % 3];
        ++sides;
      }
    }
    Hull::Face face;
    face.normal = direction(sum, {0.0, 0.0, 1.0});
    face.first = static_cast<int>(hull_.loops.size());
    const int start = next.begin()->first;
    int k = start;
    std::vector<int> loop;
    do {
      loop.push_back(k);
      k = next.at(k);
    } while (k != start && loop.size() <= sides);
    if (loop.size() != sides || next.size() != sides) return false;
    face.count = static_cast<int>(sides);
    face.offset = -std::numeric_limits<double>::infinity();
    for (const int c : loop) face.offset = std::max(face.offset, dot(face.normal, at(c)));
    hull_.loops.insert(hull_.loops.end(), loop.begin(), loop.end());
    hull_.faces.push_back(face);
    return true;
  }

  void number_corners() {
    std::vector<int> number(p_.size(), -1);
    for (const int k : hull_.loops) number[static_cast<std::size_t>(k)] = 0;
    for (std::size_t k = 0; k < p_.size(); ++k) {
      if (number[k] < 0) continue;
      number[k] = static_cast<int>(hull_.corners.size());
      hull_.corners.push_back(p_[k]);
    }
    for (int& k : hull_.loops) k = number[static_cast<std::size_t>(k)];
  }

  void add_edges() {
    std::map<std::pair<int, int>, int> left;
    for (std::size_t f = 0; f < hull_.faces.size(); ++f) {
      const auto loop = hull_.loop(hull_.faces[f]);
      for (std::size_t i = 0; i < loop.size(); ++i)
        left[{loop[i], loop[(i + 1) % loop.size()]}] = static_cast<int>(f);
    }
    for (const auto& [ends, face] : left) {
      if (ends.first < ends.second)
        hull_.edges.push_back({ends.first, ends.second, face, left.at({ends.second, ends.first})});
    }
  }

  void measure() {
    hull_.thickness = std::numeric_limits<double>::infinity();
    for (const Hull::Face& face : hull_.faces) {
      double lowest = 0.0;
      for (const Vec3<double>& c : hull_.corners)
        lowest = std::min(lowest, dot(face.normal, c) - face.offset);
      hull_.thickness = std::min(hull_.thickness, -lowest);
    }
  }

  const std::vector<Vec3<double>>& p_;
  const std::vector<Triangle>& t_;
  double flat_;
  std::vector<int> face_of_;
  std::map<std::pair<int, int>, int> owner_;
  Hull hull_;
};

}  // namespace

Hull join_triangles(const std::vector<Vec3<double>>& points, const std::vector<Triangle>& triangles,
                    double size) {
  return Joining(points, triangles, size).hull();
}

double hollow_of(const Hull& hull, std::span<const Vec3<double>> points) {
  double deepest = 0.0;
  for (const Vec3<double>& p : points) {
    double inside = std::numeric_limits<double>::infinity();
    for (const Hull::Face& face : hull.faces)
      inside = std::min(inside, face.offset - dot(face.normal, p - hull.middle));
    deepest = std::max(deepest, inside);
  }
  return deepest;
}

const Hull& unit_box() {
  static const Hull box = [] {
    std::vector<Vec3<double>> corners;
    for (unsigned k = 0; k < 8; ++k)
      corners.push_back({k & 1U ? 1.0 : -1.0, k & 2U ? 1.0 : -1.0, k & 4U ? 1.0 : -1.0});
    return make_hull(corners);
  }();
  return box;
}

}  // namespace treadle
