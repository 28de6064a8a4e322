// Processes that are threads: what they send is kept and counted.
#pragma once

#include "src/base/ranks.hpp"

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <tuple>
#include <vector>

namespace treadle::test {

/// What one of them sent.
struct SentNumbers {
  int from = 0, to = 0, tag = 0, count = 0;
};

/// The place where they meet.
class ThreadMeeting {
 public:
  explicit ThreadMeeting(int size) : size_(size) {}

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] const std::vector<SentNumbers>& sent() const { return sent_; }
  [[nodiscard]] long gathered() const { return gathered_; }
  void forget() {
    sent_.clear();
    gathered_ = 0;
  }

  void put(const SentNumbers& what, const double* numbers) {
    const std::lock_guard lock(mutex_);
    sent_.push_back(what);
    boxes_[{what.from, what.to, what.tag}].emplace_back(numbers, numbers + what.count);
    changed_.notify_all();
  }
  bool take(int from, int to, int tag, double* numbers, int count) {
    std::unique_lock lock(mutex_);
    auto& box = boxes_[{from, to, tag}];
    changed_.wait(lock, [&] { return !box.empty() || lost_; });
    if (lost_ || static_cast<int>(box.front().size()) != count) return false;
    std::copy(box.front().begin(), box.front().end(), numbers);
    box.pop_front();
    return true;
  }
  bool gather(int rank, double* all, const int* counts) {
    std::unique_lock lock(mutex_);
    if (lost_) return false;
    int first = 0, total = 0;
    for (int r = 0; r < size_; ++r) {
      if (r < rank) first += counts[r];
      total += counts[r];
    }
    const auto round = rounds_;
    if (came_ == 0) shared_.assign(static_cast<std::size_t>(total), 0.0);
    std::copy(all + first, all + first + counts[rank], shared_.begin() + first);
    gathered_ += counts[rank];
    if (++came_ == size_) {
      came_ = 0;
      ++rounds_;
      done_ = shared_;
      changed_.notify_all();
    }
    changed_.wait(lock, [&] { return rounds_ != round || lost_; });
    if (lost_) return false;
    std::copy(done_.begin(), done_.end(), all);
    return true;
  }
  /// From now on nobody reaches anybody.
  void lose() {
    const std::lock_guard lock(mutex_);
    lost_ = true;
    changed_.notify_all();
  }
  [[nodiscard]] bool lost() {
    const std::lock_guard lock(mutex_);
    return lost_;
  }

 private:
  int size_, came_ = 0;
  long rounds_ = 0, gathered_ = 0;
  bool lost_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::tuple<int, int, int>, std::deque<std::vector<double>>> boxes_;
  std::vector<double> shared_, done_;
  std::vector<SentNumbers> sent_;
};

class ThreadRanks final : public Ranks {
 public:
  ThreadRanks(ThreadMeeting& meeting, int rank) : meeting_(meeting), rank_(rank) {}
  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return meeting_.size(); }
  [[nodiscard]] bool lost() const override { return meeting_.lost(); }
  bool send(int to, int tag, const double* numbers, int count) override {
    meeting_.put({rank_, to, tag, count}, numbers);
    return !meeting_.lost();
  }
  bool receive(int from, int tag, double* numbers, int count) override {
    return meeting_.take(from, rank_, tag, numbers, count);
  }
  bool settle() override { return !meeting_.lost(); }
  bool gather(double* all, const int* counts) override {
    return meeting_.gather(rank_, all, counts);
  }
  bool largest(double*, int) override { return !meeting_.lost(); }
  bool tell(int, char*, int) override { return !meeting_.lost(); }
  void part() override {}
  void end_all(int) override {}

 private:
  ThreadMeeting& meeting_;
  int rank_;
};

/// f in each of them.
inline void in_all_ranks(ThreadMeeting& meeting, const std::function<void(Ranks&)>& f) {
  std::vector<std::thread> threads;
  for (int r = 0; r < meeting.size(); ++r)
    threads.emplace_back([&, r] {
      ThreadRanks ranks(meeting, r);
      f(ranks);
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace treadle::test
