#include "count.hpp"

#include "registry.hpp"

#include <algorithm>
#include <cctype>

namespace treadle {

namespace {

class Counter final : public StepWatch {
 public:
  explicit Counter(std::vector<StepTally>& steps) : steps_(steps), last_(Counted::tally()) {}

  void done(const char* step) override {
    const Tally since = Counted::tally() - last_;
    last_ = Counted::tally();
    const auto found = std::find_if(steps_.begin(), steps_.end(),
                                    [&](const StepTally& known) { return known.step == step; });
    if (found == steps_.end()) {
      steps_.push_back({step, since});
    } else {
      found->tally = found->tally - (Tally{} - since);
    }
  }

 private:
  std::vector<StepTally>& steps_;
  Tally last_;
};

bool numbered(const std::string& step) {
  return std::isdigit(static_cast<unsigned char>(step.front())) != 0;
}

std::vector<Counted> counted(std::span<const double> numbers) {
  return {numbers.begin(), numbers.end()};
}

}  // namespace

SolverTally count_operations(const std::string& solver, const SaddlePattern& pattern,
                             const SaddleMatrix<double>& matrix, std::span<const double> q,
                             std::span<const double> gamma, std::span<const int> dependent,
                             std::span<const int> vanishing) {
  SolverTally result;
  const auto method = make_solver<Counted>(solver, pattern);
  const auto diagonal = counted(matrix.diagonal), lower = counted(matrix.lower),
             phi = counted(matrix.phi), right = counted(q), bias = counted(gamma);
  std::vector<Counted> qdd(right.size()), lambda(bias.size());
  method->leave_out(dependent, vanishing);
  const Tally before = Counted::tally();
  Counter counter(result.steps);
  method->watch(&counter);
  result.report = method->factor({diagonal, lower, phi});
  if (!method->needs_multipliers()) lambda.clear();
  if (result.report.ok()) method->solve(right, bias, qdd, lambda);
  result.total = Counted::tally() - before;
  result.library = method->library();
  std::stable_sort(result.steps.begin(), result.steps.end(),
                   [](const StepTally& a, const StepTally& b) {
                     return numbered(a.step) && numbered(b.step) && a.step < b.step;
                   });
  return result;
}

}  // namespace treadle
