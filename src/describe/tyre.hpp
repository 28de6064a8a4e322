// A tyre and the road under it.
#pragma once

#include "time_function.hpp"

#include <array>
#include <string>
#include <vector>

namespace treadle {

/// Coefficients of the Magic Formula as .tir files call them, those that Treadle uses. Letters of a
/// name say what it belongs to: P pure slip, R combined slip, Q moments, L factors of a person.
// clang-format off
#define TREADLE_TYRE_COEFFICIENTS(X)                                                             \
  X(FNOMIN) X(UNLOADED_RADIUS) X(VERTICAL_STIFFNESS) X(VERTICAL_DAMPING) X(LONGVL)               \
  X(NOMPRES) X(INFLPRES) X(LONGITUDINAL_STIFFNESS) X(LATERAL_STIFFNESS)                          \
  X(BREFF) X(DREFF) X(FREFF)                                                                     \
  X(LFZO) X(LCX) X(LMUX) X(LEX) X(LKX) X(LHX) X(LVX) X(LGAX) X(LCY) X(LMUY) X(LEY) X(LKY)        \
  X(LHY) X(LVY) X(LGAY) X(LTR) X(LRES) X(LGAZ) X(LXAL) X(LYKA) X(LVYKA) X(LS) X(LSGKP) X(LSGAL)  \
  X(LMX) X(LVMX) X(LMY) X(LKYC) X(LKZC)                                                          \
  X(PCX1) X(PDX1) X(PDX2) X(PDX3) X(PEX1) X(PEX2) X(PEX3) X(PEX4) X(PKX1) X(PKX2) X(PKX3)        \
  X(PHX1) X(PHX2) X(PVX1) X(PVX2) X(PPX1) X(PPX2) X(PPX3) X(PPX4)                                \
  X(RBX1) X(RBX2) X(RBX3) X(RCX1) X(REX1) X(REX2) X(RHX1)                                        \
  X(PTX1) X(PTX2) X(PTX3) X(PTY1) X(PTY2)                                                        \
  X(QSX1) X(QSX2) X(QSX3) X(QSY1) X(QSY2) X(QSY3) X(QSY4)                                        \
  X(PCY1) X(PDY1) X(PDY2) X(PDY3) X(PEY1) X(PEY2) X(PEY3) X(PEY4) X(PEY5) X(PKY1) X(PKY2)        \
  X(PKY3) X(PKY4) X(PKY5) X(PKY6) X(PKY7) X(PHY1) X(PHY2) X(PHY3) X(PVY1) X(PVY2) X(PVY3)        \
  X(PVY4) X(PPY1) X(PPY2) X(PPY3) X(PPY4) X(PPY5)                                                \
  X(RBY1) X(RBY2) X(RBY3) X(RBY4) X(RCY1) X(REY1) X(REY2) X(RHY1) X(RHY2) X(RVY1) X(RVY2)        \
  X(RVY3) X(RVY4) X(RVY5) X(RVY6)                                                                \
  X(QBZ1) X(QBZ2) X(QBZ3) X(QBZ4) X(QBZ5) X(QBZ9) X(QBZ10) X(QCZ1) X(QDZ1) X(QDZ2) X(QDZ3)       \
  X(QDZ4) X(QDZ6) X(QDZ7) X(QDZ8) X(QDZ9) X(QDZ10) X(QDZ11) X(QEZ1) X(QEZ2) X(QEZ3) X(QEZ4)      \
  X(QEZ5) X(QHZ1) X(QHZ2) X(QHZ3) X(QHZ4) X(PPZ1) X(PPZ2) X(SSZ1) X(SSZ2) X(SSZ3) X(SSZ4)
// clang-format on

enum class TyreCoefficient : std::size_t {
#define TREADLE_ENUMERATOR(name) name,
  TREADLE_TYRE_COEFFICIENTS(TREADLE_ENUMERATOR)
#undef TREADLE_ENUMERATOR
      count
};

inline constexpr std::size_t tyre_coefficient_count =
    static_cast<std::size_t>(TyreCoefficient::count);
inline constexpr std::array<const char*, tyre_coefficient_count> tyre_coefficient_names{
#define TREADLE_NAME(name) #name,
    TREADLE_TYRE_COEFFICIENTS(TREADLE_NAME)
#undef TREADLE_NAME
};

enum class TyreModel { linear, magic_formula };
enum class RoadKind { flat, sine, profile, map };

/// Height over the distance along a direction in the plane.
struct RoadItem {
  RoadKind kind = RoadKind::flat;
  double height = 0.0;     ///< of a flat road; mean of a sine
  double heading = 0.0;    ///< of the direction, from x to y
  double amplitude = 0.0;  ///< of a sine
  double wavelength = 1.0;
  Curve profile;  ///< heights over distances; ramps and kerbs are such
  // of a map: rows of heights along the direction, one behind the other across it
  std::string file;
  std::array<double, 2> start{0.0, 0.0}, spacing{1.0, 1.0};
  int columns = 0;
  std::vector<double> heights;

  friend bool operator==(const RoadItem&, const RoadItem&) = default;
};

struct TyreItem {
  TyreModel model = TyreModel::linear;
  double radius = 0.0;
  double stiffness = 0.0, damping = 0.0;                     ///< vertical
  double longitudinal = 0.0, cornering = 0.0, camber = 0.0;  ///< of a linear tyre
  double friction = 1.0;
  std::array<double, 2> relaxation{0.0, 0.0};  ///< lengths, longitudinal and lateral
  double rolling_resistance = 0.0;             ///< share of the load
  std::string file;                            ///< of the coefficients
  int version = 0;                             ///< 52 or 61
  std::vector<double> coefficients;            ///< by TyreCoefficient
  RoadItem road;

  friend bool operator==(const TyreItem&, const TyreItem&) = default;
};

}  // namespace treadle
