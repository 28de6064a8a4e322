#include "svg.hpp"

#include "../words.hpp"

#include <algorithm>
#include <cstdio>

namespace treadle::cli {

namespace {

// A byte inside a UTF-8 character, after its first.
bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace

std::string svg_number(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.2f", value);
  std::string text = buffer;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string xml_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&apos;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

double text_width(std::string_view text, double size, bool bold) {
  return (bold ? 0.66 : 0.58) * size * static_cast<double>(width_of(text));
}

std::string shortened(const std::string& text, double size, double width) {
  if (text_width(text, size) <= width) return text;
  std::string kept = text;
  while (!kept.empty() && text_width(kept + "…", size) > width) {
    while (!kept.empty() && continues(kept.back())) kept.pop_back();
    if (!kept.empty()) kept.pop_back();
  }
  return kept + "…";
}

std::string shortened_in_front(const std::string& text, double size, double width) {
  if (text_width(text, size) <= width) return text;
  std::string kept = text;
  while (!kept.empty() && text_width("…" + kept, size) > width) {
    kept.erase(0, 1);
    while (!kept.empty() && continues(kept.front())) kept.erase(0, 1);
  }
  return "…" + kept;
}

void Svg::rect(const Rect& r, double radius, std::string_view style) {
  body_ += "<rect x=\"" + svg_number(r.x) + "\" y=\"" + svg_number(r.y) + "\" width=\"" +
           svg_number(r.width) + "\" height=\"" + svg_number(r.height) + "\"";
  if (radius > 0.0) body_ += " rx=\"" + svg_number(radius) + "\"";
  body_ += " " + std::string(style) + "/>\n";
}

void Svg::path(std::string_view data, std::string_view style) {
  body_ += "<path d=\"" + std::string(data) + "\" " + std::string(style) + "/>\n";
}

void Svg::text(Point at, std::string_view words, double size, TextAnchor anchor,
               std::string_view style) {
  static constexpr const char* anchors[] = {"start", "middle", "end"};
  body_ += "<text x=\"" + svg_number(at.x) + "\" y=\"" + svg_number(at.y) + "\" font-size=\"" +
           svg_number(size) + "\" text-anchor=\"" + anchors[static_cast<int>(anchor)] + "\" " +
           std::string(style) + ">" + xml_escaped(words) + "</text>\n";
}

void Svg::text_upwards(Point at, std::string_view words, double size, std::string_view style) {
  const std::string place = svg_number(at.x) + " " + svg_number(at.y);
  text(at, words, size, TextAnchor::start,
       "transform=\"rotate(-90 " + place + ")\" " + std::string(style));
}

void Svg::line(Point from, Point to, std::string_view style) {
  path("M" + svg_number(from.x) + " " + svg_number(from.y) + "L" + svg_number(to.x) + " " +
           svg_number(to.y),
       style);
}

void Svg::open_group(Point move, double scale) {
  body_ += "<g transform=\"translate(" + svg_number(move.x) + " " + svg_number(move.y) + ")";
  if (scale != 1.0) {
    char factor[40];
    std::snprintf(factor, sizeof factor, " scale(%.6g)", scale);
    body_ += factor;
  }
  body_ += "\">\n";
}

void Svg::close_group() { body_ += "</g>\n"; }

std::string Svg::file(double width, double height, std::string_view title, double largest) const {
  const double scale = std::min({1.0, largest / width, largest / height});
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
         svg_number(scale * width) + "\" height=\"" + svg_number(scale * height) +
         "\" viewBox=\"0 0 " + svg_number(width) + " " + svg_number(height) +
         "\" font-family=\"Helvetica, Arial, sans-serif\">\n<title>" + xml_escaped(title) +
         "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" + body_ + "</svg>\n";
}

}  // namespace treadle::cli
