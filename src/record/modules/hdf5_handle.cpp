#include "hdf5_handle.hpp"

#include <algorithm>

namespace treadle::hdf5 {

namespace {

// Texts of fixed length: they live inside their data set, so that no heap has to be kept in order.
Handle text_type(std::size_t length) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), std::max<std::size_t>(length, 1));
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
  return type;
}

std::string until_padding(const char* begin, std::size_t length) {
  const char* end = begin + length;
  while (end != begin && end[-1] == '\0') --end;
  return {begin, end};
}

bool exists(hid_t file, const std::string& name) {
  std::size_t slash = 0;
  while ((slash = name.find('/', slash + 1)) != std::string::npos) {
    if (H5Lexists(file, name.substr(0, slash).c_str(), H5P_DEFAULT) <= 0) return false;
  }
  return H5Lexists(file, name.c_str(), H5P_DEFAULT) > 0;
}

}  // namespace

void begin() {
  static const bool done = [] {
    H5dont_atexit();
    H5open();
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    return true;
  }();
  static_cast<void>(done);
}

bool write_text(hid_t file, const std::string& name, const std::string& text) {
  const Handle type = text_type(text.size());
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(links.get(), 1);
  const Handle set(H5Dcreate2(file, name.c_str(), type.get(), space.get(), links.get(), H5P_DEFAULT,
                              H5P_DEFAULT),
                   H5Dclose);
  const std::string bytes = text.empty() ? std::string(1, '\0') : text;
  return set.valid() &&
         H5Dwrite(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) >= 0;
}

bool write_texts(hid_t file, const std::string& name, const std::vector<std::string>& texts) {
  std::size_t longest = 1;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  std::string bytes(longest * texts.size(), '\0');
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::copy(texts[i].begin(), texts[i].end(),
              bytes.begin() + static_cast<std::ptrdiff_t>(i * longest));
  }
  const hsize_t count = texts.size();
  const Handle type = text_type(longest);
  const Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(links.get(), 1);
  const Handle set(H5Dcreate2(file, name.c_str(), type.get(), space.get(), links.get(), H5P_DEFAULT,
                              H5P_DEFAULT),
                   H5Dclose);
  return set.valid() &&
         H5Dwrite(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) >= 0;
}

bool write_attribute(hid_t object, const std::string& name, const std::string& text) {
  const Handle type = text_type(text.size());
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(
      H5Acreate2(object, name.c_str(), type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT),
      H5Aclose);
  const std::string bytes = text.empty() ? std::string(1, '\0') : text;
  return attribute.valid() && H5Awrite(attribute.get(), type.get(), bytes.data()) >= 0;
}

bool remove_text(hid_t file, const std::string& name) {
  if (H5Aexists(file, name.c_str()) > 0) return H5Adelete(file, name.c_str()) >= 0;
  return !exists(file, name) || H5Ldelete(file, name.c_str(), H5P_DEFAULT) >= 0;
}

std::string read_text(hid_t file, const std::string& name) {
  const std::vector<std::string> texts = read_texts(file, name);
  return texts.empty() ? "" : texts.front();
}

std::vector<std::string> read_texts(hid_t file, const std::string& name) {
  if (!exists(file, name)) return {};
  const Handle set(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!set.valid()) return {};
  const Handle type(H5Dget_type(set.get()), H5Tclose), space(H5Dget_space(set.get()), H5Sclose);
  const hssize_t count = H5Sget_simple_extent_npoints(space.get());
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0 || count < 0) {
    return {};
  }
  const std::size_t length = H5Tget_size(type.get());
  std::string bytes(length * static_cast<std::size_t>(count), '\0');
  if (H5Dread(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0) return {};
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    texts.push_back(until_padding(bytes.data() + i * length, length));
  }
  return texts;
}

std::string read_attribute(hid_t object, const std::string& name) {
  if (H5Aexists(object, name.c_str()) <= 0) return "";
  const Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose);
  if (!attribute.valid()) return "";
  const Handle type(H5Aget_type(attribute.get()), H5Tclose);
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0) return "";
  std::string bytes(H5Tget_size(type.get()), '\0');
  if (H5Aread(attribute.get(), type.get(), bytes.data()) < 0) return "";
  return until_padding(bytes.data(), bytes.size());
}

}  // namespace treadle::hdf5
