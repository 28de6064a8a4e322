#include "nameless.hpp"

#include "../base/error.hpp"
#include "../describe/functions_of.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace treadle {

namespace {

[[noreturn]] void refuse_inside(const std::string& what, const std::string& instead) {
  throw ModelError("component", what + " cannot be inside a compiled part; " + instead);
}

const std::string& input_of(const ControllerItem& item) {
  return item.output.empty() ? item.name : item.output;
}

// Energies are those of the whole machine, and nobody in here knows them.
void check_channel(const std::string& who, const std::string& channel) {
  if (channel.starts_with("energy."))
    refuse_inside(who + ", which follows '" + channel + "' of the whole machine,",
                  "move it to the model that includes the part");
}

void check_inputs(const Description& model, const std::vector<std::string>& published) {
  std::set<std::string> told(published.begin(), published.end());
  for (const ControllerItem& item : model.controllers) told.insert(input_of(item));
  for_each_function(model, [&](const TimeFunction& function) {
    if (function.kind == FunctionKind::input && !told.contains(function.input))
      refuse_inside("input '" + function.input + "', which nobody tells,",
                    "publish it (--inputs), let a controller feed it, or give a function of time");
  });
}

void check_inside(const Description& model, const std::vector<std::string>& published) {
  for (const PartItem& part : model.parts) {
    if (!part.library.empty())
      refuse_inside("part '" + part.name + "', which is compiled itself,",
                    "include it beside the new one");
  }
  for (const EventItem& item : model.events)
    if (item.action != EventAction::record) check_channel("event '" + item.name + "'", item.when);
  for (const ControllerItem& item : model.controllers) {
    for (const std::string& channel : item.inputs)
      check_channel("controller '" + item.name + "'", channel);
    check_channel("controller '" + item.name + "'", item.setpoint_from);
  }
  check_inputs(model, published);
}

/// New names: a letter and a number. Items of different kinds that share a name share the new one
/// too, so that channels go on to say the same.
class Numbered {
 public:
  explicit Numbered(char letter) : letter_(letter) {}
  void rename(std::string& name) {
    auto [at, fresh] = names_.try_emplace(name);
    if (fresh) at->second = letter_ + std::to_string(names_.size());
    name = at->second;
  }
  void refer(std::string& name) const {
    if (const auto found = names_.find(name); found != names_.end()) name = found->second;
  }
  [[nodiscard]] const std::map<std::string, std::string>& names() const { return names_; }

 private:
  char letter_;
  std::map<std::string, std::string> names_;
};

// An item's name and what of it is meant: the longest name decides, since names have dots too.
std::size_t owner_length(const std::map<std::string, std::string>& names,
                         const std::string& channel) {
  for (std::size_t end = channel.size(); end != 0 && end != std::string::npos;
       end = channel.rfind('.', end - 1)) {
    if (names.contains(channel.substr(0, end))) return end;
    if (end == 0) break;
  }
  return 0;
}

std::string renamed_channel(const std::map<std::string, std::string>& names,
                            const std::string& channel) {
  const std::size_t end = owner_length(names, channel);
  return end == 0 ? channel : names.at(channel.substr(0, end)) + channel.substr(end);
}

// Names of inputs in an expression become u1, u2, ...
std::string without_labels(const std::string& text, const std::vector<std::string>& labels) {
  const auto is_letter = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_letter(text[end])) ++end;
    const std::string word = text.substr(at, std::max<std::size_t>(end - at, 1));
    const auto label = std::find(labels.begin(), labels.end(), word);
    out += label == labels.end() ? word : "u" + std::to_string(label - labels.begin() + 1);
    at += word.size();
  }
  return out;
}

class NameRemover {
 public:
  explicit NameRemover(Description model) : model_(std::move(model)) {}

  Nameless remove(const std::vector<std::string>& shown_channels) {
    keep_what_is_followed(shown_channels);
    for_each_function(model_, [&](TimeFunction& function) {
      if (function.kind == FunctionKind::input) inputs_.rename(function.input);
    });
    for (ControllerItem& item : model_.controllers) {
      std::string input = input_of(item);
      inputs_.rename(input);
      item.output = input;
    }
    rename_all();
    refer_all();
    model_.name = "c";
    model_.text.clear();
    model_.source.clear();
    model_.parts.clear();
    model_.parameters.clear();
    model_.unused_parameters.clear();
    model_.simulation = SimulationItem{};
    return {std::move(model_), names_.names(), inputs_.names()};
  }

