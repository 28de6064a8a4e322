// Somebody's component as a shared library: looked at before it is opened, and then used by the
// table of treadle_component.h alone.
#pragma once

#include "treadle_component.h"

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace treadle {

/// A number under a name that the sender published.
struct PublishedNumber {
  std::string name, unit;
  double start = 0.0;
};

class ComponentLibrary {
 public:
  /// Throws ModelError at `where` for a file that is not there, has another fingerprint than
  /// `sha256`, was truncated or changed, is made for another machine or another version. Nothing of
  /// the file is run before all this is known. A library is opened once, whoever asks, and closed
  /// when nobody needs it any more.
  static std::shared_ptr<const ComponentLibrary> open(const std::string& path,
                                                      const std::string& sha256,
                                                      const std::string& where);

  /// One that is open; nullptr where it is not.
  static std::shared_ptr<const ComponentLibrary> find(const std::string& sha256);

  /// What parts that are made of it are told, and what they show.
  [[nodiscard]] const std::vector<PublishedNumber>& inputs() const { return inputs_; }
  [[nodiscard]] const std::vector<PublishedNumber>& outputs() const { return outputs_; }

  /// Null where the library does not have a function.
  [[nodiscard]] const treadle_component_table& table() const { return table_; }

  ~ComponentLibrary();
  ComponentLibrary(const ComponentLibrary&) = delete;
  ComponentLibrary& operator=(const ComponentLibrary&) = delete;

 private:
  /// As the loader gave it, and the copy in memory that it was read from; -1: none.
  struct Handle {
    void* library = nullptr;
    int file = -1;
  };
  static Handle open_bytes(const std::string& bytes, const std::string& path);
  explicit ComponentLibrary(Handle handle) : handle_(handle) {}
  void take(const treadle_component_table& table);

  Handle handle_;
  treadle_component_table table_{};
  std::vector<PublishedNumber> inputs_, outputs_;
};

/// One instance, as calls that own their memory. Trouble of the numbers is `false`, in words in
/// error().
class ComponentInstance {
 public:
  /// Throws ModelError at `where` if the library cannot make one. `pose`: x y z, quaternion.
  ComponentInstance(std::shared_ptr<const ComponentLibrary> library,
                    const std::array<double, 7>& pose, const std::array<double, 3>& gravity,
                    const std::string& where);
  ~ComponentInstance();
  ComponentInstance(const ComponentInstance&) = delete;
  ComponentInstance& operator=(const ComponentInstance&) = delete;

  struct Border {
    std::string name;
    bool is_port = false;
    std::array<double, 10> lent{};  ///< mass, centre, xx yy zz xy xz yz
  };
  [[nodiscard]] const std::vector<Border>& borders() const { return borders_; }
  [[nodiscard]] std::size_t state_size() const { return state_size_; }
  [[nodiscard]] std::vector<double> start() const;

  bool place(double t, std::span<const double> state);
  /// After place(), by bordering body.
  [[nodiscard]] std::span<const double> pose(std::size_t border) const {
    return std::span(poses_).subspan(7 * border, 7);
  }
  [[nodiscard]] std::span<const double> velocity(std::size_t border) const {
    return std::span(velocities_).subspan(6 * border, 6);
  }

  bool evaluate(double t, std::span<const double> state);
  /// After evaluate(): of D, packed, and r.
  [[nodiscard]] double d(std::size_t row, std::size_t column) const {
    if (row < column) std::swap(row, column);
    return d_[row * (row + 1) / 2 + column];
  }
  [[nodiscard]] double r(std::size_t row) const { return r_[row]; }
  bool take(std::span<const double> tau);
  void rate(std::span<double> rates) const { table_.rate(c_, rates.data()); }
  [[nodiscard]] double power() const { return table_.power(c_); }

  bool project(double t, std::span<double> state);
  bool move(std::span<const double> tau, bool velocities, std::span<double> state);
  bool energy(double t, std::span<const double> state, double& kinetic, double& potential);
  [[nodiscard]] std::vector<std::byte> save();
  bool restore(std::span<const std::byte> bytes);

  void set_input(std::size_t input, const std::array<double, 3>& value) {
    table_.set_input(c_, static_cast<int>(input), value.data());
  }
  bool show(double t, std::span<const double> state, std::span<double> values);
  /// Outputs, heights and steps look at accelerations or forces.
  [[nodiscard]] bool needs_motion() const { return needs_motion_; }

  [[nodiscard]] std::vector<double> breaks(double apart) const;
  [[nodiscard]] double longest_step() const;

  [[nodiscard]] const std::vector<treadle_component_event>& events() const { return events_; }
  bool heights(double t, std::span<const double> state, std::span<double> heights);
  bool happen(double t, std::span<const double> state, std::size_t event);
  [[nodiscard]] double turning(std::span<const double> state);

  bool begin(double t, std::span<const double> state, double interval);
  [[nodiscard]] double next_stop() const;
  /// `jumped`: something inside did.
  bool step(double t, std::span<const double> state, bool& jumped);
  /// The inside state at a time.
  using StateAt = std::function<void(double, std::span<double>)>;
  struct Step {
    double from = 0.0, to = 0.0;
    std::span<const double> before, after;
  };
  std::optional<double> missed(const Step& step, double longest, double tolerance,
                               const StateAt& state_at);
  /// Nothing happens where the library does not know how: its tyres then need shorter steps. (TY10)
  void look_ahead(double h);
  bool drift(std::span<const double> from, double h, std::span<double> state);
  /// Nothing happens where the library does not know how.
  bool ride(std::span<const double> velocities, std::span<double> state);
  [[nodiscard]] std::string error() const { return table_.last_error(); }

 private:
  std::shared_ptr<const ComponentLibrary> library_;
  const treadle_component_table& table_;
  treadle_component_instance* c_;
  std::vector<Border> borders_;
  std::size_t state_size_ = 0;
  std::vector<double> poses_, velocities_, d_, r_;
  std::vector<treadle_component_event> events_;
  bool needs_motion_ = false;
};

}  // namespace treadle
