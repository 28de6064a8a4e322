// Named numbers that expressions refer to, and the folder of the file that they stand in.
#pragma once

#include "units.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace treadle {

/// Names and their quantities. A quantity is computed when it is first asked for, so that
/// parameters may refer to each other in any order. Looking one up marks it as used.
class Scope {
 public:
  /// Files that the model names are looked for in `folder`.
  explicit Scope(std::string folder = {}) : folder_(std::move(folder)) {}

  [[nodiscard]] const std::string& folder() const { return folder_; }
  /// Whether a name can be a parameter's: a letter or '_', then letters, digits and '_'.
  static bool is_name(std::string_view word);

  void set(const std::string& name, const Quantity& quantity);
  void define(const std::string& name, std::function<Quantity()> compute);

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] bool has(std::string_view name) const { return entries_.contains(name); }
  /// Null for an unknown name. Throws UnitError for a parameter that is computed from itself.
  [[nodiscard]] const Quantity* find(std::string_view name) const;
  /// The same for a known name, without calling it used.
  [[nodiscard]] const Quantity& value(const std::string& name) const;

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }  ///< as they came
  [[nodiscard]] std::vector<std::string> unused() const;

 private:
  struct Entry {
    std::optional<Quantity> quantity;
    std::function<Quantity()> compute;
    bool used = false;
  };
  const Quantity& computed(const std::string& name, Entry& entry) const;

  mutable std::map<std::string, Entry, std::less<>> entries_;
  mutable std::vector<std::string> computing_;  ///< that wait for each other
  std::vector<std::string> names_;
  std::string folder_;
};

}  // namespace treadle
