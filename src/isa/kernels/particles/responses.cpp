#include "isa/kernels/columns/gather.hpp"
#include "isa/kernels/columns/scatter.hpp"
#include "isa/kernels/particles/response.hpp"
#include "isa/kernels/table/exports.hpp"

/// Responses alone, over columns.
namespace lanecast::LANECAST_ISA {
namespace {

template <class Column>
using Staged = StagedInputs<Column::count, W>;

/// Whether all numbers of a column set are finite. Each is tested, because the sum of finite
/// numbers may overflow.
template <class Column>
Mask<W> all_finite(const Staged<Column>& columns, int i) {
    Mask<W> finite = all_lanes<W>();
    for (int c = 0; c < Column::count; ++c)
        finite = finite & is_finite(columns.floats(c, i));
    return finite;
}

struct Reflected {
    using Column = reflection_column;
    Mask<W> valid;
    Vec<W> before, after;

    Reflected(const Staged<Column>& c, int i) : before(c.vectors(Column::velocity, i)) {
        const Float<W> zero(0.0f), restitution = c.floats(Column::restitution, i),
                                   friction = c.floats(Column::friction, i);
        valid = all_finite<Column>(c, i) & (restitution >= zero) & (friction >= zero);
        after = bounced(before, before, c.vectors(Column::normal, i), restitution, friction);
    }
};

struct Slid {
    using Column = slide_column;
    Mask<W> valid;
    Vec<W> before, after;

    Slid(const Staged<Column>& c, int i)
        : valid(all_finite<Column>(c, i)), before(c.vectors(Column::velocity, i)) {
        const Float<W> zero(0.0f);
        const Int<W> one(1), two(2), three(3);
        Planes<W> planes = {.normal = {c.vectors(Column::normal, i), c.vectors(Column::second, i),
                                       c.vectors(Column::third, i)},
                            .bound = {zero, zero, zero},
                            .friction = {zero, zero, zero},
                            .count = one,
                            .moving = false,
                            .differ = false};
        const auto is_there = [&](int plane) {
            return largest_component(planes.normal[plane]) > zero;
        };
        planes.count = select(is_there(1), select(is_there(2), three, two), one);
        Mask<W> enters = no_lanes<W>();
        for (int plane = 0; plane < Planes<W>::most; ++plane)
            enters = enters | (planes.has(plane) & (dot(planes.normal[plane], before) < zero));
        const Vec<W> along = held(before, planes, Friction::none);
        after = select(enters, outward(along, planes, Float<W>(outward_share)), before);
    }
};

struct PushedOut {
    using Column = push_column;
    Mask<W> valid;
    Vec<W> before, after;

    PushedOut(const Staged<Column>& c, int i) : before(c.vectors(Column::velocity, i)) {
        const Float<W> zero(0.0f), depth = c.floats(Column::depth, i),
                                   seconds = c.floats(Column::seconds, i),
                                   most = c.floats(Column::max_speed, i);
        valid = all_finite<Column>(c, i) & (depth >= zero) & (seconds > zero) & (most >= zero);
        const Vec<W> normal = c.vectors(Column::normal, i);
        const Float<W> lack = min(depth / seconds, most) - dot(normal, before);
        after = select(lack > zero, before + normal * lack, before);
    }
};

template <class Response>
LANECAST_FLAT QueryCounts respond(const Inputs<typename Response::Column>& columns,
                                  const VelocityColumns& velocities, BatchPart part) {
    Staged<typename Response::Column> staged(columns.at, part.last - part.first);
    StagedOutputs<velocity_column::count, W> out(velocities.at);
    QueryCounts counts = {0, 0, 0};
    for_each_block(part.first, part.last, [&](const Block& block) {
        staged.stage(block);
        out.stage(block);
        for (int i = 0; i < block.size; i += W) {
            const Response response(staged, i);
            const unsigned lanes = lanes_in_block<W>(block, i);
            const Mask<W> valid = response.valid & is_finite(response.after);
            const auto same = [](Float<W> a, Float<W> b) { return a == b; };
            const Mask<W> unchanged = same(response.after.x, response.before.x) &
                                      same(response.after.y, response.before.y) &
                                      same(response.after.z, response.before.z);
            out.put(velocity_column::velocity, i, valid, response.after);
            counts.hits += count_bits((valid & ~unchanged).bits() & lanes);
            counts.invalid += count_bits(~valid.bits() & lanes);
        }
        out.flush(block);
    });
    return counts;
}

} // namespace

constinit const ResponseKernels response_kernels = {
    .reflect = &respond<Reflected>,
    .slide = &respond<Slid>,
    .push_out = &respond<PushedOut>,
};

} // namespace lanecast::LANECAST_ISA
