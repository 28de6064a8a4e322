// Composite joints as a person names them: which joints and constraints are inside, and what is
// said of inside joints that goes to the composite (docs/theory/composite.md).
#pragma once

#include "../describe/description.hpp"

namespace treadle {

/// The same description, where joints and constraints inside composites are marked and what acts on
/// independent coordinates stands at the composite joint. Throws ModelError where links, joints and
/// coordinates do not fit together. Nothing changes a second time.
Description settle_composites(const Description& description);

/// The same as a person wrote it, with places and axes of the settled one.
Description unsettled(const Description& settled);

/// The mechanism inside one composite joint of a settled description, on its parent as ground:
/// nothing has mass, nothing acts.
Description inside_of(const Description& settled, std::size_t joint);

/// A coordinate of a joint by its name: `hinge`, or `slide.angle`. Index -1: there is none.
CoordinateRef find_coordinate(const Description& description, const std::string& name);

}  // namespace treadle
