#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <tuple>
#include <vector>

#include "scene/contract/refusal.hpp"
#include "scene/ids/any_columns.hpp"

// ids() and read(): a scene did not give its shapes back, so a loaded one could not be taken apart.

namespace {

using namespace lanecast;
using worlds::Columns;
using worlds::expect_error;

ShapeKind kind_of(std::size_t key) {
    return key < worlds::kinds ? static_cast<ShapeKind>(key) : ShapeKind::instance;
}

void append(std::vector<float>& row, const Vec3& v) { row.insert(row.end(), {v.x, v.y, v.z}); }
void append(std::vector<float>& row, const Quaternion& q) {
    row.insert(row.end(), {q.x, q.y, q.z, q.w});
}

/// The floats of shape `i` of Columns::shapes() or Columns::instances().
std::vector<float> row_of(const Columns& columns, ShapeKind kind, std::size_t i) {
    const Vec3 &low = columns.low[i], &high = columns.high[i];
    const float size = columns.size[i];
    std::vector<float> row;
    append(row, kind == ShapeKind::sphere ? high : low);
    switch (kind) {
    case ShapeKind::sphere:
    case ShapeKind::plane:
        row.push_back(size);
        break;
    case ShapeKind::box:
        append(row, Vec3{size, size, size});
        append(row, columns.turn[i]);
        break;
    case ShapeKind::triangle:
        append(row, high);
        append(row, Vec3{size, size, size});
        break;
    case ShapeKind::instance:
        append(row, columns.turn[i]);
        row.push_back(size);
        break;
    case ShapeKind::aabb:
    case ShapeKind::line:
        append(row, high);
        break;
    default:
        append(row, high);
        row.push_back(size);
    }
    return row;
}

std::size_t floats_of(ShapeKind kind) {
    constexpr std::array<std::size_t, 11> floats = {4, 6, 10, 7, 7, 7, 9, 4, 6, 9, 8};
    static_assert(floats.size() == static_cast<std::size_t>(ShapeKind::instance) + 1);
    return floats[static_cast<std::size_t>(kind)];
}

/// The rows of shapes, each behind the other, as columns.
class Rows {
public:
    std::vector<float> floats;
    std::vector<std::uint32_t> masks, users;

    Rows(ShapeKind kind, std::size_t count)
        : floats(count * floats_of(kind), 9.0f), masks(count + 1, 5), users(count + 1, 6),
          kind_(kind) {}

    [[nodiscard]] ShapeOutputs columns() {
        switch (kind_) {
        case ShapeKind::sphere:
            return SphereOutputs{at<Vec3>(0), at<float>(3), masks, users};
        case ShapeKind::aabb:
            return AabbOutputs{at<Vec3>(0), at<Vec3>(3), masks, users};
        case ShapeKind::box:
            return BoxOutputs{at<Vec3>(0), at<Vec3>(3), at<Quaternion>(6), masks, users};
        case ShapeKind::capsule:
            return CapsuleOutputs{at<Vec3>(0), at<Vec3>(3), at<float>(6), masks, users};
        case ShapeKind::cylinder:
            return CylinderOutputs{at<Vec3>(0), at<Vec3>(3), at<float>(6), masks, users};
        case ShapeKind::cone:
            return ConeOutputs{at<Vec3>(0), at<Vec3>(3), at<float>(6), masks, users};
        case ShapeKind::triangle:
        case ShapeKind::mesh:
            return TriangleOutputs{at<Vec3>(0), at<Vec3>(3), at<Vec3>(6), masks, users};
        case ShapeKind::plane:
            return PlaneOutputs{at<Vec3>(0), at<float>(3), masks, users};
        case ShapeKind::line:
            return LineOutputs{at<Vec3>(0), at<Vec3>(3), masks, users};
        case ShapeKind::instance:
            break;
        }
        return InstanceOutputs{at<Vec3>(0), at<Quaternion>(3), at<float>(7), masks, users};
    }

private:
    template <class T>
    Output<T> at(std::size_t first) {
        const std::size_t each = floats_of(kind_);
        return column<T>(floats.data() + first, static_cast<std::ptrdiff_t>(each * sizeof(float)),
                         floats.size() / each);
    }

