// Both directions of a record in HDF5.
#pragma once

#include "../run_file_module.hpp"

namespace treadle {

class Hdf5Writer final : public RunWriter {
 public:
  Hdf5Writer(const std::string& path, const std::vector<Column>& columns, const RunTexts& texts);
  Hdf5Writer(const std::string& path, const std::vector<Column>& columns, std::size_t rows);
  ~Hdf5Writer() override;
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  void row(std::span<const double> values) override;
  void flush() override;
  void close(const RunTexts& texts) override;

 private:
  struct File;
  std::unique_ptr<File> file_;
};

class Hdf5Reader final : public RunReader {
 public:
  explicit Hdf5Reader(const std::string& path);
  ~Hdf5Reader() override;
  Hdf5Reader(const Hdf5Reader&) = delete;
  Hdf5Reader& operator=(const Hdf5Reader&) = delete;

  [[nodiscard]] const std::vector<Column>& columns() const override;
  [[nodiscard]] std::size_t rows() const override;
  [[nodiscard]] std::string text(const std::string& name) const override;
  [[nodiscard]] std::vector<double> read(std::size_t first, std::size_t count) const override;

 private:
  struct File;
  std::unique_ptr<File> file_;
};

}  // namespace treadle
