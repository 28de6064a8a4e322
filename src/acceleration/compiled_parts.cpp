#include "compiled_parts.hpp"

#include "../base/at.hpp"
#include "../compiled/component_library.hpp"
#include "../keeping/closest.hpp"
#include "../kinematics/frame_motion.hpp"
#include "../spatial/quaternion.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

using SixBySix = Eigen::Matrix<double, 6, 6>;

Eigen::Matrix3d rows_of(const Mat3<double>& m) {
  Eigen::Matrix3d out;
  out << m.x.x, m.y.x, m.z.x, m.x.y, m.y.y, m.z.y, m.x.z, m.y.z, m.z.z;
  return out;
}

void set(std::span<double> to, const Vec3<double>& v) {
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
}

}  // namespace

/// One of them.
class CompiledParts::Piece final : public ForeignPiece {
 public:
  Piece(const Mechanism& mechanism, const CompiledPart& part)
      : mechanism_(mechanism),
        part_(part),
        instance_(part.library, part.pose, part.gravity, part.name),
        axes_(part.links.size()),
        base_(6 * part.links.size()),
        acting_(part.links.size()),
        tau_(6 * part.links.size()),
        rates_(instance_.state_size()),
        length_(length_scale(mechanism.model)) {}

  [[nodiscard]] ComponentInstance& instance() { return instance_; }
  [[nodiscard]] const CompiledPart& part() const { return part_; }
  template <class T>
  [[nodiscard]] std::span<T> own(std::span<T> states) const {
    return states.subspan(part_.first_state, instance_.state_size());
  }
  [[nodiscard]] std::span<const double> tau() const { return tau_; }
  [[nodiscard]] std::vector<double>& rates() { return rates_; }
  [[nodiscard]] const Six& acting(std::size_t b) const { return acting_[b]; }

  bool place(double t, std::span<const double> states, std::span<double> q, std::span<double> v) {
    if (!instance_.place(t, own(states))) return false;
    for (std::size_t b = 0; b < part_.links.size(); ++b) {
      const Link<double>& link = mechanism_.model.links[at(part_.links[b])];
      const std::span<const double> pose = instance_.pose(b), moving = instance_.velocity(b);
      const std::span<double> to = q.subspan(at(link.q_at), 7), speed = v.subspan(at(link.v_at), 6);
      const Mat3<double> turn = Quaternion<double>{pose[3], pose[4], pose[5], pose[6]}.matrix();
      const Transform<double> seen =
          inverse(link.joint_frame) * Transform<double>{turn, {pose[0], pose[1], pose[2]}};
      set(to, seen.p);
      // of the two quaternions of a turn the one that was there
      const std::array<double, 4> axes = to_quaternion(seen.r);
      double same = 0.0;
      for (std::size_t k = 0; k < 4; ++k) same += axes[k] * to[3 + k];
      for (std::size_t k = 0; k < 4; ++k) to[3 + k] = same < 0.0 ? -axes[k] : axes[k];
      set(speed, transpose_times(turn, Vec3<double>{moving[0], moving[1], moving[2]}));
      set(speed.subspan(3), transpose_times(turn, Vec3<double>{moving[3], moving[4], moving[5]}));
    }
    return true;
  }

  // Free joints have velocities in the axes of their bodies.
  bool ride(double t, std::span<const double> v, std::span<double> states) {
    if (!instance_.place(t, own(std::span<const double>(states)))) return false;
    std::vector<double> moving(6 * part_.links.size());
    for (std::size_t b = 0; b < part_.links.size(); ++b) {
      const std::span<const double> pose = instance_.pose(b);
      const Mat3<double> turn = Quaternion<double>{pose[3], pose[4], pose[5], pose[6]}.matrix();
      const std::span<const double> speed =
          v.subspan(at(mechanism_.model.links[at(part_.links[b])].v_at), 6);
      const std::span<double> to = std::span<double>(moving).subspan(6 * b, 6);
      set(to, turn * Vec3<double>{speed[0], speed[1], speed[2]});
      set(to.subspan(3), turn * Vec3<double>{speed[3], speed[4], speed[5]});
    }
    return instance_.ride(moving, own(states));
  }

  [[nodiscard]] double alone() const {
    double most = 0.0;
    for (std::size_t k = 0; k < tau_.size(); ++k) most = std::fmax(most, std::fabs(instance_.r(k)));
    return most;
  }

  bool look(double t, std::span<const double> states, const Workspace<double>* w) {
    rests_ = w == nullptr;
    if (!instance_.evaluate(t, own(states))) return false;
    for (std::size_t b = 0; !rests_ && b < part_.links.size(); ++b) {
      const int body = part_.links[b];
      const FrameMotion m = motion_in_world(
          {w->position, w->velocity, w->velocity.c}, mechanism_.model.links[at(body)].group, body,
          Transform<double>{Mat3<double>::identity(), {}}, Depth::acceleration);
      base_.segment<6>(static_cast<Eigen::Index>(6 * b)) << m.a.x, m.a.y, m.a.z, m.alpha.x,
          m.alpha.y, m.alpha.z;
    }
    return true;
  }

