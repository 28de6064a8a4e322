#include "../../base/error.hpp"
#include "hdf5_files.hpp"
#include "hdf5_handle.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <limits>
#include <system_error>

namespace treadle {

namespace {

using hdf5::Handle;
using Clock = std::chrono::steady_clock;

constexpr std::size_t block_bytes = 1 << 18;
constexpr std::size_t longest_attribute = 1000;  ///< bytes; HDF5 itself allows 64 KiB
constexpr std::size_t place_bytes = 64 << 20;    ///< for what leads to the rows, between flushes
constexpr std::size_t margin_bytes = 1 << 16;    ///< that a flush may need besides its rows

std::size_t rows_in_block(std::size_t columns) {
  return std::clamp<std::size_t>(block_bytes / (8 * std::max<std::size_t>(columns, 1)), 16, 4096);
}

// Nothing on disk is overwritten before a flush: freed space stays free, and the cache of what
// leads to the rows is large enough not to be written in between.
Handle careful_access() {
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5AC_cache_config_t cache{};
  cache.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  if (H5Pget_mdc_config(access.get(), &cache) >= 0) {
    cache.set_initial_size = 1;
    cache.initial_size = cache.max_size = place_bytes;
    H5Pset_mdc_config(access.get(), &cache);
  }
  return access;
}

Handle create_file(const std::string& path) {
  const Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose), access = careful_access();
  H5Pset_file_space_strategy(creation.get(), H5F_FSPACE_STRATEGY_NONE, 0, 1);
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.get(), access.get()), H5Fclose};
}

Handle create_samples(hid_t file, std::size_t columns, std::size_t block) {
  const std::array<hsize_t, 2> now{0, columns}, most{H5S_UNLIMITED, columns}, chunk{block, columns};
  const Handle space(H5Screate_simple(2, now.data(), most.data()), H5Sclose);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_chunk(creation.get(), 2, chunk.data());
  const double gap = std::numeric_limits<double>::quiet_NaN();
  H5Pset_fill_value(creation.get(), H5T_NATIVE_DOUBLE, &gap);
  return {H5Dcreate2(file, "samples", H5T_IEEE_F64LE, space.get(), H5P_DEFAULT, creation.get(),
                     H5P_DEFAULT),
          H5Dclose};
}

}  // namespace

struct Hdf5Writer::File {
  std::string path;
  Handle file, samples;  // samples are closed first
  int space = -1;        ///< the same file once more, to reserve space in it
  std::size_t columns = 0, block = 1;
  std::size_t written = 0;       ///< rows in the file
  std::vector<double> waiting;   ///< rows that are not
  Clock::time_point last_flush;  ///< wall time; decides only when, never what
  int countdown = 0;             ///< rows until the clock is looked at again

  ~File() {
    if (space >= 0) ::close(space);
  }

  /// HDF5 goes on after a write that failed and would leave a file that cannot be opened. So the
  /// space for all that comes is asked for first. Where a file system cannot say, we go on.
  [[nodiscard]] bool reserve(std::size_t bytes) {
    hsize_t size = 0;
    if (H5Fget_filesize(file.get(), &size) < 0) return false;
    const int code = posix_fallocate(space, static_cast<off_t>(size), static_cast<off_t>(bytes));
    errno = code;
    return code != ENOSPC && code != EFBIG && code != EDQUOT;
  }

  [[noreturn]] void fail(const char* what) {
    const int reason = errno;
    samples.forget();  // closing would try to write again
    file.forget();
    throw EnvironmentError("file '" + path + "' cannot " + what +
                           (reason != 0 ? ": " + std::generic_category().message(reason) : ""));
  }

  void add(const RunTexts& texts) {
    std::size_t bytes = margin_bytes;
    for (const auto& [name, text] : texts) bytes += text.size();
    if (!reserve(bytes)) fail("be written");
    for (const auto& [name, text] : texts) {
      const bool written_well = text.size() <= longest_attribute
                                    ? hdf5::write_attribute(file.get(), name, text)
                                    : hdf5::write_text(file.get(), name, text);
      if (!written_well) fail("be written");
    }
  }

  void push() {
    last_flush = Clock::now();
    const std::size_t rows = waiting.size() / columns;
    if (rows == 0) return;
    // rows that wait lie in one chunk, which is written as a whole
    if (!reserve(block * columns * sizeof(double) + margin_bytes)) fail("be written");
    errno = 0;
    const std::array<hsize_t, 2> size{written + rows, columns}, from{written, 0},
        count{rows, columns};
    if (H5Dset_extent(samples.get(), size.data()) < 0) fail("be extended");
    const Handle there(H5Dget_space(samples.get()), H5Sclose),
        here(H5Screate_simple(2, count.data(), nullptr), H5Sclose);
    H5Sselect_hyperslab(there.get(), H5S_SELECT_SET, from.data(), nullptr, count.data(), nullptr);
    if (H5Dwrite(samples.get(), H5T_NATIVE_DOUBLE, here.get(), there.get(), H5P_DEFAULT,
                 waiting.data()) < 0 ||
        H5Fflush(file.get(), H5F_SCOPE_LOCAL) < 0) {
      fail("be written");
    }
    written += rows;
    waiting.clear();
  }
};

