// Adams' method, and the implicit one where the equations turn out to be stiff; back where they are
// no longer (docs/theory/stiff.md).
#pragma once

#include "adams.hpp"
#include "w_method.hpp"

namespace treadle {

class Switching final : public AdaptiveIntegrator {
 public:
  Switching(const System& system, const Tolerance& tolerance);

  void bound(double h) override;
  Report step(System& system, double stop) override;
  void interpolate(const System& system, double t, std::span<double> x) const override;
  [[nodiscard]] std::span<const MethodChange> changes() const override { return changes_; }
  void keep(Keep& keep) override {
    AdaptiveIntegrator::keep(keep);
    keep(explicit_, implicit_, is_implicit_, fresh_, calm_, patience_, since_, changes_);
  }

 private:
  [[nodiscard]] AdaptiveIntegrator& now() {
    return is_implicit_ ? static_cast<AdaptiveIntegrator&>(implicit_) : explicit_;
  }
  [[nodiscard]] const AdaptiveIntegrator& now() const {
    return is_implicit_ ? static_cast<const AdaptiveIntegrator&>(implicit_) : explicit_;
  }
  Report begin(System& system, double t) override;
  Report change(System& system);
  void tell();

  Adams explicit_;
  WMethod implicit_;
  bool is_implicit_ = false;
  bool fresh_ = true;  ///< no step since the start
  long calm_ = 0;      ///< implicit steps in a row that an explicit method could have taken
  long patience_;      ///< of these before it goes back
  long since_ = 0;     ///< steps since the last change
  std::vector<MethodChange> changes_;
};

}  // namespace treadle
