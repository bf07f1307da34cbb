#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lanecast/scene.hpp"

#include "suite/cases/case.hpp"
#include "support/batches.hpp"
#include "support/worlds.hpp"

namespace lanecast::bench {

/// A committed scene with its queries. The scene and each kind of query are created on first use,
/// because most runs do without some.
class Fixture {
public:
    struct Place {
        std::shared_ptr<const Scene> scene;
        Bounds bounds;
        float near; ///< a short distance, the unit of radii and paths of moving spheres
    };

    Fixture(std::string name, std::function<Place()> make, std::size_t queries);

    [[nodiscard]] const std::string& name() const { return name_; }
    const Scene& scene() { return *place().scene; }
    const Place& place();

    const RayBatch& rays();   ///< incoherent
    const RayBatch& camera(); ///< through the pixels of a picture
    const SweepBatch& sweeps();
    const std::vector<Vec3>& points();

    /// Output arrays. t() and id() hold `most_answers` results per query, hit() holds one.
    static constexpr std::uint32_t most_answers = 4;
    std::vector<float>& t();
    std::vector<std::uint32_t>& id();
    std::vector<std::uint8_t>& hit();
    void clear_answers();
    /// Hash of all output arrays in use.
    [[nodiscard]] std::uint64_t hash_of_answers() const;

private:
    std::string name_;
    std::function<Place()> make_;
    std::size_t queries_;
    Place place_;
    RayBatch rays_, camera_;
    SweepBatch sweeps_;
    std::vector<Vec3> points_;
    std::vector<float> t_;
    std::vector<std::uint32_t> id_;
    std::vector<std::uint8_t> hit_;
};

using SharedFixture = std::shared_ptr<Fixture>;

/// A fixture in a world of the benchmarks.
[[nodiscard]] SharedFixture fixture_of(std::string name, std::function<World()> make,
                                       std::size_t queries);
/// Fixtures in the demo world of the program, and in a mesh from a file or made_mesh().
[[nodiscard]] SharedFixture demo_fixture(std::size_t queries);
[[nodiscard]] SharedFixture mesh_fixture(const Settings& settings, std::size_t queries);
/// A fixture in a world of spheres, named spheres_10k and the like.
[[nodiscard]] SharedFixture sphere_fixture(std::size_t spheres, std::size_t queries);

/// Short form of a number: 1k, 10k, 1m.
[[nodiscard]] std::string short_number(std::size_t number);

/// A query type. One call runs all its queries on a fixture.
struct FixtureQuestion {
    const char* name;
    Summary (*ask)(Fixture& fixture, std::uint32_t threads);
};
[[nodiscard]] const std::vector<FixtureQuestion>& fixture_questions();

} // namespace lanecast::bench
