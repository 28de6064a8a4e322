// Which orders bdf may use: those above the second follow slow vibrations well but make light
// damping negative while a step is as long as they are (docs/theory/stiff.md).
#pragma once

#include <algorithm>
#include <cstddef>

namespace treadle {

/// Compares how far trials of steps get with all orders and with the two that damp everything.
/// (J18)
class OrderWatch {
 public:
  static constexpr std::size_t damps_all = 2;

  /// The highest order of the next step.
  [[nodiscard]] std::size_t highest(std::size_t all) const {
    return mode_ == Mode::all ? all : std::min(all, damps_all);
  }

  /// After a trial: how far it went, 0 where it was refused.
  void tried(double way) {
    ++trials_;
    if (way == 0.0) ++refused_;
    if (mode_ == Mode::trying && trials_ <= settling) return;
    way_ += way;
    if (trials_ < window) return;
    const int counted = mode_ == Mode::trying ? window - settling : window;
    look(way_ / counted);
    trials_ = refused_ = 0;
    way_ = 0.0;
  }

  template <class Keeper>
  void keep(Keeper& keep) {
    keep(mode_, trials_, refused_, windows_, patience_, stay_, way_, other_pace_);
  }

 private:
  enum class Mode { all, trying, low };
  static constexpr int window = 50, settling = 15;  ///< trials
  static constexpr int many_refused = 4;            ///< of a window
  static constexpr int longest = 64;                ///< windows
  static constexpr double clearly = 1.2;            ///< farther

  void look(double pace) {
    ++windows_;
    switch (mode_) {
      case Mode::all:
        if (windows_ == 1 && other_pace_ > clearly * pace) {  // it was better as it was
          stay_ = std::min(2 * stay_, longest);
          enter(Mode::low, pace);
        } else if (refused_ >= many_refused && windows_ >= patience_) {
          enter(Mode::trying, pace);
        }
        break;
      case Mode::trying:
        if (pace > clearly * other_pace_) {
          patience_ = 1;
          stay_ = first_stay;
          enter(Mode::low, pace);
        } else {
          patience_ = std::min(2 * patience_, longest);
          enter(Mode::all, 0.0);
        }
        break;
      case Mode::low:
        if (windows_ >= stay_) enter(Mode::all, pace);
        break;
    }
  }
  void enter(Mode mode, double pace) {
    mode_ = mode;
    windows_ = 0;
    other_pace_ = pace;
  }

  static constexpr int first_stay = 4;
  Mode mode_ = Mode::all;
  int trials_ = 0, refused_ = 0;  ///< of this window
  int windows_ = 0;               ///< in this mode
  int patience_ = 1;              ///< windows before low orders are tried again
  int stay_ = first_stay;         ///< windows before all orders are tried again
  double way_ = 0.0;              ///< of this window
  double other_pace_ = 0.0;       ///< way of a trial in the mode before
};

}  // namespace treadle
