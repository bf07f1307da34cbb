#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "scene/contract/refusal.hpp"
#include "scene/worlds/questions.hpp"

// A refused call reports the reason, and must not change or write anything.

namespace {

using lanecast::Error;
using lanecast::ErrorCode;
using lanecast::Hit;
using lanecast::IdRange;
using lanecast::Index3;
using lanecast::Quaternion;
using lanecast::Rays;
using lanecast::Scene;
using lanecast::Vec3;
using worlds::ask;
using worlds::expect_error;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// A committed scene and its results, which a refused call must not change.
class Refusal : public testing::Test {
protected:
    ~Refusal() override {
        EXPECT_EQ(world_.scene.size(), size_);
        EXPECT_EQ(difference(ask(worlds::ClosestHit{}, world_.scene, rays_), answers_), "");
        world_.scene.add(lanecast::Spheres{.center = {0, 0, 0}, .radius = 1}); // the next free id
        EXPECT_EQ(world_.scene.locate(static_cast<std::uint32_t>(size_)).range.first, size_);
    }

    template <class Batch>
    void expect_refused(const Batch& batch, ErrorCode code, const std::string& field,
                        std::size_t index = Error::no_index, const std::string& sentence = "") {
        worlds::on_every_isa(
            [&] { expect_error([&] { world_.scene.add(batch); }, code, field, index, sentence); });
    }
    template <class Batch>
    void expect_update_refused(IdRange ids, const Batch& batch, ErrorCode code,
                               const std::string& field, std::size_t index = Error::no_index) {
        expect_error([&] { world_.scene.update(ids, batch); }, code, field, index);
    }

    worlds::World world_ = worlds::mixed();
    worlds::Batch<hostile::Ray> rays_ = worlds::queries_at<hostile::Ray>(world_, 300, 90);
    worlds::Answers<Hit> answers_ = ask(worlds::ClosestHit{}, world_.scene, rays_);
    std::size_t size_ = world_.scene.size();

