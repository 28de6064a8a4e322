// Several processes that make one run (treadle run --distribute mpi): the first one writes files
// and talks, all go the same way, and all end together.
#pragma once

#include "../src/base/ranks.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>

namespace treadle::cli {

class Company {
 public:
  /// Nobody else.
  Company() = default;
  explicit Company(std::shared_ptr<Ranks> ranks) : ranks_(std::move(ranks)) {}

  [[nodiscard]] const std::shared_ptr<Ranks>& ranks() const { return ranks_; }
  /// Whether another process writes files and talks.
  [[nodiscard]] bool is_silent() const { return ranks_ && ranks_->rank() != 0; }

  /// All are ready for a run with this fingerprint. Throws where one is not, or has another one.
  void begin(const std::string& fingerprint) { agree(fingerprint, ""); }
  [[nodiscard]] bool has_begun() const { return begun_; }
  /// Instead of begin(), if that was not asked: this one cannot, for this reason.
  void refuse(const std::string& why) { agree("", why.empty() ? "unknown" : why); }

  /// After a step: whether all want to go on, and are at the same state.
  bool go_on(bool wish, std::span<const double> state);
  /// Why the run ended before its time, if another process is to blame; else empty.
  [[nodiscard]] std::string trouble() const;

 private:
  void agree(const std::string& fingerprint, const std::string& why);

  std::shared_ptr<Ranks> ranks_;
  bool told_ = false, begun_ = false, differs_ = false;
};

/// Runs `action` in each of the processes that `how` (mpi) makes one company of, and gives its exit
/// code in the first one; `model` is the file that they read. Throws OptionError where there is no
/// such way.
int run_together(const std::string& how, const std::string& model,
                 const std::function<int(Company&)>& action);

}  // namespace treadle::cli
