#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lanecast/detail/call_misuse.hpp"
#include "lanecast/error.hpp"
#include "lanecast/options.hpp"
#include "lanecast/queries.hpp"
#include "lanecast/shapes.hpp"

/// Scenes of shapes, and queries against them. docs/semantics.md defines each query.
///
/// Every query writes every output slot you pass, including those of invalid and inactive queries.
/// Output columns must not overlap the columns of the queries. A call is refused before it writes
/// anything, with Error missing_column, wrong_length, wrong_stride or not_committed; nothing throws
/// once the first query has begun. A call takes at most 48 KiB of stack on each thread that works
/// on it.
///
/// Errors are bounded by multiples of e s, where e is 2^-23 and s is the distance from the query to
/// the shape's centre + the radius of its bounding sphere about that centre + the radius of the
/// query's sphere, but at least 2^-50. For planes and lines, s includes the distance travelled.
namespace lanecast {

/// Consecutive ids, as returned by one add().
struct IdRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    /// Number of the batch that add() made: dense from 0. When all shapes of a batch are gone, its
    /// number is given again, the lowest first. no_id: the range is empty, or was made by hand;
    /// then it is that of the first id in it that exists.
    std::uint32_t batch = no_id;

    /// Returns the id of the i-th shape of the batch.
    [[nodiscard]] constexpr std::uint32_t operator[](std::size_t i) const noexcept {
        return first + static_cast<std::uint32_t>(i);
    }
    [[nodiscard]] constexpr bool contains(std::uint32_t id) const noexcept {
        return id - first < count;
    }
    /// Returns the `length` ids from the offset-th on.
    [[nodiscard]] constexpr IdRange slice(std::uint32_t offset,
                                          std::uint32_t length) const noexcept {
        return {first + offset, length, batch};
    }
    /// Compares ids only.
    friend constexpr bool operator==(const IdRange& a, const IdRange& b) noexcept {
        return a.first == b.first && a.count == b.count;
    }
};

/// The batch and index behind an id.
struct Location {
    ShapeKind kind = ShapeKind::sphere;
    IdRange range = {};      ///< as add() returned it, even if parts of it were removed
    std::uint32_t index = 0; ///< id - range.first
};

/// Output columns of Scene::locate(). A column left out is not computed; columns may be longer than
/// the ids. For an id that the scene does not have, such as the no_id of a miss, user is 0, and all
/// others are no_id.
struct Locations {
    Output<std::uint32_t> kind = {};  ///< the ShapeKind; may be an array of ShapeKind
    Output<std::uint32_t> batch = {}; ///< IdRange::batch of the add()
    Output<std::uint32_t> index = {}; ///< in that batch
    Output<std::uint32_t> user = {};  ///< the primitive's or instance's word: `user` of its batch
};

/// Output columns of Scene::read(). A column left out is not written; columns may be longer than
/// the ids.
struct ShapeWords {
    Output<std::uint32_t> mask = {};
    Output<std::uint32_t> user = {};
};

/// Returns the number of floats of a shape: those of all columns of its batch, without mask and
/// user. A triangle of a mesh has 9, as those of Triangles; an instance has 8.
[[nodiscard]] std::size_t floats_of(ShapeKind kind);

/// An axis-aligned box. If empty, lo is +infinity and hi is -infinity.
struct Bounds {
    Vec3 lo;
    Vec3 hi;
};

/// A set of shapes and the BVH over them.
///
/// Shapes are copied when they are added. After changes, commit() builds the BVH; queries before
/// that are refused. Const calls may run concurrently on any threads. A call that changes the scene
/// must not run concurrently with any other call on the same scene.
///
/// Planes and lines have no bounds, so they are not in the BVH, and every query tests all of them.
/// The same holds for shapes that reach beyond 2^60. A few of them cost little; for thousands, use
/// pairwise queries.
///
/// A scene can be placed in other scenes many times, at little cost per placement: see Instances. A
/// query is transformed into the prototype, answered there, and its result is transformed back.
/// Therefore the s of the accuracy is measured through the instance: the distance to its position,
/// plus the scaled distance from there to the shape. The closest point of an instance is the one
/// that is closest in the coordinates of its prototype. An instance is skipped if the query,
/// transformed into its prototype, starts beyond 2^60 or its direction overflows. If the
/// transformed displacement of a sphere underflows, the sphere stands still there.
class Scene {
public:
    Scene();
    ~Scene();
    Scene(Scene&&) noexcept; ///< the other scene may only be assigned to or destroyed after it
    Scene& operator=(Scene&&) noexcept;

