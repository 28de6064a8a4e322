// What goes wrong becomes one message, one exit code and, with --json, one object with the key
// "error".
#pragma once

#include "../src/base/error.hpp"

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace treadle::cli {

enum ExitCode { done = 0, environment_failed = 1, wrong_input = 2, trouble = 3, interrupted = 130 };

/// A wrong option or command; `where` is its name as a person types it (`--step`).
class OptionError : public ModelError {
 public:
  using ModelError::ModelError;
};

struct Complaint {
  std::string message;
  std::string where;  ///< path inside the file, option, joint; may be empty
  std::string file;   ///< empty where no file is to blame
};

/// `treadle: models/x.json: joints[3].axis: joint 'elbow': ...`
std::string to_text(const Complaint& complaint);
/// {"message", "where", "file"}; null for what is empty.
nlohmann::ordered_json to_json(const Complaint& complaint);

/// What is known about a call when something goes wrong.
struct CallContext {
  std::string file;   ///< the model
  bool json = false;  ///< an object is wanted on standard output
};

/// Runs `action` and gives its exit code; what it throws is reported and becomes an exit code too.
int report_errors(const CallContext& context, const std::function<int()>& action);

}  // namespace treadle::cli
