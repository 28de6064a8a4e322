#include "elements.hpp"

#include "tables.hpp"

#include <algorithm>
#include <cassert>
#include <map>

namespace treadle::schema {

const std::vector<Element>& all_elements() {
  static const std::vector<Element> all = [] {
    Elements list;
    for (const auto table :
         {model_elements, body_elements, place_elements, joint_elements, coordinate_elements,
          constraint_elements, force_elements, contact_elements, road_elements, function_elements,
          output_elements, event_elements, figure_elements, controller_elements,
          assembly_elements}) {
      Elements part = table();
      for (Element& one : part) list.push_back(std::move(one));
    }
    return list;
  }();
  return all;
}

const Element* find_element(std::string_view id) {
  static const auto index = [] {
    std::map<std::string_view, const Element*> by_id;
    for (const Element& one : all_elements()) by_id.emplace(one.id, &one);
    return by_id;
  }();
  const auto found = index.find(id);
  return found == index.end() ? nullptr : found->second;
}

const Element& element(std::string_view id) {
  const Element* found = find_element(id);
  assert(found != nullptr);
  return *found;
}

const Element* family_of(const Element& variant) {
  const std::size_t dot = variant.id.find('.');
  if (dot == std::string::npos) return nullptr;
  const Element* family = find_element(std::string_view(variant.id).substr(0, dot));
  assert(family != nullptr && family->family);
  return family;
}

std::string type_of(const Element& variant) { return variant.id.substr(variant.id.find('.') + 1); }

std::vector<const Element*> variants_of(const Element& family) {
  std::vector<const Element*> variants;
  for (const Element& one : all_elements()) {
    if (family_of(one) == &family) variants.push_back(&one);
  }
  return variants;
}

std::vector<Key> keys_of(const Element& element) {
  const Element* family = element.family ? &element : family_of(element);
  if (family == nullptr) return element.keys;
  std::vector<Key> keys = family->keys;
  const auto after_name = keys.begin() + (!keys.empty() && keys.front().name == "name" ? 1 : 0);
  keys.insert(after_name, required("type", choice(type_words(family->id)), "Which of them it is."));
  if (family != &element) keys.insert(keys.end(), element.keys.begin(), element.keys.end());
  return keys;
}

}  // namespace treadle::schema

namespace treadle {

namespace {

void add_keys(const schema::Element& element, Words& words) {
  for (const schema::Key& key : schema::keys_of(element)) {
    if (std::find(words.begin(), words.end(), key.name) == words.end()) words.push_back(key.name);
  }
}

}  // namespace

const Words& known_keys(const std::string& id) {
  static const auto known = [] {
    std::map<std::string, Words, std::less<>> by_id;
    for (const schema::Element& one : schema::all_elements()) {
      Words& words = by_id[one.id];
      add_keys(one, words);
      for (const std::string& word : one.also)
        by_id[one.id.substr(0, one.id.find('.') + 1) + word] = words;
      if (!one.family) continue;
      for (const schema::Element* variant : schema::variants_of(one)) add_keys(*variant, words);
    }
    return by_id;
  }();
  const auto found = known.find(id);
  assert(found != known.end());
  return found->second;
}

const Words& type_words(const std::string& family) {
  static const auto known = [] {
    std::map<std::string, Words, std::less<>> by_family;
    for (const schema::Element& one : schema::all_elements()) {
      if (!one.family) continue;
      Words& words = by_family[one.id];
      for (const schema::Element* variant : schema::variants_of(one)) {
        words.push_back(schema::type_of(*variant));
        words.insert(words.end(), variant->also.begin(), variant->also.end());
      }
    }
    return by_family;
  }();
  const auto found = known.find(family);
  assert(found != known.end());
  return found->second;
}

}  // namespace treadle
