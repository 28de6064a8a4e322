#include "ranges.hpp"

#include "../src/base/text.hpp"
#include "../src/output/signal.hpp"
#include "words.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace treadle::cli {

namespace {

std::string range_words(double least, double greatest, const std::string& unit) {
  std::string text = short_number(least, 4);
  if (greatest > least) text += " to " + short_number(greatest, 4);
  return unit == "1" ? text : text + " " + unit;
}

}  // namespace

bool Ranges::has(const Column& column) {
  return column.group == channel_group::outputs || column.group == channel_group::controllers;
}

void Ranges::begin(const std::vector<Column>& columns) { columns_ = columns; }

void Ranges::take(std::span<const double> row) {
  if (least_.empty()) {
    least_.assign(row.begin(), row.end());
    greatest_ = least_;
  }
  for (std::size_t k = 0; k < row.size(); ++k) {
    least_[k] = std::min(least_[k], row[k]);
    greatest_[k] = std::max(greatest_[k], row[k]);
  }
}

std::string Ranges::text(const Description& description) const {
  std::vector<std::vector<std::string>> rows;
  const auto add = [&](const std::string& owner, const char* group) {
    std::string parts;
    for (std::size_t k = 0; k < least_.size(); ++k) {
      const std::string& name = columns_[k].name;
      const bool only = name == owner;
      if (columns_[k].group != group || (!only && !name.starts_with(owner + "."))) continue;
      if (!parts.empty()) parts += ", ";
      if (!only) parts += name.substr(owner.size() + 1) + " ";
      parts += range_words(least_[k], greatest_[k], columns_[k].unit);
    }
    if (!parts.empty()) rows.push_back({owner, parts});
  };
  for (const OutputItem& item : description.outputs) add(item.name, channel_group::outputs);
  for (const ControllerItem& item : description.controllers)
    add(item.name, channel_group::controllers);
  return rows.empty() ? "" : "ranges\n" + aligned(rows, 2);
}

nlohmann::ordered_json Ranges::json() const {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  for (std::size_t k = 0; k < least_.size(); ++k) {
    if (!has(columns_[k])) continue;
    object[columns_[k].name] = {
        {"least", least_[k]}, {"greatest", greatest_[k]}, {"unit", columns_[k].unit}};
  }
  return object;
}

bool has_course(const Description& description) {
  return std::any_of(description.outputs.begin(), description.outputs.end(),
                     [](const OutputItem& item) { return item.kind == ChannelKind::course; });
}

}  // namespace treadle::cli
