// The tables of the modelling language against the reader: what one of them takes or refuses, the
// other does too, by mutating every object of the examples of docs/model.md.
#include "../../src/base/error.hpp"
#include "../../src/integrate/registry.hpp"
#include "../../src/io/reading/read_model.hpp"
#include "../../src/io/schema/json_schema.hpp"
#include "../../src/io/schema/page.hpp"
#include "../../src/io/tables/text_file.hpp"
#include "../../src/simulation/mechanism_system.hpp"
#include "../../src/solve/registry.hpp"
#include "element_walk.hpp"
#include "json_validator.hpp"
#include "support/page_examples.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>
#include <filesystem>
#include <optional>
#include <set>

namespace treadle {
namespace {

using nlohmann::json;

const JsonValidator& validator() {
  static const JsonValidator one(json::parse(json_schema()));
  return one;
}

/// What the reader says of a document: nothing where it takes it.
std::optional<std::string> refusal(const json& document, const std::string& file) {
  try {
    read_model_text(document.dump(), file);
    return std::nullopt;
  } catch (const ModelError& error) {
    return error.where() + ": " + error.what();
  }
}

class Example : public testing::TestWithParam<std::string> {
 protected:
  Example() : file(example_file(GetParam())), document(json::parse(read_text_file(file))) {}

  /// Calls `change(copy of the document, object in it, visit)` for each object.
  template <class Change>
  void each(Change change) const {
    ElementWalk(document, [&](const Visit& visit, const json&) {
      json copy = document;
      change(copy, copy[visit.at], visit);
    }).run();
  }

  void expect_both_refuse(const json& changed, const std::string& what) const {
    EXPECT_FALSE(validator().accepts(changed)) << "the schema accepts " << what;
    EXPECT_TRUE(refusal(changed, file)) << "the reader accepts " << what;
  }