    [[nodiscard]] IdRange range_of(lanecast::ShapeKind kind) const {
        return world_.parts[static_cast<std::size_t>(kind)].ids;
    }
    IdRange spheres_ = range_of(lanecast::ShapeKind::sphere);
    IdRange aabbs_ = range_of(lanecast::ShapeKind::aabb);
    IdRange boxes_ = range_of(lanecast::ShapeKind::box);
    IdRange triangles_ = range_of(lanecast::ShapeKind::triangle);
    IdRange mesh_ = range_of(lanecast::ShapeKind::mesh);
};

TEST_F(Refusal, OfASphereNamesTheRadius) {
    std::vector<float> radii(40, 1.0f);
    const std::vector<Vec3> centers(40);
    radii[17] = -0.5f;
    radii[18] = nan;
    radii[39] = 0.0f;
    const lanecast::Spheres spheres = {.center = centers, .radius = radii};
    expect_refused(spheres, ErrorCode::refused_shape, "Spheres.radius", 17,
                   "Spheres.radius[17] is -0.5, must be greater than 0");
    radii[17] = 1.0f;
    expect_refused(spheres, ErrorCode::refused_shape, "Spheres.radius", 18,
                   "Spheres.radius[18] is nan, must be finite");
    radii[18] = 1.0f;
    expect_refused(spheres, ErrorCode::refused_shape, "Spheres.radius", 39,
                   "Spheres.radius[39] is 0, must be greater than 0");
    expect_refused(lanecast::Spheres{.center = {0, infinity, 0}, .radius = 1},
                   ErrorCode::refused_shape, "Spheres.center", 0,
                   "Spheres.center[0].y is inf, must be finite");
}

TEST_F(Refusal, OfABoxNamesTheFieldAndTheAxis) {
    std::vector<Vec3> his(300, Vec3{1, 1, 1});
    his[299].z = -0.25f;
    expect_refused(lanecast::Aabbs{.lo = {0, 0, 0}, .hi = his}, ErrorCode::refused_shape,
                   "Aabbs.hi", 299, "Aabbs.hi[299].z is -0.25, must be at least lo on that axis");
    expect_refused(lanecast::Aabbs{.lo = {0, 0, -infinity}, .hi = {1, 1, 1}},
                   ErrorCode::refused_shape, "Aabbs.lo", 0,
                   "Aabbs.lo[0].z is -inf, must be finite");
    expect_refused(lanecast::Boxes{.center = {0, 0, 0}, .half_extents = {1, -1, 1}},
                   ErrorCode::refused_shape, "Boxes.half_extents", 0,
                   "Boxes.half_extents[0].y is -1, must be at least 0");
    expect_refused(lanecast::Boxes{.center = {0, 0, 0},
                                   .half_extents = {1, 1, 1},
                                   .rotation = Quaternion{0, 0, 0.5f, 0.5f}},
                   ErrorCode::refused_shape, "Boxes.rotation", 0);
    expect_refused(lanecast::Boxes{.center = {0, 0, 0},
                                   .half_extents = {1, 1, 1},
                                   .rotation = Quaternion{0, nan, 0, 1}},
                   ErrorCode::refused_shape, "Boxes.rotation", 0,
                   "Boxes.rotation[0].y is nan, must be finite");
}

TEST_F(Refusal, OfATriangleNamesTheVertex) {
    std::vector<Vec3> v1(5, Vec3{1, 0, 0});
    v1[3].x = nan;
    expect_refused(lanecast::Triangles{.v0 = {0, 0, 0}, .v1 = v1, .v2 = {0, 1, 0}},
                   ErrorCode::refused_shape, "Triangles.v1", 3,
                   "Triangles.v1[3].x is nan, must be finite");
}

TEST_F(Refusal, OfAMeshNamesTheVertexOrTheIndex) {
    std::vector<Vec3> vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    std::vector<Index3> indices = {{0, 1, 2}, {1, 2, 3}};
    indices[1].i2 = 4;
    const lanecast::TriangleMesh mesh = {.vertices = vertices, .indices = indices};
    expect_refused(mesh, ErrorCode::refused_shape, "TriangleMesh.indices", 1,
                   "TriangleMesh.indices[1].i2 is 4, must be less than the number of vertices, 4");
    indices[1].i2 = 3;
    vertices[3].y = infinity; // although meshes may have unused vertices
    expect_refused(mesh, ErrorCode::refused_shape, "TriangleMesh.vertices", 3,
                   "TriangleMesh.vertices[3].y is inf, must be finite");
}

TEST_F(Refusal, OfABatchNamesTheColumnThatDoesNotFit) {
    const std::vector<Vec3> centers(4);
    const std::vector<float> radii(3, 1.0f);
    expect_refused(lanecast::Spheres{.radius = radii}, ErrorCode::missing_column, "Spheres.center");
    expect_refused(lanecast::Spheres{.center = centers}, ErrorCode::missing_column,
                   "Spheres.radius");
    expect_refused(lanecast::Triangles{.v0 = centers, .v2 = centers}, ErrorCode::missing_column,
                   "Triangles.v1");
    expect_refused(lanecast::TriangleMesh{.vertices = centers}, ErrorCode::missing_column,
                   "TriangleMesh.indices");
    expect_refused(lanecast::Spheres{.center = centers, .radius = radii}, ErrorCode::wrong_length,
                   "Spheres.radius");
    expect_refused(lanecast::Spheres{.center = centers, .radius = 1, .count = 5},
                   ErrorCode::wrong_length, "Spheres.center");
    const std::vector<float> memory(40, 1.0f);
    const char* bytes = reinterpret_cast<const char*>(memory.data());
    expect_refused(lanecast::Spheres{.center = lanecast::column<Vec3>(
                                         static_cast<const void*>(bytes + 2), 12, 3),
                                     .radius = 1},
                   ErrorCode::wrong_stride, "Spheres.center");
    expect_refused(
        lanecast::Spheres{.center = centers,
                          .radius = lanecast::column<float>(static_cast<const void*>(bytes), 6, 4)},
        ErrorCode::wrong_stride, "Spheres.radius");
    expect_refused(
        lanecast::Spheres{.center = {0, 0, 0},
                          .radius = lanecast::column<float>(static_cast<const void*>(bytes), 4)},
        ErrorCode::wrong_length, "Spheres.radius");
}

// Each of 2^64 equal shapes was checked before their number was refused, so the call did not end.
TEST_F(Refusal, OfTooManyComesBeforeAnyShapeIsChecked) {
    for (const std::size_t count :
         {std::size_t{lanecast::no_id}, std::size_t{1} << 40, ~std::size_t{1}})
        expect_refused(lanecast::Spheres{.center = Vec3{0, 0, 0}, .radius = 1, .count = count},
                       ErrorCode::too_many, "Scene");
}

TEST_F(Refusal, OfAnUpdateLeavesEveryColumnAsItIs) {
    const std::vector<Vec3> centers(3, Vec3{1, 2, 3});
    std::vector<float> radii(3, 0.5f);
    radii[2] = -1.0f;
    const std::vector<std::uint32_t> masks(3, 0u);
    expect_update_refused(spheres_.slice(10, 3),
                          lanecast::Spheres{.center = centers, .radius = radii, .mask = masks},
                          ErrorCode::refused_shape, "Spheres.radius", 2);
    // Conflicts with the current shape: a lower bound above the upper one.
    expect_update_refused(aabbs_.slice(4, 1), lanecast::Aabbs{.lo = {1e6f, 0, 0}},
                          ErrorCode::refused_shape, "Aabbs.hi", 0);
    expect_update_refused(boxes_, lanecast::Boxes{.rotation = Quaternion{0, 0, 0, 0}},
                          ErrorCode::refused_shape, "Boxes.rotation", 0);
    const std::vector<Vec3> bad_vertices(13 * 13, Vec3{0, 0, nan});
    expect_update_refused(mesh_, lanecast::TriangleMesh{.vertices = bad_vertices, .mask = 0u},
                          ErrorCode::refused_shape, "TriangleMesh.vertices", 0);
}

TEST_F(Refusal, OfAnUpdateOfOtherIdsOrKinds) {
    const lanecast::Spheres larger = {.radius = 2.0f};
    const auto size = static_cast<std::uint32_t>(size_);
    for (const IdRange ids :
         {IdRange{size, 1}, IdRange{size - 1, 2}, IdRange{spheres_.count - 1, 2}, IdRange{0, size},
          IdRange{lanecast::no_id, 1}, IdRange{lanecast::no_id - 1, 3}})
        expect_update_refused(ids, larger, ErrorCode::unknown_ids, "ids");
    expect_update_refused(aabbs_, larger, ErrorCode::wrong_kind, "Spheres");
    expect_update_refused(spheres_, lanecast::Boxes{.center = {0, 0, 0}}, ErrorCode::wrong_kind,
                          "Boxes");
    expect_update_refused(mesh_, lanecast::Triangles{.v0 = {0, 0, 0}}, ErrorCode::wrong_kind,
                          "Triangles");
    expect_update_refused(triangles_, lanecast::TriangleMesh{.mask = 0u}, ErrorCode::wrong_kind,
                          "TriangleMesh");
}

TEST_F(Refusal, OfAnUpdateOfAnotherLength) {
    const std::vector<float> radii(3, 2.0f);
    expect_update_refused(spheres_.slice(0, 4), lanecast::Spheres{.radius = radii},
                          ErrorCode::wrong_length, "Spheres");
    expect_update_refused(spheres_.slice(0, 2), lanecast::Spheres{.radius = radii},
                          ErrorCode::wrong_length, "Spheres");
    expect_update_refused(spheres_.slice(0, 2), lanecast::Spheres{.radius = 2.0f, .count = 3},
                          ErrorCode::wrong_length, "Spheres");
    const std::vector<std::uint32_t> masks(2, 0u);
    expect_update_refused(spheres_.slice(0, 3), lanecast::Spheres{.radius = radii, .mask = masks},
                          ErrorCode::wrong_length, "Spheres.mask");
}

TEST_F(Refusal, OfAMeshUpdateThatIsNotWhole) {
    const std::vector<Vec3> vertices(13 * 13);
    const std::vector<Index3> indices(mesh_.count);
    const std::vector<std::uint32_t> masks(3, 0u);
    expect_update_refused(mesh_.slice(0, 5), lanecast::TriangleMesh{.vertices = vertices},
                          ErrorCode::wrong_length, "TriangleMesh.vertices");
    expect_update_refused(mesh_, lanecast::TriangleMesh{.vertices = vertices, .vertex_count = 100},
                          ErrorCode::wrong_length, "TriangleMesh.vertices");
    expect_update_refused(mesh_.slice(0, 5), lanecast::TriangleMesh{.mask = masks},
                          ErrorCode::wrong_length, "TriangleMesh");
    expect_error(
        [&] {
            world_.scene.update(mesh_,
                                lanecast::TriangleMesh{.vertices = vertices, .indices = indices});
        },
        ErrorCode::not_supported, "TriangleMesh.indices");
}

TEST_F(Refusal, OfIdsThatAreNotThere) {
    const auto size = static_cast<std::uint32_t>(size_);
    for (const IdRange ids : {IdRange{0, size}, IdRange{spheres_.first, spheres_.count + 1},
                              IdRange{size, 1}, IdRange{lanecast::no_id, 1}})
        expect_error([&] { world_.scene.remove(ids); }, ErrorCode::unknown_ids, "ids");
    const std::vector<std::uint32_t> unknown = {5, 7, size, 1}, twice = {5, 7, 1, 7},
                                     none_at_all = {lanecast::no_id};
    expect_error([&] { world_.scene.remove(unknown); }, ErrorCode::unknown_ids, "ids", 2);
    expect_error([&] { world_.scene.remove(twice); }, ErrorCode::unknown_ids, "ids", 3);
    expect_error([&] { world_.scene.remove(none_at_all); }, ErrorCode::unknown_ids, "ids", 0);
    expect_error([&] { world_.scene.remove(lanecast::Input<std::uint32_t>{}); },
                 ErrorCode::missing_column, "remove.ids");
    EXPECT_EQ(world_.scene.size(), size_);
    EXPECT_EQ(world_.scene.locate(5).index, 5u - world_.scene.locate(5).range.first);
    for (const std::uint32_t id : {size, size + 1, lanecast::no_id})
        expect_error([&] { (void)world_.scene.locate(id); }, ErrorCode::unknown_ids, "ids");
}

/// Outputs with a known filling, to detect writes.
class RefusedQuery : public testing::Test {
protected:
    RefusedQuery() { std::memset(static_cast<void*>(hits_.data()), 0x5A, 8 * sizeof(Hit)); }
    ~RefusedQuery() override {
        for (std::size_t byte = 0; byte < 8 * sizeof(Hit); ++byte)
            EXPECT_EQ(reinterpret_cast<const unsigned char*>(hits_.data())[byte], 0x5A);
        for (const std::uint8_t hit : occluded_)
            EXPECT_EQ(hit, 0x5A);
    }

