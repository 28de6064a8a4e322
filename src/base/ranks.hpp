// Processes that work on one mechanism, on one machine or on many, behind one small interface. All
// hold the same state and go the same way; who computes what is cut by the structure of the
// mechanism (docs/theory/components.md).
#pragma once

#include <memory>
#include <string>

namespace treadle {

/// One of several processes. Every call answers false once another process is lost or does not
/// answer after this one was told to stop; nothing is exchanged from then on.
class Ranks {
 public:
  virtual ~Ranks() = default;
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;
  [[nodiscard]] virtual bool lost() const = 0;

  /// Numbers must stay as they are until settle().
  virtual bool send(int to, int tag, const double* numbers, int count) = 0;
  virtual bool receive(int from, int tag, double* numbers, int count) = 0;
  /// All that was sent has arrived.
  virtual bool settle() = 0;
  /// `counts`: numbers of each process, one after the other in `all`; each gives its own.
  virtual bool gather(double* all, const int* counts) = 0;
  /// The largest of each number over all processes.
  virtual bool largest(double* numbers, int count) = 0;
  /// Bytes of one process for all.
  virtual bool tell(int from, char* bytes, int count) = 0;

  /// All end together; nothing may follow.
  virtual void part() = 0;
  /// Ends all processes, this one too, with a code.
  virtual void end_all(int code) = 0;
};

/// `treadle_module` of treadle_mpi.so.
class RanksModule {
 public:
  virtual ~RanksModule() = default;
  /// Once in a program. `stop` is asked while others are waited for.
  [[nodiscard]] virtual std::unique_ptr<Ranks> join(bool (*stop)()) = 0;
};

/// Opens the module; nullptr where there is none.
RanksModule* open_ranks();
/// What a person has to do to get it; "" where it is there.
std::string ranks_refusal();

}  // namespace treadle
