#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lanecast/bounds.hpp"
#include "lanecast/build.hpp"
#include "lanecast/column.hpp"
#include "lanecast/detail/call_misuse.hpp"
#include "lanecast/error.hpp"
#include "lanecast/ids.hpp"
#include "lanecast/shape_outputs.hpp"
#include "lanecast/shapes.hpp"

/// Scenes of shapes. scene_queries.hpp has the queries against them.
namespace lanecast {

struct Options;
namespace host {
struct SceneData;
}

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
    /// values. For a mesh, `vertices` requires the whole range, `mask`, `user` and `surface` take
    /// any slice, and the indices cannot be changed. Ids that were removed since, even if they were
    /// given to other shapes, are skipped, and so are their elements. A range is invalid once all
    /// shapes of its batch are removed.
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
    /// batch replaces shape ids[i]. Of meshes, only `mask`, `user` and `surface` can be changed.
    ///
    ///     scene.update(awake, Spheres{.center = places}); // awake: std::vector<std::uint32_t>
    ///
    /// @param ids  each id at most once
    /// @throws Error unknown_ids with the index of the first id that does not exist or occurs
    ///         twice, wrong_kind with an index, not_supported, missing_column or wrong_stride for
    ///         the ids, and as above; nothing is changed then.
    void update(const Input<std::uint32_t>& ids, const Shapes& shapes);
    void update(const Input<std::uint32_t>& ids, const TriangleMesh& mesh);
    void update(const Input<std::uint32_t>& ids, const Instances& instances);
    template <class Misuse = void> // fails to compile with a message
    void update(const Input<std::uint32_t>&, const detail::UnnamedShape&) {
        detail::name_the_shape<Misuse>();
    }

    /// Moves instances: from the pose that they have to `target`, in the steps of particles that
    /// follow the next commit(). advance() takes particles along, and everything else sees the pose
    /// at the start. Columns left out keep the values that the instance has, or those to which an
    /// earlier move leads.
    ///
    ///     scene.move(lift, {.position = Vec3{0, 0, height}});
    ///     scene.commit();
    ///     advance(scene, particles, step); // every frame
    ///
    /// The commit after that completes the move: the instance stands at its target, unless it was
    /// moved again. Of two moves before a commit, the last one counts. An update() of position,
    /// rotation or scale ends a move, and columns that it leaves out take the values of the target;
    /// one of mask, user or surface alone does not. read() gives the pose at the start.
    /// docs/semantics.md, "Moving shapes", says how particles see the motion.
    ///
    /// @param ids     a whole range as add() returned it, or a slice of one
    /// @param target  position and rotation
    /// @throws Error unknown_ids, wrong_kind, not_supported for scale, mask, user or surface,
    ///         bad_value with an index for a rotation by more than a quarter turn, and as add();
    ///         nothing is changed then.
    void move(IdRange ids, const Instances& target);
    /// Moves instances by their ids, in any order and from any batches.
    /// @param ids  each id at most once
    /// @throws Error as above and as update()
    void move(const Input<std::uint32_t>& ids, const Instances& target);

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
    /// @throws Error unknown_ids with the index of the first id that does not exist or occurs
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
    /// Memory: for each kind, 20 bytes and the numbers of a shape (16 bytes for a sphere, 40 for a
    /// box) for every id below the limit, also for the ids of other kinds; and 33 bytes for each
    /// shape that was reserved. During the call, twice that much.
    /// @throws Error too_many, not_supported for ShapeKind::mesh and ShapeKind::instance, or
    ///         std::bad_alloc; the scene is then as it was before the call.
    void reserve(ShapeKind kind, std::size_t shapes);
    /// Makes room for instances of `prototype` as of its last commit(), 52 bytes for every id. The
    /// room keeps the data of the prototype alive. After another commit() of a changed prototype,
    /// its instances need new room, and a later reserve() frees the old one once it is empty.
    /// @throws Error as above; not_committed and not_supported as add()
    void reserve(const Scene& prototype, std::size_t instances);

