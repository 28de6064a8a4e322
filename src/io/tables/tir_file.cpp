#include "tir_file.hpp"

#include "../../base/error.hpp"
#include "../../base/text.hpp"
#include "shown.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <sstream>

namespace treadle {

namespace {

using K = TyreCoefficient;

struct TirLine {
  std::string value;
  int number = 0;
};

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// What a person may leave out, with what holds then.
const std::map<std::string, double>& usual_values() {
  static const std::map<std::string, double> usual = [] {
    std::map<std::string, double> all{{"VERTICAL_DAMPING", 0.0},
                                      {"LONGVL", 16.7},
                                      {"NOMPRES", 2e5},
                                      {"INFLPRES", 2e5},
                                      {"LONGITUDINAL_STIFFNESS", 0.0},
                                      {"LATERAL_STIFFNESS", 0.0},
                                      {"BREFF", 8.0},
                                      {"DREFF", 0.24},
                                      {"FREFF", 0.01}};
    for (const char* name : tyre_coefficient_names) {
      if (name[0] == 'L' && std::string(name) != "LONGVL" &&
          std::string(name).find("STIFFNESS") == std::string::npos)
        all[name] = 1.0;
    }
    for (const char* name : {"QSX1", "QSX2", "QSX3", "QSY1", "QSY2", "QSY3", "QSY4"})
      all[name] = 0.0;
    return all;
  }();
  return usual;
}

// Names that only one of the two versions has.
bool is_of_52(const std::string& name) {
  static const std::vector<std::string> only{"PHY3", "PTX1", "PTX2", "PTX3", "PTY1", "PTY2"};
  return std::find(only.begin(), only.end(), name) != only.end();
}
bool is_of_61(const std::string& name) {
  static const std::vector<std::string> only{"PKY4", "PKY5", "PKY6",  "PKY7",  "PEY5",
                                             "RBX3", "RBY4", "QDZ10", "QDZ11", "NOMPRES"};
  return name.starts_with("PP") || std::find(only.begin(), only.end(), name) != only.end();
}

class TirReader {
 public:
  TirReader(const std::string& text, const std::string& path) : path_(path) {
    std::istringstream lines(text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      line = trimmed(line.substr(0, line.find_first_of("$!")));
      const std::size_t equals = line.find('=');
      if (line.empty() || line[0] == '[' || equals == std::string::npos) continue;
      std::string name = trimmed(line.substr(0, equals));
      for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      found_[name] = {trimmed(line.substr(equals + 1)), number};
    }
  }

  TyreItem read() {
    check_units();
    TyreItem item;
    item.model = TyreModel::magic_formula;
    item.version = version();
    item.coefficients.assign(tyre_coefficient_count, 0.0);
    check_names();
    for (std::size_t k = 0; k < tyre_coefficient_count; ++k)
      item.coefficients[k] = coefficient(tyre_coefficient_names[k], item.version);
    const auto the = [&](K k) -> double& { return item.coefficients[static_cast<std::size_t>(k)]; };
    for (const K k : {K::FNOMIN, K::UNLOADED_RADIUS, K::VERTICAL_STIFFNESS, K::LONGVL, K::NOMPRES,
                      K::LMUY, K::LFZO}) {
      if (!(the(k) > 0.0))
        fail(tyre_coefficient_names[static_cast<std::size_t>(k)], "must be positive");
    }
    if (item.version == 61) find_lengths(item);
    item.radius = the(K::UNLOADED_RADIUS);
    item.stiffness = the(K::VERTICAL_STIFFNESS);
    item.damping = the(K::VERTICAL_DAMPING);
    return item;
  }

