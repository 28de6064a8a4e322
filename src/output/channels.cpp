#include "channels.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <unordered_map>

namespace treadle {

namespace {

/// One channel in the catalogue.
struct Entry {
  std::size_t signal = 0, part = 0;
};

/// The catalogue as a flat list of channels with an order of choice.
class Chooser {
 public:
  explicit Chooser(const std::vector<SignalPtr>& signals) : signals_(signals) {
    for (std::size_t k = 0; k < signals.size(); ++k) {
      for (std::size_t p = 0; p < signals[k]->columns().size(); ++p) {
        index_.emplace(signals[k]->columns()[p].name, entries_.size());
        entries_.push_back({k, p});
      }
    }
    taken_.resize(entries_.size(), false);
  }

  [[nodiscard]] const Column& column(const Entry& e) const {
    return signals_[e.signal]->columns()[e.part];
  }
  void take_group(const char* group) {
    for (std::size_t k = 0; k < entries_.size(); ++k) {
      if (column(entries_[k]).group == group) take(k);
    }
  }
  void take_named(const std::string& pattern) {
    const auto found = index_.find(pattern);
    if (found != index_.end()) return take(found->second);
    if (pattern.find_first_of("*?") == std::string::npos) {
      if (take_parts(pattern)) return;
      throw ModelError("channels", "unknown channel '" + pattern + "'" +
                                       suggestion(pattern, names_and_wholes()) +
                                       "; --list-channels shows all");
    }
    bool any = false;
    for (std::size_t k = 0; k < entries_.size(); ++k) {
      if (!fits(pattern, column(entries_[k]).name)) continue;
      any = true;
      take(k);
    }
    if (!any)
      throw ModelError("channels", "no channel fits '" + pattern + "'; --list-channels shows all");
  }
  [[nodiscard]] std::vector<Entry>& chosen() { return chosen_; }

 private:
  void take(std::size_t k) {
    if (taken_[k]) return;
    taken_[k] = true;
    chosen_.push_back(entries_[k]);
  }
  // All channels whose names go on with a dot: `height` takes height.x and height.y.
  bool take_parts(const std::string& whole) {
    bool any = false;
    for (std::size_t k = 0; k < entries_.size(); ++k) {
      if (!column(entries_[k]).name.starts_with(whole + ".")) continue;
      any = true;
      take(k);
    }
    return any;
  }
  // What may be asked for: channels, and what stands before a dot in their names.
  [[nodiscard]] std::vector<std::string> names_and_wholes() const {
    std::set<std::string> wholes;
    std::vector<std::string> list;
    list.reserve(entries_.size());
    for (const Entry& e : entries_) {
      const std::string& name = column(e).name;
      list.push_back(name);
      for (std::size_t dot = name.find('.'); dot != std::string::npos;
           dot = name.find('.', dot + 1))
        wholes.insert(name.substr(0, dot));
    }
    list.insert(list.end(), wholes.begin(), wholes.end());
    return list;
  }

