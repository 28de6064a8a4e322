#include "report_error.hpp"

#include "print.hpp"

#include <iostream>
#include <new>
#include <nlohmann/json.hpp>

namespace treadle::cli {

namespace {

int report(const Complaint& complaint, bool json, ExitCode code) {
  std::cerr << to_text(complaint) + "\n" << std::flush;  // at once: other processes write too
  if (json) {
    try {
      print_json({{"error", to_json(complaint)}});
    } catch (const EnvironmentError&) {
      // standard output is lost, and standard error has the message
    }
  }
  return code;
}

}  // namespace

std::string to_text(const Complaint& complaint) {
  std::string text = "treadle: ";
  if (!complaint.file.empty()) text += complaint.file + ": ";
  if (!complaint.where.empty() && complaint.where != complaint.file) text += complaint.where + ": ";
  return text + complaint.message;
}

nlohmann::ordered_json to_json(const Complaint& complaint) {
  const auto text = [](const std::string& words) {
    return words.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(words);
  };
  return {{"message", complaint.message},
          {"where", text(complaint.where)},
          {"file", text(complaint.file)}};
}

int report_errors(const CallContext& context, const std::function<int()>& action) {
  try {
    return action();
  } catch (const OptionError& error) {
    return report({error.what(), error.where(), ""}, context.json, wrong_input);
  } catch (const ModelError& error) {
    return report({error.what(), error.where(), context.file}, context.json, wrong_input);
  } catch (const std::bad_alloc&) {
    return report({"there is not enough memory", "", context.file}, context.json,
                  environment_failed);
  } catch (const std::exception& error) {
    return report({error.what(), "", ""}, context.json, environment_failed);
  }
}

}  // namespace treadle::cli
