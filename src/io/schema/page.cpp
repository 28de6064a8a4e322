#include "page.hpp"

#include "../../base/error.hpp"
#include "elements.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

namespace treadle {

namespace {

using namespace schema;

// The anchor that a heading gets.
std::string anchor_of(const std::string& title) {
  std::string out;
  for (const char c : title) {
    if (c == ' ') out += '-';
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

std::string link(const Element& one) {
  return "[" + one.title + "](#" + anchor_of(one.title) + ")";
}

std::string file_of(const std::string& id) {
  std::string name = id;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

std::string listed(const Words& words, const std::string& last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? last : ", ";
    text += "`" + words[i] + "`";
  }
  return text;
}

std::string shown_quantity(const Value& value) {
  std::string text;
  switch (value.kind_of) {
    case KindOf::itself:
      text = value.dimension == dimension::none ? "number" : si_unit(value.dimension);
      break;
    case KindOf::coordinate:
      text = si_unit(value.dimension) + " or " + si_unit(value.sliding);
      break;
    case KindOf::function:
      text = "unit of its use";
      break;
    case KindOf::rate:
      text = "unit of its use for each s";
  }
  if (value.range == Range::positive) text += ", > 0";
  if (value.range == Range::not_negative) text += ", ≥ 0";
  return text;
}

// Small objects are shown by their keys, those with a section by a link.
std::string shown_object(const Value& value) {
  static const Words without_section{
      "joint_axis_frame", "joint_place_frame", "spring_law",    "damper_law",
      "stop_law",         "end_damping",       "stop",          "target_at",
      "coupled",          "joint_spring_law",  "joint_rate_law"};
  const Element& one = element(value.element);
  const bool small =
      one.id.starts_with("joint_") ||
      std::find(without_section.begin(), without_section.end(), one.id) != without_section.end();
  if (!small) return link(one);
  Words keys;
  for (const Key& key : one.keys) {
    if (!key.written) keys.push_back("\"" + key.name + "\"");
  }
  std::string text = "`{";
  for (const std::string& key : keys) text += (text.size() > 2 ? ", " : "") + key;
  return text + "}`";
}

std::string shown_value(const Value& value) {
  if (!value.label.empty()) return value.label;
  switch (value.kind) {
    case ValueKind::quantity:
      return shown_quantity(value);
    case ValueKind::any_quantity:
      return "quantity";
    case ValueKind::text:
      return "text";
    case ValueKind::name:
      return "name";
    case ValueKind::choice:
      return listed(value.words, " or ");
    case ValueKind::integer:
      return "whole number, ≥ 1";
    case ValueKind::version:
      return "1";
    case ValueKind::object:
      return shown_object(value);
    case ValueKind::map:
    case ValueKind::list:
      return "list of " + shown_value(value.inner[0]);
    case ValueKind::either:
      break;
  }
  std::string text;
  for (const Value& one : value.inner) text += (text.empty() ? "" : " or ") + shown_value(one);
  return text;
}

std::string shown_default(const Key& key) {
  if (key.required) return "required";
  const bool is_value = nlohmann::json::accept(key.fallback);
  return is_value ? "`" + key.fallback + "`" : key.fallback;
}

std::string key_table(const std::vector<Key>& keys) {
  std::string text = "| key | value | default | meaning |\n|---|---|---|---|\n";
  for (const Key& key : keys) {
    text += "| `" + key.name + "` | " + shown_value(key.value) + " | " + shown_default(key) +
            " | " + key.text + " |\n";
  }
  return text;
}

// Own keys in a table; where the others are described.
std::string keys_text(const Element& one) {
  const Element* family = family_of(one);
  std::vector<Key> own;
  std::vector<std::pair<std::string, Words>> elsewhere;
  if (family != nullptr) {
    elsewhere.emplace_back(family->id, Words{});
    for (const Key& key : keys_of(*family)) elsewhere.back().second.push_back(key.name);
  }
  for (const Key& key : one.family ? keys_of(one) : one.keys) {
    if (key.written) continue;
    if (key.shared.empty()) {
      own.push_back(key);
      continue;
    }
    if (elsewhere.empty() || elsewhere.back().first != key.shared)
      elsewhere.emplace_back(key.shared, Words{});
    elsewhere.back().second.push_back(key.name);
  }
  std::string text = own.empty() ? "" : key_table(own) + "\n";
  if (elsewhere.empty()) return text;
  text += own.empty() ? "Keys: " : "Besides: ";
  for (std::size_t i = 0; i < elsewhere.size(); ++i) {
    text += (i == 0 ? "" : "; ") + listed(elsewhere[i].second, ", ") + " (" +
            link(element(elsewhere[i].first)) + ")";
  }
  return text + ".\n\n";
}

std::string example_text(const std::string& file, const FindFile& find) {
  const std::string text = find("examples/" + file + ".json");
  if (text.empty()) return {};
  return "[" + file + ".json](model/examples/" + file + ".json):\n\n```json\n" + text + "```\n\n";
}

std::string section(const std::string& hashes, const Element& one, const FindFile& find) {
  const std::string file = file_of(one.id);
  std::string text = hashes + one.title + "\n\n" + one.text + "\n\n";
  if (const std::string picture = "pictures/" + file + ".svg"; !find(picture).empty())
    text += "![" + one.title + "](model/" + picture + ")\n\n";
  return text + keys_text(one) + example_text(file, find);
}

}  // namespace

std::string fill_page(const std::string& page, const FindFile& find) {
  std::string out;
  std::istringstream lines(page);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::size_t open = line.find("{{");
    if (open == std::string::npos || !line.ends_with("}}")) {
      // one empty line is enough, whatever stood before it
      if (!line.empty() || !out.ends_with("\n\n")) out += line + "\n";
      continue;
    }
    std::string id = line.substr(open + 2, line.size() - open - 4);
    const bool only_example = id.starts_with("example ");
    if (only_example) id.erase(0, 8);
    const Element* one = find_element(id);
    if (!only_example && one == nullptr)
      throw ModelError("line " + std::to_string(number), "there is no element '" + id + "'");
    if (only_example) {
      out += example_text(id, find);
    } else if (open == 0) {
      out += keys_text(*one);
    } else {
      out += section(line.substr(0, open), *one, find);
    }
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace treadle
