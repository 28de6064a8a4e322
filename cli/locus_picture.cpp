#include "locus_picture.hpp"

#include "../src/base/text.hpp"
#include "drawing/svg.hpp"

#include <algorithm>
#include <cmath>

namespace treadle::cli {

namespace {

constexpr double picture_width = 720.0, picture_height = 560.0, picture_edge = 60.0;

/// Numbers along one side of the picture.
struct Axis {
  double low = 0.0, high = 0.0;

  void see(double x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
  void widen() {
    const double room = 0.06 * std::max(high - low, 1e-9);
    low -= room;
    high += room;
  }
  [[nodiscard]] double part(double x) const { return (x - low) / (high - low); }
  /// 1, 2 or 5 times a power of ten, some five to a side.
  [[nodiscard]] double tick() const {
    const double raw = (high - low) / 5.0, power = std::pow(10.0, std::floor(std::log10(raw)));
    const double lead = raw / power;
    return (lead < 1.5 ? 1.0 : lead < 3.5 ? 2.0 : lead < 7.5 ? 5.0 : 10.0) * power;
  }
};

std::string line(double x1, double y1, double x2, double y2, const char* colour) {
  return "<line x1=\"" + svg_number(x1) + "\" y1=\"" + svg_number(y1) + "\" x2=\"" +
         svg_number(x2) + "\" y2=\"" + svg_number(y2) + "\" stroke=\"" + colour + "\"/>\n";
}

std::string words_at(double x, double y, const char* anchor, const std::string& text) {
  return "<text x=\"" + svg_number(x) + "\" y=\"" + svg_number(y) + "\" text-anchor=\"" + anchor +
         "\">" + xml_escaped(text) + "</text>\n";
}

}  // namespace

std::string locus_picture(const std::string& parameter, const std::vector<LocusRow>& rows) {
  Axis re, im;
  for (const LocusRow& row : rows) {
    for (const auto& value : row.eigenvalues) {
      re.see(value.real());
      im.see(value.imag());
    }
  }
  re.widen();
  im.widen();
  const auto x_of = [&](double x) {
    return picture_edge + re.part(x) * (picture_width - 2.0 * picture_edge);
  };
  const auto y_of = [&](double y) {
    return picture_height - picture_edge - im.part(y) * (picture_height - 2.0 * picture_edge);
  };
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
                    svg_number(picture_width) + "\" height=\"" + svg_number(picture_height) +
                    "\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" "
                    "height=\"100%\" fill=\"white\"/>\n";
  for (double x = std::ceil(re.low / re.tick()) * re.tick(); x <= re.high; x += re.tick()) {
    out += line(x_of(x), y_of(im.low), x_of(x), y_of(im.high), "#e8e8e8") +
           words_at(x_of(x), picture_height - picture_edge + 18.0, "middle",
                    short_number(std::fabs(x) < 1e-9 * re.tick() ? 0.0 : x, 4));
  }
  for (double y = std::ceil(im.low / im.tick()) * im.tick(); y <= im.high; y += im.tick()) {
    out += line(x_of(re.low), y_of(y), x_of(re.high), y_of(y), "#e8e8e8") +
           words_at(picture_edge - 6.0, y_of(y) + 4.0, "end",
                    short_number(std::fabs(y) < 1e-9 * im.tick() ? 0.0 : y, 4));
  }
  out += line(x_of(0.0), y_of(im.low), x_of(0.0), y_of(im.high), "#404040") +
         line(x_of(re.low), y_of(0.0), x_of(re.high), y_of(0.0), "#404040");
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const double late =
        rows.size() > 1 ? static_cast<double>(k) / static_cast<double>(rows.size() - 1) : 1.0;
    const std::string colour = "rgb(" + std::to_string(static_cast<int>(150.0 + 50.0 * late)) +
                               "," + std::to_string(static_cast<int>(190.0 - 160.0 * late)) + "," +
                               std::to_string(static_cast<int>(230.0 - 190.0 * late)) + ")";
    for (const auto& value : rows[k].eigenvalues) {
      out += "<circle cx=\"" + svg_number(x_of(value.real())) + "\" cy=\"" +
             svg_number(y_of(value.imag())) + "\" r=\"3\" fill=\"" + colour + "\"/>\n";
    }
  }
  out += words_at(picture_width / 2.0, 24.0, "middle",
                  "eigenvalues along " + parameter +
                      (rows.empty() ? std::string()
                                    : ", " + short_number(rows.front().value) + " (pale) to " +
                                          short_number(rows.back().value))) +
         words_at(picture_width / 2.0, picture_height - 12.0, "middle", "real part (1/s)") +
         words_at(12.0, 40.0, "start", "imaginary part (rad/s)") + "</svg>\n";
  return out;
}

}  // namespace treadle::cli
