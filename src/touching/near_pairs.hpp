// Shapes in a run, those of them that are near each other, and what is remembered of these: all
// that changes with the state, in flat lists. (docs/theory/contact.md)
#pragma once

#include "../base/crew.hpp"
#include "../base/keep.hpp"
#include "../contact/broad_phase.hpp"
#include "../contact/memory.hpp"
#include "../contact/normal_law.hpp"
#include "../kinematics/move.hpp"
#include "contact_plan.hpp"
#include "sleepers.hpp"

#include <span>
#include <vector>

namespace treadle {

/// Where a shape is and how it moves, in the world, at its origin.
struct ShapeState {
  Transform<double> at;
  Vec3<double> lin{}, ang{};
  double radius = 0.0;  ///< of what is round
  double gone = 0.0;    ///< since the last step
};

/// How two shapes are looked at.
enum class Narrow : unsigned char { spheres, sphere_plane, any };

/// Two shapes that are near, with the constants of their law.
struct NearPair {
  int a = 0, b = 0;
  int first = 0;  ///< its first point among the sticks
  int law = 0;    ///< entry of the list
  Narrow narrow = Narrow::any;
  unsigned char count = 0;                  ///< points that are remembered
  bool passed = false;                      ///< one went through the other within a step (U21)
  double stiffness = 0.0;                   ///< of the normal law
  double stick = 0.0, stick_damping = 0.0;  ///< of friction (U12)
  double round = 0.0;                       ///< radius that rolls (U11)

  /// Room for points.
  [[nodiscard]] int room() const { return narrow == Narrow::any ? Manifold::most : 1; }
};

/// What is remembered of a pair besides its points.
struct PairPast {
  std::uint32_t choice = 0;  ///< of faces or edges (U22)
  Vec3<double> way{};        ///< where one went through the other (U21)
};

class NearPairs {
 public:
  explicit NearPairs(const ContactPlan& plan);
  /// From now on pairs of sleeping bodies are told from others.
  void let_sleep(Sleepers& sleepers);

  /// Shapes where a state puts them; pairs are looked for where one went half the skin.
  void place(const PositionStage<double>& at, const VelocityStage<double>& moving, Crew* crew);

  [[nodiscard]] const ContactPlan& plan() const { return plan_; }
  [[nodiscard]] const TouchShape& shape(int s) const { return plan_.shapes[index(s)]; }
  [[nodiscard]] const ShapeState& state(int s) const { return states_[index(s)]; }
  [[nodiscard]] std::span<const NearPair> list() const { return pairs_; }
  [[nodiscard]] std::span<NearPair> list() { return pairs_; }
  /// Numbers of those pairs that somebody awake belongs to, where bodies sleep.
  [[nodiscard]] std::span<const int> active() const { return active_; }
  [[nodiscard]] bool has_frozen() const { return sleepers_ != nullptr && sleepers_->any(); }
  [[nodiscard]] bool is_frozen(const NearPair& pair) const {
    return has_frozen() && sleepers_->is_frozen(shape(pair.a).body, shape(pair.b).body);
  }
  /// After somebody fell asleep or woke.
  void list_active();
  [[nodiscard]] StickPoint* sticks(const NearPair& pair) { return sticks_.data() + pair.first; }
  [[nodiscard]] const StickPoint* sticks(const NearPair& pair) const {
    return sticks_.data() + pair.first;
  }
  [[nodiscard]] PairPast& past(const NearPair& pair) {
    return pasts_[static_cast<std::size_t>(&pair - pairs_.data())];
  }
  [[nodiscard]] const PairPast& past(const NearPair& pair) const {
    return pasts_[static_cast<std::size_t>(&pair - pairs_.data())];
  }
  /// Only where the model has rolling resistance.
  [[nodiscard]] RollPoint* roll(const NearPair& pair) {
    return rolls_.empty() ? nullptr : &rolls_[static_cast<std::size_t>(&pair - pairs_.data())];
  }
  [[nodiscard]] const RollPoint* roll(const NearPair& pair) const {
    return rolls_.empty() ? nullptr : &rolls_[static_cast<std::size_t>(&pair - pairs_.data())];
  }
  [[nodiscard]] Vec3<double> velocity_at(int s, const Vec3<double>& place) const {
    const ShapeState& now = state(s);
    return now.lin + cross(now.ang, place - now.at.p);
  }
  /// Pairs of a shape, twice their number and one more where it is the second, rising.
  [[nodiscard]] std::span<const int> of_shape(std::size_t s) const {
    const auto from = index(begin_[s]);
    return {of_shape_.data() + from, index(begin_[s + 1]) - from};
  }
  /// Whether the two went so far since the last step that one may have gone through the other, or
  /// did. (U21)
  [[nodiscard]] bool is_quick(const NearPair& pair) const {
    return pair.passed || (has_quick_ && is_quick(pair.a, pair.b));
  }
  /// Where the shapes of a pair touch, also where one went through the other. (U21)
  bool touch_or_pass(const NearPair& pair, double margin, Manifold& manifold) const;
  /// A step ended where these points are: choice and way of the pair.
  void remember(NearPair& pair, const Manifold& manifold);
  /// The step ended.
  void remember_poses();
  void keep(Keep& keep);

 private:
  static std::size_t index(int k) { return static_cast<std::size_t>(k); }
  void place(const PositionStage<double>& at, const VelocityStage<double>& moving,
             std::size_t first, std::size_t last);
  bool find_ways(std::size_t first, std::size_t last);
  [[nodiscard]] bool is_far(std::size_t first, std::size_t last) const;
  [[nodiscard]] bool may_meet(int a, int b) const;
  [[nodiscard]] bool is_near(int a, int b, Manifold& manifold) const;
  [[nodiscard]] bool is_quick(int a, int b) const;
  [[nodiscard]] Vec3<double> meeting_way(int a, int b) const;
  [[nodiscard]] Vec3<double> way_to_keep(const NearPair& pair, const Manifold& manifold) const;
  [[nodiscard]] NearPair make_pair(int a, int b) const;
  void find();
  void list_by_shape();

  const ContactPlan& plan_;
  BroadPhase broad_;
  std::vector<ShapeState> states_;
  std::vector<Transform<double>> found_at_;  ///< where pairs were looked for
  std::vector<Transform<double>> settled_;   ///< at the end of the last step
  double quick_way_ = 0.0;  ///< shapes that went less since then are not quick, whatever they meet
  bool has_quick_ = false;
  std::vector<Bounds> bounds_;
  bool has_pairs_ = false;
  std::vector<NearPair> pairs_, new_pairs_;  ///< rising
  std::vector<StickPoint> sticks_, new_sticks_;
  std::vector<PairPast> pasts_, new_pasts_;  ///< by pair
  bool has_rolling_ = false;
  std::vector<RollPoint> rolls_, new_rolls_;  ///< by pair, where there are some
  std::vector<int> begin_, of_shape_;
  Sleepers* sleepers_ = nullptr;
  std::vector<int> active_;
};

/// Shapes or pairs that one thread takes together; the same for any number of threads.
inline constexpr int taken_together = 256;

}  // namespace treadle
