// All elements of the modelling language, and the keys and types that a reader takes from them.
#pragma once

#include "element.hpp"

#include <string_view>
#include <vector>

namespace treadle::schema {

/// Each with its own keys; a family comes before its variants.
const std::vector<Element>& all_elements();

/// Null if there is none.
const Element* find_element(std::string_view id);
/// One that must be there.
const Element& element(std::string_view id);

/// The variants of a family, in the order of their types.
std::vector<const Element*> variants_of(const Element& family);
/// The family of a variant, or null.
const Element* family_of(const Element& variant);
/// The word that a variant's key "type" says.
std::string type_of(const Element& variant);

/// All keys of an element: of a variant with those of its family and "type".
std::vector<Key> keys_of(const Element& element);

}  // namespace treadle::schema

namespace treadle {

/// The names of the keys that the reader takes for an element: of a variant ("force.spring") its
/// own and those of its family; of a family ("joint") those of all its variants.
const Words& known_keys(const std::string& id);

/// The words that the key "type" of a family may say; other words for a type follow it.
const Words& type_words(const std::string& family);

}  // namespace treadle
