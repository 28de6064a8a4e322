// A root locus as a picture: eigenvalues in the complex plane, pale where the parameter begins.
#pragma once

#include "linear_files.hpp"

namespace treadle::cli {

std::string locus_picture(const std::string& parameter, const std::vector<LocusRow>& rows);

}  // namespace treadle::cli
