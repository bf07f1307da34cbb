#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <variant>
#include <vector>

#include "lanecast/scene.hpp"

namespace worlds {

using namespace lanecast;

inline constexpr std::size_t kinds = std::variant_size_v<Shapes>, prototypes = 2;
inline constexpr std::size_t keys = kinds + prototypes; ///< kinds, then instances of each prototype

/// Random numbers for the columns of a batch of any kind. Each of them suits all others, so that an
/// update may change any subset of the columns.
struct Columns {
    enum : unsigned { geometry = 7, mask = 8, user = 16, one_word = 32, every = 63 };

    std::vector<Vec3> low, high;
    std::vector<float> size;
    std::vector<Quaternion> turn;
    std::vector<std::uint32_t> masks, users;
    unsigned wanted; ///< three bits for geometry, and those above

    Columns(std::mt19937& random, std::size_t count, unsigned columns) : wanted(columns) {
        const auto number = [&](float lo, float hi) {
            return std::uniform_real_distribution<float>(lo, hi)(random);
        };
        for (std::size_t i = 0; i < count; ++i) {
            low.push_back({number(-9, -6), number(-9, 0), number(-9, 0)});
            high.push_back({number(-5, 9), number(1, 9), number(1, 9)});
            size.push_back(number(0.2f, 1.5f));
            turn.push_back(i % 2 == 0 ? Quaternion{0, 0, 0, 1} : Quaternion{0.6f, 0, 0.8f, 0});
            masks.push_back(random() % 4 == 0 ? all_layers : 1u << random() % 8);
            users.push_back(random() % 3 == 0 ? 0 : static_cast<std::uint32_t>(random()));
        }
    }

    /// A column, unless the subset leaves it out.
    template <class T>
    Input<T> column(unsigned bit, const std::vector<T>& values) const {
        return (wanted & bit) != 0 ? Input<T>(values) : Input<T>();
    }
    Input<std::uint32_t> words(unsigned bit, const std::vector<std::uint32_t>& values) const {
        if ((wanted & one_word) != 0 && (wanted & bit) != 0)
            return values[0];
        return column(bit, values);
    }
    template <class Batch>
    Batch with_words(Batch batch) const {
        batch.mask = words(mask, masks);
        batch.user = words(user, users);
        if ((wanted & geometry) == geometry)
            batch.count = size.size(); // for adding
        return batch;
    }
    Shapes shapes(std::size_t kind) const {
        const auto a = column(1, low), b = column(2, high);
        const auto r = column(4, size);
        switch (static_cast<ShapeKind>(kind)) {
        case ShapeKind::sphere:
            return with_words(Spheres{.center = b, .radius = r});
        case ShapeKind::aabb:
            return with_words(Aabbs{.lo = a, .hi = b});
        case ShapeKind::box:
            return with_words(
                Boxes{.center = a, .half_extents = {r, r, r}, .rotation = column(2, turn)});
        case ShapeKind::capsule:
            return with_words(Capsules{.a = a, .b = b, .radius = r});
        case ShapeKind::cylinder:
            return with_words(Cylinders{.a = a, .b = b, .radius = r});
        case ShapeKind::cone:
            return with_words(Cones{.base = a, .apex = b, .radius = r});
        case ShapeKind::triangle:
            return with_words(Triangles{.v0 = a, .v1 = b, .v2 = {r, r, r}});
        case ShapeKind::plane:
            return with_words(Planes{.normal = a, .offset = r});
        case ShapeKind::line:
            return with_words(Lines{.point = a, .direction = b});
        case ShapeKind::mesh:
        case ShapeKind::instance:
            break;
        }
        throw std::logic_error("no shape of this kind");
    }
    Instances instances() const {
        return with_words(Instances{
            .position = column(1, low), .rotation = column(2, turn), .scale = column(4, size)});
    }

    IdRange add_to(Scene& scene, std::size_t key, const std::vector<Scene>& prototype) const {
        return key < kinds ? scene.add(shapes(key))
                           : scene.add(prototype[key - kinds], instances());
    }
    template <class Ids>
    void update(Scene& scene, const Ids& ids, std::size_t key) const {
        key < kinds ? scene.update(ids, shapes(key)) : scene.update(ids, instances());
    }
};

} // namespace worlds