 private:
  [[noreturn]] void fail(const std::string& name, const std::string& message) const {
    const auto line = found_.find(name);
    const std::string where =
        line == found_.end() ? "" : "line " + std::to_string(line->second.number) + ": ";
    throw ModelError(path_, where + name + " " + message);
  }
  void check_units() const {
    const std::map<std::string, std::vector<std::string>> si{
        {"LENGTH", {"meter", "metre", "m"}},
        {"FORCE", {"newton", "n"}},
        {"ANGLE", {"radians", "radian", "rad"}},
        {"TIME", {"second", "sec", "s"}}};
    for (const auto& [name, words] : si) {
      const auto line = found_.find(name);
      if (line == found_.end()) continue;
      std::string word;
      for (const char c : line->second.value) {
        if (c != '\'' && c != '"')
          word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      }
      if (std::find(words.begin(), words.end(), trimmed(word)) == words.end())
        fail(name, "is " + shown(line->second.value) + "; only files in SI units can be read");
    }
  }
  [[nodiscard]] int version() const {
    const auto line = found_.find("FITTYP");
    if (line == found_.end())
      throw ModelError(path_, "FITTYP is missing; 6, 52 (MF 5.2), 61 or 62 (MF 6.1) is needed");
    const double type = number("FITTYP", line->second);
    if (type == 6.0 || type == 52.0) return 52;
    if (type == 61.0 || type == 62.0) return 61;
    fail("FITTYP", "is " + shown(line->second.value) +
                       "; only 6, 52 (MF 5.2), 61 and 62 (MF 6.1) can be read");
  }
  [[nodiscard]] double number(const std::string& name, const TirLine& line) const {
    std::string text = line.value;
    if (text.starts_with("+")) text.erase(0, 1);
    double value = 0.0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc{} || end.ptr != text.data() + text.size() || !std::isfinite(value))
      fail(name, "is " + shown(line.value) + "; a number is needed");
    return value;
  }
  // A name that nobody knows and that is one letter away from one that is not there is a mistake.
  void check_names() const {
    std::vector<std::string> absent;
    for (const char* name : tyre_coefficient_names) {
      if (!found_.contains(name)) absent.emplace_back(name);
    }
    for (const auto& [name, line] : found_) {
      if (std::find(tyre_coefficient_names.begin(), tyre_coefficient_names.end(), name) !=
              tyre_coefficient_names.end() ||
          name.size() < 3)
        continue;
      for (const std::string& other : absent) {
        if (is_slip(name, other))
          throw ModelError(path_, "line " + std::to_string(line.number) +
                                      ": unknown coefficient '" + name + "', and " + other +
                                      " is missing; write " + other);
      }
    }
  }
  // A letter too many, too few, or other letters O, I for digits 0, 1, or two exchanged.
  static bool is_slip(const std::string& a, const std::string& b) {
    if (a.size() == b.size()) {
      std::vector<std::size_t> off;
      for (std::size_t k = 0; k < a.size(); ++k) {
        if (a[k] != b[k]) off.push_back(k);
      }
      if (off.size() == 2 && off[1] == off[0] + 1)
        return a[off[0]] == b[off[1]] && a[off[1]] == b[off[0]];
      return off.size() == 1 && std::isdigit(static_cast<unsigned char>(a[off[0]])) == 0;
    }
    const std::string &longer = a.size() > b.size() ? a : b, &shorter = a.size() > b.size() ? b : a;
    if (longer.size() != shorter.size() + 1) return false;
    for (std::size_t k = 0; k < longer.size(); ++k) {
      // one more digit is another coefficient
      if (std::isdigit(static_cast<unsigned char>(longer[k])) != 0) continue;
      if (longer.substr(0, k) + longer.substr(k + 1) == shorter) return true;
    }
    return false;
  }
  [[nodiscard]] double coefficient(const std::string& name, int version) const {
    const auto line = found_.find(name);
    if (line != found_.end()) return number(name, line->second);
    const auto usual = usual_values().find(name);
    if (usual != usual_values().end()) return usual->second;
    if (version == 61 ? is_of_52(name) : is_of_61(name)) return 0.0;
    throw ModelError(path_, name + " is missing; a file of MF " +
                                std::string(version == 61 ? "6.1" : "5.2") + " needs it");
  }
  // Slopes over the stiffness of the carcass, as numbers of 5.2. (TY6)
  void find_lengths(TyreItem& item) const {
    const auto the = [&](K k) -> double& { return item.coefficients[static_cast<std::size_t>(k)]; };
    const double load = the(K::FNOMIN), r = the(K::UNLOADED_RADIUS);
    if (the(K::PTX1) == 0.0) {
      if (!(the(K::LONGITUDINAL_STIFFNESS) > 0.0))
        fail("LONGITUDINAL_STIFFNESS", "or PTX1 is needed for the relaxation length");
      the(K::PTX1) = std::fabs(the(K::PKX1)) * load / (the(K::LONGITUDINAL_STIFFNESS) * r);
    }
    if (the(K::PTY1) == 0.0) {
      if (!(the(K::LATERAL_STIFFNESS) > 0.0))
        fail("LATERAL_STIFFNESS", "or PTY1 is needed for the relaxation length");
      the(K::PTY1) = std::fabs(the(K::PKY1)) * load / (the(K::LATERAL_STIFFNESS) * r);
      the(K::PTY2) = the(K::PKY2);
    }
  }

  const std::string& path_;
  std::map<std::string, TirLine> found_;
};

}  // namespace

TyreItem read_tir(const std::string& text, const std::string& path) {
  return TirReader(text, path).read();
}

}  // namespace treadle
