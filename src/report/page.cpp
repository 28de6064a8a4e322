// Head, rows and result become the data of a page, and the data go into the page.
#include "../base/error.hpp"
#include "base64.hpp"
#include "line_forces.hpp"
#include "poses.hpp"
#include "report.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>

namespace treadle {

namespace {

using nlohmann::ordered_json;

// Numbers that a page may carry: 4/3 of 4 bytes each, so that a vehicle stays below 5 MB.
constexpr std::size_t most_plotted = 400'000, most_animated = 250'000;
constexpr std::size_t most_samples = 4000, most_frames = 1500;
constexpr std::size_t most_columns = 4000;    // of plots; arrows are drawn up to as many
constexpr std::size_t few_columns = 400;      // of plots where there are more than those
constexpr std::size_t many_bodies = 100;      // more have short poses, of 3/7 the size
constexpr std::size_t most_points = 190'000;  // of contact, in all frames: 27 bytes each
constexpr std::size_t first_shown = 4, most_shown = 12;

constexpr std::string_view mark = R"(<script type="application/json" id="treadle-data">null)";

std::size_t fitting(std::size_t numbers, std::size_t columns, std::size_t least, std::size_t most) {
  return std::clamp(numbers / std::max<std::size_t>(columns, 1), least, most);
}

// Of a large machine fewer: its page is to stay below 10 MB.
std::size_t samples_for(std::size_t columns) {
  return fitting(most_plotted, columns, fitting(most_plotted, columns, 100, 400), most_samples);
}
std::size_t frames_for(std::size_t columns, std::size_t moving, bool short_poses) {
  const std::size_t cost = short_poses ? moving * 3 / 7 : columns;
  const std::size_t least = fitting(4 * most_animated, short_poses ? cost : moving, 70, 300);
  return fitting(most_animated, cost, least, most_frames);
}

bool ends_with(const std::string& text, std::string_view end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// Orientations are looked at, not plotted.
bool is_plotted(const Column& column) {
  for (const char* end : {".pose.qw", ".pose.qx", ".pose.qy", ".pose.qz"}) {
    if (ends_with(column.name, end)) return false;
  }
  return column.name != "time";
}

std::size_t count_poses(const std::vector<Column>& columns) {
  return static_cast<std::size_t>(
      std::count_if(columns.begin(), columns.end(),
                    [](const Column& c) { return c.group == channel_group::poses; }));
}

/// Names to columns.
class Finder {
 public:
  explicit Finder(const std::vector<Column>& columns) {
    for (std::size_t c = 0; c < columns.size(); ++c) at_.emplace(columns[c].name, c);
  }
  /// Columns `name.part` for all parts; empty if one is missing.
  [[nodiscard]] std::vector<std::size_t> all(const std::string& name,
                                             std::initializer_list<const char*> parts) const {
    std::vector<std::size_t> found;
    for (const char* part : parts) {
      const auto column = at_.find(name + "." + part);
      if (column == at_.end()) return {};
      found.push_back(column->second);
    }
    return found;
  }

 private:
  std::unordered_map<std::string, std::size_t> at_;
};

template <class Rows>
ordered_json times(const Rows& rows) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < rows.count(); ++i) numbers.push_back(rows.value(i, 0));
  return {{"f64", base64(std::span<const double>(numbers))}};
}

void add_motion(const ReportRows& rows, ordered_json& scene) {
  const Finder finder(rows.moving());
  std::vector<PoseColumns> poses;
  const bool many = scene.at("bodies").size() > many_bodies;
  const double reach = 2.0 * scene.at("extent").get<double>();
  for (ordered_json& body : scene.at("bodies")) {
    poses.push_back(finder.all(body.at("name").get<std::string>() + ".pose",
                               {"x", "y", "z", "qw", "qx", "qy", "qz"}));
    if (poses.back().empty()) continue;
    body["poses"] = many ? short_poses(rows.frames(), poses.back(), reach)
                         : whole_poses(rows.frames(), poses.back());
  }
  ordered_json arrows = ordered_json::array();
  for (ordered_json& arrow : scene.at("arrows")) {
    const auto name = arrow.at("name").get<std::string>(),
               kind = arrow.at("kind").get<std::string>();
    const bool on_line = arrow.contains("along");
    const auto columns =
        on_line ? finder.all(name, {"force"}) : finder.all(name + "." + kind, {"x", "y", "z"});
    if (columns.empty()) continue;
    if (on_line) {
      const auto numbers = line_force(rows.frames(), arrow, poses, columns.front());
      arrow["vectors"] = {{"f32", base64(std::span<const float>(numbers))}};
      arrow.erase("along");
    } else {
      arrow["vectors"] = whole_poses(rows.frames(), columns);
    }
    arrows.push_back(std::move(arrow));
  }
  scene["arrows"] = std::move(arrows);
  if (!rows.touching().empty()) scene["touching"] = rows.touching().to_json();
}

// Those that a person named are shown at first; without any, what controllers say, the first
// coordinates, and of contacts how deep and how many.
void mark_shown(const std::vector<std::string>& named, ordered_json& channels) {
  std::size_t shown = 0;
  const auto show = [&](const auto& wanted, std::size_t most) {
    for (ordered_json& channel : channels) {
      if (shown == most || !wanted(channel)) continue;
      channel["default"] = true;
      ++shown;
    }
  };
  const auto name_of = [](const ordered_json& c) { return c.at("name").get<std::string>(); };
  const std::unordered_set<std::string> names(named.begin(), named.end());
  show([&](const ordered_json& c) { return names.count(name_of(c)) > 0; }, most_shown);
  if (shown > 0) return;
  show([&](const ordered_json& c) { return c.at("group") == channel_group::controllers; },
       first_shown);
  show([&](const ordered_json& c) { return ends_with(name_of(c), ".q"); }, shown + first_shown);
  show(
      [&](const ordered_json& c) {
        return c.at("group") == channel_group::contacts &&
               (ends_with(name_of(c), ".penetration") || ends_with(name_of(c), ".count"));
      },
      shown + first_shown);
  if (shown == 0) show([](const ordered_json& /*any*/) { return true; }, 1);
}

ordered_json channels_of(const ReportRows& rows) {
  ordered_json channels = ordered_json::array();
  std::vector<float> numbers(rows.samples().count());
  for (std::size_t c = 0; c < rows.plotted().size(); ++c) {
    const Column& column = rows.plotted()[c];
    if (!is_plotted(column)) continue;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = static_cast<float>(rows.samples().value(i, c));
    }
    channels.push_back({{"name", column.name},
                        {"unit", column.unit},
                        {"group", column.group},
                        {"data", {{"f32", base64(std::span<const float>(numbers))}}}});
  }
  return channels;
}

}  // namespace

