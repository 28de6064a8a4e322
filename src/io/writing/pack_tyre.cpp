#include "pack_tyre.hpp"

#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;

// f(key, member) for all numbers, once for both ways.
template <class Road, class F>
void each_of_road(Road& road, const F& f) {
  f("height", road.height);
  f("heading", road.heading);
  f("amplitude", road.amplitude);
  f("wavelength", road.wavelength);
  f("x", road.profile.x);
  f("y", road.profile.y);
  f("start", road.start);
  f("spacing", road.spacing);
  f("columns", road.columns);
  f("heights", road.heights);
}

template <class Tyre, class F>
void each_of_tyre(Tyre& tyre, const F& f) {
  f("radius", tyre.radius);
  f("stiffness", tyre.stiffness);
  f("damping", tyre.damping);
  f("longitudinal", tyre.longitudinal);
  f("cornering", tyre.cornering);
  f("camber", tyre.camber);
  f("friction", tyre.friction);
  f("relaxation", tyre.relaxation);
  f("rolling", tyre.rolling_resistance);
  f("version", tyre.version);
  f("coefficients", tyre.coefficients);
}

}  // namespace

json pack_tyre(const TyreItem& tyre) {
  json packed{{"model", static_cast<int>(tyre.model)}};
  each_of_tyre(tyre, [&](const char* key, const auto& number) { packed[key] = number; });
  json& road = packed["road"];
  road["kind"] = static_cast<int>(tyre.road.kind);
  each_of_road(tyre.road, [&](const char* key, const auto& number) { road[key] = number; });
  return packed;
}

TyreItem unpack_tyre(const json& packed) {
  TyreItem tyre;
  const auto from = [](const json& all) {
    return [&all](const char* key, auto& number) { all.at(key).get_to(number); };
  };
  tyre.model = static_cast<TyreModel>(packed.at("model").get<int>());
  each_of_tyre(tyre, from(packed));
  const json& road = packed.at("road");
  tyre.road.kind = static_cast<RoadKind>(road.at("kind").get<int>());
  each_of_road(tyre.road, from(road));
  return tyre;
}

bool has_files(const TyreItem& tyre) { return !tyre.file.empty() || !tyre.road.file.empty(); }

}  // namespace treadle
