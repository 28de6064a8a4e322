// The build without HDF5: says so.
#include "../base/error.hpp"
#include "run_file.hpp"

namespace treadle {

namespace {

[[noreturn]] void refuse() {
  throw EnvironmentError("this build has no HDF5 (Debian: libhdf5-dev)");
}

}  // namespace

bool can_record() { return false; }

struct RunFileWriter::File {};
struct RunFileReader::File {};

RunFileWriter::RunFileWriter(const std::string&, const std::vector<Column>&, const RunTexts&) {
  refuse();
}
RunFileWriter::~RunFileWriter() = default;
void RunFileWriter::row(std::span<const double>) { refuse(); }
void RunFileWriter::flush() { refuse(); }
void RunFileWriter::close(const RunTexts&) { refuse(); }

RunFileReader::RunFileReader(const std::string&) { refuse(); }
RunFileReader::~RunFileReader() = default;
const std::vector<Column>& RunFileReader::columns() const { refuse(); }
std::size_t RunFileReader::rows() const { refuse(); }
std::string RunFileReader::text(const std::string&) const { refuse(); }
std::vector<double> RunFileReader::read(std::size_t, std::size_t) const { refuse(); }

}  // namespace treadle
