#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "lanecast/detail/call_misuse.hpp"
#include "lanecast/error.hpp"
#include "lanecast/options.hpp"
#include "lanecast/queries.hpp"
#include "lanecast/shapes.hpp"

/// Worlds of shapes, and queries against them. docs/semantics.md says what each of them means.
///
/// Of every query: each slot of the columns given is written for each query of the batch, bad and
/// inactive ones included. Columns of answers must not overlap those of the queries. A call is
/// refused before anything is written, by Error missing_column, wrong_length, wrong_stride or
/// not_committed; once a query has begun nothing throws. A call takes at most 48 KiB of the stack
/// of each thread that works on it.
///
/// Accuracy is promised in multiples of e s. e is 2^-23. s is the distance from the query to the
/// shape's centre + the radius of its bounding sphere about that centre + the radius of the query's
/// sphere, but at least 2^-50; of planes and lines also + the distance travelled.
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
    IdRange range = {};      ///< as add() returned it, even if some of it was removed since
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
///
/// Planes and lines have no bounds, so they stay beside the tree and every query tests all of them,
/// as it does shapes that reach beyond 2^60. A handful costs little; for thousands use pairwise.
///
/// A scene may be placed in others, many times, at little cost for each: Instances. A query is
/// moved, turned and scaled into the prototype and asked there; its answer is brought back. So s of
/// the accuracy goes by way of the instance: the distance to its position, and from there, scaled,
/// to the shape. The nearest point of an instance is the one that is nearest in the coordinates of
/// its prototype. An instance is not there for a query that in its prototype begins beyond 2^60 or
/// has a direction beyond floats; a sphere whose displacement is too small there stands still.
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
    template <class Misuse = void> // does not compile; see the message
    IdRange add(const detail::UnnamedShape&) {
        detail::name_the_shape<Misuse>();
    }

    /// Adds instances of `prototype` as it was at its last commit(): what becomes of that scene
    /// afterwards does not matter, and what is needed of it is kept as long as instances need it.
    /// Answers name the instance by `id` and what was met by `part`, its id in the prototype. So a
    /// prototype cannot hold instances itself.
    ///
    ///     const IdRange cars = street.add(car, {.position = places, .rotation = headings});
    ///
    /// @throws Error as above; not_committed if the prototype was changed since its last commit(),
    ///         not_supported if it holds instances.
    IdRange add(const Scene& prototype, const Instances& instances);

    /// Changes shapes: a whole range as add() returned it or a slice of one, element i of the batch
    /// belonging to ids[i]. Columns left out stay as they are. Of a mesh, `vertices` go with the
    /// whole range, `mask` with any slice; its indices cannot be changed.
    /// @throws Error unknown_ids, wrong_kind, and as add(); nothing is changed then.
    void update(IdRange ids, const Shapes& shapes);
    void update(IdRange ids, const TriangleMesh& mesh);
    void update(IdRange ids, const Instances& instances); ///< moves them; the prototype stays
    template <class Misuse = void>                        // does not compile; see the message
    void update(IdRange, const detail::UnnamedShape&) {
        detail::name_the_shape<Misuse>();
    }

    /// Removes shapes: a whole range as add() returned it or a slice of one. Later adds may be
    /// given their ids; those of other shapes stay. Memory of the copies of a batch is freed when
    /// all of it has been removed.
    /// @throws Error unknown_ids; nothing is removed then.
    void remove(IdRange ids);
    /// Removes shapes by their ids, in whatever order and of whatever ranges.
    ///
    ///     scene.remove(dead); // std::vector<std::uint32_t>
    ///
    /// @param ids  n of them, each once
    /// @throws Error unknown_ids, missing_column or wrong_stride; nothing is removed then.
    void remove(const Input<std::uint32_t>& ids);

    /// Makes the scene ready for queries. Does nothing when nothing has changed.
    ///
    /// After add() and remove() the tree is built anew, as `build` says. After update() alone it is
    /// kept and its boxes are adapted, which takes a tenth of the time; unless the boxes' surface
    /// has grown to more than 1.5 times the least that it was since the tree was built, or a shape
    /// has crossed 2^60: then it is built anew, too. Answers do not depend on which it is.
    ///
    /// If memory runs out std::bad_alloc is thrown and the scene is as it was before the call.
    /// @param threads as Options::threads. The tree does not depend on it.
    void commit(Build build = Build::balanced, std::uint32_t threads = 0);

    /// Primitives: triangles of meshes counted one by one, instances, too.
    [[nodiscard]] std::size_t size() const noexcept;
    /// All that the scene keeps, the copies of its shapes included: for spheres and for the
    /// triangles of meshes less than 100 bytes each. A prototype is counted once.
    [[nodiscard]] std::size_t memory_bytes() const noexcept;
    /// Of all shapes, whatever their mask, as of the last commit(); infinite if a plane or a line
    /// is among them. Instances count with the box of their prototype, turned, and a little more
    /// for roundings.
    [[nodiscard]] Bounds bounds() const noexcept;
    /// @throws Error unknown_ids.
    [[nodiscard]] Location locate(std::uint32_t id) const;

    struct Data; ///< not public
    [[nodiscard]] const Data& data() const noexcept { return *data_; }

