// What HDF5 hands out, closed by itself; and texts in both directions.
#pragma once

#include <hdf5.h>
#include <string>
#include <utility>
#include <vector>

namespace treadle::hdf5 {

/// Owns an identifier of HDF5 and the function that closes it.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() { static_cast<void>(reset()); }

  [[nodiscard]] bool valid() const { return id_ >= 0; }
  [[nodiscard]] hid_t get() const { return id_; }
  /// False if it could not be closed in good order.
  bool reset() {
    if (id_ < 0) return true;
    return close_(std::exchange(id_, -1)) >= 0;
  }
  /// Leaves it open: nothing of it is written any more.
  void forget() { id_ = -1; }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// Before the first use: no messages of the library's own, and no writing when the program ends.
void begin();

/// Text that was written so that h5py, MATLAB and h5dump show it: UTF-8, one element, its own
/// length.
bool write_text(hid_t file, const std::string& name, const std::string& text);
bool write_texts(hid_t file, const std::string& name, const std::vector<std::string>& texts);
bool write_attribute(hid_t object, const std::string& name, const std::string& text);

/// Under either kind of name; true as well where there is none.
bool remove_text(hid_t file, const std::string& name);

/// Empty where there is none.
std::string read_text(hid_t file, const std::string& name);
std::string read_attribute(hid_t object, const std::string& name);
std::vector<std::string> read_texts(hid_t file, const std::string& name);

}  // namespace treadle::hdf5