  std::string file;
  json document;
};

std::string place_of(const Visit& visit, const std::string& key) {
  return visit.element->id + " at " + visit.at.to_string() + ": " + key;
}

TEST_P(Example, is_taken_by_both) {
  EXPECT_TRUE(validator().accepts(document));
  const auto said = refusal(document, file);
  EXPECT_FALSE(said) << *said;
}

TEST_P(Example, with_an_unknown_key_is_refused_by_both) {
  each([&](json& copy, json& object, const Visit& visit) {
    object["unheard_of"] = 1;
    expect_both_refuse(copy, place_of(visit, "unheard_of"));
  });
}

TEST_P(Example, without_a_required_key_is_refused_by_both) {
  each([&](const json& copy, const json& object, const Visit& visit) {
    for (const schema::Key& key : schema::keys_of(*visit.element)) {
      if (!key.required || !object.contains(key.name)) continue;
      json changed = copy;
      changed[visit.at].erase(key.name);
      expect_both_refuse(changed, place_of(visit, "without " + key.name));
    }
  });
}

TEST_P(Example, misses_nothing_that_the_schema_does_not_ask_for) {
  // what only other parts of the file can tell
  const std::set<std::string> elsewhere{"mass", "density", "coordinate"};
  each([&](const json& copy, const json& object, const Visit& visit) {
    for (const auto& entry : object.items()) {
      json changed = copy;
      changed[visit.at].erase(entry.key());
      if (elsewhere.contains(entry.key()) || !validator().accepts(changed)) continue;
      const auto said = refusal(changed, file);
      EXPECT_FALSE(said && said->find("is missing") != std::string::npos)
          << place_of(visit, entry.key()) << " is not asked for, but: " << *said;
    }
  });
}

TEST_P(Example, with_a_value_of_a_wrong_type_is_refused_by_both) {
  each([&](const json& copy, const json& object, const Visit& visit) {
    for (const auto& entry : object.items()) {
      json changed = copy;
      // what may be told in parts may be a plain yes as well
      const json wrong = entry.value().is_boolean()  ? json(7)
                         : entry.value().is_object() ? json::array({true})
                                                     : json(true);
      changed[visit.at][entry.key()] = wrong;
      expect_both_refuse(changed, place_of(visit, entry.key() + " = " + wrong.dump()));
    }
  });
}

// Each quantity is of the kind that the table says: a string is one already, a number becomes one.
void check_kinds(
    const schema::Value& kind, const json& value, const schema::Use& use,
    const std::function<void(const json::json_pointer&, const std::string&, bool)>& say,
    const json::json_pointer& at) {
  using schema::ValueKind;
  if (kind.kind == ValueKind::list) {
    for (std::size_t i = 0; i < value.size(); ++i)
      check_kinds(ElementWalk::inner(kind, i), value[i], use, say, at / i);
  } else if (kind.kind == ValueKind::either) {
    if (const schema::Value* one = ElementWalk::chosen(kind, value))
      check_kinds(*one, value, use, say, at);
  } else if (kind.kind == ValueKind::quantity) {
    if (use.elsewhere && kind.kind_of != schema::KindOf::itself) return;
    const Dimension expected = schema::dimension_of(kind, use);
    if (value.is_string()) {
      try {
        parse_quantity(value.get<std::string>(), expected);
      } catch (const UnitError& error) {
        if (value != "mm") ADD_FAILURE() << at.to_string() << ": " << error.what();
      }
    } else if (expected == dimension::none) {
      say(at, value.dump() + " kg", false);
    } else {
      say(at, value.dump() + " " + si_unit(expected), true);
    }
  }
}

TEST_P(Example, has_quantities_of_the_kinds_in_the_tables) {
  if (document.contains("parameters")) return;  // expressions have kinds of their own
  each([&](const json& copy, const json& object, const Visit& visit) {
    const auto say = [&](const json::json_pointer& at, const std::string& text, bool taken) {
      json changed = copy;
      changed[at] = text;
      const auto said = refusal(changed, file);
      EXPECT_EQ(!said, taken) << place_of(visit, at.to_string()) << " = " << text << ": "
                              << said.value_or("taken");
    };
    for (const schema::Key& key : schema::keys_of(*visit.element)) {
      if (object.contains(key.name))
        check_kinds(key.value, object[key.name], visit.use, say, visit.at / key.name);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Schema, Example, testing::ValuesIn(page_examples()),
                         [](const testing::TestParamInfo<std::string>& test) {
                           return test.param;
                         });

TEST(Schema, every_key_is_in_an_example) {
  // a key that several variants share needs one of them only
  const auto name_of = [](const schema::Element& element, const schema::Key& key) {
    if (!key.shared.empty()) return key.shared + "." + key.name;
    const schema::Element* family = schema::family_of(element);
    if (family != nullptr) {
      for (const schema::Key& common : family->keys) {
        if (common.name == key.name) return family->id + "." + key.name;
      }
    }
    return element.id + "." + key.name;
  };
  std::set<std::string> used;
  std::vector<std::string> files;
  for (const std::string& name : page_examples()) files.push_back(example_file(name));
  files.push_back(docs_folder + "model/examples/parts/corner.json");
  files.push_back(docs_folder + "model/examples/parts/compiled.json");
  for (const std::string& file : files) {
    const json document = json::parse(read_text_file(file));
    ElementWalk(document, [&](const Visit& visit, const json& object) {
      for (const schema::Key& key : schema::keys_of(*visit.element)) {
        if (object.contains(key.name)) used.insert(name_of(*visit.element, key));
      }
    }).run();
  }
  for (const schema::Element& one : schema::all_elements()) {
    if (one.family) continue;
    for (const schema::Key& key : schema::keys_of(one))
      EXPECT_TRUE(key.written || used.contains(name_of(one, key)))
          << name_of(one, key) << " is in no example";
  }
}

TEST(Schema, every_key_has_a_sentence) {
  for (const schema::Element& one : schema::all_elements()) {
    EXPECT_TRUE(one.text.ends_with('.')) << one.id;
    for (const schema::Key& key : one.keys) {
      EXPECT_TRUE(key.text.ends_with('.')) << one.id << ": " << key.name;
      EXPECT_NE(key.required, !key.fallback.empty()) << one.id << ": " << key.name;
    }
    for (const schema::Rule& rule : one.rules) {
      for (const std::string& name : rule.keys) {
        bool known = false;
        for (const schema::Key& key : schema::keys_of(one)) known = known || key.name == name;
        EXPECT_TRUE(known) << one.id << ": a rule about " << name;
      }
    }
  }
}

TEST(Schema, has_the_words_of_the_engine) {
  EXPECT_EQ(type_words("joint"), joint_names());
  const auto words = [](const char* name) {
    for (const schema::Key& key : schema::element("simulation").keys) {
      if (key.name == name) return key.value.words;
    }
    return Words{};
  };
  EXPECT_EQ(words("integrator"), integrator_names());
  Words solvers = solver_names();
  solvers.insert(solvers.begin(), "auto");
  solvers.push_back("generated");
  EXPECT_EQ(words("solver"), solvers);
  EXPECT_EQ(words("constraints"), constraint_method_names());
}

TEST(Schema, takes_every_ready_model) {
  for (const auto& entry : std::filesystem::directory_iterator(models_folder())) {
    if (entry.path().extension() != ".json") continue;
    EXPECT_TRUE(validator().accepts(json::parse(read_text_file(entry.path().string()))))
        << entry.path();
  }
}

TEST(Schema, is_the_one_in_docs) {
  EXPECT_TRUE(json_schema() == read_text_file(docs_folder + "treadle.schema.json"))
      << "run make docs";
}

TEST(Page, is_the_one_in_docs) {
  const auto find = [](const std::string& file) {
    const std::string path = docs_folder + "model/" + file;
    return std::filesystem::exists(path) ? read_text_file(path) : std::string();
  };
  const std::string page = fill_page(read_text_file(docs_folder + "model/page.md"), find);
  EXPECT_TRUE(page == read_text_file(docs_folder + "model.md")) << "run make docs";
  // each example and each picture is on it
  for (const std::string& name : page_examples())
    EXPECT_NE(page.find("model/examples/" + name + ".json"), std::string::npos) << name;
  for (const auto& entry : std::filesystem::directory_iterator(docs_folder + "model/pictures")) {
    const std::string name = entry.path().filename().string();
    EXPECT_NE(page.find("model/pictures/" + name), std::string::npos) << name;
  }
}

TEST(Page, refuses_an_unknown_element) {
  const auto none = [](const std::string&) { return std::string(); };
  try {
    fill_page("# A page\n\n## {{joint.revolut}}\n", none);
    FAIL() << "it is filled";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.where(), "line 3");
    EXPECT_NE(std::string(error.what()).find("joint.revolut"), std::string::npos);
  }
}

}  // namespace
}  // namespace treadle
