#include "company.hpp"

#include "../src/base/error.hpp"
#include "interrupt.hpp"
#include "report_error.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <limits>

namespace treadle::cli {

namespace {

constexpr std::size_t longest_reason = 1000;

// 52 bits of FNV-1a: a number that doubles hold exactly.
double hash_of(const unsigned char* bytes, std::size_t count) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (std::size_t k = 0; k < count; ++k) hash = (hash ^ bytes[k]) * 1099511628211ULL;
  return static_cast<double>(hash >> 12);
}

// Standard output and standard error go nowhere from now on; where standard error was.
int be_silent() {
  std::cout.flush();
  const int said = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
  }
  return said;
}

// A failure in the middle of a run: the others wait for what will never come.
void end_with(Ranks& ranks, int stream, const std::string& why, int code) {
  const std::string line =
      "treadle: process " + std::to_string(ranks.rank()) + " of the run failed: " + why + "\n";
  static_cast<void>(!write(stream, line.data(), line.size()));
  std::cout.flush();
  ranks.end_all(code);
}

}  // namespace

void Company::agree(const std::string& fingerprint, const std::string& why) {
  if (!ranks_ || told_) return;
  told_ = true;
  constexpr double least = std::numeric_limits<double>::lowest();
  const double hash =
      hash_of(reinterpret_cast<const unsigned char*>(fingerprint.data()), fingerprint.size());
  const int me = ranks_->rank(), size = ranks_->size();
  // the first that cannot, the fingerprints of those that can
  std::array<double, 3> all{why.empty() ? 0.0 : static_cast<double>(size - me),
                            why.empty() ? hash : least, why.empty() ? -hash : least};
  if (!ranks_->largest(all.data(), static_cast<int>(all.size())))
    throw EnvironmentError("the processes of --distribute mpi do not reach each other");
  if (all[0] > 0.0) {
    const int first = size - static_cast<int>(all[0]);
    std::array<char, longest_reason + 1> reason{};
    if (first == me) why.copy(reason.data(), longest_reason);
    ranks_->tell(first, reason.data(), static_cast<int>(reason.size()));
    if (why.empty())
      throw EnvironmentError("process " + std::to_string(first) +
                             " of --distribute mpi cannot begin: " + reason.data());
    return;
  }
  if (all[1] != -all[2])
    throw OptionError("--distribute",
                      "the processes have read different models or options; give all of them the "
                      "same files and the same program");
  begun_ = true;
}

bool Company::go_on(bool wish, std::span<const double> state) {
  if (!ranks_) return wish;
  const double hash =
      hash_of(reinterpret_cast<const unsigned char*>(state.data()), state.size_bytes());
  std::array<double, 3> all{wish ? 0.0 : 1.0, hash, -hash};
  if (!ranks_->largest(all.data(), static_cast<int>(all.size()))) return false;
  differs_ = differs_ || all[1] != -all[2];
  return all[0] == 0.0 && !differs_;
}

std::string Company::trouble() const {
  if (!ranks_) return {};
  if (differs_)
    return "the processes of the run no longer have the same numbers: their machines compute "
           "differently; give all of them the same kind of processor and the same libraries. What "
           "was computed is kept";
  if (ranks_->lost())
    return "another process of the run was lost, or all were told to stop; what was computed is "
           "kept";
  return {};
}

int run_together(const std::string& how, const std::string& model,
                 const std::function<int(Company&)>& action) {
  if (how != "mpi") throw OptionError("--distribute", "unknown way '" + how + "'; give mpi");
  RanksModule* const module = open_ranks();
  if (module == nullptr) throw OptionError("--distribute", ranks_refusal());
  const std::shared_ptr<Ranks> ranks = module->join(&InterruptGuard::requested);
  Company company(ranks);
  const int said = company.is_silent() ? be_silent() : STDERR_FILENO;
  int code = done;
  try {
    code = action(company);
  } catch (const std::exception& error) {
    if (company.has_begun()) end_with(*ranks, said, error.what(), environment_failed);
    try {
      company.refuse(model + ": " + error.what());
    } catch (const std::exception&) {
      ranks->end_all(environment_failed);
    }
    ranks->part();
    if (company.is_silent()) return done;
    throw;
  }
  if (ranks->lost() || (code == interrupted && !company.has_begun())) {
    std::cout.flush();
    ranks->end_all(code);
  }
  ranks->part();
  // mpirun takes the first code that is not 0 for an accident and ends the others
  return company.is_silent() ? done : code;
}

}  // namespace treadle::cli
