#include "describe_arrays.hpp"

namespace treadle {

namespace {

std::vector<NamedNumber> coordinate_quantities(const Mechanism& m) {
  std::vector<NamedNumber> list(static_cast<std::size_t>(m.model.nq()));
  for (const TreeBody& body : m.topology().bodies) {
    const auto& names = coordinate_names(body.type);
    for (std::size_t k = 0; k < names.size(); ++k) {
      const std::string suffix = names[k].suffix;
      list[static_cast<std::size_t>(body.q_at) + k] = {
          body.joint + (suffix.empty() ? "" : "." + suffix), names[k].unit};
    }
  }
  return list;
}

std::vector<NamedNumber> velocity_quantities(const Mechanism& m, const std::string& more,
                                             const std::string& power) {
  std::vector<NamedNumber> list(static_cast<std::size_t>(m.model.nv()));
  for (const TreeBody& body : m.topology().bodies) {
    const auto& names = velocity_names(body.type);
    for (std::size_t k = 0; k < names.size(); ++k) {
      const std::string suffix = names[k].suffix;
      list[static_cast<std::size_t>(body.v_at) + k] = {
          body.joint + more + (suffix.empty() ? "" : "." + suffix),
          std::string(names[k].unit) + power};
    }
  }
  return list;
}

std::vector<NamedNumber> row_quantities(const Mechanism& m, const std::string& unit) {
  std::vector<NamedNumber> list;
  for (int r = 0; r < m.model.rows(); ++r) list.push_back({m.row_name(r), unit});
  return list;
}

// Who follows a function of time; those of drivers bear their names.
std::vector<NamedNumber> function_quantities(const Mechanism& m) {
  std::vector<std::string> names(m.functions.size());
  for (std::size_t k = 0; k < names.size(); ++k) names[k] = "function " + std::to_string(k);
  for (std::size_t c = 0; c < m.model.loops.size(); ++c) {
    const int f = m.model.loops[c].function;
    if (f >= 0)
      names[static_cast<std::size_t>(f)] = m.topology().loops[LoopId{static_cast<int>(c)}].name;
  }
  for (const auto& law : m.forces.coordinates) {
    if (law.law.drive.valid())
      names[law.law.drive.index()] = "drive of " + m.coordinate_name(law.v_at.at);
  }
  for (std::size_t k = 0; k < m.functions.states().size(); ++k)
    names[m.functions.states()[k]] = "state " + std::to_string(k) + " of a force";
  std::vector<NamedNumber> list;
  for (const std::string& name : names) {
    list.push_back({name + ": value", "SI"});
    list.push_back({name + ": rate", "SI/s"});
    list.push_back({name + ": second rate", "SI/s^2"});
  }
  return list;
}

}  // namespace

std::vector<InputArray> input_arrays(const Mechanism& m, bool stabilized,
                                     const KeptParameters* kept) {
  std::vector<InputArray> list{
      {"q", "coordinates of the joints along the tree", coordinate_quantities(m)},
      {"v", "velocities of the joints along the tree", velocity_quantities(m, "", "")},
      {"u", "functions of time that drivers and forces follow", function_quantities(m)},
      {"p", "parameters that were kept", {}}};
  if (kept != nullptr) {
    for (const ParameterItem& item : kept->items)
      list[input_parameters].numbers.push_back({item.name, item.unit});
  }
  if (stabilized) {
    list[input_functions].numbers.push_back({"feedback on rates, 2 alpha", "1/s"});
    list[input_functions].numbers.push_back({"feedback on gaps, beta squared", "1/s^2"});
  }
  return list;
}

OutputBlock acceleration_block(const Mechanism& m) {
  return {"accelerations", "rates of the velocities", velocity_quantities(m, ".a", "^2")};
}
OutputBlock multiplier_block(const Mechanism& m) {
  return {"multipliers", "of M a + Phi^T lambda = Q", row_quantities(m, "N or N m")};
}
OutputBlock residual_block(const Mechanism& m) {
  return {"residual", "how far the loops are open", row_quantities(m, "m or rad")};
}

OutputBlock constraint_jacobian_block(const Mechanism& m) {
  OutputBlock block{"constraint_jacobian", "entries of Phi, loop by loop, column by column", {}};
  block.numbers.resize(static_cast<std::size_t>(m.model.phi_values));
  for (const LoopPattern& loop : m.model.pattern->loops) {
    auto value = static_cast<std::size_t>(loop.values_at);
    for (const int column : loop.columns) {
      for (int r = 0; r < loop.rows; ++r)
        block.numbers[value++] = {
            m.row_name(loop.first_row + r) + " by " + m.coordinate_name(column), "SI"};
    }
  }
  return block;
}

OutputBlock position_block(const Mechanism& m) {
  return {"positions", "coordinates after the step", coordinate_quantities(m)};
}
OutputBlock velocity_block(const Mechanism& m) {
  return {"velocities", "velocities after the step", velocity_quantities(m, "", "")};
}
OutputBlock power_block() {
  return {"power", "work for each second of all that keeps no energy", {{"power", "W"}}};
}
OutputBlock rate_block(const Mechanism& m) {
  OutputBlock block{"rates", "of states of forces, which are among the functions", {}};
  const std::vector<NamedNumber> names = function_quantities(m);
  for (const std::size_t f : m.functions.states())
    block.numbers.push_back({names[3 * f].name, "SI/s"});
  return block;
}
OutputBlock energy_block() {
  return {"energy", "kinetic, and of weight and springs", {{"kinetic", "J"}, {"potential", "J"}}};
}
OutputBlock margin_block() {
  return {"margin",
          "smallest pivot of the loops over its limit; below 1 the status is not 0",
          {{"smallest pivot over its limit", "1"}}};
}
OutputBlock gap_block() {
  return {"gaps",
          "what the step leaves open",
          {{"largest gap", "m or rad"},
           {"largest rate of a gap", "m/s or rad/s"},
           {"largest velocity before the step", "m/s or rad/s"}}};
}

}  // namespace treadle
