#include "freeze_tyre.hpp"

#include "../linalg/curve.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace treadle {

namespace {

constexpr double free_fall = 9.80665;

Road<double> road_of(const RoadItem& item) {
  Road<double> road;
  road.height = item.height;
  road.along_x = std::cos(item.heading);
  road.along_y = std::sin(item.heading);
  if (item.kind == RoadKind::sine) {
    road.is_sine = true;
    road.amplitude = item.amplitude;
    road.wave_number = 2.0 * std::numbers::pi / item.wavelength;
  }
  if (item.kind == RoadKind::map)
    road.map = {item.start[0],   item.start[1],
                item.spacing[0], item.spacing[1],
                item.columns,    static_cast<int>(item.heights.size()) / item.columns,
                item.heights};
  if (item.kind != RoadKind::profile) return road;
  // a profile of one height is a flat road
  const std::vector<double>& all = item.profile.y;
  if (std::all_of(all.begin(), all.end(), [&](double h) { return h == all.front(); })) {
    road.height += all.front();
    return road;
  }
  road.heights = monotone_curve(item.profile.x, item.profile.y);
  constexpr int parts = 16;  // of each piece
  std::vector<double> x, slope;
  const std::vector<double>& points = road.heights.x;
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    for (int p = 0; p < parts; ++p) {
      x.push_back(points[k] + (points[k + 1] - points[k]) * p / parts);
      slope.push_back(look(road.heights, x.back()).slope);
    }
  }
  x.push_back(points.back());
  slope.push_back(look(road.heights, points.back()).slope);
  // level outside: the road goes on straight
  x.insert(x.begin(), points.front() - 1.0);
  slope.insert(slope.begin(), slope.front());
  x.push_back(points.back() + 1.0);
  slope.push_back(slope.back());
  road.slopes = monotone_curve(x, slope);
  return road;
}

// Slip for each unit of speed that damps the mass which the load stands for by half of what is
// critical: c = sqrt(k m), k = C / sigma, over C. (TY8)
double calm_of(double slope, double length, double load) {
  return std::sqrt(slope / length * load / free_fall) / slope;
}

}  // namespace

Tyre<double> tyre_of(const TyreItem& item) {
  Tyre<double> t;
  t.radius = item.radius;
  t.stiffness = item.stiffness;
  t.damping = item.damping;
  t.is_magic = item.model == TyreModel::magic_formula;
  t.is_61 = item.version == 61;
  t.longitudinal = item.longitudinal;
  t.cornering = item.cornering;
  t.camber = item.camber;
  t.friction = item.friction;
  t.rolling_resistance = item.rolling_resistance;
  t.length_along = item.relaxation[0];
  t.length_across = item.relaxation[1];
  t.coefficients = item.coefficients;
  t.road = road_of(item.road);
  if (!t.is_magic) {
    // a load at which the tyre is pressed in by a tenth of its radius
    const double load = 0.1 * item.radius * item.stiffness;
    t.calm_along = calm_of(item.longitudinal, t.length_along, load);
    t.calm_across = calm_of(item.cornering, t.length_across, load);
    return t;
  }
  const auto the = [&](TyreCoefficient k) {
    return item.coefficients[static_cast<std::size_t>(k)];
  };
  const MagicFormula<double> formula(item.coefficients, t.is_61);
  const double load = the(TyreCoefficient::FNOMIN);
  const auto lengths = formula.relaxation(load, 0.0);
  constexpr double small = 1e-6;
  const auto slope = [&](double along, double across) {
    const TyreForces<double> more = formula.at({along, across, 0.0, load, 10.0}),
                             less = formula.at({-along, -across, 0.0, load, 10.0});
    return std::fabs(along != 0.0 ? more.fx - less.fx : more.fy - less.fy) / (2.0 * small);
  };
  t.calm_along = calm_of(slope(small, 0.0), lengths.along, load);
  t.calm_across = calm_of(slope(0.0, small), lengths.across, load);
  return t;
}

}  // namespace treadle
