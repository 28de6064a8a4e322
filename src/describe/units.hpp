// Units in strings: "10 deg", "250 mm", "30 kN/m" become numbers in SI units and radians.
//
// A quantity is a number and a unit: names joined by a space, '*', '·' or '/', with powers '^2',
// '²', '³' and parentheses. A number alone is in SI units. Products and quotients are read from
// left to right.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace treadle {

/// Exponents of metre, kilogram, second and radian.
struct Dimension {
  int length = 0, mass = 0, time = 0, angle = 0;

  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
};

namespace dimension {
inline constexpr Dimension none{0, 0, 0, 0};
inline constexpr Dimension length{1, 0, 0, 0};
inline constexpr Dimension mass{0, 1, 0, 0};
inline constexpr Dimension time{0, 0, 1, 0};
inline constexpr Dimension angle{0, 0, 0, 1};
inline constexpr Dimension frequency{0, 0, -1, 0};
inline constexpr Dimension velocity{1, 0, -1, 0};
inline constexpr Dimension acceleration{1, 0, -2, 0};
inline constexpr Dimension angular_velocity{0, 0, -1, 1};
inline constexpr Dimension angular_acceleration{0, 0, -2, 1};
inline constexpr Dimension inertia{2, 1, 0, 0};
inline constexpr Dimension force{1, 1, -2, 0};
inline constexpr Dimension torque{2, 1, -2, 0};
inline constexpr Dimension stiffness{0, 1, -2, 0};
inline constexpr Dimension damping{0, 1, -1, 0};
inline constexpr Dimension rotational_stiffness{2, 1, -2, -1};
inline constexpr Dimension rotational_damping{2, 1, -1, -1};
inline constexpr Dimension pressure{-1, 1, -2, 0};
inline constexpr Dimension power{2, 1, -3, 0};
inline constexpr Dimension density{-3, 1, 0, 0};
inline constexpr Dimension area{2, 0, 0, 0};
}  // namespace dimension

/// A number in SI units, and what it counts.
struct Quantity {
  double value = 0.0;
  Dimension kind;
  bool says_angle = false;  ///< its unit has an angle (or a cycle), so none may be assumed
};

/// A quantity that cannot be read, or one of another kind than is needed.
class UnitError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The value of `text` in SI units. The kind must be the expected one; only an angle may be left
/// unsaid, so that "2 N m" serves for N m/rad and "3 1/s" for rad/s. Throws UnitError.
double parse_quantity(std::string_view text, Dimension expected);

/// The value and the kind of `text`, whatever it is; a refusal offers an example of `wanted`.
Quantity read_quantity(std::string_view text, Dimension wanted = dimension::none);

/// The unit of this kind in SI, such as "N/m"; "1" for a pure number.
std::string si_unit(Dimension kind);

/// A quantity of this kind as a person may write it, such as "250 mm".
std::string unit_example(Dimension kind);

/// The kind in words, such as "a length".
std::string kind_name(Dimension kind);

}  // namespace treadle
