// Pacejka's Magic Formula, versions 5.2 and 6.1: forces and moments of a tyre from its slips
// (docs/theory/vehicle.md).
#pragma once

#include "../describe/tyre.hpp"
#include "../scalar/real.hpp"

#include <span>

namespace treadle {

/// What a tyre does at one moment. Slip angles are those of a wheel that rolls forwards or
/// backwards: tan(alpha) = sideways speed over |forward speed|.
template <Real S>
struct TyreSlip {
  S kappa{}, tangent{};  ///< longitudinal slip, tan(alpha)
  S camber_sine{};       ///< positive where the top leans to the right
  S load{};
  S speed{};  ///< forwards
};

/// In the axes of the contact: x forwards, y to the left, z out of the road.
template <Real S>
struct TyreForces {
  S fx{}, fy{}, mx{}, my{}, mz{};
};

template <Real S>
class MagicFormula {
 public:
  MagicFormula(std::span<const S> coefficients, bool is_61) : c_(coefficients), is_61_(is_61) {}

  [[nodiscard]] TyreForces<S> at(const TyreSlip<S>& slip) const;
  /// Longitudinal and lateral relaxation length. (TY6)
  struct Lengths {
    S along, across;
  };
  [[nodiscard]] Lengths relaxation(const S& load, const S& camber) const;
  /// How far the axis is from what rolls without slip. (TY2)
  [[nodiscard]] S rolling_radius(const S& depth) const {
    const S share = depth * the(K::VERTICAL_STIFFNESS) / the(K::FNOMIN);
    return the(K::UNLOADED_RADIUS) -
           the(K::FNOMIN) / the(K::VERTICAL_STIFFNESS) *
               (the(K::DREFF) * arctan(the(K::BREFF) * share) + the(K::FREFF) * share);
  }

 private:
  using K = TyreCoefficient;
  [[nodiscard]] const S& the(K k) const { return c_[static_cast<std::size_t>(k)]; }

  static S arctan(const S& x) { return atan2(x, S(1.0)); }
  static S sine(const S& x) { return sincos(x).sin; }
  static S cosine(const S& x) { return sincos(x).cos; }
  static S sign(const S& x) { return select(x < S(0.0), S(-1.0), S(1.0)); }
  /// cos(atan x)
  static S fade(const S& x) { return S(1.0) / sqrt(S(1.0) + x * x); }
  /// C atan(B x - E (B x - atan(B x)))   (TY3)
  static S bent(const S& b, const S& c, const S& e, const S& x) {
    const S bx = b * x;
    return c * arctan(bx - e * (bx - arctan(bx)));
  }

