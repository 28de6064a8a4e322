// Just enough XML to look at a drawing: elements in order, their attributes and texts, and whether
// tags nest and nothing unescaped is left.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace treadle {

struct XmlElement {
  std::string name, text;  ///< text with its entities resolved
  std::map<std::string, std::string> attributes;
};

struct XmlFile {
  std::vector<XmlElement> elements;
  std::string fault;  ///< empty if the file is well-formed

  /// All texts of elements with this name.
  [[nodiscard]] std::vector<std::string> texts(const std::string& name) const;
};

XmlFile read_xml(const std::string& text);

}  // namespace treadle
