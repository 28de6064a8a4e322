// Bodies that nothing joins: each by itself, in flat loops and in closed form. Heaps of stones are
// such. (docs/theory/dynamics.md, D9)
#pragma once

#include "../spatial/lone_body.hpp"
#include "../touching/sleepers.hpp"
#include "numeric_methods.hpp"

#include <vector>

namespace treadle {

class FreeBodiesMethod final : public NumericMethod {
 public:
  /// Whether all bodies are such, and enough of them for loops of their own.
  static bool fits(const Model<double>& model);

  explicit FreeBodiesMethod(const MethodParts& parts);
  [[nodiscard]] std::string name() const override { return "free bodies"; }
  Answer accelerate(const AccelerationQuery& query) override;
  Answer project(const AccelerationQuery& /*query*/, std::span<double> /*q*/,
                 std::span<double> /*v*/) override {
    return refused(RefusalReason::off);
  }

 private:
  /// What never changes of a body.
  struct Body {
    LoneBody lone;
    int q_at = 0, v_at = 0, group = 0;
    bool plain = false;  ///< its joint frame is the world
  };
  /// A sleeping body: nobody asks for what it has. (U24)
  [[nodiscard]] bool rests(std::size_t i) const {
    return sleepers_ != nullptr && sleepers_->rests(static_cast<int>(i));
  }
  template <class F>
  void each(const F& f);
  void begin(const AccelerationQuery& query, std::size_t i);
  void finish(std::size_t i);

  std::vector<Body> bodies_;
  const Sleepers* sleepers_ = nullptr;
};

}  // namespace treadle
