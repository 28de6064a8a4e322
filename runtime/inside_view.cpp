#include "inside_view.hpp"

#include "../src/dynamics/reactions.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

ChannelChoice choice_of(const std::vector<std::string>& names) {
  ChannelChoice choice;
  choice.names = names;
  if (names.empty()) choice.names.emplace_back("time");
  return choice;
}

}  // namespace

InsideView::InsideView(const Mechanism& mechanism, const std::vector<std::string>& names)
    : mechanism_(mechanism),
      channels_(mechanism.description, mechanism.model, mechanism.placement, mechanism.forces,
                choice_of(names)),
      row_(channels_.columns().size()),
      multipliers_(static_cast<std::size_t>(mechanism.model.rows())),
      accelerations_(mechanism.model.links.size()),
      transmitted_(mechanism.model.links.size()) {
  const std::vector<Column>& columns = channels_.columns();
  for (const std::string& name : names) {
    const auto column = std::find_if(columns.begin(), columns.end(),
                                     [&](const Column& c) { return c.name == name; });
    column_.push_back(static_cast<std::size_t>(column - columns.begin()));
  }
}

Snapshot InsideView::snapshot(const InsideState& s) const {
  return {s.t,          s.q,          s.v,           s.qdd,
          s.w.position, s.w.velocity, s.w.loops,     accelerations_,
          multipliers_, transmitted_, s.w.functions, {}};
}

// As rows of a run do it (simulation/sampler.cpp).
void InsideView::read(const InsideState& s, std::span<double> values) {
  const Model<double>& model = mechanism_.model;
  std::copy(s.lambda.begin(), s.lambda.end(), multipliers_.begin());
  if (channels_.needs().reactions) {
    joint_reactions<double>(model, s.w.position, s.w.velocity, s.w.inertia, s.loads, s.w.loops,
                            s.qdd, s.lambda, accelerations_, transmitted_);
    if (!mechanism_.redundancy.rows.empty())
      least_reactions(model, mechanism_.redundancy, s.w.position, s.w.loops, multipliers_,
                      transmitted_);
  } else if (channels_.needs().accelerations) {
    accelerate_bodies<double>(model, s.qdd, s.w.position, s.w.velocity, accelerations_);
  }
  channels_.sample(snapshot(s), row_);
  for (std::size_t k = 0; k < column_.size(); ++k) values[k] = row_[column_[k]];
}

void InsideView::follow(const InsideState& s) {
  if (channels_.follows()) channels_.follow(snapshot(s));
}

double InsideView::turning(std::span<const double> v) const {
  double sum = 0.0;
  for (const double one : v) sum += std::fabs(one);
  return channels_.follows() ? sum : 0.0;
}

}  // namespace treadle