    /// Makes the scene ready for queries: starts the moves since the last commit and completes
    /// older ones, whether or not there was an advance() between. Does nothing if nothing has
    /// changed and nothing moves.
    ///
    /// The first call builds the BVH. Later calls edit it in place if few shapes have come, gone or
    /// moved far, and refit it otherwise, in an eighth of the time of a build; they build it anew
    /// if it has degraded too far (thresholds: docs/decisions/0050-edits-in-place.md). Results do
    /// not depend on it.
    ///
    ///
    ///     scene.commit({.threads = 1});
    ///
    /// @throws Error bad_value for jobs that cannot run, std::bad_alloc if memory runs out, Error
    /// too_many if the BVH needs more than 64 GiB;
    ///         the scene then keeps its shapes, and the next call builds the BVH anew.
    void commit(const CommitOptions& options = {});
    /// Sets the build quality of the scene, then commits. If the quality is another one than
    /// before, the BVH is built anew, whether or not anything else has changed.
    void commit(Build quality, const CommitOptions& options = {});
    /// Commits, but always builds the BVH anew, with the build quality of the scene.
    void rebuild(const CommitOptions& options = {});
    /// Sets the build quality of the scene, then rebuilds.
    void rebuild(Build quality, const CommitOptions& options = {});
    /// Returns the build quality of the scene: that of the last call that set it, or
    /// Build::balanced. It is saved with the scene.
    [[nodiscard]] Build build_quality() const noexcept;

    /// Replaces `bytes` by the committed scene, with all that queries, edits and later commits
    /// need: ids, batches, words, the BVH and the prototypes of instances. The same calls on a
    /// scene give the same bytes for any number of threads, on every ISA and every little-endian
    /// machine. Reserved capacity is not saved, but it affects the saved bytes. Takes as much
    /// memory again as the bytes while it works.
    ///
    ///     std::vector<std::byte> bytes;
    ///     scene.save(bytes);
    ///     const Scene same = Scene::load(bytes);
    ///
    /// @throws Error not_committed if the scene was changed since its last commit(), or
    ///         std::bad_alloc; `bytes` stay as they were then.
    void save(std::vector<std::byte>& bytes) const;
    /// Writes the bytes to a file, over what is there. Paths are in UTF-8.
    /// @throws Error as above, file_access; the file is incomplete then, and load() refuses it.
    void save(const std::string& path) const;

    /// Makes the scene that save() was called on, ready for queries, without building anything. Its
    /// prototypes are its own: adding instances of the original prototype later stores a second
    /// copy. Bytes after the end of the saved scene are yours and are not read.
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
    /// bytes per sphere and per triangle of a mesh, up to 12 more if each has a mask and a word of
    /// its own, and up to 28 more if each has a surface of its own. After edits it is up to twice
    /// as much, and more while batches of many shapes are kept for a few that are left. The room of
    /// reserve() counts, too. A prototype is counted once.
    [[nodiscard]] std::size_t memory_bytes() const noexcept;
    /// Returns the bounds of all shapes, whatever their mask, as of the last commit(). If a plane
    /// or a line is among them, the bounds are infinite. The box of an instance is the rotated box
    /// of its prototype, padded for rounding errors. While instances move, they count where they
    /// started; the bounds are then computed anew from all shapes as they are now.
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
    void locate(const Input<std::uint32_t>& ids, const Locations& locations) const;
    void locate(const Input<std::uint32_t>& ids, const Locations& locations,
                const Options& options) const;

    /// Replaces `ids` by all ids that exist, in ascending order.
    void ids(std::vector<std::uint32_t>& ids) const;
    /// Reads shapes of one kind back, as add() and update() left them. They need not be committed.
    ///
    ///     scene.read(ids, SphereOutputs{.center = centers, .radius = radii});
    ///
    /// @param ids  in any order, each any number of times
    /// @throws Error unknown_ids or wrong_kind with the index of an id, wrong_length,
    ///         missing_column or wrong_stride; nothing is written then.
    void read(const Input<std::uint32_t>& ids, const ShapeOutputs& shapes) const;

    [[nodiscard]] const host::SceneData& data() const noexcept { return *data_; } ///< internal

private:
    explicit Scene(std::unique_ptr<host::SceneData> data) noexcept;

    std::unique_ptr<host::SceneData> data_;
};

} // namespace lanecast
