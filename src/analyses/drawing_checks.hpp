// What a drawing may have meant otherwise: ends on one body, lengths and angles in other units.
#pragma once

#include "doctor.hpp"

namespace treadle {

/// A force whose two ends are on one rigid body, so that it does nothing.
void check_ends(const Mechanism& mechanism, std::vector<Finding>& out);
/// Places and lengths of hundreds of metres among others that are small: millimetres as metres.
void check_lengths(const Mechanism& mechanism, std::vector<Finding>& out);
/// Angles of several turns at the start: degrees as radians.
void check_angles(const Mechanism& mechanism, std::vector<Finding>& out);

}  // namespace treadle
