#include "orientation_gap.hpp"

#include "../model/placement.hpp"
#include "../spatial/quaternion.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr double far_cosine = 0.5;  // beyond 60 degrees

Vec3<double> unit(int k) { return {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0}; }

// Rotation vector, in the axes of "to", that separates the two frames as far as the rows can see.
Vec3<double> separation(const Mat3<double>& relative, int direction_rows) {
  if (direction_rows == 3) {
    const auto q = to_quaternion(relative);
    return logarithm(Quaternion<double>{q[0], q[1], q[2], q[3]});
  }
  // two rows: only the z axes have to agree
  const Vec3<double> turn = cross(Vec3<double>{0.0, 0.0, 1.0}, relative.z);
  const double sine = norm(turn), angle = std::atan2(sine, relative.z.z);
  if (sine < 1e-9) return {angle, 0.0, 0.0};
  return (angle / sine) * turn;
}

}  // namespace

void close_loops_wide(const Model<double>& model, std::span<const double> q,
                      std::span<const FunctionValue<double>> functions,
                      const PositionStage<double>& at, LoopStage<double>& out) {
  close_loops<double>(model, q, functions, at, out);
  for (const LoopData<double>& loop : model.loops) {
    const auto rows = std::count_if(loop.rows.begin(), loop.rows.end(),
                                    [](const CutRow& row) { return row.kind == RowKind::square; });
    if (rows < 2) continue;  // one direction alone has no false zero that a half turn could reach
    const Transform<double> from = place_on(at, loop.group, loop.from.body, loop.from.frame);
    const Transform<double> to = place_on(at, loop.group, loop.to.body, loop.to.frame);
    const Mat3<double> relative = transpose_times(to.r, from.r);
    const double trace = relative.x.x + relative.y.y + relative.z.z;
    const double cosine = rows == 3 ? 0.5 * (trace - 1.0) : relative.z.z;
    if (cosine > far_cosine) continue;
    const Vec3<double> turn = separation(relative, static_cast<int>(rows));
    Force<double>* wrench = out.wrench.data() + loop.first_row;
    for (std::size_t r = 0; r < loop.rows.size(); ++r) {
      if (loop.rows[r].kind != RowKind::square) continue;
      // near closure axis a . axis b is the component of the turn along a x b
      const Vec3<double> along = cross(unit(loop.rows[r].a), unit(loop.rows[r].b));
      out.residual[static_cast<std::size_t>(loop.first_row) + r] = dot(turn, along);
      wrench[r] = {{0.0, 0.0, 0.0}, to.r * along};
    }
    fill_jacobian<double>(model, loop, at, wrench, out.phi.data() + loop.values_at);
  }
}

}  // namespace treadle
