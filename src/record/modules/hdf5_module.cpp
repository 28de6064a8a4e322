#include "../../base/module.hpp"
#include "hdf5_files.hpp"

namespace treadle {

namespace {

class Hdf5Module final : public RunFileModule {
 public:
  std::unique_ptr<RunWriter> write(const std::string& path, const std::vector<Column>& columns,
                                   const RunTexts& texts) override {
    return std::make_unique<Hdf5Writer>(path, columns, texts);
  }
  std::unique_ptr<RunWriter> go_on(const std::string& path, const std::vector<Column>& columns,
                                   std::size_t rows) override {
    return std::make_unique<Hdf5Writer>(path, columns, rows);
  }
  std::unique_ptr<RunReader> read(const std::string& path) override {
    return std::make_unique<Hdf5Reader>(path);
  }
};

Hdf5Module hdf5_module;

}  // namespace

TREADLE_MODULE(RunFileModule, hdf5_module)

}  // namespace treadle
