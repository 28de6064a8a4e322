// Named outputs of a model file.
#pragma once

#include "name_book.hpp"

#include <string>
#include <unordered_map>

namespace treadle {

/// Reads outputs once everything else of the model is known.
class OutputReader {
 public:
  OutputReader(const Description& model, const NameBook& book);

  [[nodiscard]] OutputItem read(const nlohmann::json& value, const Place& place) const;

 private:
  void read_joint_output(const Fields& fields, OutputItem& item) const;
  void read_reaction(const Fields& fields, OutputItem& item) const;
  void read_force_output(const Fields& fields, OutputItem& item) const;

  const Description& model_;
  const NameBook& book_;
  std::unordered_map<std::string, const ForceItem*> forces_;
  std::unordered_map<std::string, const ConstraintItem*> constraints_;
};

}  // namespace treadle
