#include "channel_list.hpp"

#include "../src/output/channel_words.hpp"
#include "report_error.hpp"
#include "words.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace treadle::cli {

namespace {

std::string trimmed(const std::string& text) {
  const std::size_t from = text.find_first_not_of(' ');
  if (from == std::string::npos) return "";
  return text.substr(from, text.find_last_not_of(' ') - from + 1);
}

}  // namespace

std::vector<std::string> channel_names(const std::optional<std::string>& list) {
  std::vector<std::string> names;
  if (!list) return names;
  for (std::size_t from = 0; from <= list->size();) {
    const std::size_t to = std::min(list->find(',', from), list->size());
    names.push_back(trimmed(list->substr(from, to - from)));
    if (names.back().empty()) {
      throw OptionError("--channels", "a name is empty in '" + *list +
                                          "'; names are separated by one comma, for example "
                                          "--channels 'A.q,energy.*'");
    }
    from = to + 1;
  }
  return names;
}

std::string channels_text(const std::vector<Column>& channels) {
  std::vector<std::vector<std::string>> rows{{"name", "unit", "group"}};
  std::vector<std::pair<std::string, std::string>> words;  // kinds of channels with more to say
  for (const Column& channel : channels) {
    rows.push_back({channel.name, channel.unit, channel.group});
    const std::string about = channel_words(channel);
    if (about.empty()) continue;
    const auto known = [&](const auto& word) { return word.second == about; };
    if (std::none_of(words.begin(), words.end(), known)) words.emplace_back(channel.name, about);
  }
  std::string text = aligned(rows, 0);
  for (const auto& [name, about] : words) text += "\n" + name + " and its like: " + about;
  return words.empty() ? text : text + "\n";
}

nlohmann::ordered_json channels_json(const std::vector<Column>& channels,
                                     const std::vector<double>& last_row) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::size_t k = 0; k < channels.size(); ++k) {
    nlohmann::ordered_json one{
        {"name", channels[k].name}, {"unit", channels[k].unit}, {"group", channels[k].group}};
    if (const std::string about = channel_words(channels[k]); !about.empty()) one["about"] = about;
    if (!last_row.empty()) one["end"] = last_row[k];
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace treadle::cli
