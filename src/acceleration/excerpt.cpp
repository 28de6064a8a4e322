#include "excerpt.hpp"

#include "../base/at.hpp"
#include "structure_of.hpp"

#include <algorithm>
#include <map>

namespace treadle {

namespace {

class Excerpting {
 public:
  Excerpting(const ExcerptSource& source, const Branch& branch, bool hide_shared)
      : model_(source.model),
        all_forces_(source.forces),
        on_bodies_(source.on_bodies),
        plan_(source.plan),
        dependent_(source.dependent),
        branch_(branch),
        hide_(hide_shared) {}

  std::optional<Excerpt> make() {
    out_.branch = branch_;
    out_.group = model_.links[at(branch_.bodies.front())].group;
    links();
    if (!in_one_group_) return std::nullopt;
    if (!loops() || !forces()) return std::nullopt;
    steps();
    out_.structure = structure_of(out_);
    return std::move(out_);
  }

 private:
  int body(int i) const {
    const int seen = is_hidden(i) ? branch_.root : i;
    return seen < 0 ? -1 : body_.at(seen);
  }
  bool is_hidden(int i) const {
    return hide_ && i >= 0 && std::binary_search(branch_.shared.begin(), branch_.shared.end(), i);
  }
  bool is_own(int i) const {
    return std::binary_search(branch_.bodies.begin(), branch_.bodies.end(), i);
  }
  int function(int f) {  // here, in the order in which they are met
    if (f < 0) return -1;
    out_.functions.push_back(f);
    return static_cast<int>(out_.functions.size()) - 1;
  }
  bool is_free(int i) const { return i < 0 || i == branch_.root || is_own(i); }

  void add_link(int i, bool is_known) {
    Link<double> link = model_.links[at(i)];
    body_[i] = static_cast<int>(out_.model.links.size());
    in_one_group_ = in_one_group_ && link.group == out_.group;
    link.parent = is_known ? -1 : body(link.parent);
    link.group = 0;
    const int numbers = i == branch_.root ? 0 : model_.topology->bodies[BodyId{i}].nq;
    link.q_at = static_cast<int>(out_.q.size());
    out_.q_counts.push_back(numbers);
    for (int k = 0; k < numbers; ++k) out_.q.push_back(model_.links[at(i)].q_at + k);
    if (i == branch_.root) link.nv = 0;
    link.b_at = columns_;
    columns_ += link.nv;
    for (int a = 0; a < link.nv; ++a) out_.v.push_back(model_.links[at(i)].v_at + a);
    if (link.group_axes && !is_known) out_.model.turned.push_back(body_[i]);
    out_.model.links.push_back(link);
  }

  void links() {
    if (branch_.root >= 0) out_.known.push_back(branch_.root);
    if (!hide_) out_.known.insert(out_.known.end(), branch_.shared.begin(), branch_.shared.end());
    for (const int i : out_.known) add_link(i, true);
    for (const int i : branch_.bodies) add_link(i, false);
    // positions keep their order, and with it the columns of loops
    std::sort(out_.v.begin(), out_.v.end());
    for (const auto& [i, k] : body_) {
      if (i != branch_.root) out_.model.links[at(k)].v_at = position(model_.links[at(i)].v_at);
    }
    out_.model.groups = {{0, model_.groups[at(out_.group)].moving_axes}};
    const auto first = body_.find(model_.groups[at(out_.group)].first);
    if (first != body_.end()) out_.model.groups[0].first = first->second;
    out_.model.gravity = model_.gravity;
    out_.model.q_count = static_cast<int>(out_.q.size());
    out_.model.v_count = static_cast<int>(out_.v.size());
  }

  int position(int v) const {
    return static_cast<int>(std::lower_bound(out_.v.begin(), out_.v.end(), v) - out_.v.begin());
  }

  // Columns of a loop that stay, with the places of their values in the mechanism.
  void keep_columns(const LoopData<double>& from, LoopData<double>& loop) {
    loop.columns.clear();
    for (std::size_t k = 0; k < from.columns.size(); ++k) {
      if (!std::binary_search(out_.v.begin(), out_.v.end(), from.columns[k])) continue;
      loop.columns.push_back(position(from.columns[k]));
      for (int r = 0; r < loop.row_count; ++r)
        value_[from.values_at + static_cast<int>(k) * loop.row_count + r] = out_.model.phi_values++;
    }
    loop.path.clear();
    loop.side.clear();
    loop.column.clear();
    for (std::size_t k = 0; k < from.path.size(); ++k) {
      if (is_hidden(from.path[k])) continue;
      const int own = body(from.path[k]);
      loop.path.push_back(own);
      loop.side.push_back(from.side[k]);
      const int first = out_.model.links[at(own)].v_at;
      loop.column.push_back(
          static_cast<int>(std::lower_bound(loop.columns.begin(), loop.columns.end(), first) -
                           loop.columns.begin()));
    }
  }

  bool loops() {
    for (const int c : branch_.loops) {
      const LoopData<double>& from = model_.loops[at(c)];
      if (hide_ && !from.coordinates.empty()) return false;
      LoopData<double> loop = from;
      for (int r = 0; r < loop.row_count; ++r) row_[loop.first_row + r] = out_.model.row_count + r;
      loop.first_row = out_.model.row_count;
      loop.values_at = out_.model.phi_values;
      out_.model.row_count += loop.row_count;
      loop.group = 0;
      loop.ancestor = body(loop.ancestor);
      loop.from.body = body(loop.from.body);
      loop.to.body = body(loop.to.body);
      loop.function = function(loop.function);
      loop.teeth.clear();  // for reactions, which are computed outside
      keep_columns(from, loop);
      for (auto& c_at : loop.coordinates) {
        c_at.q_at =
            static_cast<int>(std::find(out_.q.begin(), out_.q.end(), c_at.q_at) - out_.q.begin());
        c_at.v_at = position(c_at.v_at);
      }
      out_.model.loops.push_back(std::move(loop));
    }
    return true;
  }