    /// Adds a batch of shapes. Returns their ids: the lowest run of free ids that is long enough.
    /// @throws Error refused_shape, missing_column, wrong_length, wrong_stride or too_many
    ///         (2^32 - 1 ids); nothing of the batch is added then.
    IdRange add(const Shapes& shapes);
    IdRange add(const TriangleMesh& mesh);
    template <class Misuse = void> // fails to compile with a message
    IdRange add(const detail::UnnamedShape&) {
        detail::name_the_shape<Misuse>();
    }

    /// Adds instances of `prototype` as of its last commit(). Later changes of the prototype, or
    /// its destruction, do not affect the instances: the data that they need lives as long as they
    /// do. In results, `id` is the id of the instance, and `part` is the id of the shape in the
    /// prototype. Therefore a prototype cannot contain instances itself.
    ///
    ///     const IdRange cars = street.add(car, {.position = places, .rotation = headings});
    ///
    /// @throws Error as above; not_committed if the prototype was changed since its last commit(),
    ///         not_supported if it contains instances.
    IdRange add(const Scene& prototype, const Instances& instances);

    /// Changes shapes: element i of the batch replaces shape ids[i]. Columns left out keep their
    /// values. For a mesh, `vertices` requires the whole range, `mask` and `user` take any slice,
    /// and the indices cannot be changed. Ids that were removed since, even if they were given to
    /// other shapes, are skipped, and so are their elements. A range dies with its batch.
    /// @param ids  a whole range as add() returned it, or a slice of one
    /// @throws Error unknown_ids if nothing is left of the batch, wrong_kind, not_supported for the
    ///         indices of a mesh, and as add(); nothing is changed then.
    void update(IdRange ids, const Shapes& shapes);
    void update(IdRange ids, const TriangleMesh& mesh);
    void update(IdRange ids, const Instances& instances); ///< the prototype stays the same
    template <class Misuse = void>                        // fails to compile with a message
    void update(IdRange, const detail::UnnamedShape&) {
        detail::name_the_shape<Misuse>();
    }
    /// Changes shapes of one kind by their ids, in any order and from any batches: element i of the
    /// batch replaces shape ids[i]. For triangles of meshes, only `mask` and `user` can be changed.
    ///
    ///     scene.update(awake, Spheres{.center = places}); // awake: std::vector<std::uint32_t>
    ///
    /// @param ids  each id at most once
    /// @throws Error unknown_ids with the index of the first id that does not exist or stands
    ///         twice, wrong_kind with an index, not_supported, missing_column or wrong_stride for
    ///         the ids, and as above; nothing is changed then.
    void update(const Input<std::uint32_t>& ids, const Shapes& shapes);
    void update(const Input<std::uint32_t>& ids, const TriangleMesh& mesh);
    void update(const Input<std::uint32_t>& ids, const Instances& instances);
    template <class Misuse = void> // fails to compile with a message
    void update(const Input<std::uint32_t>&, const detail::UnnamedShape&) {
        detail::name_the_shape<Misuse>();
    }

    /// Removes shapes: a whole range as add() returned it, or a slice of one. Ids that were removed
    /// before, even if they were given to other shapes, are skipped. Later calls of add() may reuse
    /// the ids; the ids of other shapes do not change. The memory of a batch is freed when all its
    /// shapes, and those of small batches stored with it, have been removed.
    /// @throws Error unknown_ids if nothing is left of the batch; nothing is removed then.
    void remove(IdRange ids);
    /// Removes shapes by their ids, in any order and from any ranges.
    ///
    ///     scene.remove(dead); // std::vector<std::uint32_t>
    ///
    /// @param ids  each id at most once
    /// @throws Error unknown_ids with the index of the first id that does not exist or stands
    ///         twice, missing_column or wrong_stride; nothing is removed then.
    void remove(const Input<std::uint32_t>& ids);

