// A force written in C++: one small class.
//
//   struct Wind : CustomForce {
//     void apply(const ForceScene& scene, ForceSink& sink) const override {
//       const BodyView mast = scene.body("mast");
//       sink.push("mast", mast.point({0, 0, 2}), -0.5 * mast.velocity({0, 0, 2}));
//     }
//   };
#pragma once

#include "../kinematics/move.hpp"
#include "../model/placement.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace treadle {

/// A body of the description, seen in the world. Points are given in the body's own frame.
class BodyView {
 public:
  BodyView(Frame pose, Vec3<double> linear, Vec3<double> angular)
      : pose_(pose), linear_(linear), angular_(angular) {}

  [[nodiscard]] const Frame& pose() const { return pose_; }
  [[nodiscard]] Vec3<double> point(const Vec3<double>& own) const { return pose_ * own; }
  [[nodiscard]] Vec3<double> velocity(const Vec3<double>& own) const {
    return linear_ + cross(angular_, pose_.r * own);
  }
  [[nodiscard]] Vec3<double> angular_velocity() const { return angular_; }

 private:
  Frame pose_;
  Vec3<double> linear_, angular_;  ///< of the body frame's origin, world axes
};

/// The mechanism at one state.
class ForceScene {
 public:
  ForceScene(const Model<double>& model, const Placement& placement, double t,
             const PositionStage<double>& at, const VelocityStage<double>& moving)
      : model_(model), placement_(placement), t_(t), at_(at), moving_(moving) {}

  [[nodiscard]] double time() const { return t_; }
  [[nodiscard]] BodyView body(const std::string& name) const;

 private:
  const Model<double>& model_;
  const Placement& placement_;
  double t_;
  const PositionStage<double>& at_;
  const VelocityStage<double>& moving_;
};

/// Takes forces in world coordinates and adds up their power.
class ForceSink {
 public:
  ForceSink(const Model<double>& model, const Placement& placement, const PositionStage<double>& at,
            const VelocityStage<double>& moving, std::span<Force<double>> body)
      : model_(model), placement_(placement), at_(at), moving_(moving), body_(body) {}

  /// A force at a point of the world.
  void push(const std::string& body, const Vec3<double>& point, const Vec3<double>& force);
  void twist(const std::string& body, const Vec3<double>& torque);
  [[nodiscard]] double power() const { return power_; }

 private:
  void add(const std::string& name, const Vec3<double>& point, const Vec3<double>& force,
           const Vec3<double>& torque);

  const Model<double>& model_;
  const Placement& placement_;
  const PositionStage<double>& at_;
  const VelocityStage<double>& moving_;
  std::span<Force<double>> body_;
  double power_ = 0.0;
};

class CustomForce {
 public:
  virtual ~CustomForce() = default;
  virtual void apply(const ForceScene& scene, ForceSink& sink) const = 0;
  /// Names of all bodies that it looks at or pushes. With these an implicit run finds out how stiff
  /// this force is by asking it alone; without it asks for the whole machine, which takes longer.
  [[nodiscard]] virtual std::vector<std::string> bodies() const { return {}; }
};

}  // namespace treadle
