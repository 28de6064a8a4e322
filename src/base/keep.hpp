// What a computation goes on from, as bytes. A class names its members once, and that serves both
// ways:
//
//   void keep(Keep& keep) { keep(t_, x_, history_); }
//
//   Keep out;        integrator.keep(out);   // out.bytes()
//   Keep in(bytes);  integrator.keep(in);    // an object of the same make goes on as the other did
//
// The bytes are those of one build on one kind of machine.
#pragma once

#include "error.hpp"
#include "fields.hpp"

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace treadle {

class Keep {
 public:
  Keep() = default;
  explicit Keep(std::span<const std::byte> bytes) : restoring_(true), from_(bytes) {}

  [[nodiscard]] bool restoring() const { return restoring_; }
  /// What was saved.
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }
  /// Whether all that was saved has been restored.
  [[nodiscard]] bool at_end() const { return from_.empty(); }

  /// Saves or restores members, in their order.
  template <class... T>
  void operator()(T&... members) {
    (one(members), ...);
  }

 private:
  template <class T>
  struct IsOptional : std::false_type {};
  template <class T>
  struct IsOptional<std::optional<T>> : std::true_type {};
  template <class T>
  struct IsArray : std::false_type {};
  template <class T, std::size_t N>
  struct IsArray<std::array<T, N>> : std::true_type {};
  template <class T>
  struct IsPointer : std::is_pointer<T> {};
  template <class T>
  struct IsPointer<std::unique_ptr<T>> : std::true_type {};

  template <class T>
  void one(T& x) {
    static_assert(!std::is_pointer_v<std::remove_all_extents_t<T>>, "an address is no state");
    if constexpr (requires { x.keep(*this); }) {
      x.keep(*this);
    } else if constexpr (!std::is_class_v<T> ||
                         (std::is_trivially_copyable_v<T> && !std::is_aggregate_v<T> &&
                          !IsOptional<T>::value)) {
      raw(&x, sizeof x);  // a number, or a kind of number
    } else if constexpr (IsPointer<T>::value) {
      if (x) one(*x);  // objects of one make have the same parts
    } else if constexpr (IsOptional<T>::value) {
      optional(x);
    } else if constexpr (IsArray<T>::value) {
      values(x);
    } else if constexpr (std::is_aggregate_v<T>) {
      for_each_field([&](auto& field) { one(field); }, x);
    } else {
      list(x);
    }
  }

  template <class T>
  void optional(std::optional<T>& x) {
    bool has = x.has_value();
    one(has);
    if (restoring_ && !has) x.reset();
    if (restoring_ && has && !x) {
      if constexpr (std::is_default_constructible_v<T>) {
        x.emplace();
      } else {
        refuse();
      }
    }
    if (has) one(*x);
  }

  template <class List>
  void list(List& x) {
    using Element = typename List::value_type;
    std::size_t size = x.size();
    one(size);
    if (restoring_ && size != x.size()) {
      if (size > from_.size()) refuse();  // each takes a byte at least
      if constexpr (std::is_default_constructible_v<Element>) {
        x.resize(size);
      } else {
        refuse();
      }
    }
    values(x);
  }

  template <class List>
  void values(List& x) {
    using Element = typename List::value_type;
    if constexpr (std::is_arithmetic_v<Element>) {
      raw(x.data(), x.size() * sizeof(Element));
    } else {
      for (Element& element : x) one(element);
    }
  }

  void raw(void* x, std::size_t size) {
    if (size == 0) return;
    if (!restoring_) {
      const auto* first = static_cast<const std::byte*>(x);
      bytes_.insert(bytes_.end(), first, first + size);
      return;
    }
    if (size > from_.size()) refuse();
    std::memcpy(x, from_.data(), size);
    from_ = from_.subspan(size);
  }

  [[noreturn]] static void refuse() {
    throw ModelError("", "the saved state belongs to something else");
  }

  bool restoring_ = false;
  std::vector<std::byte> bytes_;
  std::span<const std::byte> from_;
};

}  // namespace treadle
