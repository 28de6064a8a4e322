// Shapes and words of an SVG file, written one after the other.
#pragma once

#include <string>
#include <string_view>

namespace treadle::cli {

/// The style of a surface.
inline std::string fill(const char* colour) { return std::string("fill=\"") + colour + "\""; }

struct Point {
  double x = 0.0, y = 0.0;
};

/// A rectangle by its upper left corner and size; y grows downwards.
struct Rect {
  double x = 0.0, y = 0.0, width = 0.0, height = 0.0;

  [[nodiscard]] double left() const { return x; }
  [[nodiscard]] double right() const { return x + width; }
  [[nodiscard]] double top() const { return y; }
  [[nodiscard]] double bottom() const { return y + height; }
  [[nodiscard]] Point center() const { return {x + width / 2.0, y + height / 2.0}; }
  [[nodiscard]] Rect grown(double by) const {
    return {x - by, y - by, width + 2.0 * by, height + 2.0 * by};
  }
  [[nodiscard]] bool contains(Point p) const {
    return p.x > left() && p.x < right() && p.y > top() && p.y < bottom();
  }
  [[nodiscard]] bool overlaps(const Rect& o) const {
    return left() < o.right() && o.left() < right() && top() < o.bottom() && o.top() < bottom();
  }
};

/// A number with two decimals at most.
std::string svg_number(double value);

/// Text that may stand in an attribute or between tags.
std::string xml_escaped(std::string_view text);

/// About how wide a text is in a sans-serif font; bold letters are wider.
double text_width(std::string_view text, double size, bool bold = false);

/// `text`, or its beginning and "…" where it would be wider than `width`.
std::string shortened(const std::string& text, double size, double width);

/// The same with its end kept, which tells most in `car.front.left.spindle`.
std::string shortened_in_front(const std::string& text, double size, double width);

enum class TextAnchor { start, middle, end };

/// Elements in drawing order. `style` is a list of attributes, such as R"(fill="#eee")".
class Svg {
 public:
  void rect(const Rect& r, double radius, std::string_view style);
  void path(std::string_view data, std::string_view style);
  void text(Point at, std::string_view words, double size, TextAnchor anchor,
            std::string_view style);
  /// A text that runs upwards from its start.
  void text_upwards(Point at, std::string_view words, double size, std::string_view style);
  void line(Point from, Point to, std::string_view style);

  /// Everything until close_group() is moved, then scaled, by these.
  void open_group(Point move, double scale = 1.0);
  void close_group();

  /// The whole file on a white background, no larger than `largest` pixels either way.
  [[nodiscard]] std::string file(double width, double height, std::string_view title,
                                 double largest) const;

 private:
  std::string body_;
};

}  // namespace treadle::cli