  const std::vector<SignalPtr>& signals_;
  std::vector<Entry> entries_, chosen_;
  std::vector<bool> taken_;
  std::unordered_map<std::string_view, std::size_t> index_;  ///< names are those of the signals
};

CatalogueScope scope_for(const Description& d, const ChannelChoice& choice) {
  if (!choice.names.empty() || !d.outputs.empty()) return {};
  return {false, false, choice.bodies, false, false, choice.reactions, false};
}

bool asks_for_time(const ChannelChoice& choice) {
  return std::any_of(choice.names.begin(), choice.names.end(),
                     [](const std::string& name) { return fits(name, "time"); });
}

}  // namespace

bool fits(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, mark = 0;
  while (n < name.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n]) && pattern[p] != '*') {
      ++p;
      ++n;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = n;
    } else if (star != std::string_view::npos) {  // let the last star take one letter more
      p = star + 1;
      n = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

Channels::Channels(const Description& d, const Model<double>& model, const Placement& placement,
                   const Forces<double>& forces, const ChannelChoice& choice)
    : parts_(d, model, placement, forces), signals_(make_catalogue(parts_, scope_for(d, choice))) {
  choose(choice);
}

void Channels::choose(const ChannelChoice& choice) {
  Chooser chooser(signals_);
  if (!asks_for_time(choice)) chooser.take_named("time");
  if (!choice.names.empty()) {
    for (const std::string& name : choice.names) chooser.take_named(name);
  } else if (!parts_.description.outputs.empty()) {
    chooser.take_group(channel_group::outputs);
  } else {
    for (const SignalPtr& signal : signals_) {
      const std::string group = signal->columns().empty() ? "" : signal->columns().front().group;
      if (group != channel_group::coordinates && group != channel_group::velocities) continue;
      for (const Column& column : signal->columns()) chooser.take_named(column.name);
    }
  }
  if (choice.bodies) {
    for (const BodyItem& body : parts_.description.bodies)
      for (const CoordinateName& c : coordinate_names(JointType::free))
        chooser.take_named(body.name + ".pose." + c.suffix);
  }
  if (choice.reactions) chooser.take_group(channel_group::reactions);

  // keep the signals that are used
  std::vector<std::size_t> place(signals_.size(), signals_.size());
  std::vector<SignalPtr> used;
  columns_.reserve(chooser.chosen().size());
  picks_.reserve(chooser.chosen().size());
  for (const Entry& e : chooser.chosen()) {
    columns_.push_back(chooser.column(e));
    if (place[e.signal] < signals_.size()) continue;
    place[e.signal] = first_.size();
    first_.push_back(values_.size());
    values_.resize(values_.size() + signals_[e.signal]->columns().size());
    needs_ |= signals_[e.signal]->needs();
    if (signals_[e.signal]->follows()) followers_.push_back(signals_[e.signal].get());
  }
  used.resize(first_.size());
  for (const Entry& e : chooser.chosen()) picks_.push_back(first_[place[e.signal]] + e.part);
  for (std::size_t k = 0; k < signals_.size(); ++k) {
    if (place[k] < signals_.size()) used[place[k]] = std::move(signals_[k]);
  }
  signals_ = std::move(used);
  open_.resize(columns_.size(), 0);
}

void Channels::follow(const Snapshot& snapshot) {
  for (Signal* signal : followers_) signal->follow(snapshot);
}

void Channels::sample(const Snapshot& snapshot, std::span<double> row) {
  for (std::size_t k = 0; k < signals_.size(); ++k) {
    signals_[k]->read(snapshot,
                      std::span(values_).subspan(first_[k], signals_[k]->columns().size()));
  }
  for (std::size_t k = 0; k < picks_.size(); ++k) row[k] = values_[picks_[k]];
}

void Channels::mark_open(const Snapshot& stress, double length, double nothing) {
  for (std::size_t k = 0; k < signals_.size(); ++k) {
    const auto values = std::span(values_).subspan(first_[k], signals_[k]->columns().size());
    std::fill(values.begin(), values.end(), 0.0);
    if (signals_[k]->needs().reactions) signals_[k]->read(stress, values);
  }
  for (std::size_t k = 0; k < picks_.size(); ++k) {
    const double unit = columns_[k].unit == "N m" ? length : 1.0;
    if (std::fabs(values_[picks_[k]]) > nothing * unit) open_[k] = 1;
  }
}

std::vector<std::string> Channels::open_names() const {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    if (open_[k] != 0) names.push_back(columns_[k].name);
  }
  return names;
}

std::vector<std::string> by_owner(const std::vector<std::string>& channels) {
  std::vector<std::string> list;
  std::string owner;
  for (const std::string& name : channels) {
    std::size_t dot = name.rfind('.');
    if (dot != std::string::npos && dot > 0 &&
        name.size() - dot <= 3)  // an axis or number: its word too
      dot = std::min(dot, name.rfind('.', dot - 1));
    const std::string whole = name.substr(0, dot);
    if (dot == std::string::npos) {
      list.push_back(name);
    } else if (whole == owner) {
      list.back().insert(list.back().size() - 1, ", " + name.substr(dot + 1));
    } else {
      list.push_back(whole + " (" + name.substr(dot + 1) + ")");
    }
    owner = dot == std::string::npos ? "" : whole;
  }
  return list;
}

std::string open_reactions_words(const std::vector<std::string>& channels) {
  constexpr std::size_t shown = 12;
  const std::vector<std::string> owners = by_owner(channels);
  std::string text;
  for (std::size_t k = 0; k < owners.size() && k < shown; ++k)
    text += (k == 0 ? "" : ", ") + owners[k];
  if (owners.size() > shown) text += " and " + std::to_string(owners.size() - shown) + " more";
  return text +
         ": not unique, since equations are redundant; of all reactions that fit the motion the "
         "smallest are given, as if all joints and constraints were equally stiff";
}

std::vector<Column> all_channels(const Description& d, const Model<double>& model,
                                 const Placement& placement, const Forces<double>& forces) {
  const PartsOfModel parts(d, model, placement, forces);
  std::vector<Column> list;
  for (const SignalPtr& signal : make_catalogue(parts))
    list.insert(list.end(), signal->columns().begin(), signal->columns().end());
  return list;
}

}  // namespace treadle
