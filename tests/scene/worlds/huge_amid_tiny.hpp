#pragma once

#include <cmath>
#include <cstdint>
#include <ostream>
#include <span>
#include <utility>
#include <vector>

#include "kernels/hostile/shapes.hpp"
#include "scene/worlds/worlds.hpp"

/// Worlds with large triangles that the builder splits into pieces.
namespace worlds {

using lanecast::Build;
using lanecast::Scene;
using lanecast::Vec3;

struct Place {
    const char* name;
    Vector middle;
    double size; ///< half of the world's extent
    bool mixed = false;
};

inline void PrintTo(const Place& place, std::ostream* out) { *out << place.name; }

inline constexpr Vector nowhere = {0, 0, 0};

/// Three corners per triangle.
using Soup = std::vector<Vec3>;

class HugeAmidTiny {
public:
    explicit HugeAmidTiny(const Place& place) : place_(place) {
        for (int i = 0; i < 12; ++i)
            add(anywhere(), anywhere(), anywhere());
        for (int i = 0; i < 6; ++i) { // needles, some without area
            const Vector a = anywhere(), b = anywhere();
            add(a, b, i % 2 == 0 ? b : 0.5 * (a + b) + 1e-4 * anywhere());
        }
        for (int i = 0; i < 3; ++i) { // flat along an axis, some in a splitting plane
            const double x = i == 0 ? 0.0 : random_.between(-1, 1);
            add({x, -1, -1}, {x, 1, -0.9}, {x, -0.8, 1});
            add({-1, x, -1}, {1, x, -0.9}, {-0.8, x, 1});
        }
        for (int i = 0; i < 4; ++i) { // two triangles that share an edge
            const Vector a = anywhere(), b = anywhere();
            add(a, b, anywhere());
            add(b, a, anywhere());
        }
        huge_ = soup_.size();
        for (int i = 0; i < 1000; ++i) {
            const Vector at = anywhere();
            const double size = random_.between(0.002, 0.02);
            add(at, at + size * anywhere(), at + size * anywhere());
        }
        for (std::uint32_t i = 0; i < soup_.size() / 3; ++i) {
            masks_.push_back(i % 5 == 1 ? 2u : 3u);
            indices_.push_back({3 * i, 3 * i + 1, 3 * i + 2});
        }
        if (place.mixed)
            for (int i = 0; i < 300; ++i)
                spheres_.push_back(hostile::Sphere::make(
                    random_, place.middle + place.size * anywhere(), 0.02 * place.size, {}));
    }

    [[nodiscard]] Scene scene(Build how, std::uint32_t threads = 1) const {
        Scene scene;
        scene.add(mesh());
        if (!spheres_.empty())
            scene.add(columns_of(spheres_));
        scene.commit(how, {.threads = threads});
        return scene;
    }
    /// A world that aims queries at the triangles.
    [[nodiscard]] World world(Scene scene) const {
        World world;
        world.scene = std::move(scene);
        for (std::size_t i = 0; i < soup_.size(); i += i < huge_ ? 1 : 100)
            world.places.push_back({soup_[i].x, soup_[i].y, soup_[i].z});
        world.centre = place_.middle;
        world.size = place_.size;
        return world;
    }

    /// Moves the huge triangles a little, or far away.
    void move(double far) {
        for (std::size_t i = 0; i < huge_; ++i) {
            const Vec3 p = soup_[i];
            soup_[i] = rounded(Vector{p.x, p.y, p.z} + far * place_.size * anywhere());
        }
    }
    [[nodiscard]] lanecast::TriangleMesh mesh() const {
        return {.vertices = soup_, .indices = indices_, .mask = masks_};
    }
    void update(Scene& scene) const {
        scene.update({0, static_cast<std::uint32_t>(indices_.size())},
                     lanecast::TriangleMesh{.vertices = soup_, .mask = masks_});
    }
    [[nodiscard]] const Soup& soup() const { return soup_; }

private:
    Vector anywhere() { return random_.in_cube(1.0); }
    static Vec3 rounded(const Vector& p) { return {to_float(p.x), to_float(p.y), to_float(p.z)}; }
    void add(const Vector& a, const Vector& b, const Vector& c) {
        for (const Vector& corner : {a, b, c})
            soup_.push_back(rounded(place_.middle + place_.size * corner));
    }

    Place place_;
    Random random_{18};
    Soup soup_;
    std::size_t huge_ = 0; ///< number of corners of huge triangles, which come first
    std::vector<lanecast::Index3> indices_;
    std::vector<std::uint32_t> masks_;
    std::vector<hostile::Sphere> spheres_;
};

/// Triangles that lie in hundreds of leaves each, one of them separate from the others.
class SomeHugeAmidTiny {
public:
    SomeHugeAmidTiny() {
        Random random(21);
        add({30, -10, -10}, {50, 9, -8}, {42, 3, 10});
        for (int i = 0; i < 20; ++i)
            add({-10, -10, -10 + 0.1 * i}, {10 - 0.1 * i, 9, -8}, {2, 3, 10});
        for (int i = 0; i < 20'000; ++i) {
            const Vector at = random.in_cube(10.0);
            add(at, at + Vector{0.01, 0, 0.02}, at + Vector{0, 0.02, 0.01});
        }
    }

    [[nodiscard]] Scene scene(Build how) const {
        Scene scene;
        scene.add(lanecast::TriangleMesh{.vertices = corners_, .indices = indices_});
        scene.commit(how, {.threads = 1});
        return scene;
    }
    /// A world that aims queries at the huge triangles.
    [[nodiscard]] World world(Scene scene) const {
        World world;
        world.scene = std::move(scene);
        for (const Vec3& p : std::span(corners_).first(3 * 21))
            world.places.push_back({p.x, p.y, p.z});
        world.places.insert(world.places.end(), 40, Vector{42, 1, -3}); // on the separate triangle
        world.size = 50.0;
        return world;
    }

    /// Shrinks the separate triangle, or restores its size.
    void shrink_one(Scene& scene, bool now) {
        const Vec3& at = corners_[0];
        const Vec3 y = now ? Vec3{at.x, at.y + 0.01f, at.z} : Vec3{50, 9, -8};
        const Vec3 z = now ? Vec3{at.x, at.y, at.z + 0.01f} : Vec3{42, 3, 10};
        corners_[1] = y;
        corners_[2] = z;
        scene.update({0, static_cast<std::uint32_t>(indices_.size())},
                     lanecast::TriangleMesh{.vertices = corners_});
        scene.commit(Build::balanced, {.threads = 1});
    }

private:
    void add(const Vector& a, const Vector& b, const Vector& c) {
        const auto first = static_cast<std::uint32_t>(corners_.size());
        for (const Vector& p : {a, b, c})
            corners_.push_back({to_float(p.x), to_float(p.y), to_float(p.z)});
        indices_.push_back({first, first + 1, first + 2});
    }

    std::vector<Vec3> corners_;
    std::vector<lanecast::Index3> indices_;
};
inline const double diagonal_of_huge = std::sqrt(20.0 * 20.0 + 19.0 * 19.0 + 20.0 * 20.0);

} // namespace worlds
