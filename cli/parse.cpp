#include "parse.hpp"

#include "../src/base/text.hpp"
#include "../src/io/tables/shown.hpp"
#include "print.hpp"
#include "report_error.hpp"
#include "words.hpp"

namespace treadle::cli {

namespace {

constexpr const char* model_name = "MODEL";

std::vector<std::string> option_names(const CLI::App& parser) {
  std::vector<std::string> names;
  for (const CLI::Option* option : parser.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string called(const CLI::App& parser) {
  return parser.get_parent() == nullptr ? parser.get_name() : "treadle " + parser.get_name();
}

// The part before "=" of an option with its value in one word.
std::string name_part(const std::string& word) { return word.substr(0, word.find('=')); }

void refuse_leftovers(const CLI::App& parser, std::vector<std::string> leftovers) {
  std::erase(leftovers, "--");  // says only that no options follow
  for (const std::string& word : leftovers) {
    if (word.size() < 2 || word.front() != '-') continue;
    const std::string name = name_part(word);
    throw OptionError(name, "unknown option" + suggestion(name, option_names(parser)) + "; see " +
                                called(parser) + " --help");
  }
  if (leftovers.empty()) return;
  throw OptionError(leftovers.front(),
                    "one argument too many; put quotes around names and values "
                    "with spaces, as in --until \"5 s\"");
}

const Command& find_command(const std::vector<Command>& commands, const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : commands) {
    if (command.parser->get_name() == name) return command;
    names.push_back(command.parser->get_name());
  }
  throw OptionError(name, "unknown command" + suggestion(name, names) + "; see treadle --help");
}

[[noreturn]] void refuse_option_first(const CLI::App& app, const std::vector<Command>& commands,
                                      const std::string& word) {
  const std::string name = name_part(word);
  for (const Command& command : commands) {
    if (command.parser->get_option_no_throw(name) == nullptr) continue;
    throw OptionError(name, "the command comes first, as in: treadle " +
                                command.parser->get_name() + " models/four_bar.json " + name);
  }
  refuse_leftovers(app, {word});
  throw OptionError(word, "a command is needed first; see treadle --help");
}

void check_model(const CLI::App& parser) {
  const CLI::Option* option = parser.get_option_no_throw(model_name);
  if (option == nullptr || option->count() > 0) return;
  throw OptionError(model_name, "a model file is needed, as in: treadle " + parser.get_name() +
                                    " models/four_bar.json");
}

// What the parser found wrong, in our words.
[[noreturn]] void translate(const CLI::ParseError& error) {
  const std::string message = error.what();
  const std::string no_number = "Could not convert: ";
  const std::size_t equals = message.find(" = ");
  if (message.starts_with(no_number) && equals != std::string::npos) {
    throw OptionError(message.substr(no_number.size(), equals - no_number.size()),
                      shown(message.substr(equals + 3)) + " is not a number that fits here");
  }
  const std::size_t colon = message.find(": ");
  const bool named = message.starts_with("--") && colon != std::string::npos;
  const std::string option = named ? message.substr(0, colon) : "";
  const std::string rest = named ? message.substr(colon + 2) : message;
  if (rest.ends_with("missing")) throw OptionError(option, "a value is needed after it");
  if (rest.starts_with("At Most")) throw OptionError(option, "it is given more than once");
  throw OptionError(option, rest);
}

}  // namespace

void add_model_option(CLI::App& parser, std::string& model) {
  parser.add_option(model_name, model, "The model file")->type_name("")->required();
}

std::string model_of(const CLI::App& parser) {
  const CLI::Option* option = parser.get_option_no_throw(model_name);
  return option == nullptr || option->count() == 0 ? "" : option->results().front();
}

const Command* parse_words(CLI::App& app, const std::vector<Command>& commands,
                           const std::vector<std::string>& words) {
  if (words.empty()) {
    throw OptionError("",
                      "a command is needed, as in: treadle run models/four_bar.json; see "
                      "treadle --help");
  }
  // an unknown command is told before the parser complains about what follows it
  const bool named = words.front().empty() || words.front().front() != '-';
  const Command* chosen = named ? &find_command(commands, words.front()) : nullptr;
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::Success& asked) {
    const bool help = asked.get_name() != "CallForVersion";
    print(help ? app.help() : std::string(asked.what()) + "\n");
    return nullptr;
  } catch (const CLI::RequiredError&) {
    // the model is missing, which is told below unless there is an unknown option too
  } catch (const CLI::ParseError& error) {
    translate(error);
  }
  if (chosen == nullptr) refuse_option_first(app, commands, words.front());
  refuse_leftovers(*chosen->parser, chosen->parser->remaining());
  check_model(*chosen->parser);
  return chosen;
}

}  // namespace treadle::cli
