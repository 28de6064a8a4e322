// Bodies that rest fall asleep: nothing moves them, and their contacts among each other and with
// the ground are not looked at, until forces or something that comes near would move them. (U24,
// U25)
#pragma once

#include "../base/keep.hpp"
#include "../spatial/lone_body.hpp"
#include "contact_plan.hpp"

#include <span>
#include <vector>

namespace treadle {

class Sleepers {
 public:
  /// `forces_act`: forces of the model may act on bodies that sleep, so all of them are looked at.
  Sleepers(const ContactPlan& plan, const Model<double>& model, const SleepingItem& rule,
           bool forces_act);

  [[nodiscard]] bool is_asleep(int body) const {
    return body >= 0 && (state_[at(body)] & asleep) != 0;
  }
  /// It is asleep, and nobody asks for its pose or its loads: all that is near it sleeps too.
  [[nodiscard]] bool rests(int body) const {
    return body >= 0 && !forces_act_ && (state_[at(body)] & (asleep | border | fresh)) == asleep;
  }
  /// A pair of which nothing can move.
  [[nodiscard]] bool is_frozen(int a, int b) const {
    return (a < 0 || is_asleep(a)) && (b < 0 || is_asleep(b));
  }
  [[nodiscard]] bool any() const { return count_ > 0; }
  [[nodiscard]] int count() const { return count_; }
  /// Energy of motion that was dropped so far.
  [[nodiscard]] double lost() const { return lost_; }

  /// Accelerations of sleeping bodies become zero; what they were decides who wakes.
  void hold(std::span<double> qdd);
  /// A step of this length ended so.
  void watch(double h, std::span<const double> v, std::span<const double> qdd);
  /// A pair with one sleeping body, at a depth below zero, comes nearer at this speed; several
  /// threads may say so.
  void approach(int a, int b, double depth, double speed);

  /// Between steps. First: who is tired, less those whom somebody that is not tired touches; said
  /// pair by pair.
  [[nodiscard]] bool has_tired() const { return tired_ > 0; }
  [[nodiscard]] bool is_awake_and_moves(int body) const {
    if (body < 0) return false;
    const unsigned char state = state_[at(body)];
    return (state & asleep) != 0 ? (state & wakes) != 0 || near_[at(body)] != 0
                                 : (state & tired) == 0;
  }
  void keep_awake(int body);
  /// Whether somebody falls asleep or wakes; if not, nothing is left of what was said.
  [[nodiscard]] bool will_change();
  /// Those who fall asleep stop.
  void stop(std::span<double> v);
  [[nodiscard]] bool will_sleep(int body) const;
  [[nodiscard]] bool will_be_frozen(int a, int b) const {
    return (a < 0 || will_sleep(a)) && (b < 0 || will_sleep(b));
  }
  /// A load on a body that sleeps before and after is from now on held (1) or no longer (-1).
  void shift(int body, const Force<double>& load, double sign);
  void change();

  /// Who has somebody near who is awake.
  void clear_borders();
  void set_border(int body) {
    if (is_asleep(body)) state_[at(body)] |= border;
  }

  void keep(Keep& keep);

 private:
  static constexpr unsigned char never = 1, asleep = 2, border = 4, fresh = 8, tired = 16,
                                 wakes = 32;
  struct Body {
    LoneBody lone;
    double reach = 0.0;  ///< of its farthest point
    int v_at = 0;
  };
  /// What changes of a body.
  struct Now {
    double quiet = 0.0;    ///< s, for which it has been
    Motion<double> held;   ///< acceleration that keeps it where it is
    Motion<double> moved;  ///< what forces would do to it
    bool is_held = false;  ///< both are known

    void keep(Keep& keep) { keep(quiet, held.lin, held.ang, moved.lin, moved.ang, is_held); }
  };

  static std::size_t at(int body) { return static_cast<std::size_t>(body); }
  /// Whether all points of a body have less than this.
  [[nodiscard]] bool is_below(std::size_t body, const Vec3<double>& lin, const Vec3<double>& ang,
                              double most) const;

  const SleepingItem rule_;
  const bool forces_act_;
  std::vector<Body> bodies_;
  std::vector<Now> now_;
  std::vector<unsigned char> state_;
  std::vector<unsigned char> near_;  ///< something comes
  double step_ = 0.0;                ///< the last one
  double lost_ = 0.0;
  int count_ = 0, tired_ = 0;
};

}  // namespace treadle
