#include "read_bodies.hpp"

#include <algorithm>
#include <unordered_map>

namespace treadle {

namespace {

// Marks what channels look at; false where one may look at anything.
class BodyMarks {
 public:
  explicit BodyMarks(const ControlScene& scene)
      : scene_(scene), marks(scene.model.links.size(), false) {
    for (const Column& column :
         all_channels(scene.description, scene.model, scene.placement, scene.forces))
      group_.emplace(column.name, column.group);
  }

  bool mark_channel(const std::string& channel) {
    const auto found = group_.find(channel);
    if (found == group_.end()) return false;
    const std::string& group = found->second;
    if (group == channel_group::time) return true;
    if (group == channel_group::poses || group == channel_group::body_velocities)
      return mark_owner(channel);
    if (group == channel_group::coordinates || group == channel_group::velocities)
      return is_of_tree(channel);
    return group == channel_group::outputs && mark_output(channel);
  }

 private:
  void mark(const std::string& body) {
    BodyId at = scene_.placement.find(body).body;
    for (; at != ground; at = scene_.model.topology->bodies[at].parent)
      marks[static_cast<std::size_t>(at.at)] = true;
  }
  // `wheel.pose.x` and `wheel.velocity.y` are of body or frame `wheel`.
  bool mark_owner(const std::string& channel) {
    const std::string inner = channel.substr(0, channel.rfind('.')),
                      name = inner.substr(0, inner.rfind('.'));
    for (const FrameItem& frame : scene_.description.frames) {
      if (frame.name != name) continue;
      mark(frame.body);
      return true;
    }
    if (scene_.placement.body_index.count(name) == 0) return false;
    mark(name);
    return true;
  }
  // These are numbers of the state.
  [[nodiscard]] bool is_of_tree(const std::string& channel) const {
    const auto& bodies = scene_.model.topology->bodies;
    return std::any_of(bodies.begin(), bodies.end(), [&](const TreeBody& body) {
      for (const char* word : {".q", ".v"}) {
        const std::string name = body.joint + word;
        if (channel == name || channel.starts_with(name + ".")) return true;
      }
      return false;
    });
  }
  bool mark_output(const std::string& channel) {
    for (const OutputItem& item : scene_.description.outputs) {
      if (channel != item.name && !channel.starts_with(item.name + ".")) continue;
      switch (item.kind) {
        case ChannelKind::position:
        case ChannelKind::orientation:
        case ChannelKind::heading:
        case ChannelKind::point_velocity:
        case ChannelKind::angular_velocity:
          mark(item.frame.body);
          mark(item.seen_from.body);
          if (item.axes) mark(item.axes->body);
          return true;
        default:
          return false;
      }
    }
    return false;
  }

  const ControlScene& scene_;
  std::unordered_map<std::string, std::string> group_;

 public:
  std::vector<bool> marks;  ///< by tree body
};

}  // namespace

ReadBodies::ReadBodies(const ControlScene& scene, std::span<const std::string> channels)
    : model_(scene.model) {
  BodyMarks seen(scene);
  all_ = !std::all_of(channels.begin(), channels.end(),
                      [&](const std::string& channel) { return seen.mark_channel(channel); });
  for (std::size_t i = 0; i < seen.marks.size(); ++i) {
    if (!all_ && !seen.marks[i]) continue;
    if (ranges_.empty() || ranges_.back().last != i) ranges_.push_back({i, i});
    ++ranges_.back().last;
    const auto group = static_cast<std::size_t>(model_.links[i].group);
    if (std::find(groups_.begin(), groups_.end(), group) == groups_.end()) groups_.push_back(group);
  }
}

void ReadBodies::place(std::span<const double> q, PositionStage<double>& position) const {
  for (const std::size_t group : groups_) place_group<double>(model_, q, group, position);
  for (const BodyRange& range : ranges_) place_bodies<double>(model_, q, position, range);
}

void ReadBodies::move(std::span<const double> v, const PositionStage<double>& position,
                      VelocityStage<double>& velocity) const {
  for (const BodyRange& range : ranges_) move_bodies<double>(model_, v, position, velocity, range);
}

}  // namespace treadle
