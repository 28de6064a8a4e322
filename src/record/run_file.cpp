#include "run_file.hpp"

#include "../base/error.hpp"
#include "../base/input_file.hpp"
#include "../base/module.hpp"
#include "run_file_module.hpp"

namespace treadle {

namespace {

struct Opened {
  std::string why;
  RunFileModule* module;
  Opened() : module(open_module<RunFileModule>("treadle_hdf5", why)) {}
};

const Opened& opened() {
  static const Opened once;
  return once;
}

RunFileModule& module_or_refuse() {
  const std::string refusal = record_refusal();
  if (!refusal.empty()) throw EnvironmentError(refusal);
  return *opened().module;
}

}  // namespace

bool can_record() { return opened().module != nullptr; }

std::string record_refusal() {
  if (can_record()) return {};
  return "there is no HDF5 (Debian: libhdf5-dev, when treadle is built): " + opened().why;
}

RunFileWriter::RunFileWriter(const std::string& path, const std::vector<Column>& columns,
                             const RunTexts& texts)
    : file_(module_or_refuse().write(path, columns, texts)) {}
RunFileWriter::RunFileWriter(const std::string& path, const std::vector<Column>& columns,
                             AfterRows rows) {
  { const InputFile readable(path); }
  file_ = module_or_refuse().go_on(path, columns, rows.count);
}
RunFileWriter::~RunFileWriter() = default;
void RunFileWriter::row(std::span<const double> values) { file_->row(values); }
void RunFileWriter::flush() { file_->flush(); }
void RunFileWriter::close(const RunTexts& texts) { file_->close(texts); }

RunFileReader::RunFileReader(const std::string& path) {
  { const InputFile readable(path); }  // HDF5 would wait for a pipe
  file_ = module_or_refuse().read(path);
}
RunFileReader::~RunFileReader() = default;
const std::vector<Column>& RunFileReader::columns() const { return file_->columns(); }
std::size_t RunFileReader::rows() const { return file_->rows(); }
std::string RunFileReader::text(const std::string& name) const { return file_->text(name); }
std::vector<double> RunFileReader::read(std::size_t first, std::size_t count) const {
  return file_->read(first, count);
}

}  // namespace treadle
