#include "../../base/error.hpp"
#include "hdf5_files.hpp"
#include "hdf5_handle.hpp"

#include <array>
#include <cmath>

namespace treadle {

using hdf5::Handle;

struct Hdf5Reader::File {
  std::string path;
  Handle file, samples;
  std::vector<Column> columns;
  std::size_t rows = 0;

  [[noreturn]] void fail(const std::string& message) const { throw ModelError(path, message); }
};

Hdf5Reader::Hdf5Reader(const std::string& path) : file_(std::make_unique<File>()) {
  hdf5::begin();
  File& f = *file_;
  f.path = path;
  f.file = Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!f.file.valid()) {
    f.fail("this is no HDF5 file, or it is still being written; treadle run --record writes one");
  }
  if (hdf5::read_attribute(f.file.get(), "format") != "treadle-run") {
    f.fail("this HDF5 file is not the record of a run; treadle run --record writes one");
  }
  f.samples = Handle(H5Dopen2(f.file.get(), "samples", H5P_DEFAULT), H5Dclose);
  const std::vector<std::string> names = hdf5::read_texts(f.file.get(), "columns/name"),
                                 units = hdf5::read_texts(f.file.get(), "columns/unit"),
                                 groups = hdf5::read_texts(f.file.get(), "columns/group");
  std::array<hsize_t, 2> size{};
  if (f.samples.valid()) {
    const Handle space(H5Dget_space(f.samples.get()), H5Sclose);
    if (H5Sget_simple_extent_ndims(space.get()) == 2) {
      H5Sget_simple_extent_dims(space.get(), size.data(), nullptr);
    }
  }
  if (names.empty() || names.size() != units.size() || names.size() != groups.size() ||
      size[1] != names.size()) {
    f.fail("the record is damaged: samples and names of columns do not belong together");
  }
  for (std::size_t i = 0; i < names.size(); ++i)
    f.columns.push_back({names[i], units[i], groups[i]});
  // Rows whose place was reserved but that were never written have no time.
  f.rows = size[0];
  while (f.rows > 0 && std::isnan(read(f.rows - 1, 1).front())) --f.rows;
}

Hdf5Reader::~Hdf5Reader() = default;

const std::vector<Column>& Hdf5Reader::columns() const { return file_->columns; }

std::size_t Hdf5Reader::rows() const { return file_->rows; }

std::string Hdf5Reader::text(const std::string& name) const {
  const std::string text = hdf5::read_attribute(file_->file.get(), name);
  return text.empty() ? hdf5::read_text(file_->file.get(), name) : text;
}

std::vector<double> Hdf5Reader::read(std::size_t first, std::size_t count) const {
  const File& f = *file_;
  std::vector<double> values(count * f.columns.size());
  const std::array<hsize_t, 2> from{first, 0}, size{count, f.columns.size()};
  const Handle there(H5Dget_space(f.samples.get()), H5Sclose),
      here(H5Screate_simple(2, size.data(), nullptr), H5Sclose);
  H5Sselect_hyperslab(there.get(), H5S_SELECT_SET, from.data(), nullptr, size.data(), nullptr);
  if (H5Dread(f.samples.get(), H5T_NATIVE_DOUBLE, here.get(), there.get(), H5P_DEFAULT,
              values.data()) < 0) {
    f.fail("row " + std::to_string(first) + " cannot be read: the record is damaged");
  }
  return values;
}

}  // namespace treadle
