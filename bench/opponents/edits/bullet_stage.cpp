#include "opponents/edits/bullet_stage.hpp"

#include <algorithm>

#include <BulletCollision/BroadphaseCollision/btDbvt.h>

namespace lanecast::bench {
namespace {

btDbvtVolume box_of(const scalar::Sphere& sphere) {
    const auto& [x, y, z] = sphere.center;
    return btDbvtVolume::FromCR(btVector3(x, y, z), sphere.radius);
}

class DynamicTree : public Stage {
public:
    void add(const std::vector<std::uint32_t>& slots,
             const std::vector<scalar::Sphere>& spheres) override {
        for (std::size_t i = 0; i < slots.size(); ++i) {
            leaves_.resize(std::max<std::size_t>(leaves_.size(), slots[i] + 1));
            leaves_[slots[i]] = tree_.insert(box_of(spheres[i]), nullptr);
        }
    }
    void remove(const std::vector<std::uint32_t>& slots) override {
        for (const std::uint32_t slot : slots)
            tree_.remove(leaves_[slot]);
    }
    void move(const std::vector<std::uint32_t>& slots,
              const std::vector<scalar::Sphere>& spheres) override {
        for (std::size_t i = 0; i < slots.size(); ++i) {
            btDbvtVolume box = box_of(spheres[i]);
            tree_.update(leaves_[slots[i]], box);
        }
    }
    void commit() override {
        if (is_new_) { // as broadphases do after loading a level
            tree_.optimizeTopDown();
            is_new_ = false;
        }
        tree_.optimizeIncremental(1);
    }

private:
    btDbvt tree_;
    std::vector<btDbvtNode*> leaves_; ///< by slot
    bool is_new_ = true;
};

} // namespace

std::unique_ptr<Stage> make_bullet_stage() { return std::make_unique<DynamicTree>(); }

} // namespace lanecast::bench
