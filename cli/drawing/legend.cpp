#include "legend.hpp"

#include "palette.hpp"

namespace treadle::cli {

double draw_legend(Svg& svg, Point corner, double width, const std::vector<LegendItem>& items) {
  constexpr double size = 11.0, line = 18.0, apart = 22.0;
  Point at = corner;
  for (const LegendItem& item : items) {
    const double mark = item.dashes != nullptr ? 26.0 : 11.0;
    const double own = mark + 6.0 + text_width(item.words, size);
    if (at.x > corner.x && at.x + own > corner.x + width) at = {corner.x, at.y + line};
    if (item.dashes != nullptr) {
      svg.line({at.x, at.y + line / 2.0}, {at.x + mark, at.y + line / 2.0},
               std::string("stroke=\"") + item.colour +
                   "\" stroke-width=\"2\" stroke-linecap=\"round\" stroke-dasharray=\"" +
                   item.dashes + "\"");
    } else {
      svg.rect({at.x, at.y + (line - mark) / 2.0, mark, mark}, 1.5,
               std::string("fill=\"") + item.colour + "\"");
    }
    svg.text({at.x + mark + 6.0, at.y + line / 2.0 + 0.35 * size}, item.words, size,
             TextAnchor::start, std::string("fill=\"") + palette::soft_ink + "\"");
    at.x += own + apart;
  }
  return at.y + line - corner.y;
}

}  // namespace treadle::cli