    /// Makes room for `shapes` shapes of a kind beyond those that exist. While no more than these
    /// exist, calls of add(), update() and remove() with shapes of that kind allocate nothing,
    /// however often shapes come and go. The room lasts as long as the scene; rooms of several
    /// kinds add up. A call changes nothing if all ids up to the limit below are covered already.
    ///
    ///     scene.reserve(ShapeKind::sphere, 1000);
    ///     scene.reserve(ShapeKind::capsule, 200);
    ///
    /// The room covers all ids below a limit: the end of the ids in use, plus all shapes for which
    /// there is still room. A batch whose ids exceed the limit is added, but allocates. Single
    /// shapes never exceed it. A batch of several may, because it needs a run of free ids: it goes
    /// to the end if removals have left no gap that is long enough. Shapes without room, such as a
    /// mesh that is added later, take up ids below the limit: call reserve() again after adding
    /// them. commit() and meshes always allocate.
    ///
    /// Memory: for each kind, 8 bytes and the numbers of a shape (16 bytes for a sphere, 40 for a
    /// box) for every id below the limit, also for the ids of other kinds; and 33 bytes for each
    /// shape that was reserved. During the call, twice that much.
    /// @throws Error too_many, not_supported for ShapeKind::mesh and ShapeKind::instance, or
    ///         std::bad_alloc; the scene is then as it was before the call.
    void reserve(ShapeKind kind, std::size_t shapes);
    /// Makes room for instances of `prototype` as of its last commit(), 40 bytes for every id. The
    /// room keeps the data of the prototype alive. After another commit() of a changed prototype,
    /// its instances need new room, and a later reserve() frees the old one once it is empty.
    /// @throws Error as above; not_committed and not_supported as add()
    void reserve(const Scene& prototype, std::size_t instances);

    /// Makes the scene ready for queries. Does nothing if nothing has changed.
    ///
    /// The first call builds the BVH. Later calls adapt it to what has changed:
    ///  - If at most one shape in 8 was added, removed or moved far, these shapes are put into
    ///    leaves near them or taken out. The first such commit copies the BVH, to give it room, and
    ///    so does one in many later commits.
    ///  - If at most one shape in 20 has changed, only the nodes above these shapes are refitted,
    ///    otherwise the whole BVH, which takes an eighth of the time of a build.
    ///
    /// The BVH is built anew if the surface area of its boxes, in proportion to the number of
    /// shapes, has grown to more than 1.5 times the smallest since the last build. After shapes
    /// have come, gone or moved far, the next commit builds if that area has grown to 1.1 times, or
    /// nodes and leaves in use take 1.3 times as much memory per shape as after the build, so that
    /// no commit takes much longer than a build. A commit also builds if shapes cross 2^60 in a
    /// refit of the whole BVH; if a triangle that is split into pieces is removed; if the first
    /// shape that is no triangle is added; and, in scenes with 64 or more equal shapes, if shapes
    /// are added or removed, or some of the equal shapes change. Results do not depend on any of
    /// this.
    ///
    /// @param threads  see Options::threads; the BVH does not depend on it
    /// @throws std::bad_alloc if memory runs out, Error too_many if the BVH needs more than 64 GiB;
    ///         the scene then keeps its shapes, and the next call builds the BVH anew.
    void commit(std::uint32_t threads = 0);
    /// Sets the build quality of the scene, then commits. If the quality is another one than
    /// before, the BVH is built anew, whether or not anything else has changed.
    void commit(Build quality, std::uint32_t threads = 0);
    /// Commits, but always builds the BVH anew, with the build quality of the scene.
    void rebuild(std::uint32_t threads = 0);
    /// Sets the build quality of the scene, then rebuilds.
    void rebuild(Build quality, std::uint32_t threads = 0);
    /// Returns the build quality of the scene: that of the last call that set it, or
    /// Build::balanced. It is saved with the scene.
    [[nodiscard]] Build build_quality() const noexcept;

    /// Replaces `bytes` by the committed scene, with all that queries, edits and later commits
    /// need: ids, batches, words, the BVH and the prototypes of instances. The same calls on a
    /// scene give the same bytes for any number of threads, on every ISA and every little-endian
    /// machine. Room of reserve() is not saved, but changes how words are stored. Takes as much
    /// memory again as the bytes while it works.
    ///
    ///     std::vector<std::byte> bytes;
    ///     scene.save(bytes);
    ///     const Scene same = Scene::load(bytes);
    ///
    /// @throws Error not_committed if the scene was changed since its last commit(), or
    ///         std::bad_alloc; `bytes` stay as they were then.
    void save(std::vector<std::byte>& bytes) const;
    /// Writes the bytes to a file, over what is there.
    /// @throws Error as above, file_access; the file is incomplete then, and load() refuses it.
    void save(const std::string& path) const;

