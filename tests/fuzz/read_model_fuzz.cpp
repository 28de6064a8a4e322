// The fuzz target of the reader, and what it does with one input. Any text is read; small models
// are built and examined too. A ModelError is a good answer; anything else that leaves is a fault.
#include "src/analyses/doctor.hpp"
#include "src/base/error.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/topology/topology.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

namespace {

using nlohmann::json;

constexpr std::size_t longest_text = 65536;

// Models that would open other files are left out: an input must not choose what is read.
bool names_files(const json& value) {
  if (value.is_object() && (value.contains("file") || value.contains("include"))) return true;
  for (const json& inner : value) {
    if (inner.is_structured() && names_files(inner)) return true;
  }
  return false;
}

// Deeply nested text would exhaust the stack of this walk, as it is refused by the reader anyway.
bool nested_deeply(const std::string& text) {
  int depth = 0;
  for (const char c : text) {
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (depth > 200) return true;
  }
  return false;
}

// Assembling may try many times; more than this would be slow and show nothing new.
bool small(const treadle::Description& d) {
  return d.bodies.size() <= 12 && d.joints.size() <= 16 && d.constraints.size() <= 8 &&
         d.forces.size() <= 16;
}

void build(const treadle::Description& d) {
  const treadle::Topology topology = treadle::make_topology(d);
  if (!check(topology, d).empty()) std::abort();
  if (topology.rows > 24) return;
  const treadle::Mechanism mechanism = treadle::build_mechanism(d);
  (void)mechanism.warnings();
  (void)examine(mechanism, treadle::options_of(d.simulation));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > longest_text) return 0;
  const std::string text(data, data + size);
  if (!nested_deeply(text)) {
    const json document = json::parse(text, nullptr, false);
    if (!document.is_discarded() && names_files(document)) return 0;
  }
  try {
    const treadle::Description description = treadle::read_model_text(text, "fuzz.json");
    if (small(description)) build(description);
  } catch (const treadle::ModelError&) {
    return 0;
  }
  return 0;
}