private:
    std::unique_ptr<Data> data_;
};

/// The first primitive along each ray: the smallest t in [t_min, t_max], ties to the smallest id,
/// and of one instance to the smallest part.
Summary closest_hit(const Scene& scene, const Rays& rays, const Hits& hits,
                    const Options& options = {});

/// Whether each ray hits anything in [t_min, t_max]: 1 or 0, one per ray.
Summary occluded(const Scene& scene, const Rays& rays, const Output<bool>& hit,
                 const Options& options = {});

/// The closest hit of each ray with every primitive, the first `capacity` of them in rows.
///
///     std::vector<std::array<Hit, 8>> rows(n);
///     all_hits(scene, rays, into(rows));
///
/// Summary::truncated counts the rays that had more.
Summary all_hits(const Scene& scene, const Rays& rays, const AllHits& hits,
                 const Options& options = {});

/// The first primitive that each moving sphere touches: the smallest t in [0, t_max], ties to the
/// smallest id. What it overlaps at the start it touches at t = 0, unless
/// Options::start_overlap says that this is not there.
Summary sweep(const Scene& scene, const Sweeps& sweeps, const Impacts& impacts,
              const Options& options = {});

/// Whether each sphere overlaps anything: 1 or 0, one per sphere. Touching is overlapping.
Summary overlaps(const Scene& scene, const Spheres& spheres, const Output<bool>& hit,
                 const Options& options = {});

/// All primitives that each sphere overlaps, the smallest `capacity` ids of them in rows.
///
///     all_overlaps(scene, {.center = places, .radius = 2},
///                  {.id = ids, .found = counts, .capacity = 8}); // ids: 8 per sphere
///
/// Summary::truncated counts the spheres that overlap more.
Summary all_overlaps(const Scene& scene, const Spheres& spheres, const AllOverlaps& overlaps,
                     const Options& options = {});

/// The primitive of the smallest signed distance to each point, up to max_distance, ties to the
/// smallest id; and the point of its boundary that is nearest.
Summary closest_point(const Scene& scene, const Points& points, const ClosestPoints& nearest,
                      const Options& options = {});

/// Frees the scratch memory that queries keep between calls, for all scenes. A call that needs some
/// allocates it again; so this is for pauses. May run beside anything.
void release_scratch() noexcept;

// These do not compile; see the message.
template <detail::RecordsOf<Hit, Hits> Records>
Summary closest_hit(const Scene&, const Rays&, Records&&, const Options& = {}) {
    detail::write_into<Records>();
}
template <detail::RowsOf<Hit, AllHits> Rows>
Summary all_hits(const Scene&, const Rays&, Rows&&, const Options& = {}) {
    detail::write_into<Rows>();
}
template <detail::RecordsOf<Impact, Impacts> Records>
Summary sweep(const Scene&, const Sweeps&, Records&&, const Options& = {}) {
    detail::write_into<Records>();
}
template <detail::RecordsOf<ClosestPoint, ClosestPoints> Records>
Summary closest_point(const Scene&, const Points&, Records&&, const Options& = {}) {
    detail::write_into<Records>();
}

} // namespace lanecast