  // From the axes of the world about the body's origin to those of its group about the group's.
  bool respond(const Hierarchy::State& state, Eigen::MatrixXd& d, Eigen::VectorXd& r) override {
    for (std::size_t b = 0; b < part_.links.size(); ++b) {
      const int body = part_.links[b];
      const auto group = at(state.model.links[at(body)].group);
      const Eigen::Matrix3d turn = rows_of(state.at.group[group].r).transpose();
      const Vec3<double>& x = state.at.x[at(body)].p;
      Eigen::Matrix3d arm;
      arm << 0.0, -x.z, x.y, x.z, 0.0, -x.x, -x.y, x.x, 0.0;
      axes_[b].setZero();
      axes_[b].topLeftCorner<3, 3>() = axes_[b].bottomRightCorner<3, 3>() = turn;
      axes_[b].topRightCorner<3, 3>() = arm * turn;
    }
    const auto count = static_cast<Eigen::Index>(part_.links.size());
    r.setZero();
    for (Eigen::Index i = 0; i < count; ++i) {
      const SixBySix& left = axes_[static_cast<std::size_t>(i)];
      for (Eigen::Index k = 0; k < count; ++k) {
        SixBySix block;
        for (Eigen::Index row = 0; row < 6; ++row)
          for (Eigen::Index column = 0; column < 6; ++column)
            block(row, column) = instance_.d(static_cast<std::size_t>(6 * i + row),
                                             static_cast<std::size_t>(6 * k + column));
        d.block<6, 6>(6 * i, 6 * k) = left * block * axes_[static_cast<std::size_t>(k)].transpose();
      }
      if (rests_) continue;
      Six alone;
      for (Eigen::Index row = 0; row < 6; ++row)
        alone[row] = instance_.r(static_cast<std::size_t>(6 * i + row)) - base_[6 * i + row];
      r.segment<6>(6 * i) = left * alone;
    }
    return true;
  }

  [[nodiscard]] double length() const override { return length_; }

  void take(const Eigen::VectorXd& all) override {
    for (std::size_t b = 0; b < part_.links.size(); ++b) {
      acting_[b] = all.segment<6>(static_cast<Eigen::Index>(6 * b));
      const Six out = axes_[b].transpose() * acting_[b];
      std::copy_n(out.data(), 6, tau_.begin() + static_cast<std::ptrdiff_t>(6 * b));
    }
  }

 private:
  const Mechanism& mechanism_;
  const CompiledPart& part_;
  ComponentInstance instance_;
  bool rests_ = false;
  std::vector<SixBySix> axes_;
  Eigen::VectorXd base_;
  std::vector<Six> acting_;  ///< in frames of the hierarchy
  std::vector<double> tau_;  ///< likewise, as the library has it
  std::vector<double> rates_;
  double length_;
};

CompiledParts::CompiledParts(const Mechanism& mechanism) : mechanism_(mechanism) {
  for (const CompiledPart& part : mechanism.compiled) {
    all_.push_back(std::make_unique<Piece>(mechanism, part));
    pieces_.push_back(all_.back().get());
    const ComponentInstance& instance = all_.back()->instance();
    shown_ += part.library->outputs().size();
    needs_motion_ = needs_motion_ || instance.needs_motion();
    for (std::size_t k = 0; k < instance.events().size(); ++k) {
      const treadle_component_event& event = instance.events()[k];
      events_.push_back({all_.size() - 1, k, event.direction, event.action,
                         event.times < 0 ? std::nullopt : std::optional(event.times)});
    }
  }
}

CompiledParts::~CompiledParts() = default;

bool CompiledParts::failed(Piece& piece) {
  trouble_ = "compiled part '" + piece.part().name + "': " + piece.instance().error();
  return false;
}

bool CompiledParts::place(double t, std::span<const double> states, std::span<double> q,
                          std::span<double> v) {
  for (const auto& piece : all_) {
    if (!piece->place(t, states, q, v)) return failed(*piece);
  }
  return true;
}

bool CompiledParts::look(double t, std::span<const double> states, const Workspace<double>* w) {
  for (const auto& piece : all_) {
    if (!piece->look(t, states, w)) return failed(*piece);
  }
  return true;
}

double CompiledParts::settle(Workspace<double>& w) {
  double power = 0.0;
  const std::vector<std::size_t>& owned = mechanism_.functions.states();
  for (const auto& piece : all_) {
    ComponentInstance& instance = piece->instance();
    instance.take(piece->tau());
    power += instance.power();
    std::vector<double>& rates = piece->rates();
    instance.rate(rates);
    for (std::size_t k = 0; k < rates.size(); ++k)
      w.rates[owned[piece->part().first_state + k]] = rates[k];
    for (std::size_t b = 0; b < piece->part().links.size(); ++b) {
      Force<double>& load = w.loads.body[at(piece->part().links[b])];
      load = load - force_of(piece->acting(b));
    }
  }
  return power;
}