    /// Makes the scene that save() was called on, ready for queries, without building anything. Its
    /// prototypes are its own: instances that are added of the scene that a prototype came from
    /// bring a copy of it. Bytes after the end of the saved scene are yours and are not read.
    ///
    /// Every index and count is checked: whoever made the bytes, no call on the scene crashes,
    /// hangs or reads outside. Bytes that were changed on purpose, with a checksum that fits, may
    /// make wrong answers.
    /// @throws Error not_a_scene if the bytes are cut off, damaged, or saved by another version,
    ///         std::bad_alloc.
    [[nodiscard]] static Scene load(std::span<const std::byte> bytes);
    /// Reads a file up to the end of the saved scene.
    /// @throws Error as above, file_access.
    [[nodiscard]] static Scene load(const std::string& path);
    /// Returns the number of bytes that a saved scene takes, as its first 40 bytes say. Your own
    /// bytes may follow it.
    /// @throws Error not_a_scene if they are not the beginning of a saved scene of this version.
    [[nodiscard]] static std::size_t saved_size(std::span<const std::byte> bytes);

    /// Returns the number of primitives. Each triangle of a mesh and each instance is one.
    [[nodiscard]] std::size_t size() const noexcept;
    /// Returns the memory of the scene in bytes, including the copies of its shapes: less than 100
    /// bytes per sphere and per triangle of a mesh, and up to 12 more if each has a mask and a word
    /// of its own. After edits it is up to twice as much, and more while batches of many shapes are
    /// kept for a few that are left. The room of reserve() counts, too. A prototype is counted
    /// once.
    [[nodiscard]] std::size_t memory_bytes() const noexcept;
    /// Returns the bounds of all shapes, whatever their mask, as of the last commit(). If a plane
    /// or a line is among them, the bounds are infinite. The box of an instance is the rotated box
    /// of its prototype, padded for rounding errors.
    [[nodiscard]] Bounds bounds() const noexcept;
    /// Returns the batch and index behind an id.
    /// @throws Error unknown_ids.
    [[nodiscard]] Location locate(std::uint32_t id) const;
    /// Looks up what answers name besides the id, for ids that come without it: from answers that
    /// were kept as ids, or from a list of yours. The word `user` is that of the last commit(), as
    /// in answers, so a call that wants it is refused if the scene was changed since.
    ///
    ///     scene.locate(ids, {.batch = batches, .index = indices});
    ///
    /// @param ids      in any order, each any number of times; unknown ids are no error
    /// @param options  only `threads` has an effect
    /// @throws Error not_committed, missing_column, wrong_length or wrong_stride
    void locate(const Input<std::uint32_t>& ids, const Locations& locations,
                const Options& options = {}) const;

    /// Replaces `ids` by all ids that exist, in ascending order.
    void ids(std::vector<std::uint32_t>& ids) const;
    /// Reads shapes of one kind back, as add() and update() left them. They need not be committed.
    ///
    ///     std::vector<float> balls(ids.size() * floats_of(ShapeKind::sphere));
    ///     scene.read(ids, ShapeKind::sphere, balls); // center.x, .y, .z, radius of each
    ///
    /// @param ids     in any order, each any number of times
    /// @param floats  floats_of(kind) for each id: the columns of a batch, in their order there.
    ///                For a triangle of a mesh: its corners, like Triangles. For an instance:
    ///                position, rotation, scale
    /// @throws Error unknown_ids or wrong_kind with the index of an id, wrong_length,
    ///         missing_column or wrong_stride; nothing is written then.
    void read(const Input<std::uint32_t>& ids, ShapeKind kind, std::span<float> floats,
              const ShapeWords& words = {}) const;

    struct Data; ///< internal
    [[nodiscard]] const Data& data() const noexcept { return *data_; }

private:
    explicit Scene(std::unique_ptr<Data> data) noexcept;

    std::unique_ptr<Data> data_;
};

/// Finds the first primitive along each ray: the smallest t in [t_min, t_max]. Ties go to the
/// smallest id, and within an instance to the smallest part.
Summary closest_hit(const Scene& scene, const Rays& rays, const Hits& hits,
                    const Options& options = {});

/// The same for one ray, without the cost of columns: half as many instructions as a batch of one,
/// if nothing is near. Options::threads has no effect. Other values of a hit, such as its normal,
/// need a batch of one ray.
///
///     const RayHit hit = closest_hit(scene, Ray{.origin = eye, .direction = gaze});
///
/// @throws Error not_committed
[[nodiscard]] RayHit closest_hit(const Scene& scene, const Ray& ray, const Options& options = {});