Hdf5Writer::Hdf5Writer(const std::string& path, const std::vector<Column>& columns,
                       const RunTexts& texts)
    : file_(std::make_unique<File>()) {
  hdf5::begin();
  File& f = *file_;
  f.path = path;
  f.columns = columns.size();
  f.block = rows_in_block(columns.size());
  f.waiting.reserve(f.block * f.columns);
  errno = 0;
  f.file = create_file(path);
  if (f.file.valid()) f.space = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (f.space < 0) f.fail("be opened for writing");
  std::vector<std::string> names, units, groups;
  for (const Column& column : columns) {
    names.push_back(column.name);
    units.push_back(column.unit);
    groups.push_back(column.group);
  }
  f.add(texts);
  if (!hdf5::write_texts(f.file.get(), "columns/name", names) ||
      !hdf5::write_texts(f.file.get(), "columns/unit", units) ||
      !hdf5::write_texts(f.file.get(), "columns/group", groups)) {
    f.fail("be written");
  }
  f.samples = create_samples(f.file.get(), f.columns, f.block);
  if (!f.samples.valid() ||
      !hdf5::write_attribute(f.samples.get(), "columns", "names in columns/name") ||
      !hdf5::write_attribute(f.samples.get(), "units", "units in columns/unit") ||
      H5Fflush(f.file.get(), H5F_SCOPE_LOCAL) < 0) {
    f.fail("be written");
  }
  f.last_flush = Clock::now();
}

Hdf5Writer::Hdf5Writer(const std::string& path, const std::vector<Column>& columns,
                       std::size_t rows)
    : file_(std::make_unique<File>()) {
  {
    const Hdf5Reader there(path);
    const auto same = [](const Column& a, const Column& b) {
      return a.name == b.name && a.unit == b.unit;
    };
    if (!std::equal(columns.begin(), columns.end(), there.columns().begin(), there.columns().end(),
                    same))
      throw ModelError(path, "has other columns than the run that is to go on");
    if (there.rows() < rows)
      throw ModelError(path, "has " + std::to_string(there.rows()) + " rows, and the run left " +
                                 std::to_string(rows) + " in it");
  }
  File& f = *file_;
  f.path = path;
  f.columns = columns.size();
  f.block = rows_in_block(columns.size());
  f.waiting.reserve(f.block * f.columns);
  f.written = rows;
  errno = 0;
  const Handle access = careful_access();
  f.file = {H5Fopen(path.c_str(), H5F_ACC_RDWR, access.get()), H5Fclose};
  if (f.file.valid()) f.space = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (f.space < 0) f.fail("be opened for writing");
  f.samples = {H5Dopen2(f.file.get(), "samples", H5P_DEFAULT), H5Dclose};
  const std::array<hsize_t, 2> size{rows, f.columns};
  if (!f.samples.valid() || H5Dset_extent(f.samples.get(), size.data()) < 0 ||
      !hdf5::remove_text(f.file.get(), "report_result") ||
      H5Fflush(f.file.get(), H5F_SCOPE_LOCAL) < 0) {
    f.fail("be written");
  }
  f.last_flush = Clock::now();
}

Hdf5Writer::~Hdf5Writer() {
  try {
    close({});
  } catch (const EnvironmentError&) {
    // the file has what was flushed before; there is nobody left to tell
  }
}

void Hdf5Writer::row(std::span<const double> values) {
  File& f = *file_;
  assert(f.file.valid() && values.size() == f.columns);
  f.waiting.insert(f.waiting.end(), values.begin(), values.end());
  if ((f.written + f.waiting.size() / f.columns) % f.block == 0) return f.push();  // a whole block
  if (--f.countdown > 0) return;
  f.countdown = 8;
  if (Clock::now() - f.last_flush < std::chrono::milliseconds(900)) return;
  f.countdown = 0;
  f.push();
}

void Hdf5Writer::flush() { file_->push(); }

void Hdf5Writer::close(const RunTexts& texts) {
  File& f = *file_;
  if (!f.file.valid()) return;
  f.push();
  f.add(texts);
  errno = 0;
  if (!f.samples.reset() || H5Fflush(f.file.get(), H5F_SCOPE_LOCAL) < 0) f.fail("be written");
  hsize_t size = 0;  // what was reserved and not used goes back
  if (H5Fget_filesize(f.file.get(), &size) < 0 ||
      ftruncate(f.space, static_cast<off_t>(size)) != 0 || !f.file.reset()) {
    f.fail("be written");
  }
}

}  // namespace treadle