 private:
  // Frames and outputs that nobody follows, and events that only tell something, go out.
  void keep_what_is_followed(const std::vector<std::string>& shown_channels) {
    std::erase_if(model_.events,
                  [](const EventItem& item) { return item.action == EventAction::record; });
    std::vector<std::string> followed = shown_channels;
    for (const EventItem& item : model_.events) followed.push_back(item.when);
    for (const ControllerItem& item : model_.controllers) {
      followed.insert(followed.end(), item.inputs.begin(), item.inputs.end());
      followed.push_back(item.setpoint_from);
      followed.push_back(item.follows);
    }
    const auto unfollowed = [&](const auto& item) {
      return std::none_of(followed.begin(), followed.end(), [&](const std::string& channel) {
        return channel == item.name || channel.starts_with(item.name + ".");
      });
    };
    std::erase_if(model_.outputs, unfollowed);
    std::erase_if(model_.frames, unfollowed);
  }

  void rename_all() {
    for (BodyItem& body : model_.bodies) {
      names_.rename(body.name);
      body.kind.clear();
      body.shapes.clear();
    }
    for (JointItem& joint : model_.joints) names_.rename(joint.name);
    for (ConstraintItem& item : model_.constraints) names_.rename(item.name);
    for (ForceItem& item : model_.forces) names_.rename(item.name);
    for (FrameItem& item : model_.frames) names_.rename(item.name);
    for (OutputItem& item : model_.outputs) names_.rename(item.name);
    for (ControllerItem& item : model_.controllers) names_.rename(item.name);
    for (EventItem& item : model_.events) names_.rename(item.name);
  }

  void refer_all() {
    for (JointItem& joint : model_.joints) {
      names_.refer(joint.parent);
      names_.refer(joint.child);
    }
    for (ConstraintItem& item : model_.constraints) refer(item);
    for (ForceItem& item : model_.forces) refer(item);
    for (FrameItem& item : model_.frames) names_.refer(item.body);
    for (OutputItem& item : model_.outputs) refer(item);
    for (EventItem& item : model_.events) {
      refer_channel(item.when);
      names_.refer(item.force);
    }
    for (ControllerItem& item : model_.controllers) refer(item);
    for (TargetItem& item : model_.targets) {
      names_.refer(item.joint);
      names_.refer(item.frame.body);
    }
  }

  template <class Item>
  void refer(Item& item) const {
    names_.refer(item.from.body);
    names_.refer(item.to.body);
    for (CoordinateRef& coordinate : item.coordinates) names_.refer(coordinate.joint);
    if (!item.gear) return;
    for (std::string& joint : item.gear->joints) names_.refer(joint);
    names_.refer(item.gear->carrier);
  }
  void refer(OutputItem& item) const {
    names_.refer(item.of);
    for (std::string* body : {&item.frame.body, &item.seen_from.body, &item.from.body,
                              &item.to.body, &item.vertex.body})
      names_.refer(*body);
    if (item.axes) names_.refer(item.axes->body);
  }
  void refer(ControllerItem& item) const {
    for (std::string& channel : item.inputs) refer_channel(channel);
    refer_channel(item.setpoint_from);
    names_.refer(item.follows);
    item.expression = without_labels(item.expression, item.labels);
    item.labels.clear();
  }
  void refer_channel(std::string& channel) const {
    channel = renamed_channel(names_.names(), channel);
  }

  Description model_;
  Numbered names_{'x'}, inputs_{'u'};
};

}  // namespace

std::string Nameless::channel(const std::string& old) const { return renamed_channel(names, old); }

Nameless make_nameless(Description model, const std::vector<std::string>& shown_channels,
                       const std::vector<std::string>& published_inputs) {
  check_inside(model, published_inputs);
  return NameRemover(std::move(model)).remove(shown_channels);
}

}  // namespace treadle
