#include "pack.hpp"

#include "../scalar/side_by_side.hpp"

namespace treadle {

namespace {

// Numbers into one lane; all else is the same in all of them.
template <class To, class From>
void set_numbers(int lane, To& to, const From& from) {
  side_by_side(
      to, from, [lane](Lanes& a, double b) { a.set(lane, b); }, [](const auto&, const auto&) {});
}

}  // namespace

Model<Lanes> pack_models(const std::vector<Excerpt>& excerpts) {
  Model<Lanes> out = cast<Lanes>(excerpts.front().model);
  for (std::size_t l = 1; l < excerpts.size(); ++l) {
    const int lane = static_cast<int>(l);
    const std::size_t known = excerpts.front().known.size(),
                      missing = known - excerpts[l].known.size();
    for (std::size_t i = known; i < out.links.size(); ++i)
      set_numbers(lane, out.links[i], excerpts[l].model.links[i - missing]);
    set_numbers(lane, out.loops, excerpts[l].model.loops);
  }
  return out;
}

Forces<Lanes> pack_forces(const std::vector<Excerpt>& excerpts) {
  Forces<Lanes> out = cast<Lanes>(excerpts.front().forces);
  for (std::size_t l = 1; l < excerpts.size(); ++l)
    set_numbers(static_cast<int>(l), out, excerpts[l].forces);
  return out;
}

}  // namespace treadle
