#include "generated.hpp"

#include "../acceleration/choose_solver.hpp"
#include "../base/error.hpp"
#include "../base/text.hpp"
#include "untraceable.hpp"

#include <chrono>
#include <cstring>
#include <utility>

namespace treadle {

namespace {

// More than a compiler takes in reasonable time and memory.
constexpr double most_operations = 2e6;

using Function = int (*)(const double*, const double*, const double*, const double*, double*);

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class GeneratedEvaluator final : public Evaluator {
 public:
  GeneratedEvaluator(std::shared_ptr<LoadedLibrary> library, const Mechanism& m, std::string name,
                     bool stabilized)
      : library_(std::move(library)),
        name_(std::move(name)),
        evaluate_(function("model_evaluate")),
        project_(function("model_project")),
        nq_(static_cast<std::size_t>(m.model.nq())),
        nv_(static_cast<std::size_t>(m.model.nv())),
        stabilized_(stabilized),
        u_(3 * m.functions.size() + 2, 0.0),
        states_(m.functions.states()),
        out_(nq_ + nv_ + 3 + states_.size(), 0.0) {}

  [[nodiscard]] bool usable() const { return evaluate_ != nullptr; }
  [[nodiscard]] std::string name() const override { return name_; }

  bool accelerate(const EvaluatorState& s, std::span<double> qdd, std::span<double> rates,
                  double& power) override {
    load_functions(s);
    if (stabilized_) {
      u_[3 * s.functions.size()] = 2.0 * s.feedback.alpha;
      u_[3 * s.functions.size() + 1] = s.feedback.beta * s.feedback.beta;
    }
    if (evaluate_(s.q.data(), s.v.data(), u_.data(), nullptr, out_.data()) != 0) return false;
    std::copy_n(out_.begin(), nv_, qdd.begin());
    power = out_[nv_];
    for (std::size_t k = 0; k < states_.size(); ++k) rates[states_[k]] = out_[nv_ + 1 + k];
    return true;
  }

  bool project(const EvaluatorState& s, std::span<double> q, std::span<double> v,
               ProjectionGap& gap) override {
    if (project_ == nullptr) return false;
    load_functions(s);
    if (project_(s.q.data(), s.v.data(), u_.data(), nullptr, out_.data()) != 0) return false;
    const double* out = out_.data();
    std::copy_n(out, nq_, q.begin());
    std::copy_n(out + nq_, nv_, v.begin());
    gap = {out[nq_ + nv_], out[nq_ + nv_ + 1], out[nq_ + nv_ + 2]};
    return true;
  }

 private:
  [[nodiscard]] Function function(const char* symbol) const {
    return reinterpret_cast<Function>(library_->find(symbol));
  }
  void load_functions(const EvaluatorState& s) {
    static_assert(sizeof(FunctionValue<double>) == 3 * sizeof(double));
    if (!s.functions.empty()) std::memcpy(u_.data(), s.functions.data(), s.functions.size_bytes());
  }

  std::shared_ptr<LoadedLibrary> library_;
  std::string name_;
  Function evaluate_, project_;
  std::size_t nq_, nv_;
  bool stabilized_;
  std::vector<double> u_;
  std::vector<std::size_t> states_;  ///< functions that are states of forces
  std::vector<double> out_;
};

SourceFile source_of(const Program& program, RoutineUse routines) {
  EmitOptions options;
  options.routines = routines;
  options.comments = false;
  return {program.name + ".c", emit_preamble({&program}, options) +
                                   declare_program(program, options) +
                                   emit_program(program, options)};
}

}  // namespace

std::shared_ptr<Evaluator> make_generated(const Mechanism& m, const GenerateOptions& options,
                                          std::string& refusal, GenerateFacts* facts) {
  refusal = untraceable(m);
  if (!refusal.empty()) return nullptr;
  const double operations =
      options.method == TraceMethod::topology ? estimated_operations(m, "topology") : 0.0;
  if (operations > most_operations) {
    refusal =
        "Alg-S would take some " + short_number(operations, 1) + " operations in straight code";
    return nullptr;
  }
  const double begin = seconds_now();
  TraceOptions wanted;
  wanted.method = options.method;
  wanted.outputs.power = true;
  wanted.stabilized = options.stabilized;
  const std::optional<Program> evaluation = trace_evaluation(m, wanted);
  if (!evaluation) {
    refusal = options.method == TraceMethod::clustered
                  ? "the loops have no healthy split at the start, or their clusters overlap"
                  : "the equations are singular at the start";
    return nullptr;
  }
  std::vector<SourceFile> sources{source_of(*evaluation, options.routines)};
  std::optional<Program> projection;
  if (!options.stabilized) projection = trace_projection(m, options.method);
  if (projection) sources.push_back(source_of(*projection, options.routines));
  const double traced = seconds_now();
  auto library = load_sources(sources, options.compile);
  if (facts != nullptr) {
    facts->evaluation = count_operations(*evaluation);
    if (projection) facts->projection = count_operations(*projection);
    facts->trace_seconds = traced - begin;
    facts->load_seconds = seconds_now() - traced;
    facts->from_cache = library->from_cache();
    facts->note = library->note();
  }
  auto evaluator = std::make_shared<GeneratedEvaluator>(
      std::move(library), m,
      options.method == TraceMethod::clustered ? "generated" : "generated-topology",
      options.stabilized);
  if (!evaluator->usable())
    throw EnvironmentError("the compiled code has no function 'model_evaluate'");
  return evaluator;
}

std::shared_ptr<Evaluator> try_generated(const Mechanism& m, bool stabilized,
                                         std::string& message) {
  try {
    GenerateOptions options;
    options.stabilized = stabilized;
    GenerateFacts facts;
    for (const TraceMethod method : trace_order) {
      options.method = method;
      auto found = make_generated(m, options, message, &facts);
      if (found) message = facts.note;
      if (found || !untraceable(m).empty()) return found;
    }
    return nullptr;
  } catch (const EnvironmentError& error) {
    message = error.what();
    return nullptr;
  }
}

}  // namespace treadle
