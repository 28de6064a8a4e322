// treadle schema: what a model file may say, for editors and for the documentation.
#include "../src/io/schema/json_schema.hpp"
#include "../src/io/schema/page.hpp"
#include "../src/io/tables/text_file.hpp"
#include "../treadle.hpp"
#include "command.hpp"
#include "print.hpp"
#include "report_error.hpp"

#include <filesystem>
#include <memory>
#include <optional>

namespace treadle::cli {

namespace {

// The page with its elements filled in; examples and pictures stand in folders beside it.
std::string filled(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return fill_page(read_text_file(path), [&folder](const std::string& file) {
    const std::filesystem::path found = folder / file;
    return std::filesystem::exists(found) ? read_text_file(found.string()) : std::string();
  });
}

}  // namespace

Command add_schema(CLI::App& app) {
  CLI::App* parser = app.add_subcommand("schema", "Print the JSON schema of model files");
  const auto page = std::make_shared<std::optional<std::string>>();
  parser->add_option("--page", *page, "Print this page of Markdown instead, its elements filled in")
      ->type_name("FILE.md");
  parser->footer(
      "Examples:\n"
      "  treadle schema > treadle.schema.json\n"
      "  treadle schema --page docs/model/page.md > docs/model.md\n"
      "\n"
      "A model with \"$schema\": \"treadle.schema.json\" is checked and explained by editors\n"
      "while it is written.");
  return {parser, [page] {
            print(*page ? filled(**page) : json_schema());
            return static_cast<int>(done);
          }};
}

}  // namespace treadle::cli
