// The tables of the modelling language, one function for each part of the file.
#pragma once

#include "element.hpp"

#include <vector>

namespace treadle::schema {

using Elements = std::vector<Element>;

Elements model_elements();  ///< the file itself, parameters, includes, simulation
Elements place_elements();  ///< orientations, points, frames
Elements body_elements();   ///< bodies and their shapes
Elements joint_elements();  ///< in the order of JointType
Elements coordinate_elements();
/// Keys of the element "acting", for a number that slides or turns; described there.
std::vector<Key> acting_keys(bool slides);
/// Keys of wheels that mesh, for the constraint and the force.
std::vector<Key> gear_keys();  ///< what acts on a coordinate of a joint
Elements constraint_elements();
Elements force_elements();    ///< in the order of ForceKind
Elements contact_elements();  ///< contacts and repeated bodies
Elements road_elements();
Elements function_elements();  ///< of time
Elements output_elements();
Elements event_elements();
Elements figure_elements();      ///< in the order of FigureKind
Elements controller_elements();  ///< in the order of ControllerKind
Elements assembly_elements();

}  // namespace treadle::schema