void CompiledParts::tell(std::span<const FunctionValue<double>> functions) {
  for (const auto& piece : all_) {
    const std::vector<std::size_t>& inputs = piece->part().inputs;
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      const FunctionValue<double>& f = functions[inputs[k]];
      piece->instance().set_input(k, {f.value, f.rate, f.acceleration});
    }
  }
}

bool CompiledParts::show(double t, std::span<const double> states, std::span<double> values) {
  for (const auto& piece : all_) {
    const std::size_t count = piece->part().library->outputs().size();
    if (!piece->instance().show(t, piece->own(states), values.first(count))) return failed(*piece);
    values = values.subspan(count);
  }
  return true;
}

bool CompiledParts::heights(double t, std::span<const double> states, std::span<double> heights) {
  for (const auto& piece : all_) {
    const std::size_t count = piece->instance().events().size();
    if (!piece->instance().heights(t, piece->own(states), heights.first(count)))
      return failed(*piece);
    heights = heights.subspan(count);
  }
  return true;
}

bool CompiledParts::happen(double t, std::span<const double> states, const Event& event) {
  Piece& piece = *all_[event.part];
  return piece.instance().happen(t, piece.own(states), event.number) || failed(piece);
}

const std::string& CompiledParts::name_of(std::size_t part) const {
  return all_[part]->part().name;
}

double CompiledParts::turning(std::span<const double> states) {
  double sum = 0.0;
  for (const auto& piece : all_) sum += piece->instance().turning(piece->own(states));
  return sum;
}

bool CompiledParts::ride(double t, std::span<const double> v, std::span<double> states) {
  for (const auto& piece : all_) {
    if (!piece->ride(t, v, states)) return failed(*piece);
  }
  return true;
}

double CompiledParts::alone() const {
  double most = 0.0;
  for (const auto& piece : all_) most = std::max(most, piece->alone());
  return most;
}

bool CompiledParts::begin(double t, std::span<const double> states, double interval) {
  for (const auto& piece : all_)
    if (!piece->instance().begin(t, piece->own(states), interval)) return failed(*piece);
  return true;
}

double CompiledParts::next_stop() const {
  double next = std::numeric_limits<double>::infinity();
  for (const auto& piece : all_) next = std::min(next, piece->instance().next_stop());
  return next;
}

bool CompiledParts::step(double t, std::span<const double> states, bool& jumped) {
  jumped = false;
  for (const auto& piece : all_) {
    bool one = false;
    if (!piece->instance().step(t, piece->own(states), one)) return failed(*piece);
    jumped = jumped || one;
  }
  return true;
}

std::vector<double> CompiledParts::breaks(double apart) const {
  std::vector<double> all;
  for (const auto& piece : all_) {
    const std::vector<double> own = piece->instance().breaks(apart);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

double CompiledParts::longest_step() const {
  double longest = std::numeric_limits<double>::infinity();
  for (const auto& piece : all_) longest = std::min(longest, piece->instance().longest_step());
  return longest;
}

std::optional<double> CompiledParts::missed(const Step& step, const StatesAt& states_at) {
  std::optional<double> first;
  for (const auto& piece : all_) {
    struct Asked {
      Piece& piece;
      const StatesAt& states_at;
    } asked{*piece, states_at};
    const auto one = piece->instance().missed(
        {step.from, step.to, piece->own(step.before), piece->own(step.after)}, step.longest,
        step.tolerance, [&asked](double t, std::span<double> state) {
          const std::span<const double> own = asked.piece.own(asked.states_at(t));
          std::copy(own.begin(), own.end(), state.begin());
        });
    if (one && (!first || *one < *first)) first = one;
  }
  return first;
}

void CompiledParts::look_ahead(double h) {
  for (const auto& piece : all_) piece->instance().look_ahead(h);
}

bool CompiledParts::drift(std::span<const double> from, double h, std::span<double> states) {
  for (const auto& piece : all_)
    if (!piece->instance().drift(piece->own(from), h, piece->own(states))) return failed(*piece);
  return true;
}

bool CompiledParts::project(double t, std::span<double> states) {
  for (const auto& piece : all_) {
    if (!piece->instance().project(t, piece->own(states))) return failed(*piece);
  }
  return true;
}

bool CompiledParts::move(bool velocities, std::span<double> states) {
  for (const auto& piece : all_) {
    if (!piece->instance().move(piece->tau(), velocities, piece->own(states)))
      return failed(*piece);
  }
  return true;
}

CompiledParts::Energies CompiledParts::energy(double t, std::span<const double> states) {
  Energies sum;
  for (const auto& piece : all_) {
    Energies one;
    piece->instance().energy(t, piece->own(states), one.kinetic, one.potential);
    sum.kinetic += one.kinetic;
    sum.potential += one.potential;
  }
  return sum;
}

void CompiledParts::keep(Keep& keep) {
  for (const auto& piece : all_) {
    std::vector<std::byte> bytes = piece->instance().save();
    keep(bytes);
    if (keep.restoring()) piece->instance().restore(bytes);
  }
}

}  // namespace treadle
