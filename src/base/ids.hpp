// Integer ids that do not mix, and arrays that accept only their own id.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace treadle {

template <class Tag>
struct Id {
  int at = -1;

  constexpr Id() = default;
  constexpr explicit Id(int index) : at(index) {}
  constexpr explicit Id(std::size_t index) : at(static_cast<int>(index)) {}

  [[nodiscard]] constexpr bool valid() const { return at >= 0; }
  [[nodiscard]] constexpr std::size_t index() const { return static_cast<std::size_t>(at); }
  constexpr Id& operator++() {
    ++at;
    return *this;
  }
  friend constexpr auto operator<=>(Id, Id) = default;
};

using BodyId = Id<struct BodyTag>;              ///< a body of the spanning tree, root first
using JointId = Id<struct JointTag>;            ///< a joint of the description, in file order
using LoopId = Id<struct LoopTag>;              ///< a constraint: a cut joint or a distance
using ClusterId = Id<struct ClusterTag>;        ///< an elimination cluster
using GroupId = Id<struct GroupTag>;            ///< trees that share a reference frame
using FunctionId = Id<struct FunctionTag>;      ///< a function of time
using CoordinateId = Id<struct CoordinateTag>;  ///< a place in q
using VelocityId = Id<struct VelocityTag>;      ///< a place in v

/// A vector indexed by one kind of id only.
template <class Key, class T>
class By {
 public:
  By() = default;
  explicit By(std::size_t size, T value = T{}) : items_(size, value) {}

  T& operator[](Key key) { return items_[key.index()]; }
  const T& operator[](Key key) const { return items_[key.index()]; }

  [[nodiscard]] int size() const { return static_cast<int>(items_.size()); }
  [[nodiscard]] bool empty() const { return items_.empty(); }
  Key push_back(T value) {
    items_.push_back(std::move(value));
    return Key{items_.size() - 1};
  }
  void assign(std::size_t size, T value) { items_.assign(size, value); }

  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  [[nodiscard]] auto begin() const { return items_.begin(); }
  [[nodiscard]] auto end() const { return items_.end(); }
  [[nodiscard]] const std::vector<T>& items() const { return items_; }

 private:
  std::vector<T> items_;
};

}  // namespace treadle
