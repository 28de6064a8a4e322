// The Magic Formula against tests/forces/tyres/tyre_witness.py, another transcription of its
// equations; .tir files with mistakes.
#include "src/forces/magic_formula.hpp"

#include "src/base/error.hpp"
#include "src/io/tables/text_file.hpp"
#include "src/io/tables/tir_file.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <sstream>

namespace treadle {
namespace {

const std::string tyre_folder = tests_folder() + "/forces/tyres/";

TyreItem tyre_of_version(int version) {
  const std::string path = tyre_folder + "mf" + std::to_string(version) + ".tir";
  return read_tir(read_text_file(path), path);
}

TEST(MagicFormula, AgreesWithAnotherTranscription) {
  std::ifstream file(tyre_folder + "expected.csv");
  std::string line;
  std::getline(file, line);
  int rows = 0;
  for (int version : {52, 61}) {
    const TyreItem item = tyre_of_version(version);
    EXPECT_EQ(item.version, version);
    const MagicFormula<double> formula(item.coefficients, version == 61);
    while (rows < (version == 52 ? 270 : 540) && std::getline(file, line)) {
      ++rows;
      std::array<double, 11> x{};
      std::istringstream cells(line);
      for (double& one : x) {
        std::string cell;
        std::getline(cells, cell, ',');
        one = std::stod(cell);
      }
      ASSERT_EQ(static_cast<int>(x[0]), version);
      const TyreForces<double> f = formula.at({x[1], x[2], x[3], x[4], x[5]});
      // forces against the load, moments against load and radius
      const double force = 1e-10 * x[4], moment = 1e-10 * x[4] * item.radius;
      EXPECT_NEAR(f.fx, x[6], force) << line;
      EXPECT_NEAR(f.fy, x[7], force) << line;
      EXPECT_NEAR(f.mx, x[8], moment) << line;
      EXPECT_NEAR(f.my, x[9], moment) << line;
      EXPECT_NEAR(f.mz, x[10], moment) << line;
    }
  }
  EXPECT_EQ(rows, 540);
}

std::string refusal_of_tir(int version, const std::string& from, const std::string& to) {
  const std::string path = tyre_folder + "mf" + std::to_string(version) + ".tir";
  std::string text = read_text_file(path);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  try {
    read_tir(text, "tyre.tir");
  } catch (const ModelError& error) {
    return error.where() + ": " + error.what();
  }
  return "taken";
}

TEST(MagicFormula, FilesWithMistakesNameThem) {
  const auto expect = [](const std::string& said, const std::string& part) {
    EXPECT_NE(said.find(part), std::string::npos) << said;
  };
  expect(refusal_of_tir(52, "\nPKY1 ", "\n$"), "PKY1 is missing");
  const std::string misspelt = refusal_of_tir(52, "\nPKY1 ", "\nPYK1 ");
  expect(misspelt, "PYK1");
  expect(misspelt, "PKY1");
  expect(misspelt, "line ");
  expect(refusal_of_tir(52, "\nRVY4 ", "\nRVYY4"), "RVYY4");
  expect(refusal_of_tir(61, "\nPKY4 ", "\n$"), "PKY4 is missing; a file of MF 6.1");
  expect(refusal_of_tir(61, "\nLATERAL_STIFFNESS ", "\n$"), "LATERAL_STIFFNESS or PTY1");
  expect(refusal_of_tir(52, "= 1.579", "= 1,579"), "PCX1 is '1,579'; a number is needed");
  expect(refusal_of_tir(52, "'meter'", "'mm'"), "only files in SI units");
  expect(refusal_of_tir(52, "FITTYP = 6 ", "FITTYP = 5 "), "FITTYP is '5'");
  expect(refusal_of_tir(52, "= 4000", "= -4000"), "FNOMIN must be positive");
  EXPECT_EQ(refusal_of_tir(52, "\nQSY4 ", "\n$"), "taken");
}

}  // namespace
}  // namespace treadle