  std::span<const S> c_;
  bool is_61_;
};

template <Real S>
typename MagicFormula<S>::Lengths MagicFormula<S>::relaxation(const S& load,
                                                              const S& camber) const {
  const S one(1.0), nominal = the(K::LFZO) * the(K::FNOMIN), dfz = (load - nominal) / nominal;
  const S radius = the(K::UNLOADED_RADIUS);
  const S along = load * (the(K::PTX1) + the(K::PTX2) * dfz) * exp(the(K::PTX3) * dfz) * radius /
                  the(K::FNOMIN) * the(K::LSGKP);
  const S across = the(K::PTY1) * sine(S(2.0) * arctan(load / (the(K::PTY2) * nominal))) *
                   (one - the(K::PKY3) * abs(camber)) * radius * the(K::LFZO) * the(K::LSGAL);
  // a tyre that hardly touches still takes some way
  const S least = S(0.1) * radius;
  return {max(along, least), max(across, least)};
}

template <Real S>
TyreForces<S> MagicFormula<S>::at(const TyreSlip<S>& slip) const {
  const S one(1.0), tiny(1e-9);
  const S fz = slip.load, kappa = slip.kappa;
  const S nominal = the(K::LFZO) * the(K::FNOMIN), dfz = (fz - nominal) / nominal;
  const S dpi = (the(K::INFLPRES) - the(K::NOMPRES)) / the(K::NOMPRES);
  const S radius = the(K::UNLOADED_RADIUS);
  // 5.2 counts in angles, 6.1 in their tangent and sine
  const S angle = arctan(slip.tangent);
  const S alpha = is_61_ ? slip.tangent : angle;
  const S lean =
      is_61_ ? slip.camber_sine
             : atan2(slip.camber_sine, sqrt(max(one - slip.camber_sine * slip.camber_sine, tiny)));
  const S lean_x = is_61_ ? lean : lean * the(K::LGAX),
          lean_y = is_61_ ? lean : lean * the(K::LGAY),
          lean_z = is_61_ ? lean : lean * the(K::LGAZ);

  // longitudinal force by itself (TY3)
  const S shx = (the(K::PHX1) + the(K::PHX2) * dfz) * the(K::LHX), kx = kappa + shx;
  const S cx = the(K::PCX1) * the(K::LCX);
  const S mux = (the(K::PDX1) + the(K::PDX2) * dfz) * (one - the(K::PDX3) * lean_x * lean_x) *
                (one + dpi * (the(K::PPX3) + the(K::PPX4) * dpi)) * the(K::LMUX);
  const S dx = mux * fz;
  const S ex = min((the(K::PEX1) + dfz * (the(K::PEX2) + the(K::PEX3) * dfz)) *
                       (one - the(K::PEX4) * sign(kx)) * the(K::LEX),
                   one);
  const S slope_x = fz * (the(K::PKX1) + the(K::PKX2) * dfz) * exp(the(K::PKX3) * dfz) *
                    (one + dpi * (the(K::PPX1) + the(K::PPX2) * dpi)) * the(K::LKX);
  const S bx = slope_x / (cx * dx + tiny);
  const S svx = fz * (the(K::PVX1) + the(K::PVX2) * dfz) * the(K::LVX) * the(K::LMUX);
  const S fx0 = dx * sine(bent(bx, cx, ex, kx)) + svx;

  // lateral force by itself (TY4)
  const S muy = (the(K::PDY1) + the(K::PDY2) * dfz) * (one - the(K::PDY3) * lean_y * lean_y) *
                (one + dpi * (the(K::PPY3) + the(K::PPY4) * dpi)) * the(K::LMUY);
  const S leaning = fz * (the(K::PVY3) + the(K::PVY4) * dfz) * lean_y *
                    (is_61_ ? the(K::LKYC) * the(K::LMUY) : the(K::LMUY));
  const S svy = fz * (the(K::PVY1) + the(K::PVY2) * dfz) * the(K::LVY) * the(K::LMUY) + leaning;
  const S curve = is_61_ ? the(K::PKY4) : S(2.0);
  const S bend = is_61_
                     ? (the(K::PKY2) + the(K::PKY5) * lean_y * lean_y) * (one + the(K::PPY2) * dpi)
                     : the(K::PKY2);
  const S slope_y = the(K::PKY1) * nominal * (one + the(K::PPY1) * dpi) *
                    (one - the(K::PKY3) * abs(lean_y)) *
                    sine(curve * arctan(fz / (nominal * bend))) * the(K::LKY);
  const S lean_slope =
      fz * (the(K::PKY6) + the(K::PKY7) * dfz) * (one + the(K::PPY5) * dpi) * the(K::LKYC);
  // -0 has no place here: the slope is as far from 0 as the load
  const S safe_slope = slope_y + select(slope_y < S(0.0), -tiny, tiny);
  const S shy = (the(K::PHY1) + the(K::PHY2) * dfz) * the(K::LHY) +
                (is_61_ ? (lean_slope * lean_y - leaning) / safe_slope : the(K::PHY3) * lean_y);
  const S ay = alpha + shy, cy = the(K::PCY1) * the(K::LCY), dy = muy * fz;
  const S turn_y = (the(K::PEY3) + the(K::PEY4) * lean_y) * sign(ay);
  const S ey = min((the(K::PEY1) + the(K::PEY2) * dfz) *
                       (one + the(K::PEY5) * lean_y * lean_y - turn_y) * the(K::LEY),
                   one);
  const S by = slope_y / (cy * dy + tiny);
  const S fy0 = dy * sine(bent(by, cy, ey, ay)) + svy;

  // both at once (TY5)
  const S lean2 = lean * lean;
  const S bxa = (the(K::RBX1) + the(K::RBX3) * lean2) * fade(the(K::RBX2) * kappa) * the(K::LXAL);
  const S exa = min(the(K::REX1) + the(K::REX2) * dfz, one), shxa = the(K::RHX1);
  const S gx = cosine(bent(bxa, the(K::RCX1), exa, alpha + shxa)) /
               cosine(bent(bxa, the(K::RCX1), exa, shxa));
  const S byk = (the(K::RBY1) + the(K::RBY4) * lean2) *
                fade(the(K::RBY2) * (alpha - the(K::RBY3))) * the(K::LYKA);
  const S eyk = min(the(K::REY1) + the(K::REY2) * dfz, one),
          shyk = the(K::RHY1) + the(K::RHY2) * dfz;
  const S gy = cosine(bent(byk, the(K::RCY1), eyk, kappa + shyk)) /
               cosine(bent(byk, the(K::RCY1), eyk, shyk));
  const S dvyk =
      dy * (the(K::RVY1) + the(K::RVY2) * dfz + the(K::RVY3) * lean) * fade(the(K::RVY4) * alpha);
  const S svyk = dvyk * sine(the(K::RVY5) * arctan(the(K::RVY6) * kappa)) * the(K::LVYKA);
  TyreForces<S> out;
  out.fx = gx * fx0;
  const S grip = gy * fy0;
  out.fy = grip + svyk;

  // moments (TY7)
  const S sht = the(K::QHZ1) + the(K::QHZ2) * dfz + (the(K::QHZ3) + the(K::QHZ4) * dfz) * lean_z;
  const S at = alpha + sht, ar = alpha + shy + svy / safe_slope;
  const S share = slope_x / safe_slope, pulled = share * share * kappa * kappa;
  const S at_all = sqrt(at * at + pulled) * sign(at), ar_all = sqrt(ar * ar + pulled) * sign(ar);
  const S bt = (the(K::QBZ1) + dfz * (the(K::QBZ2) + the(K::QBZ3) * dfz)) *
               (one + the(K::QBZ4) * lean_z + the(K::QBZ5) * abs(lean_z)) * the(K::LKY) /
               the(K::LMUY);
  const S ct = the(K::QCZ1);
  const S lean_t = is_61_ ? abs(lean_z) : lean_z;
  const S dt = fz * radius / nominal * (the(K::QDZ1) + the(K::QDZ2) * dfz) *
               (one - the(K::PPZ1) * dpi) *
               (one + the(K::QDZ3) * lean_t + the(K::QDZ4) * lean_z * lean_z) * the(K::LTR);
  const S et = min((the(K::QEZ1) + dfz * (the(K::QEZ2) + the(K::QEZ3) * dfz)) *
                       (one + (the(K::QEZ4) + the(K::QEZ5) * lean_z) * S(0.63661977236758134308) *
                                  arctan(bt * ct * at)),
                   one);
  const S level = cosine(angle);
  const S trail = dt * cosine(bent(bt, ct, et, at_all)) * level;
  const S lean_r = is_61_ ? ((the(K::QDZ8) + the(K::QDZ9) * dfz) * (one + the(K::PPZ2) * dpi) +
                             (the(K::QDZ10) + the(K::QDZ11) * dfz) * abs(lean_z)) *
                                lean_z * the(K::LKZC)
                          : (the(K::QDZ8) + the(K::QDZ9) * dfz) * lean_z;
  const S dr =
      fz * radius * ((the(K::QDZ6) + the(K::QDZ7) * dfz) * the(K::LRES) + lean_r) * the(K::LMUY);
  const S br = the(K::QBZ9) * the(K::LKY) / the(K::LMUY) + the(K::QBZ10) * by * cy;
  const S residual = dr * fade(br * ar_all) * level;
  const S arm = radius *
                (the(K::SSZ1) + the(K::SSZ2) * out.fy / nominal +
                 (the(K::SSZ3) + the(K::SSZ4) * dfz) * lean) *
                the(K::LS);
  out.mz = -trail * grip + residual + arm * out.fx;
  out.mx = radius * fz *
           (the(K::QSX1) * the(K::LVMX) - the(K::QSX2) * lean + the(K::QSX3) * out.fy / nominal) *
           the(K::LMX);
  const S quick = slip.speed / the(K::LONGVL), quick2 = quick * quick;
  // against the rolling, fading where it stands
  out.my = -radius * fz * tanh(S(10.0) * slip.speed) *
           (the(K::QSY1) + the(K::QSY2) * out.fx / nominal + the(K::QSY3) * abs(quick) +
            the(K::QSY4) * quick2 * quick2) *
           the(K::LMY);
  return out;
}

}  // namespace treadle
