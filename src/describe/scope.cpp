#include "scope.hpp"

#include <algorithm>
#include <utility>

namespace treadle {

namespace {

constexpr std::size_t longest_chain = 100;

}  // namespace

bool Scope::is_name(std::string_view word) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  if (word.empty() || !is_letter(word.front())) return false;
  return std::all_of(word.begin(), word.end(),
                     [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

void Scope::set(const std::string& name, const Quantity& quantity) {
  define(name, {});
  entries_[name].quantity = quantity;
}

void Scope::define(const std::string& name, std::function<Quantity()> compute) {
  if (!has(name)) names_.push_back(name);
  entries_[name] = {std::nullopt, std::move(compute), false};
}

const Quantity* Scope::find(std::string_view name) const {
  const auto found = entries_.find(name);
  if (found == entries_.end()) return nullptr;
  found->second.used = true;
  return &computed(found->first, found->second);
}

const Quantity& Scope::value(const std::string& name) const {
  return computed(name, entries_.at(name));
}

const Quantity& Scope::computed(const std::string& name, Entry& entry) const {
  if (entry.quantity) return *entry.quantity;
  const auto waiting = std::find(computing_.begin(), computing_.end(), name);
  if (waiting != computing_.end()) {
    std::string chain = "parameter '" + name + "' is computed from itself: ";
    for (auto link = waiting; link != computing_.end(); ++link) chain += *link + " <- ";
    throw UnitError(chain + name);
  }
  if (computing_.size() == longest_chain) {
    throw UnitError("parameter '" + name + "' ends a chain of more than 100 parameters");
  }
  computing_.push_back(name);
  entry.quantity = entry.compute();
  computing_.pop_back();
  return *entry.quantity;
}

std::vector<std::string> Scope::unused() const {
  std::vector<std::string> list;
  for (const std::string& name : names_) {
    if (!entries_.find(name)->second.used) list.push_back(name);
  }
  return list;
}

}  // namespace treadle