    ShapeKind kind_;
};

/// A shape as it was added or updated.
struct Shape {
    ShapeKind kind;
    std::vector<float> row;
    std::uint32_t mask, user;
};

/// A scene, and its shapes by id.
class ReadTest : public testing::Test {
protected:
    Scene scene;
    std::vector<Scene> prototype{worlds::prototypes};
    std::map<std::uint32_t, Shape> shapes;
    std::mt19937 random{7};

    ReadTest() {
        for (Scene& ball : prototype) {
            ball.add(Spheres{.center = {0, 0, 0}, .radius = 1});
            ball.commit();
        }
    }

    static constexpr unsigned all = Columns::geometry | Columns::mask | Columns::user;

    void know(const std::vector<std::uint32_t>& ids, const Columns& columns, ShapeKind kind) {
        for (std::size_t i = 0; i < ids.size(); ++i)
            shapes[ids[i]] = {kind, row_of(columns, kind, i), columns.masks[i], columns.users[i]};
    }
    void add(std::size_t key, std::size_t count) {
        const Columns columns(random, count, all);
        const IdRange ids = columns.add_to(scene, key, prototype);
        std::vector<std::uint32_t> each;
        for (std::size_t i = 0; i < count; ++i)
            each.push_back(ids[i]);
        know(each, columns, kind_of(key));
    }
    /// Changes every third shape of a kind.
    void update(std::size_t key) {
        std::vector<std::uint32_t> ids;
        for (const auto& [id, shape] : shapes)
            if (shape.kind == kind_of(key) && random() % 3 == 0)
                ids.push_back(id);
        if (ids.empty())
            return;
        const Columns columns(random, ids.size(), all);
        columns.update(scene, ids, key);
        know(ids, columns, kind_of(key));
    }
    void remove_some() {
        std::vector<std::uint32_t> ids;
        for (const auto& [id, shape] : shapes)
            if (random() % 4 == 0)
                ids.push_back(id);
        scene.remove(ids);
        for (const std::uint32_t id : ids)
            shapes.erase(id);
    }

    void expect_all(const Scene& in) {
        std::vector<std::uint32_t> ids = {77}, known;
        in.ids(ids);
        for (const auto& [id, shape] : shapes)
            known.push_back(id);
        ASSERT_EQ(ids, known);
        for (std::size_t kind = 0; kind <= static_cast<std::size_t>(ShapeKind::instance); ++kind)
            expect_kind(in, static_cast<ShapeKind>(kind));
    }
    /// Reads all shapes of a kind, the last first, and the first twice.
    void expect_kind(const Scene& in, ShapeKind kind) {
        std::vector<std::uint32_t> ids;
        for (const auto& [id, shape] : shapes)
            if (shape.kind == kind)
                ids.insert(ids.empty() ? ids.end() : ids.begin(), id);
        if (!ids.empty())
            ids.push_back(ids.back());
        if (ids.empty())
            return;
        const std::size_t each = floats_of(kind);
        Rows rows(kind, ids.size());
        in.read(ids, rows.columns());
        const auto& [floats, masks, users] = std::tie(rows.floats, rows.masks, rows.users);
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const Shape& shape = shapes[ids[i]];
            ASSERT_EQ(shape.row.size(), each);
            for (std::size_t f = 0; f < each; ++f)
                ASSERT_EQ(floats[i * each + f], shape.row[f]) << ids[i] << " " << f;
            ASSERT_EQ(masks[i], shape.mask) << ids[i];
            ASSERT_EQ(users[i], shape.user) << ids[i];
        }
        EXPECT_EQ(masks.back(), 5u);
        EXPECT_EQ(users.back(), 6u);
    }
};

