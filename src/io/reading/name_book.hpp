// Who has which name, and what a name means where another item refers to it.
#pragma once

#include "fields.hpp"

#include <string>
#include <unordered_map>

namespace treadle {

/// Names of one kind of use; each may be taken once.
class TakenNames {
 public:
  /// Fails at `place` (of the key "name") if the name is taken.
  void take(const std::string& name, const Place& place);

 private:
  std::unordered_map<std::string, std::string> owner_;  ///< name -> path of its item
};

/// The bodies and frames that joints, constraints and forces refer to.
class NameBook {
 public:
  explicit NameBook(const Description& model) : model_(model) {}

  /// Enters the last body (frame) of the model under its name; fails if the name is taken.
  void add_body(const Place& place);
  void add_frame(const Place& place);
  /// Enters a name that stands for a body of another model; its frame is that of the world.
  void add_port(const std::string& name, const Place& place);
  /// Enters the last joint of the model; its name was taken elsewhere.
  void add_joint();

  /// Where a body is in the design position; ground and ports are in the origin.
  [[nodiscard]] Pose pose_of(const std::string& body) const;
  /// The name of a body, of a port, or "ground".
  [[nodiscard]] std::string read_body(const nlohmann::json& value, const Place& place) const;
  /// A frame by its name.
  [[nodiscard]] const FrameItem& read_frame(const nlohmann::json& value, const Place& place) const;
  /// A joint by its name.
  [[nodiscard]] const JointItem& read_joint(const nlohmann::json& value, const Place& place) const;
  /// The same for a name that is known.
  [[nodiscard]] const JointItem& joint(const std::string& name) const;
  /// A frame's name, or a body and a position on it.
  [[nodiscard]] Anchor read_anchor(const nlohmann::json& value, const Place& place) const;
  /// The name of a body or frame, or an object with body, position and, where it may turn,
  /// orientation.
  [[nodiscard]] BodyFrame read_place(const nlohmann::json& value, const Place& place,
                                     bool may_turn = true) const;

 private:
  const Description& model_;
  TakenNames taken_;
  Words ports_;
  std::unordered_map<std::string, std::size_t> bodies_, frames_,
      joints_;  ///< name -> index in the model
};

}  // namespace treadle
