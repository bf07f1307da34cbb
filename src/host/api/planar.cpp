#include "lanecast/planar.hpp"

#include <array>
#include <string>

#include "host/batch/run.hpp"
#include "host/columns/batch_columns.hpp"
#include "host/dispatch/kernels.hpp"
#include "lanecast/error.hpp"

namespace lanecast::planar {
namespace {

using host::Field;

/// A public batch of figures as kernels read it. Refers to the batch it was made from.
template <class Column>
struct Batch {
    std::string_view name; ///< "Ellipses"
    std::size_t count;
    Inputs<Column> columns;

    /// @param fields in the order of the kernel's columns
    Batch(std::string_view batch_name, std::span<const Field> fields, std::size_t given)
        : name(batch_name), count(host::batch_length(batch_name, fields, given)) {
        host::place(fields, columns.at);
    }
    /// Pairs a batch of one with every element of the other side.
    void repeat() {
        for (ReadableColumn& column : columns.at)
            column.stride = 0;
    }
};

Batch<ellipse_column> view(const Ellipses& e) {
    static constexpr float along_x[] = {1.0f, 0.0f};
    const std::array fields = {Field("center", e.center), Field("axis", e.axis, along_x),
                               Field("a", e.a), Field("b", e.b)};
    return {"Ellipses", fields, e.count};
}

Batch<planar_point_column> view(const Points2& p) {
    const std::array fields = {Field("position", p.position)};
    return {"Points2", fields, p.count};
}

Batch<planar_line_column> view(const Lines2& l) {
    const std::array fields = {Field("point", l.point), Field("direction", l.direction)};
    return {"Lines2", fields, l.count};
}

Batch<planar_segment_column> view(const Segments& s) {
    static constexpr float thin = 0.0f;
    const std::array fields = {Field("a", s.a), Field("b", s.b), Field("radius", s.radius, &thin)};
    return {"Segments", fields, s.count};
}

GapColumns view(const Gaps& gaps, std::size_t count) {
    GapColumns columns;
    host::BatchWriter writer("Gaps", count, columns.at);
    writer.write("distance", gaps.distance);
    writer.write("on_ellipse", gaps.on_ellipse);
    writer.write("on_other", gaps.on_other);
    writer.write("flags", gaps.flags);
    return columns;
}

/// @tparam kernel a member of PlanarKernels
template <auto kernel, class Others>
Summary measure(const Ellipses& public_ellipses, const Others& public_others, const Gaps& gaps,
                const Options& options) {
    const host::Workers workers = host::workers_of(options);
    auto ellipses = view(public_ellipses);
    auto others = view(public_others);
    std::size_t count = ellipses.count;
    if (count == 1) {
        ellipses.repeat();
        count = others.count;
    } else if (others.count == 1) {
        others.repeat();
    } else if (others.count != count) {
        throw Error(ErrorCode::wrong_length, std::string(others.name), Error::no_index,
                    "there are " + std::to_string(count) + " " + std::string(ellipses.name) +
                        " for " + std::to_string(others.count) + " " + std::string(others.name));
    }
    const GapColumns columns = view(gaps, count);
    const auto run = host::kernels().planar->*kernel;
    return host::run_batch(count, workers, [&](BatchPart part) {
        return run(ellipses.columns, others.columns, columns, part);
    });
}

} // namespace

Summary separation(const Ellipses& ellipses, const Points2& points, const Gaps& gaps,
                   const Options& options) {
    return measure<&PlanarKernels::points>(ellipses, points, gaps, options);
}

Summary separation(const Ellipses& ellipses, const Lines2& lines, const Gaps& gaps,
                   const Options& options) {
    return measure<&PlanarKernels::lines>(ellipses, lines, gaps, options);
}

Summary separation(const Ellipses& ellipses, const Segments& segments, const Gaps& gaps,
                   const Options& options) {
    return measure<&PlanarKernels::segments>(ellipses, segments, gaps, options);
}

} // namespace lanecast::planar