TEST_F(ReadTest, GivesAllKindsBackAfterAnyEdits) {
    for (int round = 0; round < 8; ++round) {
        for (std::size_t key = 0; key < worlds::keys; ++key) {
            add(key, 1 + random() % 5); // stored with others
            if (round == 4)
                add(key, 1500); // stored alone
            update(key);
        }
        remove_some();
        ASSERT_NO_FATAL_FAILURE(expect_all(scene)); // not committed
    }
    scene.commit();
    ASSERT_NO_FATAL_FAILURE(expect_all(scene));
    std::vector<std::byte> bytes;
    scene.save(bytes);
    ASSERT_NO_FATAL_FAILURE(expect_all(Scene::load(bytes)));
}

TEST_F(ReadTest, GivesShapesBackThatWereReserved) {
    scene.reserve(ShapeKind::sphere, 20);
    scene.reserve(ShapeKind::capsule, 20);
    for (int round = 0; round < 8; ++round) {
        add(static_cast<std::size_t>(ShapeKind::sphere), 1);
        add(static_cast<std::size_t>(ShapeKind::capsule), 2);
    }
    remove_some();
    ASSERT_NO_FATAL_FAILURE(expect_all(scene));
}

TEST(Read, GivesCornersOfMeshesBack) {
    std::vector<Vec3> vertices = {{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {9, 9, 1}};
    const std::vector<Index3> indices = {{0, 1, 2}, {2, 1, 3}, {3, 0, 2}};
    const std::vector<std::uint32_t> words = {4, 5, 6};
    Scene scene;
    scene.add(Spheres{.center = {0, 0, 0}, .radius = 1, .count = 3});
    const IdRange mesh =
        scene.add(TriangleMesh{.vertices = vertices, .indices = indices, .user = words});
    vertices[1].z = 2;
    scene.update(mesh, TriangleMesh{.vertices = vertices});
    scene.remove(mesh.slice(0, 1));
    const std::vector<std::uint32_t> ids = {mesh[2], mesh[1]};
    std::vector<Vec3> v0(2), v2(3);
    std::vector<std::uint32_t> users(2);
    scene.read(ids, TriangleOutputs{.v0 = v0, .v2 = v2, .user = users});
    EXPECT_EQ(v0, (std::vector<Vec3>{{9, 9, 1}, {0, 9, 0}}));
    EXPECT_EQ(v2, (std::vector<Vec3>{{0, 9, 0}, {9, 9, 1}, {0, 0, 0}}));
    EXPECT_EQ(users, (std::vector<std::uint32_t>{6, 5}));
}

TEST(Read, OfNothing) {
    Scene scene;
    std::vector<std::uint32_t> ids = {3, 4};
    scene.ids(ids);
    EXPECT_TRUE(ids.empty());
    scene.read(ids, ConeOutputs{});
}

TEST(Read, RefusesMisuseBeforeItWrites) {
    Scene scene;
    scene.add(Spheres{.center = {0, 0, 0}, .radius = 1, .count = 3});
    scene.add(Lines{.point = {0, 0, 0}, .direction = {1, 0, 0}});
    std::vector<float> radii(2, 7.0f);
    std::vector<std::uint32_t> words(1, 7);
    const SphereOutputs spheres = {.radius = radii};
    const auto refused = [&](const std::vector<std::uint32_t>& ids, ErrorCode code,
                             const char* what, std::size_t index = Error::no_index) {
        expect_error([&] { scene.read(ids, spheres); }, code, what, index);
    };
    refused({0, 4}, ErrorCode::unknown_ids, "ids", 1);
    refused({no_id, 0}, ErrorCode::unknown_ids, "ids", 0);
    refused({0, 3}, ErrorCode::wrong_kind, "ids", 1);
    refused({0, 1, 2}, ErrorCode::wrong_length, "Spheres.radius");
    const std::vector<std::uint32_t> ids = {0, 1};
    expect_error([&] { scene.read(ids, SphereOutputs{.radius = radii, .mask = words}); },
                 ErrorCode::wrong_length, "Spheres.mask");
    expect_error([&] { scene.read({}, spheres); }, ErrorCode::missing_column, "read.ids");
    EXPECT_EQ(radii, std::vector<float>(2, 7.0f));
    EXPECT_EQ(words[0], 7u);
}

} // namespace