  // Places of the forces of one kind that act on the branch, ascending.
  std::vector<int> here(const ForcesOnBodies::Lists& lists) const {
    std::vector<int> all;
    for (const int i : branch_.bodies)
      all.insert(all.end(), lists[at(i)].begin(), lists[at(i)].end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  // Numbers of the excerpt instead of those of the mechanism; false where it acts elsewhere too.
  template <class Force>
  bool renumber(Force& force) {
    bool here = true;
    for_each_part<GroupId>(force, [&](GroupId& group) {
      here = here && group.at == out_.group;
      group = GroupId{0};
    });
    for_each_part<BodyId>(force, [&](BodyId& i) {
      here = here && is_free(i.at);
      if (here) i = BodyId{body(i.at)};
    });
    for_each_part<CoordinateId>(force, [&](CoordinateId& k) {
      const auto found = std::find(out_.q.begin(), out_.q.end(), k.at);
      here = here && found != out_.q.end();
      k = CoordinateId{static_cast<int>(found - out_.q.begin())};
    });
    for_each_part<VelocityId>(force, [&](VelocityId& k) {
      here = here && std::binary_search(out_.v.begin(), out_.v.end(), k.at);
      k = VelocityId{position(k.at)};
    });
    for_each_part<FunctionId>(force, [&](FunctionId& f) { f = FunctionId{function(f.at)}; });
    return here;
  }

  bool forces() {
    bool all_here = true;
    for_each_field(
        [&](auto& own, const auto& all, std::vector<int>& taken, const auto& lists) {
          taken = here(lists);
          for (const int k : taken) all_here = renumber(own.emplace_back(all[at(k)])) && all_here;
        },
        out_.forces, all_forces_, out_.taken, on_bodies_.lists);
    return all_here;
  }

  int column(int b) const {  // of B
    if (b < 0) return b;
    return column_.at(b);
  }

  int add_block(int b) {
    const auto [known, fresh] = block_.try_emplace(b, static_cast<int>(out_.plan.blocks.size()));
    if (!fresh) return known->second;
    const int own = known->second;
    RecursionBlock block = plan_.blocks[at(b)];
    out_.plan.blocks.push_back(block);
    out_.ranks.push_back(static_cast<int>(std::count_if(
        block.shape.rows.begin(), block.shape.rows.end(),
        [&](int row) { return !std::binary_search(dependent_.begin(), dependent_.end(), row); })));
    if (hide_ && block.root == branch_.root) {
      block.interface_block = -1;
      block.interfaces.clear();
      block.shape.interfaces = 0;
      std::erase_if(block.shape.phi,
                    [&](const auto& e) { return e.column >= block.shape.coordinates; });
    }
    if (block.interface_block >= 0) block.interface_block = add_block(block.interface_block);
    block.root = body(block.root);
    for (auto& member : block.members) member.body = body(member.body);
    for (int& c : block.inner) c = column(c);
    for (int& v : block.shape.positions) v = position(v);
    for (int& r : block.shape.rows) r = row_.at(r);
    for (auto& e : block.shape.phi) e.value = value_.at(e.value);
    out_.plan.blocks[at(own)] = std::move(block);
    return own;
  }

  void steps() {
    for (const auto& [i, k] : body_) {
      const Link<double>& from = model_.links[at(i)];
      for (int a = 0; a < out_.model.links[at(k)].nv; ++a)
        column_[from.b_at + a] = out_.model.links[at(k)].b_at + a;
    }
    for (const int s : branch_.steps) {
      RecursionStep step = plan_.steps[at(s)];
      if (step.block < 0) {
        step.body = body(step.body);
      } else {
        step.block = add_block(step.block);
      }
      out_.plan.steps.push_back(step);
    }
    if (branch_.interface_block >= 0 && !hide_)
      out_.interface_block = add_block(branch_.interface_block);
    if (branch_.root >= 0) out_.plan.given = 0;
    give_places(out_.model.links, out_.plan);
  }

  const Model<double>& model_;
  const Forces<double>& all_forces_;
  const ForcesOnBodies& on_bodies_;
  const RecursionPlan& plan_;
  std::span<const int> dependent_;
  const Branch& branch_;
  bool hide_;  // the bodies that are shared
  Excerpt out_;
  std::map<int, int> body_, row_, value_, column_, block_;  // from the mechanism to the excerpt
  int columns_ = 0;
  bool in_one_group_ = true;
};

}  // namespace

ForcesOnBodies::ForcesOnBodies(const Model<double>& model, const Forces<double>& forces) {
  std::vector<int> body_of(at(model.nv()));
  for (std::size_t i = 0; i < model.links.size(); ++i)
    std::fill_n(body_of.begin() + model.links[i].v_at, model.links[i].nv, static_cast<int>(i));
  for_each_field(
      [&](Lists& of_kind, const auto& all) {
        of_kind.resize(model.links.size());
        for (std::size_t k = 0; k < all.size(); ++k) {
          const auto add = [&](int body) {
            if (body >= 0) of_kind[at(body)].push_back(static_cast<int>(k));
          };
          for_each_part<BodyId>(all[k], [&](BodyId i) { add(i.at); });
          for_each_part<VelocityId>(all[k], [&](VelocityId v) { add(body_of[v.index()]); });
        }
      },
      lists, forces);
}

std::optional<Excerpt> excerpt_of(const ExcerptSource& source, const Branch& branch,
                                  bool hide_shared) {
  return Excerpting(source, branch, hide_shared).make();
}

}  // namespace treadle
