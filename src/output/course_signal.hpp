// Cones that a body must not touch.
#pragma once

#include "parts_of_model.hpp"
#include "signal.hpp"

namespace treadle {

/// `clearance`, from the outline to the foot of the nearest cone, negative where one is covered;
/// `touched`, how many have been touched so far.
SignalPtr course_signal(const PartsOfModel& parts, const SignalName& name, const BodyFrame& of,
                        const CourseItem& course);

}  // namespace treadle
