#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lanecast/options.hpp"
#include "lanecast/shapes.hpp"

#include "support/answer_form.hpp"

/// The cells of the pairwise benchmarks. A cell is one query type against one shape.
namespace lanecast::bench {

/// Pairs of queries and shapes, stored twice: as arrays of structs, for the scalar loops and for
/// lanecast with strides, and as one contiguous array per component.
class Pairs {
public:
    virtual ~Pairs() = default;

    [[nodiscard]] virtual std::size_t size() const = 0;

    /// Runs lanecast over contiguous columns. Inputs that do not differ between queries keep
    /// lanecast's defaults.
    virtual Summary from_columns(std::uint32_t threads) = 0;
    /// Runs lanecast over the structs that the scalar loop reads and writes.
    virtual Summary from_structs(std::uint32_t threads) = 0;
    virtual void scalar_loop() = 0;
    /// Share of pairs for which from_columns() and scalar_loop() return the same.
    [[nodiscard]] virtual double agreeing() = 0;
    /// Share of pairs for which from_structs() and `other`, which writes to outputs(), return the
    /// same.
    [[nodiscard]] virtual double agreeing(const std::function<void()>& other) = 0;
    /// The largest error of the numbers that `run` writes to outputs(), in e s of
    /// docs/semantics.md: how far hits are from the surface, in double, and how far distances are
    /// from the true ones. Empty for overlaps, which have no numbers. Hits at the start are left
    /// out.
    [[nodiscard]] virtual std::optional<double> worst_error(const std::function<void()>& run) = 0;
    /// Hash of all results of from_columns().
    [[nodiscard]] virtual std::uint64_t hash_of_answers() = 0;

    /// The arrays that from_columns() reads, those of the queries first.
    [[nodiscard]] virtual std::vector<const float*> inputs() const = 0;
    /// The arrays that from_columns() writes.
    [[nodiscard]] virtual std::vector<void*> outputs() const = 0;
};

enum class Question { ray, sweep, overlap, closest };

struct Cell {
    std::string name; ///< e.g. sweep_capsule
    Question question;
    ShapeKind shape;
    AnswerForm form;
    /// @param size  of the world; at 1, shapes and steps have about unit length
    std::unique_ptr<Pairs> (*make)(std::size_t count, float size);
};

/// All cells, by query type: rays, moving spheres, overlaps and closest points, each against every
/// shape. Rays against lines are left out, because rays miss lines.
[[nodiscard]] const std::vector<Cell>& cells();

} // namespace lanecast::bench
