// The entry of a module that has one kind of factors.
#pragma once

#include "../../base/module.hpp"
#include "../sparse_library.hpp"

namespace treadle {

template <class Library, class Factors>
class Offer final : public Library {
 public:
  using Made = decltype(std::declval<Library&>().make(std::declval<const ColumnPattern&>()));
  Made make(const ColumnPattern& pattern) override { return std::make_unique<Factors>(pattern); }
};

}  // namespace treadle
