#include "linear_files.hpp"

#include "../src/base/text.hpp"
#include "../src/io/tables/matrix_file.hpp"
#include "locus_picture.hpp"
#include "report_error.hpp"
#include "words.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace treadle::cli {

namespace {

using Json = nlohmann::ordered_json;

Json matrix_json(const Matrix<double>& m) {
  Json rows = Json::array();
  for (int i = 0; i < m.rows; ++i) {
    Json row = Json::array();
    for (int j = 0; j < m.cols; ++j) row.push_back(m(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<std::string> names_in(const std::vector<LinearName>& list) {
  std::vector<std::string> out;
  for (const LinearName& item : list) out.push_back(item.name);
  return out;
}
std::vector<std::string> units_in(const std::vector<LinearName>& list) {
  std::vector<std::string> out;
  for (const LinearName& item : list) out.push_back(item.unit);
  return out;
}

Json pair_of(const std::complex<double>& x) { return Json::array({x.real(), x.imag()}); }

NamedMatrix named(const std::string& name, const Matrix<double>& m) {
  const auto size = static_cast<std::ptrdiff_t>(m.rows) * m.cols;
  return {name, m.rows, m.cols, std::vector<double>(m.a.begin(), m.a.begin() + size), {}};
}
NamedMatrix column(const std::string& name, const std::vector<double>& x) {
  return {name, static_cast<int>(x.size()), 1, x, {}, true};
}
NamedMatrix complex_column(const std::string& name, const std::vector<std::complex<double>>& x) {
  NamedMatrix out{name, static_cast<int>(x.size()), 1, {}, {}, true};
  for (const auto& value : x) {
    out.real.push_back(value.real());
    out.imag.push_back(value.imag());
  }
  return out;
}

bool ends(const std::string& path, const char* ending) { return path.ends_with(ending); }

std::string archive_bytes(const std::string& path, const MatrixFile& file) {
  return ends(path, ".mat") ? mat_bytes(file) : npz_bytes(file);
}

}  // namespace

void check_linear_path(const std::string& path, bool locus) {
  std::vector<std::string> endings{".mat", ".npz", ".json"};
  if (locus) endings.insert(endings.end(), {".csv", ".svg"});
  const bool known = std::any_of(endings.begin(), endings.end(), [&](const std::string& ending) {
    return path.size() > ending.size() && path.ends_with(ending);
  });
  if (!known)
    throw OptionError(
        "--out", "'" + path + "' has an ending that is not known; take one of " + listed(endings));
}

Json eigenvalues_json(const Linearization& linear) {
  Json out = Json::array();
  for (const auto& value : linear.eigenvalues) out.push_back(pair_of(value));
  return out;
}

Json linear_json(const std::string& model, const Linearization& linear) {
  Json object;
  object["model"] = model;
  object["linearized"] = linear.what;
  object["equilibrium"] = !linear.moves;
  object["eigenvalues"] = eigenvalues_json(linear);
  Json modes = Json::array();
  for (const LinearMode& mode : linear.modes) {
    modes.push_back({{"frequency_hz", mode.frequency_hz},
                     {"damping_ratio", mode.damping_ratio},
                     {"eigenvalue", pair_of(mode.eigenvalue)},
                     {"rigid", mode.rigid},
                     {"joints", mode.words}});
  }
  object["modes"] = std::move(modes);
  object["states"] = names_in(linear.states);
  object["inputs"] = names_in(linear.inputs);
  object["outputs"] = names_in(linear.outputs);
  object["state_units"] = units_in(linear.states);
  object["output_units"] = units_in(linear.outputs);
  object["A"] = matrix_json(linear.a);
  object["B"] = matrix_json(linear.b);
  object["C"] = matrix_json(linear.c);
  object["D"] = matrix_json(linear.d);
  object["state_rate"] = linear.rate;
  object["output"] = linear.output;
  return object;
}

std::string linear_bytes(const std::string& path, const std::string& model,
                         const Linearization& linear) {
  if (ends(path, ".json")) return linear_json(model, linear).dump(1) + "\n";
  MatrixFile file;
  file.title = model;
  file.matrices = {named("A", linear.a),
                   named("B", linear.b),
                   named("C", linear.c),
                   named("D", linear.d),
                   complex_column("eigenvalues", linear.eigenvalues),
                   column("state_rate", linear.rate),
                   column("output", linear.output)};
  file.words = {{"states", names_in(linear.states)},
                {"inputs", names_in(linear.inputs)},
                {"outputs", names_in(linear.outputs)}};
  return archive_bytes(path, file);
}

std::string locus_bytes(const std::string& path, const std::string& parameter,
                        const std::vector<LocusRow>& rows) {
  if (ends(path, ".svg")) return locus_picture(parameter, rows);
  std::size_t most = 0;
  for (const LocusRow& row : rows) most = std::max(most, row.eigenvalues.size());
  if (ends(path, ".json")) {
    Json list = Json::array();
    for (const LocusRow& row : rows) {
      Json values = Json::array();
      for (const auto& value : row.eigenvalues) values.push_back(pair_of(value));
      list.push_back({{"value", row.value}, {"eigenvalues", std::move(values)}});
    }
    return Json{{"vary", parameter}, {"locus", std::move(list)}}.dump(1) + "\n";
  }
  if (ends(path, ".csv")) {
    std::string text = parameter;
    for (std::size_t k = 1; k <= most; ++k)
      text += ",re" + std::to_string(k) + ",im" + std::to_string(k);
    text += "\n";
    for (const LocusRow& row : rows) {
      text += short_number(row.value, 17);
      for (const auto& value : row.eigenvalues)
        text += "," + short_number(value.real(), 17) + "," + short_number(value.imag(), 17);
      text += "\n";
    }
    return text;
  }
  MatrixFile file;
  file.title = "root locus along " + parameter;
  std::vector<double> values;
  NamedMatrix all{"eigenvalues", static_cast<int>(rows.size()), static_cast<int>(most), {}, {}};
  for (const LocusRow& row : rows) values.push_back(row.value);
  for (std::size_t k = 0; k < most; ++k) {
    for (const LocusRow& row : rows) {
      const bool there = k < row.eigenvalues.size();
      all.real.push_back(there ? row.eigenvalues[k].real() : 0.0);
      all.imag.push_back(there ? row.eigenvalues[k].imag() : 0.0);
    }
  }
  file.matrices = {column("value", values), std::move(all)};
  file.words = {{"vary", {parameter}}};
  return archive_bytes(path, file);
}

}  // namespace treadle::cli
