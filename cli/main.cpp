// The command line: finds the command, runs it, turns whatever goes wrong into a message and an
// exit code.
#include "../treadle.hpp"
#include "command.hpp"
#include "interrupt.hpp"
#include "parse.hpp"
#include "report_error.hpp"

#include <algorithm>

int main(int argc, char** argv) {
  using namespace treadle::cli;
  listen_to_signals();
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  CallContext context;
  context.json = std::find(words.begin(), words.end(), "--json") != words.end();

  return report_errors(context, [&] {
    CLI::App app("Treadle simulates rigid multibody systems with closed loops.", "treadle");
    app.set_version_flag("--version", std::string("treadle ") + treadle::version());
    app.allow_extras();
    app.footer(
        "Examples:\n"
        "  treadle run models/four_bar.json --until \"5 s\" --out motion.csv\n"
        "  treadle inspect models/four_bar.json --svg four_bar.svg\n"
        "  treadle run models/four_bar.json --report four_bar.html\n"
        "  treadle schema > treadle.schema.json\n"
        "  treadle run --help\n"
        "\n"
        "Exit codes: 0 done, 1 cannot write or no memory, 2 wrong model or option,\n"
        "3 numerical trouble, 130 interrupted; after 3 and 130 the results so far are kept.");
    const std::vector<Command> commands = all_commands(app);
    const Command* chosen = parse_words(app, commands, words);
    if (chosen == nullptr) return static_cast<int>(done);
    context.file = model_of(*chosen->parser);
    return chosen->action();
  });
}
