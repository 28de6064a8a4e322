#include "structure_of.hpp"

#include <bit>
#include <functional>

namespace treadle {

namespace {

template <class A>
concept IsList = requires(const A& a) {
  a.size();
};

class Writer {
 public:
  template <class... A>
  void all(const A&... a) {
    (one(a), ...);
  }
  std::vector<long> written;

 private:
  template <class A>
  requires(std::is_integral_v<A> || std::is_enum_v<A>) void one(A a) {
    written.push_back(static_cast<long>(a));
  }
  template <class Tag>
  void one(Id<Tag> id) {
    one(id.at);
  }
  template <class List>
  requires IsList<List>
  void one(const List& list) {
    written.push_back(static_cast<long>(list.size()));
    for (const auto& a : list) one(a);
  }
  void one(const std::pair<int, int>& p) { all(p.first, p.second); }
  // Mechanisms inside of joints are never side by side.
  void one(const std::shared_ptr<const Inside>& inside) {
    written.push_back(static_cast<long>(std::hash<const Inside*>{}(inside.get())));
  }
  // Each lane has numbers of its own, but all look into one table.
  void one(double /*x*/) {}
  void one(const LookupTable& t) {
    for (const auto* list : {&t.x, &t.y, &t.slope}) {
      written.push_back(static_cast<long>(list->size()));
      for (const double x : *list) written.push_back(std::bit_cast<long>(x));
    }
  }
  // Where a step finds its place follows from the rest.
  void one(const RecursionStep& s) { all(s.body, s.block); }
  template <class Struct>
  requires(std::is_aggregate_v<Struct> && !IsList<Struct>) void one(const Struct& s) {
    for_each_field([&](const auto& field) { one(field); }, s);
  }
};

}  // namespace

std::vector<long> structure_of(const Excerpt& e) {
  Writer to;
  to.all(e.known, e.interface_block, e.branch.root);
  to.all(e.model.links, e.model.loops, e.model.groups, e.model.turned);
  to.all(e.forces);
  to.all(e.plan.blocks, e.plan.steps, e.ranks);
  return std::move(to.written);
}

}  // namespace treadle
