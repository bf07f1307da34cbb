#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "lanecast/error.hpp"
#include "lanecast/options.hpp"
#include "lanecast/queries.hpp"
#include "lanecast/shapes.hpp"

namespace lanecast {

/// Consecutive ids that one add() gave.
struct IdRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0;

    /// The id of the i-th shape of the batch.
    [[nodiscard]] constexpr std::uint32_t operator[](std::size_t i) const noexcept {
        return first + static_cast<std::uint32_t>(i);
    }
    [[nodiscard]] constexpr bool contains(std::uint32_t id) const noexcept {
        return id - first < count;
    }
    /// `length` ids from the offset-th on.
    [[nodiscard]] constexpr IdRange slice(std::uint32_t offset,
                                          std::uint32_t length) const noexcept {
        return {first + offset, length};
    }
    friend constexpr bool operator==(const IdRange&, const IdRange&) = default;
};

/// What an id stands for.
struct Location {
    ShapeKind kind = ShapeKind::sphere;
    IdRange range = {};      ///< as add() returned it
    std::uint32_t index = 0; ///< id - range.first
};

/// An axis-parallel box; of nothing: lo = +infinity, hi = -infinity.
struct Bounds {
    Vec3 lo;
    Vec3 hi;
};

/// A world of shapes and the tree over them.
///
/// Shapes are copied when added. After changes commit() builds the tree; queries before that are
/// refused. Const calls may run at the same time from any threads; a call that changes the scene
/// may not run beside any other call on the same scene.
class Scene {
public:
    Scene();
    ~Scene();
    Scene(Scene&&) noexcept;
    Scene& operator=(Scene&&) noexcept;

    /// Adds a batch of shapes and returns their ids: the lowest free run that is long enough.
    /// @throws Error refused_shape, missing_column, wrong_length, wrong_stride or too_many
    ///         (2^32 - 1 ids); nothing of the batch is added then.
    IdRange add(const Shapes& shapes);
    IdRange add(const TriangleMesh& mesh);

    /// Changes shapes: a whole range as add() returned it or a slice of one, element i of the batch
    /// belonging to ids[i]. Columns left out stay as they are. Of a mesh, `vertices` go with the
    /// whole range, `mask` with any slice; its indices cannot be changed.
    /// @throws Error unknown_ids, wrong_kind, and as add(); nothing is changed then.
    void update(IdRange ids, const Shapes& shapes);
    void update(IdRange ids, const TriangleMesh& mesh);

    /// Removes a whole range, as add() returned it; later adds may be given its ids.
    /// @throws Error unknown_ids.
    void remove(IdRange ids);

    /// Makes the scene ready for queries. Does nothing when nothing has changed.
    /// @param threads as Options::threads. The tree does not depend on it.
    void commit(Build build = Build::balanced, std::uint32_t threads = 0);

    [[nodiscard]] std::size_t size() const noexcept;         ///< primitives, mesh triangles counted
    [[nodiscard]] std::size_t memory_bytes() const noexcept; ///< all that the scene keeps
    /// Of all shapes, whatever their mask, as of the last commit().
    [[nodiscard]] Bounds bounds() const noexcept;
    /// @throws Error unknown_ids.
    [[nodiscard]] Location locate(std::uint32_t id) const;

    struct Data; ///< not public
    [[nodiscard]] const Data& data() const noexcept { return *data_; }

private:
    std::unique_ptr<Data> data_;
};

/// The first primitive along each ray: the smallest t in [t_min, t_max], ties to the smallest id.
///
/// Every slot of the columns given is written for every ray, bad and inactive ones included.
/// Columns must not overlap the rays' columns.
/// @throws Error missing_column, wrong_length, wrong_stride, not_committed; nothing is written
/// then.
Summary closest_hit(const Scene& scene, const Rays& rays, const Hits& hits,
                    const Options& options = {});

/// Whether each ray hits anything in [t_min, t_max]: 1 or 0, one per ray.
/// Errors as closest_hit.
Summary occluded(const Scene& scene, const Rays& rays, const Output<bool>& hit,
                 const Options& options = {});

} // namespace lanecast
