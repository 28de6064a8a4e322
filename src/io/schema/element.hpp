// What a table of the modelling language is made of: an element has keys, a key has a value. The
// reader, the JSON schema for editors and the page docs/model.md all take their keys from here.
#pragma once

#include "../reading/fields.hpp"

#include <string>
#include <utility>
#include <vector>

namespace treadle::schema {

enum class ValueKind {
  quantity,      ///< a number, or a string with a unit or an expression
  any_quantity,  ///< the same, of any kind
  text,
  name,     ///< a string that can name something
  choice,   ///< one of `words`
  integer,  ///< a whole number, 1 or more
  version,  ///< the number 1
  object,   ///< an element
  map,      ///< an object with names of a person's own; `inner[0]` is the value of each
  list,     ///< `least` to `most` times `inner[0]`
  either    ///< one of `inner`, told apart by their JSON types
};

/// Whether the kind of a quantity is fixed, or comes from where the element is used.
enum class KindOf {
  itself,
  coordinate,  ///< of a joint: `dimension` where the coordinate is an angle, `sliding` where it is
               ///< a length
  function,    ///< what the function of time is used for ...
  rate         ///< ... and that for each second
};

struct Value {
  ValueKind kind = ValueKind::text;
  Dimension dimension{};
  Dimension sliding{};
  KindOf kind_of = KindOf::itself;
  Range range = Range::any;
  bool slides = false;     ///< of an object: the coordinate that it is about is a length
  bool elsewhere = false;  ///< of an object: only another file tells what its function is for
  Words words;
  std::string element;  ///< id of an element or of a family of them
  std::string label;    ///< how the page calls it; made from the above if empty
  std::string named;    ///< under which the schema defines it once; empty: where it is used
  std::string pattern;  ///< that a text, or the names in a map, must have
  std::vector<Value> inner;
  std::size_t least = 0, most = 0;  ///< of a list; most = 0: any number
  bool ends_only = false;           ///< of a list: `least` or `most`, nothing between
};

struct Key {
  std::string name;
  Value value;
  bool required = false;
  std::string fallback;  ///< what holds without it: JSON where it is a value, else words
  std::string text;      ///< one sentence
  std::string shared;    ///< element on whose section the page describes it; empty: its own
  bool written = false;  ///< by `treadle convert` for itself; the page leaves it out
};

enum class RuleKind {
  any_of,    ///< at least one of the keys
  not_both,  ///< not the first together with any of the others
  needs      ///< the first asks for the others
};

struct Rule {
  RuleKind kind;
  Words keys;
};

using Rules = std::vector<Rule>;

/// An object of the model file. An id "joint.revolute" is the variant of the family "joint" whose
/// key "type" says "revolute"; it has the keys of the family and its own.
struct Element {
  std::string id;
  std::string title;
  std::string text;  ///< a sentence or two
  std::vector<Key> keys;
  Rules rules{};
  bool family = false;  ///< its variants are told apart by their key "type"
  Words also{};         ///< other words for the same type
};

/// A quantity where it is used: what its function is for, and whether its coordinate slides.
struct Use {
  Dimension function{};
  bool slides = false;
  bool elsewhere = false;  ///< only another file tells what the function is for
};

Dimension dimension_of(const Value& value, const Use& use);
/// How the keys of an object are used, where the object itself is used so.
Use inner_use(const Value& object, const Use& use);

// Values.
Value quantity(Dimension dimension, Range range = Range::any);
Value of_coordinate(Dimension turning, Dimension sliding, Range range = Range::any);
Value of_function();
Value rate_of_function();
Value any_quantity();
Value pure(Range range = Range::any);
Value text();
Value name();
Value name_of(std::string what);
Value choice(Words words);
Value integer();
Value version();
Value object(std::string element);
/// An object whose coordinate turns or slides.
Value object(std::string element, bool slides);
Value map(Value each, std::string label);
Value list(Value each, std::size_t least, std::size_t most, std::string label = "");
Value triple(Dimension dimension);
Value direction();
Value either(std::vector<Value> values);
/// A number, or a function of time whose values are of this kind.
Value function(Dimension dimension);
Value function(Dimension turning, Dimension sliding);
/// The same of a kind that only another file tells.
Value any_function();
Value labelled(Value value, std::string label);
Value patterned(Value value, std::string pattern);

// Keys.
Key required(std::string name, Value value, std::string text);
Key optional(std::string name, Value value, std::string fallback, std::string text);
/// A key that a written model keeps for the next reading.
Key written(std::string name, std::string text);

// Values and keys that several tables have.
Value orientation();
Value anchor();
Value frame_of_body();
Key name_key();
Key position_key(const std::string& text, const std::string& fallback = "[0, 0, 0]");
Key orientation_key(const std::string& text);

}  // namespace treadle::schema
