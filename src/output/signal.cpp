#include "signal.hpp"

namespace treadle {

SignalParts three_parts(const std::string& word, const std::string& unit) {
  SignalParts parts;
  for (const char* axis : {"x", "y", "z"})
    parts.push_back({word.empty() ? axis : word + "." + axis, unit});
  return parts;
}

Signal::Signal(const SignalName& name, const SignalParts& parts, Needs needs) : needs_(needs) {
  columns_.reserve(parts.size());
  for (const SignalPart& part : parts) {
    columns_.push_back(
        {part.suffix.empty() ? name.base : name.base + "." + part.suffix, part.unit, name.group});
  }
}

}  // namespace treadle