// In the order of what people look at first; the others while there is space.
ReportRows::Choice ReportRows::plots_of(const std::vector<Column>& columns) {
  Choice choice;
  choice.columns.push_back(0);  // time
  const auto plotted =
      static_cast<std::size_t>(std::count_if(columns.begin() + 1, columns.end(), is_plotted));
  const std::size_t most = plotted > most_columns ? few_columns : most_columns;
  const auto take = [&](const auto& wanted) {
    for (std::size_t c = 1; c < columns.size(); ++c) {
      if (!is_plotted(columns[c]) || !wanted(columns[c].group)) continue;
      if (choice.columns.size() < most) {
        choice.columns.push_back(c);
      } else {
        ++choice.left_out;
      }
    }
  };
  const std::array<std::string, 7> first{channel_group::outputs,     channel_group::controllers,
                                         channel_group::energies,    channel_group::contacts,
                                         channel_group::coordinates, channel_group::velocities,
                                         channel_group::forces};
  for (const std::string& group : first) take([&](const std::string& g) { return g == group; });
  take([&](const std::string& g) {
    return std::find(first.begin(), first.end(), g) == first.end();
  });
  std::sort(choice.columns.begin(), choice.columns.end());
  return choice;
}

// Poses of all bodies; the vectors of arrows where there are not too many.
ReportRows::Choice ReportRows::motions_of(const std::vector<Column>& columns) {
  Choice choice;
  choice.columns.push_back(0);
  for (std::size_t c = 1; c < columns.size(); ++c) {
    if (columns.size() <= most_columns || columns[c].group == channel_group::poses) {
      choice.columns.push_back(c);
    } else {
      ++choice.left_out;
    }
  }
  return choice;
}

ReportRows::ReportRows(const std::vector<Column>& columns)
    : ReportRows(columns, plots_of(columns), motions_of(columns)) {}

