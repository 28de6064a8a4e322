// Typed access to the values of a model file. Each value is read together with its place, so that
// every mistake names the path in the file and the item a person gave a name to.
#pragma once

#include "../../describe/description.hpp"
#include "../../describe/scope.hpp"
#include "../../describe/units.hpp"

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace treadle {

using Words = std::vector<std::string>;

/// Where a value stands, and the parameters that it may refer to.
class Place {
 public:
  /// `path` leads to an item (`joints[3]`), `item` is what a person calls it (`joint 'elbow'`). The
  /// scope has to outlive the place; without one there are no parameters.
  Place(std::string path, std::string item, const Scope* scope = nullptr);

  /// The place of a member or of an element of the value here.
  [[nodiscard]] Place key(std::string_view name) const;
  [[nodiscard]] Place element(std::size_t index) const;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const Scope* scope() const { return scope_; }
  /// The path inside the item: `start.position`.
  [[nodiscard]] std::string field() const;

  /// Throws a ModelError: "<item>: <message>".
  [[noreturn]] void fail(const std::string& message) const;
  /// Throws a ModelError: "<item>: <field> <message>", or "<item> <message>" at the item itself.
  [[noreturn]] void fail_field(const std::string& message) const;

 private:
  std::string path_, item_;
  std::size_t item_length_ = 0;  ///< of the item's own path
  const Scope* scope_ = nullptr;
};

/// The values that a number may take.
enum class Range { any, positive, not_negative };

double read_number(const nlohmann::json& value, const Place& place, Dimension kind,
                   Range range = Range::any);
Triple read_triple(const nlohmann::json& value, const Place& place, Dimension kind);
bool read_truth(const nlohmann::json& value, const Place& place);
std::string read_string(const nlohmann::json& value, const Place& place);

/// A string that can name an item: not empty, at most 200 bytes, no control characters.
std::string read_name(const nlohmann::json& value, const Place& place);

/// The index of a string in the list of words that may stand here; `what` says what they are.
std::size_t read_choice(const nlohmann::json& value, const Place& place, const std::string& what,
                        const Words& words);

/// Fails unless the value is an array of `count` elements; `what` says what they are.
void check_array(const nlohmann::json& value, const Place& place, std::size_t count,
                 const std::string& what);

/// Fails unless the direction can be normalised; `remedy` ends the message.
void check_axis(const Triple& axis, const Place& place, const std::string& remedy);

/// A value as a message shows it: 3.5, 'text', (0, 0, 1), an object.
std::string show_value(const nlohmann::json& value);

/// The object at a place, whose keys are all known.
class Fields {
 public:
  Fields(const nlohmann::json& object, Place place, const Words& known);

  [[nodiscard]] const Place& place() const { return place_; }
  [[nodiscard]] Place at(std::string_view key) const { return place_.key(key); }
  [[nodiscard]] bool has(const char* key) const { return find(key) != nullptr; }
  /// The value of a key, or null.
  [[nodiscard]] const nlohmann::json* find(const char* key) const;
  /// The value of a key that must be there.
  const nlohmann::json& need(const char* key) const;

  // Each of these leaves `out` as it is if the key is absent.
  void number(const char* key, Dimension kind, Range range, double& out) const;
  void number(const char* key, Dimension kind, Range range, std::optional<double>& out) const;
  void triple(const char* key, Dimension kind, Triple& out) const;
  void name(const char* key, std::string& out) const;
  void truth(const char* key, bool& out) const;

 private:
  const nlohmann::json& object_;
  Place place_;
};

}  // namespace treadle
