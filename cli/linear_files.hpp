// A linear system and root loci as files and as JSON; the name of a file says which.
#pragma once

#include "../src/linearize/linearize.hpp"

#include <complex>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace treadle::cli {

/// Throws OptionError where the ending of a name is none that can be written.
void check_linear_path(const std::string& path, bool locus);

nlohmann::ordered_json linear_json(const std::string& model, const Linearization& linear);
nlohmann::ordered_json eigenvalues_json(const Linearization& linear);
std::string linear_bytes(const std::string& path, const std::string& model,
                         const Linearization& linear);

/// Eigenvalues for one value of a parameter.
struct LocusRow {
  double value = 0.0;
  std::vector<std::complex<double>> eigenvalues;
};
std::string locus_bytes(const std::string& path, const std::string& parameter,
                        const std::vector<LocusRow>& rows);

}  // namespace treadle::cli