/// Tests whether each ray hits anything in [t_min, t_max]; writes 1 or 0 per ray.
Summary occluded(const Scene& scene, const Rays& rays, const Output<bool>& hit,
                 const Options& options = {});

/// The same for one ray, see closest_hit(). An invalid ray hits nothing.
/// @throws Error not_committed
[[nodiscard]] bool occluded(const Scene& scene, const Ray& ray, const Options& options = {});

/// Finds the closest hit of each ray with every primitive; writes the first `capacity` as a row.
///
///     std::vector<std::array<Hit, 8>> rows(n);
///     all_hits(scene, rays, into(rows));
///
/// Summary::truncated counts the rays with more hits.
Summary all_hits(const Scene& scene, const Rays& rays, const AllHits& hits,
                 const Options& options = {});

/// Finds origins for rays that go on from hits, as next_origin() does, but at a distance from all
/// surfaces: if a surface is nearer to the origin than 3/4 of the clearance, the origin moves off
/// it, to the clearance, at most four times. If the next ray stays on the side of the hit surface
/// that the last ray came from, as reflected and scattered rays do, the origin stays on that side
/// of the other surfaces, too. Otherwise it stays on the side where it is. If it is inside a solid,
/// only that solid is tested.
///
/// In a wedge that is narrower than twice the clearance, no origin is right, so rays may escape.
/// A row whose normal is 0, as that of a miss, gets its point.
///
///     closest_hit(scene, rays, into(hits));
///     next_origins(scene,
///                  {.point = field(hits, &Hit::point),
///                   .normal = field(hits, &Hit::normal),
///                   .clearance = field(hits, &Hit::clearance),
///                   .from = origins,
///                   .direction = directions},
///                  origins);
///
/// Costs a closest point with a small limit for each row.
/// @param origins  may be the memory of `from`
/// @param options  `traversal` and `threads` have an effect
/// @throws Error not_committed, missing_column, wrong_length, wrong_stride; std::bad_alloc. Nothing
///         is written then.
void next_origins(const Scene& scene, const Departures& departures, const Output<Vec3>& origins,
                  const Options& options = {});

/// Finds the first primitive that each moving sphere touches: the smallest t in [0, t_max]. Ties go
/// to the smallest id. If the sphere overlaps a primitive at the start, t is 0, unless
/// Options::start_overlap excludes the primitive.
Summary sweep(const Scene& scene, const Sweeps& sweeps, const Impacts& impacts,
              const Options& options = {});

/// Tests whether each sphere overlaps anything; writes 1 or 0 per sphere. Touching is overlapping.
Summary overlaps(const Scene& scene, const OverlapQueries& spheres, const Output<bool>& hit,
                 const Options& options = {});

/// Finds all primitives that each sphere overlaps; writes the smallest `capacity` ids as a row.
///
///     all_overlaps(scene, {.center = places, .radius = 2},
///                  {.id = ids, .found = counts, .capacity = 8}); // ids: 8 per sphere
///
/// Summary::truncated counts the spheres with more overlaps.
Summary all_overlaps(const Scene& scene, const OverlapQueries& spheres, const AllOverlaps& overlaps,
                     const Options& options = {});

/// Finds the primitive with the smallest signed distance to each point, up to max_distance, and the
/// nearest point of its boundary. Ties go to the smallest id.
///
/// Set Points::max_distance if results beyond a distance do not matter. The search then skips most
/// of the scene: on a mesh of 70,000 triangles, points within its bounds take 9 times as long
/// without a limit as with a hundredth of the mesh's size, or more.
Summary closest_point(const Scene& scene, const Points& points, const ClosestPoints& nearest,
                      const Options& options = {});

/// Frees the scratch memory that queries keep between calls, for all scenes. The next call that
/// needs some allocates it again, so call this in pauses. May run concurrently with any call.
void release_scratch() noexcept;

// Overloads that fail to compile with a message that says what to write.
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
template <std::same_as<Spheres> Shape>
Summary overlaps(const Scene&, const Shape&, const Output<bool>&, const Options& = {}) {
    detail::pass_overlap_queries<Shape>();
}
template <std::same_as<Spheres> Shape>
Summary all_overlaps(const Scene&, const Shape&, const AllOverlaps&, const Options& = {}) {
    detail::pass_overlap_queries<Shape>();
}
template <detail::RecordsOf<ClosestPoint, ClosestPoints> Records>
Summary closest_point(const Scene&, const Points&, Records&&, const Options& = {}) {
    detail::write_into<Records>();
}

} // namespace lanecast
