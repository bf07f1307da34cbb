#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "lanecast/scene.hpp"

#include "support/batches.hpp"
#include "support/random.hpp"
#include "support/worlds.hpp"

/// Worlds of spheres that come, go and move.
namespace lanecast::bench {

/// A crowd as an engine holds it. A sphere is known by its slot; slots are used again.
class Stage {
public:
    virtual ~Stage() = default;

    /// Spheres whose slots are free or new. New slots follow the last one.
    virtual void add(const std::vector<std::uint32_t>& slots,
                     const std::vector<scalar::Sphere>& spheres) = 0;
    virtual void remove(const std::vector<std::uint32_t>& slots) = 0;
    /// Each slot occurs once.
    virtual void move(const std::vector<std::uint32_t>& slots,
                      const std::vector<scalar::Sphere>& spheres) = 0;
    /// Makes the world ready for queries.
    virtual void commit() = 0;
};

/// A crowd in a scene.
class SceneStage : public Stage {
public:
    void add(const std::vector<std::uint32_t>& slots,
             const std::vector<scalar::Sphere>& spheres) override;
    void remove(const std::vector<std::uint32_t>& slots) override;
    void move(const std::vector<std::uint32_t>& slots,
              const std::vector<scalar::Sphere>& spheres) override;
    void commit() override { scene_.commit(Build::balanced, {.threads = 1}); }

    [[nodiscard]] Scene& scene() { return scene_; }
    [[nodiscard]] std::uint32_t id(std::uint32_t slot) const { return ids_[slot]; }

private:
    std::vector<std::uint32_t> ids_of(const std::vector<std::uint32_t>& slots) const;

    Scene scene_;
    std::vector<std::uint32_t> ids_; ///< by slot
};

/// Notes what happens, and does it later with another stage, so that timings leave out the choice
/// of edits.
class Script : public Stage {
public:
    void add(const std::vector<std::uint32_t>& slots,
             const std::vector<scalar::Sphere>& spheres) override;
    void remove(const std::vector<std::uint32_t>& slots) override;
    void move(const std::vector<std::uint32_t>& slots,
              const std::vector<scalar::Sphere>& spheres) override;
    void commit() override;

    /// Does all that was noted since the last play().
    void play(Stage& stage);

private:
    std::vector<std::function<void(Stage&)>> actions_;
};

/// The spheres of make_spheres(), and edits at random of which every stage gets the same.
class Crowd {
public:
    /// Adds the spheres to the stage and commits.
    Crowd(Stage& stage, std::size_t count);

    [[nodiscard]] const Bounds& bounds() const { return bounds_; }
    [[nodiscard]] std::size_t size() const { return taken_.size(); }
    /// Where the spheres are, and their slots.
    [[nodiscard]] std::vector<scalar::Sphere> spheres() const;
    [[nodiscard]] const std::vector<std::uint32_t>& slots() const { return taken_; }

    void add(std::size_t count);
    /// Removes spheres, at most half of them.
    void remove(std::size_t count);
    /// Moves spheres by a tenth of the distance between neighbours.
    void move(std::size_t count);
    void move_anywhere(std::size_t count);
    /// Moves about `count` spheres that began in a corner of the world, like move().
    void move_neighbours(std::size_t count);
    /// Moves all spheres to where they are.
    void touch_all();
    void commit() { stage_.commit(); }

private:
    std::size_t any(std::size_t end);
    /// Returns slots in use, each once.
    std::vector<std::uint32_t> choose(std::size_t count);
    void shift(const std::vector<std::uint32_t>& slots);
    void place(const std::vector<std::uint32_t>& slots);

    Stage& stage_;
    Bounds bounds_;
    std::vector<scalar::Sphere> spheres_; ///< by slot
    std::vector<std::uint32_t> taken_, free_, neighbours_;
    float step_ = 0;
    Random random_{21};
};

} // namespace lanecast::bench