ReportRows::ReportRows(const std::vector<Column>& columns, Choice plots, Choice motions)
    : plots_(std::move(plots.columns)),
      motions_(std::move(motions.columns)),
      left_out_(plots.left_out),
      most_frames_(
          frames_for(columns.size(), motions_.size(), 7 * many_bodies < count_poses(columns))),
      samples_(plots_.size(), samples_for(plots_.size())),
      frames_(motions_.size(), most_frames_),
      touching_(most_frames_, most_points) {
  for (const std::size_t c : plots_) plotted_.push_back(columns[c]);
  for (const std::size_t c : motions_) moving_.push_back(columns[c]);
}

std::vector<std::uint32_t> scene_bodies(const Mechanism& mechanism) {
  std::vector<std::uint32_t> bodies;
  for (const TreeBody& body : mechanism.topology().bodies)
    bodies.push_back(static_cast<std::uint32_t>(mechanism.placement.body_index.at(body.name) + 1));
  return bodies;
}

void ReportRows::touch(std::span<const ContactView> points, std::span<const std::uint32_t> bodies) {
  const auto shown = [&](int body) {
    return body < 0 ? 0 : bodies[static_cast<std::size_t>(body)];
  };
  const auto three = [](const Vec3<double>& v, double sign) {
    return std::array{static_cast<float>(sign * v.x), static_cast<float>(sign * v.y),
                      static_cast<float>(sign * v.z)};
  };
  points_.clear();
  for (const ContactView& p : points) {
    // on the second body, but never on the ground
    const bool on_first = p.body_b < 0;
    points_.push_back({shown(on_first ? p.body_a : p.body_b), shown(on_first ? p.body_b : p.body_a),
                       three(p.place, 1.0), three(p.force, on_first ? -1.0 : 1.0)});
  }
  touching_.add(points_);
}

void ReportRows::add(std::span<const double> row) {
  const auto pick = [&](const std::vector<std::size_t>& places) {
    row_.clear();
    for (const std::size_t c : places) row_.push_back(row[c]);
    return std::span<const double>(row_);
  };
  samples_.add(pick(plots_));
  frames_.add(pick(motions_));
}

void ReportRows::finish() {
  samples_.finish();
  frames_.finish();
  touching_.finish();
}

std::string report_data(const std::string& head, const std::string& result,
                        const ReportRows& rows) {
  ordered_json data = ordered_json::parse(head, nullptr, false);
  ordered_json end = ordered_json::parse(result, nullptr, false);
  try {
    for (const ordered_json& message : end.at("messages")) data.at("messages").push_back(message);
    if (rows.left_out() > 0) {
      data.at("messages")
          .push_back(std::to_string(rows.left_out()) +
                     " channels are not on this page, which would be too large, and "
                     "no arrows of joints; a record has all of them");
    }
    if (rows.touching().kept() < rows.touching().touched()) {
      data.at("messages")
          .push_back("of the " + std::to_string(rows.touching().touched()) +
                     " points of contact of all frames the " +
                     std::to_string(rows.touching().kept()) +
                     " with the largest forces have arrows, each frame its share");
    }
    data["summary"] = std::move(end.at("summary"));
    data["events"] = std::move(end.at("events"));
    data["frames"] = {{"count", rows.frames().count()}, {"time", times(rows.frames())}};
    add_motion(rows, data.at("scene"));
  } catch (const ordered_json::exception&) {
    throw ModelError("report", "what the record says about its run cannot be read");
  }
  const std::size_t stretch = rows.samples().stretch();
  data["samples"] = {{"count", rows.samples().count()},
                     {"time", times(rows.samples())},
                     {"total", rows.samples().total()},
                     {"stretch", stretch == 2 ? 1 : stretch}};
  data["channels"] = channels_of(rows);
  const ordered_json named = data.value("shown", ordered_json::array());
  data.erase("shown");
  mark_shown(named.get<std::vector<std::string>>(), data["channels"]);
  return data.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string report_page(std::string_view viewer, const std::string& data) {
  const std::size_t at = viewer.find(mark);
  if (at == std::string_view::npos) {
    throw EnvironmentError("the viewer's page has no place for data");
  }
  const std::size_t place = at + mark.size() - std::string_view("null").size();
  std::string page(viewer.substr(0, place));
  page.reserve(viewer.size() + data.size() + data.size() / 50);
  for (const char c : data) {
    if (c == '<') {
      page += "\\u003c";
    } else {
      page += c;
    }
  }
  return page.append(viewer.substr(place + 4));
}

}  // namespace treadle
