// The sub-commands. A new one is a file cli/<name>.cpp with its add_<name>, and one line in
// `all_commands`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace treadle::cli {

struct Command {
  CLI::App* parser = nullptr;
  std::function<int()> action;  ///< runs with the options that were parsed; gives the exit code
};

Command add_run(CLI::App& app);
Command add_inspect(CLI::App& app);
Command add_evaluate(CLI::App& app);
Command add_kinematics(CLI::App& app);
Command add_statics(CLI::App& app);
Command add_linearize(CLI::App& app);
Command add_bench(CLI::App& app);
Command add_compile(CLI::App& app);
Command add_convert(CLI::App& app);
Command add_report(CLI::App& app);
Command add_count(CLI::App& app);
Command add_generate(CLI::App& app);
Command add_schema(CLI::App& app);

/// In the order of the help text.
inline std::vector<Command> all_commands(CLI::App& app) {
  return {
      add_run(app),     add_inspect(app),   add_evaluate(app), add_kinematics(app),
      add_statics(app), add_linearize(app), add_bench(app),    add_generate(app),
      add_compile(app), add_convert(app),   add_report(app),   add_count(app),
      add_schema(app),
  };
}

}  // namespace treadle::cli