    void expect_both_refused(const Rays& rays, ErrorCode code, const std::string& field) {
        expect_error([&] { closest_hit(scene_, rays, into(hits_)); }, code, field);
        expect_error([&] { occluded(scene_, rays, occluded_); }, code, field);
    }

    Scene scene_;
    std::vector<Vec3> origins_ = std::vector<Vec3>(8);
    std::vector<Hit> hits_ = std::vector<Hit>(8);
    std::vector<std::uint8_t> occluded_ = std::vector<std::uint8_t>(8, 0x5A);
};

TEST_F(RefusedQuery, BeforeACommit) {
    const Rays rays = {.origin = origins_, .direction = {1, 0, 0}};
    const auto refused = [&] {
        expect_both_refused(rays, ErrorCode::not_committed, "Scene");
        scene_.commit();
    };
    const IdRange ids = scene_.add(lanecast::Spheres{.center = {5, 0, 0}, .radius = 1});
    refused();
    scene_.update(ids, lanecast::Spheres{.radius = 2});
    refused();
    scene_.update(ids, lanecast::Spheres{.mask = 3u});
    refused();
    scene_.remove(ids);
    refused();
}

TEST_F(RefusedQuery, WithoutWhatIsRequired) {
    expect_both_refused({.direction = {1, 0, 0}}, ErrorCode::missing_column, "Rays.origin");
    expect_both_refused({.origin = origins_}, ErrorCode::missing_column, "Rays.direction");
    expect_both_refused({.origin = origins_, .count = 0}, ErrorCode::missing_column,
                        "Rays.direction");
    expect_error(
        [&] {
            occluded(scene_, {.origin = origins_, .direction = {1, 0, 0}}, {});
        },
        ErrorCode::missing_column, "occluded.hit");
}

TEST_F(RefusedQuery, WithColumnsOfDifferentLengths) {
    const std::vector<float> seven(7, 1.0f);
    const std::vector<std::uint32_t> nine(9, 1u);
    Rays rays = {.origin = origins_, .direction = {1, 0, 0}, .t_max = seven};
    expect_both_refused(rays, ErrorCode::wrong_length, "Rays.t_max");
    rays = {.origin = origins_, .direction = {1, 0, 0}, .ignore = nine};
    expect_both_refused(rays, ErrorCode::wrong_length, "Rays.ignore");
    rays = {.origin = origins_, .direction = {1, 0, 0}, .count = 9};
    expect_both_refused(rays, ErrorCode::wrong_length, "Rays.origin");
}

TEST_F(RefusedQuery, WithMemoryThatDoesNotSuit) {
    const char* bytes = reinterpret_cast<const char*>(origins_.data());
    const auto odd = [&](std::ptrdiff_t shift, std::ptrdiff_t stride) -> Rays {
        return {.origin =
                    lanecast::column<Vec3>(static_cast<const void*>(bytes + shift), stride, 4),
                .direction = {1, 0, 0}};
    };
    expect_both_refused(odd(1, 12), ErrorCode::wrong_stride, "Rays.origin");
    expect_both_refused(odd(0, 14), ErrorCode::wrong_stride, "Rays.origin");
}

TEST_F(RefusedQuery, WithoutRoomForTheAnswers) {
    const Rays rays = {.origin = {0, 0, 0}, .direction = {1, 0, 0}, .count = 8};
    std::vector<std::uint32_t> ids(7, 77);
    expect_error([&] { closest_hit(scene_, rays, {.t = field(hits_, &Hit::t), .id = ids}); },
                 ErrorCode::wrong_length, "Hits.id");
    EXPECT_EQ(ids, std::vector<std::uint32_t>(7, 77));
    std::vector<std::uint8_t> seven(7);
    expect_error([&] { occluded(scene_, rays, seven); }, ErrorCode::wrong_length, "occluded.hit");
    const auto all_in_one_place = lanecast::column<float>(static_cast<void*>(hits_.data()), 0, 8);
    expect_error([&] { closest_hit(scene_, rays, {.t = all_in_one_place}); },
                 ErrorCode::wrong_stride, "Hits.t");
}

TEST_F(RefusedQuery, WithComponentsGivenInPart) {
    const std::vector<float> xs(8);
    expect_error(
        [&] {
            closest_hit(scene_, {.origin = {xs, {}, xs}, .direction = {1, 0, 0}}, into(hits_));
        },
        ErrorCode::missing_column, "column");
}

// Calls that are not refused.

TEST(EmptyBatch, IsAnsweredWithNothing) {
    Scene scene;
    scene.add(lanecast::Spheres{.center = {0, 0, 0}, .radius = 1});
    scene.commit();
    const std::vector<Vec3> none;
    Hit untouched;
    untouched.id = 1234;
    std::vector<std::uint8_t> flags(1, 0x5A);
    for (const Rays& rays : {Rays{.origin = none, .direction = {1, 0, 0}},
                             Rays{.origin = {0, 0, 0}, .direction = {1, 0, 0}, .count = 0}}) {
        for (const lanecast::Summary& summary :
             {closest_hit(scene, rays, into(untouched)), closest_hit(scene, rays, {}),
              occluded(scene, rays, flags)}) {
            EXPECT_EQ(summary.queries, 0u);
            EXPECT_EQ(summary.hits, 0u);
            EXPECT_EQ(summary.invalid, 0u);
        }
    }
    EXPECT_EQ(untouched.id, 1234u);
    EXPECT_EQ(flags[0], 0x5A);
}

TEST(LongerColumns, AreLeftAloneBeyondTheCount) {
    Scene scene;
    scene.add(lanecast::Spheres{.center = {5, 0, 0}, .radius = 1});
    scene.commit();
    const std::vector<Vec3> origins(10);
    std::vector<Hit> hits(20);
    for (Hit& hit : hits)
        hit.id = 1234;
    const lanecast::Summary summary =
        closest_hit(scene, {.origin = origins, .direction = {1, 0, 0}, .count = 6}, into(hits));
    EXPECT_EQ(summary.queries, 6u);
    for (std::size_t i = 0; i < hits.size(); ++i)
        EXPECT_EQ(hits[i].id, i < 6 ? 0u : 1234u);
}

} // namespace
