// What the module with HDF5 gives to run_file.cpp.
#pragma once

#include "run_file.hpp"

namespace treadle {

class RunWriter {
 public:
  virtual ~RunWriter() = default;
  virtual void row(std::span<const double> values) = 0;
  virtual void flush() = 0;
  virtual void close(const RunTexts& texts) = 0;
};

class RunReader {
 public:
  virtual ~RunReader() = default;
  [[nodiscard]] virtual const std::vector<Column>& columns() const = 0;
  [[nodiscard]] virtual std::size_t rows() const = 0;
  [[nodiscard]] virtual std::string text(const std::string& name) const = 0;
  [[nodiscard]] virtual std::vector<double> read(std::size_t first, std::size_t count) const = 0;
};

/// `treadle_module` of treadle_hdf5.so.
class RunFileModule {
 public:
  virtual ~RunFileModule() = default;
  [[nodiscard]] virtual std::unique_ptr<RunWriter> write(const std::string& path,
                                                         const std::vector<Column>& columns,
                                                         const RunTexts& texts) = 0;
  [[nodiscard]] virtual std::unique_ptr<RunWriter> go_on(const std::string& path,
                                                         const std::vector<Column>& columns,
                                                         std::size_t rows) = 0;
  [[nodiscard]] virtual std::unique_ptr<RunReader> read(const std::string& path) = 0;
};

}  // namespace treadle
